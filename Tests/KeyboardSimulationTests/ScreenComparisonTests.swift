import Foundation
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation
import Observation
import TestSupport
import Testing

/// Mistakes that are found because a screen behaves differently in two situations.
@MainActor
struct ScreenComparisonTests {
    @Test(arguments: RandomTestSize.part(of: [FaultyScreen].compared, each: 12))
    func aMistakeIsFoundInOneSituationOfTwo(_ screen: FaultyScreen) async throws {
        let findings = await screen.findings()
        #expect(findings.contains { $0.rule == screen.rule && $0.sentence.contains(screen.words) }, "\(findings)")
    }

    @Test(arguments: RandomTestSize.part(of: [CorrectScreen].compared, each: 8))
    func aCorrectScreenIsAlikeInEachSituation(_ screen: CorrectScreen) async {
        let findings = await screen.findings()
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test(arguments: [Double.infinity, .nan, -1, 1e300])
    func aRecordingWithBadNumbersIsAScenario(number: Double) {
        let keyboard = CGRect(x: 0, y: number, width: number, height: number)
        let events = [0, 1, number].map { time in
            KeyboardRecording.Event(time: time, .willShow, info: Notification.KeyboardInfo(frameEnd: keyboard))
        }
        for size in [nil, CGSize(width: number, height: number)] {
            let scenario = KeyboardScenario(KeyboardRecording(title: "", source: "", screenSize: size, events: events))
            #expect(scenario.duration >= .seconds(2))
            #expect(scenario.model == .phone393x852 || number == 1e300)
        }
    }

    private static let showAndHide = KeyboardScenario(
        "a show and a hide",
        on: .phone393x852,
        steps: [.tap(field: 0), .wait(.seconds(2)), .hide]
    )

    /// After a hide, a screen may keep its scroll offset if a field would otherwise be below the view.
    @Test(arguments: [700.0, 852.0])
    func anOffsetMayBeKeptForAFieldBelowALowView(height: CGFloat) async {
        let findings = await ScreenConformance { bed in
            KeepingScreen(bed, fieldTop: 800)
        } scrollOffset: {
            $0.height
        } viewFrame: { _ in
            CGRect(x: 0, y: 0, width: 393, height: height)
        }.impatient.findings(in: Self.showAndHide)
        #expect(findings.contains { $0.rule == .restoresItsContent } == (height == 852), "\(findings)")
    }

    /// After a hide, a screen may keep its scroll offset if a field would otherwise be below the view.
    ///
    /// The screen must not keep its inset.
    @Test func anInsetThatIsAsLargeAsTheKeptOffsetIsFound() async {
        let findings = await ScreenConformance { bed in
            KeepingScreen(bed)
        } scrollOffset: {
            $0.height
        } bottomInset: {
            $0.height
        }.impatient.findings(in: Self.showAndHide)
        #expect(findings.map(\.rule) == [.restoresItsContent], "\(findings)")
        #expect(findings.first?.sentence.contains("the bottom inset is") == true)
    }

    @Test(arguments: [true, false])
    func aRecordingIsAScenario(restores: Bool) async {
        let keyboard = { (y: Double) in CGRect(x: 0, y: y, width: 360, height: 220) }
        func event(_ time: Double, _ kind: KeyboardEvent.Kind, _ y: Double) -> KeyboardRecording.Event {
            let info = Notification.KeyboardInfo(frameEnd: keyboard(y), animationDuration: 0.2)
            return KeyboardRecording.Event(time: time, kind, info: info, sender: 4)
        }
        let recording = KeyboardRecording(
            title: "A show, and a hide an hour later",
            source: "",
            screenSize: CGSize(width: 360, height: 720),
            events: [
                event(7, .willShow, 500), event(7.2, .didShow, 500), event(3_600, .willHide, 720),
                event(3_600.2, .didHide, 720),
            ]
        )
        var sizes: Set<String> = []
        let conformance = ScreenConformance { bed -> HeightsScreen in
            sizes.insert("\(bed.screen.size)")
            return HeightsScreen(bed) { old, height in height > 0 || restores ? height : old }
        } bottomInset: {
            $0.inset
        }
        let scenario = KeyboardScenario(recording)
        #expect((3_595...3_596).contains(scenario.duration / .seconds(1)))
        let findings = await conformance.impatient.findings(in: scenario)
        #expect(findings.map(\.rule) == (restores ? [] : [.restoresItsContent]), "\(findings)")
        #expect(sizes.contains("\(CGSize(width: 360, height: 720))"))
        #expect(findings.allSatisfy { $0.scenario?.steps.first == .play(recording.trimmed) }, "\(findings)")
    }

    /// A recording does not report whether the keyboard is docked, so the suite reads this from the state of the
    /// keyboard.
    @Test func aFloatingKeyboardOfARecordingCoversNothing() async {
        let screen = CGRect(x: 0, y: 0, width: 360, height: 720)
        let kinds: [KeyboardEvent.Kind] = [.willChangeFrame, .didChangeFrame]
        let events = kinds.enumerated().map { index, kind in
            let info = Notification.KeyboardInfo(
                frameBegin: CGRect(x: 60, y: 400, width: 200, height: 150),
                frameEnd: CGRect(x: 60, y: 300, width: 200, height: 150),
                animationDuration: 0.2,
                screenBounds: screen
            )
            return KeyboardRecording.Event(time: Double(index), kind, info: info)
        }
        let recording = KeyboardRecording(title: "", source: "", screenSize: screen.size, events: events)
        let conformance = ScreenConformance {
            HeightsScreen($0) { $1 }
        } bottomInset: {
            $0.inset
        }
        let findings = await conformance.impatient.findings(in: KeyboardScenario(recording))
        #expect(findings.isEmpty, "\(findings)")
    }
}

extension [FaultyScreen] {
    static let compared: [FaultyScreen] =
        [40, 44, 47, 48].map { height in
            FaultyScreen("a bar of \(height) only if upright", .insetIsOverlap, "a bar or a margin is left") {
                await ScreenConformance { bed in
                    HeightsScreen(bed) { [screen = bed.screen] _, new in
                        new == 0 ? 0 : new + (screen.orientation == .portrait ? CGFloat(height) : 0)
                    }
                } bottomInset: {
                    $0.inset
                }.firstComparedFindings()
            }
        } + [
            FaultyScreen("a raw method without the state", .insetIsOverlap, "created while the keyboard is shown") {
                await ScreenConformance {
                    RawScreen($0, readsState: false)
                } bottomInset: {
                    $0.inset
                }.firstComparedFindings()
            },
            FaultyScreen("a closure that does not read the state", .showsItsFocus, "read `pool.keyboard`") {
                await ScreenConformance {
                    ClosureScreen($0, readsState: false)
                } focusedFrame: {
                    $0.focusedFrame
                }.firstComparedFindings()
            },
            FaultyScreen("content one frame behind", .followsTheKeyboard, "one display frame behind the keyboard") {
                await ScreenConformance {
                    LaggingScreen($0, lags: true)
                } bottomInset: {
                    $0.inset
                }.firstComparedFindings()
            },
            FaultyScreen("scrolled content one frame behind", .followsTheKeyboard, "one display frame behind") {
                await ScreenConformance {
                    LaggingScreen($0, lags: true)
                } scrollOffset: {
                    $0.inset / 3
                }.firstComparedFindings()
            },
            FaultyScreen("content one frame behind, beside an offset", .followsTheKeyboard, "one display frame behind")
            {
                await ScreenConformance {
                    LaggingScreen($0, lags: true)
                } scrollOffset: { _ in
                    0
                } bottomInset: {
                    $0.inset
                }.firstComparedFindings()
            },
            FaultyScreen("content that begins late, one frame behind", .followsTheKeyboard, "one display frame behind")
            {
                await ScreenConformance {
                    LaggingScreen($0, lags: true)
                } scrollOffset: {
                    Swift.max($0.inset - 150, 0)
                }.firstComparedFindings()
            },
            FaultyScreen("work in most frames", .worksWithinAFrame, "a display frame of a transition takes") {
                await ScreenConformance {
                    TimedScreen($0, isStale: false, work: .milliseconds(9), everyThird: true)
                } bottomInset: {
                    $0.inset
                }.impatient.findings(in: .showAndHide)
            },
            FaultyScreen("a layout in each frame after a hide", .settlesItsLayout, "actions run in half a second") {
                await ScreenConformance { RestlessScreen($0, isAfterHide: true) }.firstComparedFindings()
            },
            FaultyScreen("the last of three fields", .showsItsFocus, "points of the focused frame at rest") {
                await ScreenConformance {
                    TwoFieldScreen($0, followsFocus: false, [0.2, 0.4, 0.9])
                } focusedFrame: {
                    $0.focusedFrame
                }.impatient.findings(library: [], walks: 0)
            },
            FaultyScreen("heavy work in each frame", .worksWithinAFrame, "a display frame of a transition takes") {
                await ScreenConformance {
                    TimedScreen($0, isStale: false, work: .milliseconds(9))
                } bottomInset: {
                    $0.inset
                }.impatient.findings(in: .showAndHide)
            },
            FaultyScreen("a layout that changes the guide", .settlesItsLayout, "another layout without end") {
                await ScreenConformance {
                    LoopingGuideScreen($0)
                } bottomInset: {
                    $0.inset
                }.firstComparedFindings()
            },
            FaultyScreen("a layout in each frame at rest", .settlesItsLayout, "actions run in half a second") {
                await ScreenConformance {
                    RestlessScreen($0, isAfterHide: false)
                } bottomInset: {
                    $0.inset
                }.firstComparedFindings()
            },
            FaultyScreen("the duration of the event before", .followsTheKeyboard, "belongs to another event") {
                await ScreenConformance {
                    TimedScreen($0, isStale: true)
                } bottomInset: {
                    $0.inset
                }.firstComparedFindings()
            },
            FaultyScreen("the height of a floating keyboard", .insetIsOverlap, "with the gap below it") {
                await ScreenConformance { bed in
                    FramesScreen(bed) { [screen = bed.screen] in $0.minY < screen.size.height ? $0.height : 0 }
                } bottomInset: {
                    $0.inset
                }.firstComparedFindings()
            },
            FaultyScreen("an inset of one point after an undock", .insetIsOverlap, "while the keyboard is undocked") {
                await ScreenConformance { bed in
                    FramesScreen(bed) { [screen = bed.screen] in
                        $0.minY >= screen.size.height ? 0 : $0.maxY < screen.size.height ? 1 : $0.height
                    }
                } bottomInset: {
                    $0.inset
                }.firstComparedFindings()
            },
            FaultyScreen("an offset of one point after an undock", .restoresItsContent, "when the keyboard undocks") {
                await ScreenConformance { bed in
                    FramesScreen(bed) { [screen = bed.screen] in
                        $0.minY >= screen.size.height ? 0 : $0.maxY < screen.size.height ? 1 : $0.height
                    }
                } scrollOffset: {
                    $0.inset
                }.firstComparedFindings()
            },
            FaultyScreen("a property of every display", .insetIsOverlap, "beside a keyboard on another display") {
                await ScreenConformance {
                    DisplayScreen($0)
                } scrollOffset: {
                    $0.offset
                } bottomInset: {
                    $0.inset
                }.firstComparedFindings()
            },
            FaultyScreen("a scroll on show only", .showsItsFocus, "points of the focused frame at rest") {
                await ScreenConformance {
                    TwoFieldScreen($0, followsFocus: false)
                } focusedFrame: {
                    $0.focusedFrame
                }.firstComparedFindings()
            },
            FaultyScreen("a height that is always the same", .insetIsOverlap, "so a length is fixed") {
                await ScreenConformance {
                    HeightsScreen($0) { $1 == 0 ? 0 : 300 }
                } bottomInset: {
                    $0.inset
                }.firstComparedFindings()
            },
            FaultyScreen("a height above a low bar", .insetIsOverlap, "use the overlap of the view") {
                await ScreenConformance {
                    HeightsScreen($0) { $1 }
                } bottomInset: {
                    $0.inset
                } viewFrame: {
                    CGRect(x: 0, y: 0, width: $0.screen.size.width, height: $0.screen.size.height - 30)
                }.firstComparedFindings()
            },
            FaultyScreen("an inset that leaves out a bar", .insetIsOverlap, "ends below the upper edge of the keyboard")
            {
                await ScreenConformance {
                    HeightsScreen($0) { $1 == 0 ? 0 : $1 - 44 }
                } bottomInset: {
                    $0.inset
                }.firstComparedFindings()
            },
            FaultyScreen("a restore that is one point short", .restoresItsContent, "not restored after a hide") {
                await ScreenConformance {
                    HeightsScreen($0) { $1 == 0 ? 1 : $1 }
                } bottomInset: {
                    $0.inset
                }.firstComparedFindings()
            },
            FaultyScreen("a block observer with a token", .isDeallocated, "the block observer `tokens[") {
                await ScreenConformance { BlockObserverScreen($0.center, .stored) }.firstComparedFindings()
            },
            FaultyScreen("a block observer without a token", .isDeallocated, "block observer of NotificationCenter") {
                await ScreenConformance { BlockObserverScreen($0.center, .lost) }.firstComparedFindings()
            },
            FaultyScreen("a block observer of another center", .isDeallocated, "block observer `tokens[") {
                await ScreenConformance { _ in BlockObserverScreen(.default, .stored) }.firstComparedFindings()
            },
            FaultyScreen("a block observer that retains a model", .isSilentAfterwards, "block observer of Notif") {
                await ScreenConformance { BlockObserverScreen($0.center, .strongView) }.firstComparedFindings()
            },
            FaultyScreen("a timer that is started in each show", .stopsItsTimers, "starts a timer again and again") {
                await ScreenConformance { BlinkingScreen($0) }.firstComparedFindings()
            },
            FaultyScreen("a display that is checked in a show only", .insetIsOverlap, "on another display") {
                await ScreenConformance {
                    HalfCheckingScreen($0)
                } bottomInset: {
                    $0.inset
                }.firstComparedFindings()
            },
            FaultyScreen("a weak block observer without a token", .isSilentAfterwards, "block observer of Notif") {
                await ScreenConformance { BlockObserverScreen($0.center, .weaklyLost) }.firstComparedFindings()
            },
            FaultyScreen("a weak block observer with a token", .isSilentAfterwards, "block observer of Notif") {
                await ScreenConformance { BlockObserverScreen($0.center, .weaklyStored) }.firstComparedFindings()
            },
            FaultyScreen("a block observer that refers to a view", .isSilentAfterwards, "block observer of Notif") {
                await ScreenConformance { BlockObserverScreen($0.center, .weakView) }.firstComparedFindings()
            },
        ]
}

extension [CorrectScreen] {
    static let compared: [CorrectScreen] = [
        CorrectScreen("a raw method that reads the state") {
            await ScreenConformance {
                RawScreen($0, readsState: true)
            } bottomInset: {
                $0.inset
            }.comparedFindings()
        },
        CorrectScreen("a closure that reads the state") {
            await ScreenConformance {
                ClosureScreen($0, readsState: true)
            } focusedFrame: {
                $0.focusedFrame
            } bottomInset: {
                $0.inset
            }.comparedFindings()
        },
        CorrectScreen("a sequence of states") {
            await ScreenConformance {
                SequenceScreen($0)
            } bottomInset: {
                $0.inset
            }.comparedFindings()
        },
        CorrectScreen("a model that is observed") {
            await ScreenConformance {
                ModelScreen($0)
            } bottomInset: {
                $0.bottomInset
            }.comparedFindings()
        },
        CorrectScreen("content with the keyboard") {
            await ScreenConformance {
                LaggingScreen($0, lags: false)
            } scrollOffset: {
                $0.inset / 3
            } bottomInset: {
                $0.inset
            }.comparedFindings()
        },
        CorrectScreen("the duration of the event") {
            await ScreenConformance {
                TimedScreen($0, isStale: false)
            } bottomInset: {
                $0.inset
            }.comparedFindings()
        },
        CorrectScreen("the gap below a floating keyboard") {
            await ScreenConformance { bed in
                FramesScreen(bed) { [screen = bed.screen] in Swift.max(screen.size.height - $0.minY, 0) }
            } scrollOffset: {
                $0.inset
            } bottomInset: {
                $0.inset
            }.comparedFindings()
        },
        CorrectScreen("a bar that appears with the keyboard and counts") {
            await ScreenConformance {
                HeightsScreen($0) { $1 == 0 ? 0 : $1 + 44 }
            } bottomInset: {
                $0.inset
            }.comparedFindings()
        },
        CorrectScreen("a bar that is 16 points higher if upright") {
            await ScreenConformance { bed in
                HeightsScreen(bed) { [screen = bed.screen] _, new in
                    new == 0 ? 0 : new + (screen.orientation == .portrait ? 16 : 0)
                }
            } bottomInset: {
                $0.inset
            }.impatient.findings(in: .rotation)
        },
        CorrectScreen("a margin below the content, in addition to the keyboard") {
            await ScreenConformance {
                HeightsScreen($0) { $1 }
            } bottomInset: {
                $0.inset + 20
            }.comparedFindings()
        },
        CorrectScreen("a guide of one display") {
            await ScreenConformance {
                DisplayScreen($0)
            } bottomInset: {
                $0.guide.bottomInset
            }.comparedFindings()
        },
        CorrectScreen("a focus that is followed") {
            await ScreenConformance {
                TwoFieldScreen($0, followsFocus: true)
            } focusedFrame: {
                $0.focusedFrame
            } scrollOffset: {
                $0.offset
            }.comparedFindings()
        },
        CorrectScreen("a form with a field below the view") {
            await ScreenConformance {
                LongFormScreen($0)
            } scrollOffset: {
                $0.offset
            }.comparedFindings()
        },
        CorrectScreen("an interrupted show of another duration") {
            await ScreenConformance {
                AnimatingScreen($0)
            } bottomInset: {
                $0.inset
            }.impatient.findings(
                in: KeyboardScenario(
                    "slow",
                    on: .phone393x852,
                    steps: [.setBehavior(SimulatedKeyboard.Behavior { $0.duration = 0.6 }), .show(.letters)]
                )
            )
        },
        CorrectScreen("a block observer that is removed") {
            await ScreenConformance { BlockObserverScreen($0.center, .removed) }.comparedFindings()
        },
        CorrectScreen("a margin above a covered part only") {
            await ScreenConformance {
                LowViewScreen($0)
            } bottomInset: {
                $0.inset
            } viewFrame: {
                $0.viewFrame
            }.comparedFindings()
        },
        CorrectScreen("a highlight that pulses after a show") {
            await ScreenConformance {
                PulsingScreen($0)
            } bottomInset: {
                $0.inset
            }.comparedFindings()
        },
        CorrectScreen("a layout that waits for 600 ms") {
            await ScreenConformance {
                WaitingScreen($0)
            } bottomInset: {
                $0.inset
            }.comparedFindings()
        },
        CorrectScreen("a clock that ticks always") {
            await ScreenConformance {
                ClockScreen($0)
            } bottomInset: {
                $0.inset
            }.comparedFindings()
        },
    ]
}

extension ScreenConformance {
    private static var situations: [KeyboardScenario] {
        [
            .showAndHide, .rotation, .twoFields, .otherDuration, .undockAndDrag, .floating, .smallerHeight, .noMotion,
            .hideDuringShow,
        ]
    }

