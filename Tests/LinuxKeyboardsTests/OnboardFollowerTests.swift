#if SystemKeyboards
    import Foundation
    import KeyboardObservation
    import LinuxKeyboards
    import TestSupport
    import Testing

    /// Layout guides, transition followers and avoiders agree with the window's frame that another program reads.
    @MainActor
    @Suite(.enabled(if: RealDesktop.isAvailable), .serialized)
    struct OnboardFollowerTests {
        /// The followers agree with the frame that xwininfo reads.
        @Test(arguments: RealDesktop.Docking.allCases)
        func atRest(_ docking: RealDesktop.Docking) async throws {
            let desktop = try await RealDesktop()
            try await desktop.startOnboard(docking)
            let followed = KeyboardWithFollowers(on: desktop, docking)
            try await followed.start()
            try await followed.expectWindow(isShown: true)
            for _ in 0..<2 {
                try await followed.hide()
                try await followed.expectWindow(isShown: false)
                try await followed.show()
                try await followed.expectWindow(isShown: true)
            }
            desktop.stop()
        }

        /// The frames in motion are the frames that xev lists, or in the short run a part of them.
        ///
        /// When a frame is posted, the followers agree with it.
        @Test(arguments: [RealDesktop.Docking.bottom, .top])
        func duringASlide(_ docking: RealDesktop.Docking) async throws {
            let desktop = try await RealDesktop()
            try await desktop.startOnboard(docking)
            let followed = KeyboardWithFollowers(on: desktop, docking)
            try await followed.start()
            await followed.keyboard.settle()
            let trace = try await desktop.traceWindow()
            let shown = trace.start
            let hidden = shown.offsetBy(dx: 0, dy: docking == .top ? -215 : 215)
            let first = followed.readings.count
            for _ in 0..<2 {
                try await followed.hide()
                await followed.keyboard.settle()
                try await followed.show()
                await followed.keyboard.settle()
            }
            let readings = followed.readings[first...]
            let frames = try await trace.framesInMotion()
            // On a busy machine, the source may receive the signal of the bus after the first steps of a slide. If a
            // window pauses, the source repeats its frame.
            let steps = readings.map(\.frame).reduce(into: [CGRect]()) { if $0.last != $1 { $0.append($1) } }
            var rest = frames[...]
            let isInOrder = steps.allSatisfy { step in
                rest = rest.drop { $0 != step }
                return rest.popFirst() != nil
            }
            #expect(isInOrder && rest.isEmpty, "\(steps) of \(frames)")
            #expect(steps.count == frames.count || !RandomTestSize.isFull, "\(steps) of \(frames)")
            let stepsBetween = steps.count { $0.minY != shown.minY && $0.minY != hidden.minY }
            #expect(stepsBetween >= (RandomTestSize.isFull ? 4 : 1))
            for reading in readings {
                let expected = followed.followers.map {
                    $0.expected(for: reading.frame, docking, slide: (hidden, shown))
                }
                #expect(reading.followers == expected, "\(reading.frame)")
            }
            desktop.stop()
        }
    }

    /// A source of the real Onboard, with followers that are read after each frame in motion.
    @MainActor
    private final class KeyboardWithFollowers {
        struct Reading {
            var frame: CGRect
            var followers: [KeyboardFollowers.Reading]
        }

        let keyboard: ObservedKeyboard
        let followers: [KeyboardFollowers]
        private(set) var readings: [Reading] = []
        private let desktop: RealDesktop
        private let docking: RealDesktop.Docking
        /// The center of the source.
        ///
        /// An observer posts each notification again to the pool's center, and then reads the followers. The pool has
        /// therefore received the notification before.
        private let sourceCenter = NotificationCenter()
        private var registrations: [any NSObjectProtocol] = []

        init(on desktop: RealDesktop, _ docking: RealDesktop.Docking) {
            (self.desktop, self.docking) = (desktop, docking)
            keyboard = ObservedKeyboard(on: desktop)
            let pool = keyboard.pool
            let field = CGRect(x: 100, y: docking == .bottom ? 700 : 60, width: 400, height: 40)
            followers = [.ignore, .avoid].map { KeyboardFollowers(pool, undocked: $0, field: field) }
            let center = keyboard.center
            for name in KeyboardEvent.Kind.allCases.map(\.notificationName) + [.keyboardFrameInMotion] {
                let registration = sourceCenter.addObserver(forName: name, object: nil, queue: nil) { [weak self] in
                    center.post($0)
                    guard name == .keyboardFrameInMotion, let frame = $0.keyboardInfo.frameEnd else { return }
                    MainActor.assumeIsolated { self?.read(frame) }
                }
                registrations.append(registration)
            }
        }

        isolated deinit {
            for registration in registrations { sourceCenter.removeObserver(registration) }
        }

        func start() async throws {
            try keyboard.source.start(postingTo: sourceCenter)
            #expect(await keyboard.isShown())
        }

        func hide() async throws {
            try keyboard.source.requestHide()
            #expect(await keyboard.isHidden())
        }

        func show() async throws {
            try keyboard.source.requestShow()
            #expect(await keyboard.isShown())
        }

        private func read(_ frame: CGRect) {
            readings.append(Reading(frame: frame, followers: followers.map(\.reading)))
        }

        /// Compares the followers with the window's frame.
        func expectWindow(isShown: Bool, _ location: SourceLocation = #_sourceLocation) async throws {
            await keyboard.settle()
            let frame = try await desktop.windowFrame()
            #expect((frame != nil) == isShown, sourceLocation: location)
            #expect(keyboard.pool.keyboard.frame == frame, sourceLocation: location)
            for followers in followers {
                #expect(followers.reading == followers.expected(for: frame, docking), sourceLocation: location)
            }
        }
    }
#endif
