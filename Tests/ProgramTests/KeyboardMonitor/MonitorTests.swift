#if DEBUG
    import Foundation
    import KeyboardObservation
    import KeyboardSimulation
    import Observation
    import Testing

    @testable import keyboard_monitor

    @MainActor
    struct MonitorTests {
        /// A keyboard that can be lost.
        @MainActor @Observable
        final class LostKeyboard: KeyboardSource {
            let capabilities: KeyboardSourceCapabilities = .visibilityRequests
            var status = KeyboardSourceStatus.stopped

            func start(postingTo center: NotificationCenter) { status = .connecting }
            func stop() { status = .stopped }
        }

        @Test func eachChangeOfTheStatusIsReported() async {
            let (keyboard, lost) = (LostKeyboard(), KeyboardSourceError.notRunning(keyboard: "Onboard"))
            let monitor = Monitor(keyboard, title: "", scheduler: ManualScheduler())
            let (statuses, continuation) = AsyncStream.makeStream(of: KeyboardSourceStatus.self)
            monitor.onStatus = { continuation.yield($0) }
            var reported = statuses.makeAsyncIterator()
            monitor.run()
            #expect(await reported.next(isolation: #isolation) == .connecting)
            keyboard.status = .unavailable(lost)
            #expect(await reported.next(isolation: #isolation) == .unavailable(lost))
            keyboard.status = .available
            #expect(await reported.next(isolation: #isolation) == .available)
            keyboard.status = .unavailable(lost)
            #expect(await reported.next(isolation: #isolation) == .unavailable(lost))
            withExtendedLifetime(monitor) {}
        }

        @Test func eventsAndFramesInMotionAreReportedWithTheirTimesAndPlacements() {
            let scheduler = ManualScheduler()
            let screen = SimulatedScreen(.tablet768x1024)
            let keyboard = SimulatedKeyboard(
                on: screen,
                behavior: .init { $0.reportsFrames = true },
                scheduler: scheduler
            )
            scheduler.advance(by: .seconds(10))
            let monitor = Monitor(keyboard, title: "", scheduler: scheduler)
            var events: [MonitoredEvent] = []
            monitor.onEvent = { events.append($0) }
            monitor.run()
            scheduler.advance(by: .seconds(1))
            keyboard.show()
            scheduler.advance(by: .seconds(1))
            #expect(events.compactMap(\.kind) == [.willChangeFrame, .willShow, .didChangeFrame, .didShow])
            #expect(events.first?.time == .seconds(1))
            #expect(events.last?.time == .milliseconds(1_250))
            #expect(events.allSatisfy { $0.placement == .docked })
            let frames = events.filter { $0.kind == nil }.compactMap(\.info.frameEnd?.minY)
            #expect(frames.count > 5)
            #expect(frames == frames.sorted(by: >))
            monitor.stop()
            keyboard.hide()
            #expect(events.last?.kind == .didShow)
            withExtendedLifetime(monitor) {}
        }
    }
#endif