    fileprivate func comparedFindings() async -> [ScreenFinding] {
        await impatient.findings(library: Self.situations, walks: RandomTestSize.cases(of: 40))
    }

    /// The findings in the first situation that has findings.
    fileprivate func firstComparedFindings() async -> [ScreenFinding] {
        for scenario in Self.situations {
            let findings = await impatient.findings(in: scenario)
            if !findings.isEmpty { return findings }
        }
        return []
    }
}

// MARK: - Screens

/// Computes its inset from its previous inset and the height of the keyboard.
private final class HeightsScreen: FieldScreen, KeyboardObservable, CommonKeyboardPresentable {
    private let layOut: (CGFloat, CGFloat) -> CGFloat

    init(_ bed: KeyboardTestBed, _ layOut: @escaping (_ old: CGFloat, _ height: CGFloat) -> CGFloat) {
        self.layOut = layOut
        super.init(bed)
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { inset = layOut(inset, keyboardHeight) }
    func keyboardWillBeHidden(duration: TimeInterval) { inset = layOut(inset, 0) }
}

private final class RawScreen: FieldScreen, KeyboardObservable {
    init(_ bed: KeyboardTestBed, readsState: Bool) {
        super.init(bed)
        if readsState { inset = bed.pool.keyboard.placement == .docked ? bed.pool.keyboard.frame?.height ?? 0 : 0 }
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(notification: Notification) { inset = notification.keyboardInfo.frameEnd?.height ?? 0 }
    func keyboardWillBeHidden(notification: Notification) { inset = 0 }
}

private final class ClosureScreen: FieldScreen {
    private var token: KeyboardObservationToken?

