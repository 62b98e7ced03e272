import Foundation
import KeyboardObservation
import KeyboardSimulation
import TestSupport
import Testing

/// Compares the scenarios of Onboard with the recordings of the real keyboard.
@MainActor
struct OnboardBehaviorTests {
    /// The events from one willChangeFrame event to the next, and the frames in motion during this time.
    private struct Transition {
        var events: [KeyboardRecording.Event]
        var framesInMotion: [KeyboardRecording.FrameInMotion]

        var start: Double { events[0].time }
    }

    private func real(_ name: String) throws -> [Transition] {
        transitions(of: try ExampleFiles.recording("onboard-\(name)"))
    }

    private func simulated(_ scenario: KeyboardScenario) -> [Transition] {
        transitions(of: scenario.record())
    }

    /// Divides a recording into its transitions.
    ///
    /// The real keyboard reports the first frame of a transition up to 1 ms before the *will* events. It reports the
    /// last frame only for some transitions, so the method leaves out frames that are equal to the end frame.
    private func transitions(of recording: KeyboardRecording) -> [Transition] {
        var transitions: [Transition] = []
        for event in recording.events {
            if event.kind == .willChangeFrame { transitions.append(Transition(events: [], framesInMotion: [])) }
            transitions[transitions.count - 1].events.append(event)
        }
        for frame in recording.framesInMotion {
            guard let index = transitions.lastIndex(where: { $0.start <= frame.time + 0.001 }) else { continue }
            if frame.frame != transitions[index].events[0].info.frameEnd {
                transitions[index].framesInMotion.append(frame)
            }
        }
        return transitions
    }

