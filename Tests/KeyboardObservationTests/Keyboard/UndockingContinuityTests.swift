import Foundation
import KeyboardObservation
import KeyboardSimulation
import TestSupport
import Testing

/// The insets and overlaps while a keyboard undocks and docks, and while other events interrupt its movement.
@MainActor
struct UndockingContinuityTests: PhoneSuite {
    private struct Insets: Equatable {
        let bottom: CGFloat
        let top: CGFloat

        func isNear(_ other: Insets, tolerance: CGFloat) -> Bool {
            abs(bottom - other.bottom) < tolerance && abs(top - other.top) < tolerance
        }
    }

    let center = NotificationCenter()
    let scheduler = ManualScheduler()
    let pool: KeyboardObserverPool

    init() {
        pool = KeyboardObserverPool(center: center, scheduler: scheduler)
    }

    private func insets(of guide: KeyboardLayoutGuide) -> Insets {
        Insets(bottom: guide.bottomInset, top: guide.topInset)
    }

    /// Returns the insets of a new guide, which has not received any earlier events.
    private func currentInsets(_ policy: KeyboardGeometry.UndockedPolicy) -> Insets {
        let guide = makeGuide(undocked: policy)
        guide.geometry.minimumOverlap = 0
        return insets(of: guide)
    }

    private func show(bounds: CGRect? = PhoneFrames.screen) {
        post(.willShow, .didShow, from: offScreen, to: docked, bounds: bounds, wait: 3_000)
    }

    @Test(arguments: KeyboardGeometry.UndockedPolicy.allCases)
    func theOverlapIsContinuousDuringUndockingAndDocking(policy: KeyboardGeometry.UndockedPolicy) throws {
        let follower = TransitionScreen(pool, geometry: KeyboardGeometry(undocked: policy))
        show()
        let transitions: [(kind: KeyboardEvent.Kind, begin: CGRect, end: CGRect)] = [
            (.willHide, docked, floating), (.willShow, floating, docked),
        ]
        for (kind, begin, end) in transitions {
            var lastHeight = try #require(follower.heights.last)
            var largestStep: CGFloat = 0
            follower.calls = []
            post(kind, from: begin, to: end, bounds: screen, wait: 3_000)
            for call in follower.calls where !call.isBegin {
                largestStep = max(largestStep, abs(call.overlap.height - lastHeight))
                lastHeight = call.overlap.height
            }
            #expect(largestStep < 100, "\(kind)")
        }
    }

    @Test(arguments: KeyboardGeometry.UndockedPolicy.allCases)
    func anAmendedUndockingDoesNotJump(policy: KeyboardGeometry.UndockedPolicy) {
        let guide = makeGuide(undocked: policy)
        show()
        let transitions: [(kind: KeyboardEvent.Kind, begin: CGRect, end: CGRect)] = [
            (.willHide, docked, floating), (.willShow, floating, docked),
        ]
        for (kind, begin, end) in transitions {
            post(kind, from: begin, to: end, bounds: screen)
            for curve: UInt in [7, 0, 7] {
                advance(60)
                let before = currentInsets(policy)
                post(kind, from: begin, to: end, duration: 0.4, curve: curve, bounds: screen)
                let after = currentInsets(policy)
                #expect(after.isNear(before, tolerance: 1), "\(before) and \(after), curve \(curve)")
            }
            report(CGRect(x: 20, y: 300, width: 300, height: 200))
            let before = currentInsets(policy)
            advance(500)
            let after = currentInsets(policy)
            #expect(after.isNear(before, tolerance: 1), "\(before) and \(after), after a reported frame")
            advance(3_000)
        }
        withExtendedLifetime(guide) {}
    }