    init(_ bed: KeyboardTestBed, readsState: Bool) {
        super.init(bed)
        if readsState { inset = bed.pool.keyboard.placement == .docked ? bed.pool.keyboard.frame?.height ?? 0 : 0 }
        token = bed.pool.observe([.willShow, .willHide]) { [weak self] event in
            self?.inset = event.kind == .willShow ? event.info.frameEnd?.height ?? 0 : 0
        }
    }
}

private final class SequenceScreen: FieldScreen {
    private var task: Task<Void, Never>?

    override init(_ bed: KeyboardTestBed) {
        super.init(bed)
        let states = bed.pool.states
        task = Task { [weak self] in
            for await state in states { self?.inset = state.placement == .docked ? state.frame?.height ?? 0 : 0 }
        }
    }

    deinit { task?.cancel() }
}

@MainActor
@Observable
private final class KeyboardModel {
    var height: CGFloat = 0
}

/// Draws a model, as a declarative toolkit does.
@MainActor
private final class ModelScreen {
    private let model = KeyboardModel()
    private var token: KeyboardObservationToken?

    init(_ bed: KeyboardTestBed) {
        token = bed.pool.observeState { [model] in
            model.height = $0.placement == .docked ? $0.frame?.height ?? 0 : 0
        }
    }

    var bottomInset: CGFloat { model.height }
}

private final class LaggingScreen: FieldScreen, KeyboardObservable, KeyboardTransitionPresentable {
    private let lags: Bool
    private var next: CGFloat = 0