    private func compare(
        _ simulated: some Collection<Transition>,
        _ real: some Collection<Transition>,
        comparesPayloads: Bool = true,
        location: SourceLocation = #_sourceLocation
    ) {
        #expect(simulated.count == real.count, sourceLocation: location)
        for (simulated, real) in zip(simulated, real) {
            #expect(simulated.events.map(\.kind) == real.events.map(\.kind), sourceLocation: location)
            for (event, realEvent) in zip(simulated.events, real.events) {
                #expect(event.info.frameEnd == realEvent.info.frameEnd, sourceLocation: location)
                if comparesPayloads { #expect(event.info == realEvent.info, sourceLocation: location) }
                #expect(event.sender == realEvent.sender, sourceLocation: location)
                let difference = (event.time - simulated.start) - (realEvent.time - real.start)
                #expect(abs(difference) <= 0.03, "\(event.kind): \(difference) s", sourceLocation: location)
            }
            compareFrames(simulated, real, location)
        }
    }

    /// Expects a simulated frame for each real frame.
    ///
    /// If the real keyboard is called while it slides, its steps are late, and one step may be missing. Between two
    /// steps, the keyboard slides less than 28 points.
    private func compareFrames(_ simulated: Transition, _ real: Transition, _ location: SourceLocation) {
        #expect(abs(simulated.framesInMotion.count - real.framesInMotion.count) <= 1, sourceLocation: location)
        for realFrame in real.framesInMotion {
            let isSimulated = simulated.framesInMotion.contains { frame in
                guard let place = frame.frame, let realPlace = realFrame.frame else { return false }
                return abs((frame.time - simulated.start) - (realFrame.time - real.start)) <= 0.03
                    && place.minX == realPlace.minX && place.size == realPlace.size
                    && abs(place.minY - realPlace.minY) <= 14
            }
            #expect(isSimulated, "\(realFrame)", sourceLocation: location)
        }
    }

    @Test func showAndHideAreTheEventsOfTheRealKeyboard() throws {
        let simulated = simulated(.named("Onboard: show and hide"))
        compare(simulated, try real("show-and-hide"))
        #expect(
            simulated[0].framesInMotion.compactMap(\.frame?.minY) == [796, 780, 760, 735, 709, 682, 656, 633, 615, 602]
        )
        #expect(simulated[0].framesInMotion[0].time == 0.02)
        #expect(
            simulated[1].framesInMotion.compactMap(\.frame?.minY)
                == [598, 608, 624, 644, 669, 695, 722, 748, 771, 789, 802, 809]
        )
    }

    @Test func aHideDuringAShowTurnsBackAsTheRealKeyboardDoes() throws {
        let (simulated, real) = (simulated(.named("Onboard: hide during show")), try real("hide-during-show"))
        compare(simulated, real)
        #expect(abs((simulated[1].start - simulated[0].start) - (real[1].start - real[0].start)) <= 0.03)
    }

    @Test func aShowDuringAHideIsIgnoredAsByTheRealKeyboard() throws {
        let real = try real("show-during-hide")
        // The scenario hides the keyboard at the end. The recording does not contain this hide.
        compare(simulated(.named("Onboard: show during hide")).dropLast(), real)
    }

    @Test func undockingAndDockingPostTheKindsOfTheRealKeyboard() throws {
        // The test skips the first *show* of the recording, because the keyboard is already shown. When the real
        // keyboard docks, it reports a duration of 0.25 s, although its window stops after 18 ms.
        compare(
            simulated(.named("Onboard: undock and dock"))[1...2],
            try real("undock-and-dock").dropFirst(),
            comparesPayloads: false
        )
    }

    @Test func aFloatingKeyboardPostsTheFramesOfTheRealKeyboard() throws {
        compare(simulated(.named("Onboard: float")).dropFirst(3), try real("floating"))
    }

    @Test func aKeyboardThatIgnoredAShowAppearsAfterAnotherHide() {
        let fixture = KeyboardFixture(.linuxDesktop800x1280, orientation: .landscape)
        let keyboard = fixture.keyboard
        keyboard.behavior = .onboard
        fixture.show()
        keyboard.hide()
        fixture.scheduler.advance(by: .milliseconds(239))
        fixture.show()
        #expect(keyboard.phase == .hidden)
        #expect(keyboard.currentFrame == CGRect(x: 0, y: 810, width: 1_280, height: 205))
        keyboard.show()
        #expect(keyboard.phase == .hidden)
        keyboard.hide()
        fixture.show()
        #expect(keyboard.phase == .shown)
        keyboard.hide()
        fixture.scheduler.advance(by: .milliseconds(240))
        fixture.show()
        #expect(keyboard.phase == .shown)
    }

    @Test func aKeyboardThatIgnoresQuickShowsNeedsTheAllowance() async throws {
        func findings(dropsQuickRequests: Bool) async throws -> [String] {
            let scheduler = ManualScheduler()
            let screen = SimulatedScreen(.linuxDesktop800x1280, orientation: .landscape)
            let keyboard = SimulatedKeyboard(on: screen, behavior: .onboard, scheduler: scheduler)
            return try await SourceConformance(
                of: keyboard,
                show: { keyboard.show() },
                hide: { keyboard.hide() },
                settle: { scheduler.advance(by: .seconds(2)) },
                dropsQuickRequests: dropsQuickRequests
            ).findings().map(\.description)
        }
        #expect(try await findings(dropsQuickRequests: false).contains { $0.contains("requested to hide and show") })
        #expect(try await findings(dropsQuickRequests: true) == [])
    }

    @Test(arguments: [0, 0.001, 0.25, 1e9, .infinity, .nan])
    func aKeyboardOfAnyDurationMovesInSteps(duration: Double) {
        let fixture = KeyboardFixture()
        fixture.keyboard.behavior.motion = .stepped
        fixture.keyboard.behavior.duration = duration
        fixture.keyboard.show()
        #expect(fixture.keyboard.currentFrame.minY.isFinite)
        fixture.settle()
        #expect(fixture.keyboard.phase == (duration == 1e9 ? .appearing : .shown))
    }
}