    @Test(
        arguments: KeyboardGeometry.UndockedPolicy.allCases,
        RandomTestSize.seeds(RandomTestSize.isFull ? 40 : 10)
    )
    func insetsAreContinuousAndAgreeAtRest(policy: KeyboardGeometry.UndockedPolicy, seed: UInt64) {
        let places: [(frame: CGRect, kind: KeyboardEvent.Kind)] = [
            (docked, .willShow), (offScreen, .willHide), (accessoryBar, .willHide), (floating, .willChangeFrame),
            (CGRect(x: 90, y: 600, width: 200, height: 150), .willChangeFrame),
            (CGRect(x: 0, y: 0, width: 393, height: 300), .willShow),
            (CGRect(x: 0, y: 200, width: 393, height: 300), .willHide),
        ]
        var random = SeededRandom(seed: seed)
        let guide = makeGuide(undocked: policy)
        show()
        var steps: [String] = []
        // Whether the transition of the last event still has to begin. After a *frame* event, the pool waits one
        // display frame for the other event of the pair.
        var isPending = false
        for _ in 0..<25 {
            let index = Int.random(in: 0..<places.count, using: &random)
            let pause = Int.random(in: 1...200, using: &random)
            let place = places[index]
            steps.append("place \(index) for \(pause) ms")
            let before = currentInsets(policy)
            let keyboard = pool.keyboard
            let isHidden = !keyboard.isOnScreen && keyboard.transition == nil
            let isMoving = keyboard.transition != nil
            let begin = isHidden ? offScreen : keyboard.frame ?? offScreen
            post(place.kind, from: begin, to: place.frame, curve: 0, bounds: screen)
            #expect(guide.bottomInset.isFinite && guide.topInset.isFinite)
            if policy == .ignore, isMoving, !isPending {
                let after = currentInsets(policy)
                #expect(after.isNear(before, tolerance: 1), "seed \(seed), \(before) and \(after), \(steps)")
            }
            isPending = place.kind == .willChangeFrame && pause < 17
            advance(pause)
            if index.isMultiple(of: 3) { post(.didChangeFrame, from: offScreen, to: place.frame, bounds: screen) }
        }
        advance(5_000)
        let expected = guide.geometry.insets(of: screen, in: screen, with: pool.keyboard)
        #expect(guide.bottomInset == expected.bottom, "seed \(seed)")
        #expect(guide.topInset == expected.top, "seed \(seed)")
    }

    @Test func framesAreFollowedAfterAnInterruptedUndocking() {
        let guide = makeGuide()
        post(.willShow, from: offScreen, to: docked, bounds: screen, wait: 3_000)
        post(.willHide, from: docked, to: floating, bounds: screen, wait: 100)
        post(.willShow, from: floating, to: docked, bounds: screen, wait: 3_000)
        #expect(guide.bottomInset == 336)
        report(docked.offsetBy(dx: 0, dy: 100))
        #expect(guide.bottomInset == 236)
        report(docked.offsetBy(dx: 0, dy: 200))
        #expect(guide.bottomInset == 136)
    }

    @Test(arguments: [
        CGRect(x: 50, y: 516, width: 200, height: 150), CGRect(x: 0, y: 516, width: 200, height: 150),
        CGRect(x: 0, y: 516, width: 393, height: 150),
    ])
    func aKeyboardThatUndocksWithoutChangingItsTopEdgeDoesNotJump(end: CGRect) {
        let guide = makeGuide()
        show()
        post(.willHide, from: docked, to: end, bounds: screen)
        var insets: [CGFloat] = [336]
        for _ in 0..<60 {
            advance(10)
            insets.append(guide.bottomInset)
        }
        #expect(zip(insets, insets.dropFirst()).allSatisfy { $0 >= $1 && $0 - $1 < 60 }, "\(insets)")
        advance(3_000)
        #expect(guide.bottomInset == 0)
    }

    /// In the first 30 steps, the source reports that the keyboard has not moved.
    ///
    /// Each of these transitions is interrupted at its begin, where the end frame does not influence the insets.
    @Test func undockingsThatAreInterruptedAtTheirBeginLeaveNoJump() {
        let guide = makeGuide(undocked: .avoid)
        show()
        for step in 0..<60 {
            let end = floating.offsetBy(dx: 0, dy: CGFloat(step))
            let before = insets(of: guide)
            if step.isMultiple(of: 2) {
                post(.willHide, from: docked, to: end, bounds: screen)
            } else {
                post(.willShow, from: end, to: docked, bounds: screen)
            }
            #expect(insets(of: guide).isNear(before, tolerance: 40), "step \(step)")
            if step < 30 { report(docked) } else { advance(step == 30 ? 200 : 8) }
        }
        advance(3_000)
        #expect(guide.bottomInset == 336)
    }

    @Test func aDragWithoutAnEventEndsAtThePlacementOfItsLastFrame() {
        let guide = makeGuide()
        show()
        #expect(guide.bottomInset == 336)
        for frame in [docked.offsetBy(dx: 0, dy: -20), floating] { report(frame) }
        advance(3_000)
        #expect(pool.keyboard.placement == .floating)
        #expect(guide.bottomInset == 0)
    }

    @Test func thePolicyCanChangeDuringAnUndocking() {
        let guide = makeGuide()
        post(.willShow, from: offScreen, to: docked, bounds: screen, wait: 3_000)
        post(.willHide, from: docked, to: floating, bounds: screen, wait: 100)
        for _ in 1...2 {
            for policy in KeyboardGeometry.UndockedPolicy.allCases {
                guide.geometry.undocked = policy
                advance(16)
                #expect(guide.bottomInset.isFinite)
            }
        }
        advance(5_000)
        guide.geometry.undocked = .ignore
        #expect(guide.bottomInset == 0)
        guide.geometry.undocked = .follow
        #expect(guide.bottomInset == 752)
        guide.geometry.undocked = .avoid
        #expect(guide.topInset == 250)
    }
}