    init(_ bed: KeyboardTestBed, lags: Bool) {
        self.lags = lags
        super.init(bed)
        subscribeOnKeyboardNotifications()
    }

    var keyboardAvoidingFrame: CGRect { screen.bounds }

    func keyboardTransitionWillBegin(_ transition: KeyboardTransition, overlap: CGRect) {}

    func keyboardTransitionDidProgress(_ transition: KeyboardTransition, overlap: CGRect) {
        inset = lags ? next : overlap.height
        next = overlap.height
    }

    func keyboardTransitionDidEnd(_ transition: KeyboardTransition, overlap: CGRect, isFinished: Bool) {
        (inset, next) = (overlap.height, overlap.height)
    }
}

/// Moves its content on a timer, with the duration of the current event or of the previous event.
private final class TimedScreen: FieldScreen, KeyboardObservable, CommonKeyboardPresentable {
    private let scheduler: any KeyboardScheduler
    private let isStale: Bool
    private let work: Duration
    private let everyThird: Bool
    private var action: KeyboardScheduledAction?
    private var lastDuration: TimeInterval?

    init(_ bed: KeyboardTestBed, isStale: Bool, work: Duration = .zero, everyThird: Bool = false) {
        (scheduler, self.isStale, self.work, self.everyThird) = (bed.scheduler, isStale, work, everyThird)
        super.init(bed)
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { move(to: keyboardHeight, duration) }
    func keyboardWillBeHidden(duration: TimeInterval) { move(to: 0, duration) }

    private func move(to target: CGFloat, _ duration: TimeInterval) {
        let used = isStale ? lastDuration ?? duration : duration
        lastDuration = duration
        let count = max((used * 60).rounded(), 1)
        step(by: (target - inset) / count, Int(count), to: target)
    }

    private func step(by distance: CGFloat, _ count: Int, to target: CGFloat) {
        action?.cancel()
        let clock = ContinuousClock()
        let start = clock.now
        while clock.now - start < work, !everyThird || count % 3 > 0 {}
        guard count > 1 else { return inset = target }
        inset += distance
        action = scheduler.schedule(after: .nanoseconds(16_666_667)) { [weak self] in
            self?.step(by: distance, count - 1, to: target)
        }
    }
}

private final class LoopingGuideScreen: FieldScreen {
    private let guide = KeyboardLayoutGuide()

    override init(_ bed: KeyboardTestBed) {
        super.init(bed)
        guide.viewFrame = bed.screen.bounds
        guide.onChange = { [weak self] inset in
            guard let self else { return }
            self.inset = inset
            guide.viewFrame.size.height += inset > 0 ? 1 : 0
        }
    }
}

private final class RestlessScreen: FieldScreen, KeyboardObservable, CommonKeyboardPresentable {
    private let scheduler: any KeyboardScheduler
    private let isAfterHide: Bool

    init(_ bed: KeyboardTestBed, isAfterHide: Bool) {
        (scheduler, self.isAfterHide) = (bed.scheduler, isAfterHide)
        super.init(bed)
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) {
        inset = keyboardHeight
        layOut()
    }

    func keyboardWillBeHidden(duration: TimeInterval) {
        inset = 0
        layOut()
    }

    private func layOut() {
        guard isAfterHide == (inset == 0) else { return }
        scheduler.schedule(after: .milliseconds(16)) { [weak self] in self?.layOut() }
    }
}

/// Computes its inset from each frame that an event announces.
private final class FramesScreen: FieldScreen, KeyboardObservable, FullKeyboardPresentable {
    private let layOut: (CGRect) -> CGFloat

    init(_ bed: KeyboardTestBed, _ layOut: @escaping (CGRect) -> CGFloat) {
        self.layOut = layOut
        super.init(bed)
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardInfo: Notification.KeyboardInfo) {
        keyboardFrameWillChange(keyboardInfo: keyboardInfo)
    }
    func keyboardWillBeHidden(keyboardInfo: Notification.KeyboardInfo) {
        keyboardFrameWillChange(keyboardInfo: keyboardInfo)
    }

    func keyboardFrameWillChange(keyboardInfo: Notification.KeyboardInfo) {
        // A drag reports its end frame only with its did event.
        if let frame = keyboardInfo.frameEnd, frame != .zero { inset = layOut(frame) }
    }

    func keyboardFrameDidChange(keyboardInfo: Notification.KeyboardInfo) {
        keyboardFrameWillChange(keyboardInfo: keyboardInfo)
    }
}

/// Has a guide for its own display, and an inset for the latest keyboard on any display.
private final class DisplayScreen: FieldScreen {
    let guide = KeyboardLayoutGuide()
    private var token: KeyboardObservationToken?

    override init(_ bed: KeyboardTestBed) {
        super.init(bed)
        guide.geometry.screen = ObjectIdentifier(bed.screen)
        guide.viewFrameProvider = { [screen] in screen.bounds }
        token = bed.pool.observeState { [weak self] in
            self?.inset = $0.placement == .docked ? $0.frame?.height ?? 0 : 0
        }
    }

    var offset: CGFloat { guide.bottomInset }
}

/// Has a field at each of the given parts of the height of the screen.
private final class TwoFieldScreen: FieldScreen, KeyboardObservable, CommonKeyboardPresentable {
    private let fields: [SimulatedTextField]
    private let order: FocusOrder
    private let followsFocus: Bool
    private var height: CGFloat = 0
    private(set) var offset: CGFloat = 0

    init(_ bed: KeyboardTestBed, followsFocus: Bool, _ parts: [CGFloat] = [0.4, 0.9]) {
        self.followsFocus = followsFocus
        fields = parts.map { part in
            let field = SimulatedTextField(on: bed.keyboard)
            field.frame = CGRect(x: 16, y: part * bed.screen.size.height, width: 200, height: 30)
            return field
        }
        order = FocusOrder(fields)
        super.init(bed)
        order.onChange = { [weak self] in
            if self?.followsFocus == true { self?.scroll() }
        }
        subscribeOnKeyboardNotifications()
    }

    override var focusedFrame: CGRect {
        order.focusedField.map { $0.formState.frame.offsetBy(dx: 0, dy: -offset) } ?? .zero
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) {
        height = keyboardHeight
        scroll()
    }

    func keyboardWillBeHidden(duration: TimeInterval) {
        height = 0
        scroll()
    }

    private func scroll() {
        let bottom = order.focusedField?.formState.frame.maxY ?? 0
        offset = height == 0 ? 0 : max(bottom + height - screen.size.height, 0)
    }
}

/// Keeps the height of the keyboard after a *hide*, and has a field below the lower edge of the screen.
@MainActor
private final class KeepingScreen: KeyboardObservable, CommonKeyboardPresentable {
    private(set) var height: CGFloat = 0
    private let field: SimulatedTextField

    /// - Parameters:
    ///   - bed: The bed.
    ///   - fieldTop: The top of the field. By default, the field is below the screen.
    init(_ bed: KeyboardTestBed, fieldTop: CGFloat? = nil) {
        field = SimulatedTextField(on: bed.keyboard)
        field.frame = CGRect(x: 16, y: fieldTop ?? bed.screen.size.height, width: 200, height: 30)
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) {
        height = keyboardHeight
    }

    func keyboardWillBeHidden(duration: TimeInterval) {}
}

/// Observes a center with blocks, as iOS code does.
@MainActor
private final class BlockObserverScreen {
    enum Kind {
        case stored, lost, removed, weaklyStored, weaklyLost, weakView, strongView
    }

    @MainActor
    private final class View {
        var count = 0
    }

    private let kind: Kind
    private let center: NotificationCenter
    private var tokens: [any NSObjectProtocol] = []
    private let view = View()
    private var count = 0

    init(_ center: NotificationCenter, _ kind: Kind) {
        (self.center, self.kind) = (kind == .lost ? NotificationCenter() : center, kind)
        for name in [Notification.Name.keyboardWillShow, .keyboardWillHide] {
            let token =
                switch kind {
                case .stored, .lost:
                    center.addObserver(forName: name, object: nil, queue: nil) { _ in
                        MainActor.assumeIsolated { self.count += 1 }
                    }
                case .removed, .weaklyStored, .weaklyLost:
                    center.addObserver(forName: name, object: nil, queue: nil) { [weak self] _ in
                        MainActor.assumeIsolated { self?.count += 1 }
                    }
                case .strongView:
                    center.addObserver(forName: name, object: nil, queue: nil) { [view] _ in
                        MainActor.assumeIsolated { view.count += 1 }
                    }
                case .weakView:
                    center.addObserver(forName: name, object: nil, queue: nil) { [weak view] _ in
                        MainActor.assumeIsolated { view?.count += 1 }
                    }
                }
            if kind != .lost, kind != .weaklyLost { tokens.append(token) }
        }
    }

    isolated deinit {
        if kind == .removed { for token in tokens { center.removeObserver(token) } }
    }
}

/// A form with an avoider, which keeps the second field visible after a *hide*.
@MainActor
private final class LongFormScreen: KeyboardAvoiding {
    private let screen: SimulatedScreen
    private let order: FocusOrder
    private let fields: [SimulatedTextField]
    private var avoider: KeyboardAvoider?
    private(set) var offset: CGFloat = 0

    init(_ bed: KeyboardTestBed) {
        screen = bed.screen
        fields = [100.0, 1_100].map { top in
            let field = SimulatedTextField(on: bed.keyboard)
            field.frame = CGRect(x: 16, y: top, width: 200, height: 40)
            return field
        }
        order = FocusOrder(fields)
        avoider = KeyboardAvoider(self) { [weak order] in
            order?.focusedField.map { FocusedContent($0, field: $0.formState.frame) }
        }
    }

    var keyboardPane: KeyboardPane {
        .scrollView(frame: screen.bounds, contentHeight: 1_400, offset: offset)
    }

    func avoidKeyboard(_ insets: KeyboardInsets, offset: CGFloat) {
        self.offset = offset
    }
}

/// Starts an endless timer in each *show*.
@MainActor
private final class BlinkingScreen: KeyboardObservable, CommonKeyboardPresentable {
    private let scheduler: ManualScheduler

    init(_ bed: KeyboardTestBed) {
        scheduler = bed.scheduler
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { blink() }
    func keyboardWillBeHidden(duration: TimeInterval) {}

    private func blink() {
        scheduler.schedule(after: .milliseconds(400)) { [weak self] in self?.blink() }
    }
}

/// Ignores the *show* events of another display, but follows the *hide* events of that display.
@MainActor
private final class HalfCheckingScreen: KeyboardObservable {
    private let screen: SimulatedScreen
    private(set) var inset: CGFloat = 0

    init(_ bed: KeyboardTestBed) {
        screen = bed.screen
        inset = height(bed.pool.keyboard(on: ObjectIdentifier(screen)).frame)
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(notification: Notification) {
        if let sender = notification.object as? SimulatedScreen, sender !== screen { return }
        inset = height(notification.keyboardInfo.frameEnd)
    }

    func keyboardWillBeHidden(notification: Notification) { inset = 0 }

    private func height(_ frame: CGRect?) -> CGFloat {
        frame.map { max(screen.size.height - $0.minY, 0) } ?? 0
    }
}

/// Has a view that ends far above the bottom of the screen.
private final class LowViewScreen: FieldScreen, KeyboardObservable {
    override init(_ bed: KeyboardTestBed) {
        super.init(bed)
        layOut()
        subscribeOnKeyboardNotifications()
    }

    var viewFrame: CGRect { CGRect(x: 0, y: 0, width: screen.size.width, height: screen.size.height * 0.72) }

    func keyboardWillBeShown(notification: Notification) { layOut() }
    func keyboardWillBeHidden(notification: Notification) { layOut() }
    func keyboardFrameWillChange(notification: Notification) { layOut() }

    private func layOut() {
        let covered = KeyboardGeometry().insets(of: viewFrame, in: screen.bounds, with: keyboardObserverPool.keyboard)
        inset = covered.bottom > 0 ? covered.bottom + 10 : 0
    }
}

/// Pulses a highlight for two seconds after each show.
private final class PulsingScreen: FieldScreen, KeyboardObservable, CommonKeyboardPresentable {
    private let scheduler: any KeyboardScheduler
    private var action: KeyboardScheduledAction?

    override init(_ bed: KeyboardTestBed) {
        scheduler = bed.scheduler
        super.init(bed)
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) {
        inset = keyboardHeight
        pulse(120)
    }

    func keyboardWillBeHidden(duration: TimeInterval) { inset = 0 }

    private func pulse(_ count: Int) {
        action?.cancel()
        guard count > 0 else { return }
        action = scheduler.schedule(after: .milliseconds(16)) { [weak self] in self?.pulse(count - 1) }
    }
}

/// Changes its inset 600 ms after an event, if no other event follows during this time.
private final class WaitingScreen: FieldScreen, KeyboardObservable, CommonKeyboardPresentable {
    private let scheduler: any KeyboardScheduler
    private var action: KeyboardScheduledAction?

    override init(_ bed: KeyboardTestBed) {
        scheduler = bed.scheduler
        super.init(bed)
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { layOut(keyboardHeight) }
    func keyboardWillBeHidden(duration: TimeInterval) { layOut(0) }

    private func layOut(_ height: CGFloat) {
        action?.cancel()
        action = scheduler.schedule(after: .milliseconds(600)) { [weak self] in self?.inset = height }
    }
}

/// Draws a clock 60 times a second, with and without a keyboard.
private final class ClockScreen: FieldScreen, KeyboardObservable, CommonKeyboardPresentable {
    private let scheduler: any KeyboardScheduler

    override init(_ bed: KeyboardTestBed) {
        scheduler = bed.scheduler
        super.init(bed)
        subscribeOnKeyboardNotifications()
        tick()
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) { inset = keyboardHeight }
    func keyboardWillBeHidden(duration: TimeInterval) { inset = 0 }

    private func tick() {
        scheduler.schedule(after: .milliseconds(16)) { [weak self] in self?.tick() }
    }
}
