import Foundation
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation
import Testing

@MainActor
struct ScreenConformanceTests {
    @Test(arguments: PlantedScreen.faulty)
    func aPlantedMistakeIsFound(_ planted: PlantedScreen) async throws {
        let findings = await planted.findings()
        #expect(findings.map(\.promise) == [planted.promise], "\(findings)")
        let finding = try #require(findings.first)
        for words in planted.words { #expect("\(finding)".contains(words), "\(finding)") }
        for words in planted.otherWords { #expect(!"\(finding)".contains(words), "\(finding)") }
        let again = await planted.conformance.findings(in: try #require(finding.scenario))
        #expect(again.map(\.promise) == [planted.promise])
    }

    @Test(arguments: PlantedScreen.correct)
    func nothingIsFoundInACorrectScreen(_ screen: PlantedScreen) async {
        let findings = await screen.findings() + screen.conformance.findings(lifetimes: 100)
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test func aScreenWithAFixedOrientationIsNotRotated() async {
        var orientations: Set<SimulatedScreen.Orientation> = []
        let conformance = ScreenConformance(on: .phone320x480, rotates: false) {
            TestScreen($0)
        } bottomInset: {
            orientations.insert($0.screen.orientation)
            return $0.inset
        }
        _ = await conformance.findings(in: .named("rotation"))
        #expect(orientations == [.portrait])
    }

    /// A form of several columns may be scrolled sideways, so that the focused field is beside the keyboard.
    @Test(arguments: [-120, -100, 0, 393, 420])
    func aFieldBesideTheKeyboardIsNotCovered(x: Double) async {
        let conformance = ScreenConformance {
            TestScreen($0)
        } focusedFrame: { _ in
            CGRect(x: x, y: 700, width: 100, height: 40)
        }
        let findings = await conformance.findings(in: .named("show and hide"))
        #expect(findings.map(\.promise) == (x == 0 ? [.showsItsFocus] : []))
    }

    @Test func eachScreenIsClosedOnceBeforeItIsDropped() async {
        var (made, closed) = (0, 0)
        let conformance = ScreenConformance<TestScreen> { bed in
            let screen = TestScreen(bed)
            made += 1
            screen.tapped = { screen.inset = 1 }
            return screen
        } close: {
            closed += 1
            $0.tapped = nil
        }
        let findings = await conformance.findings() + conformance.findings(lifetimes: 100)
        #expect(findings.isEmpty, "\(findings)")
        #expect(made == closed && made > 100)
    }

    // MARK: Lifetimes

    @Test(arguments: [0, 1, 3, 99, 100, 250])
    func everyLifetimeIsLived(_ count: Int) async {
        var made = 0
        let conformance = ScreenConformance<TestScreen> { bed in
            made += 1
            return TestScreen(bed)
        }
        #expect(await conformance.findings(lifetimes: count).isEmpty)
        #expect(made == count)
    }

    @Test(arguments: [1, 2, 7, 50])
    func lifetimesEndSoonAfterALeak(_ firstLeak: Int) async {
        var (made, pauses) = (0, 0)
        var conformance = ScreenConformance<TestScreen> { bed in
            let screen = TestScreen(bed)
            made += 1
            if made >= firstLeak { screen.onShow = { screen.inset = 1 } }
            return screen
        }
        conformance.pause = { _ in pauses += 1 }
        let findings = await conformance.findings(lifetimes: 1_000_000)
        #expect(findings.map(\.promise) == [.isDeallocated])
        #expect(findings.first?.description.contains("`onShow`") == true, "\(findings)")
        #expect(made <= 100 && pauses == 50)
    }

    @Test func lifetimesFindTokensThatOutliveTheirScreens() async {
        var tokens: [KeyboardObservationToken] = []
        var conformance = ScreenConformance<TestScreen> { bed in
            tokens.append(bed.pool.observe { _ in })
            return TestScreen(bed)
        }
        conformance.pause = { _ in }
        let findings = await conformance.findings(lifetimes: 50)
        #expect(findings.map(\.promise) == [.isSilentAfterwards])
        #expect(findings.first?.description.contains("7 observers are still called after the last 7 screens") == true)
    }

    @Test(arguments: [true, false])
    func lifetimesContainRotationsAndInterruptions(isRotation: Bool) async {
        var conformance = ScreenConformance<TestScreen> { bed in
            let screen = TestScreen(bed)
            let orientation = bed.screen.orientation
            var lastHide: Duration?
            screen.tokens = [
                bed.pool.observe { [weak screen, weak bed] event in
                    guard let screen, let bed else { return }
                    let isSoon =
                        event.kind == .willShow && lastHide.map { bed.scheduler.now - $0 < .seconds(1) } == true
                    if isRotation ? bed.screen.orientation != orientation : isSoon { screen.objects = [screen] }
                    if event.kind == .willHide { lastHide = bed.scheduler.now }
                }
            ]
            return screen
        }
        conformance.pause = { _ in }
        #expect(await conformance.findings(lifetimes: 100).map(\.promise) == [.isDeallocated])
    }

    // MARK: Real time

    @Test func aRequestThatEndsWithinASecondIsNoLeak() async {
        var waiting: [CheckedContinuation<Void, Never>] = []
        var conformance = ScreenConformance<TestScreen> { bed in
            let screen = TestScreen(bed)
            screen.subscribeOnKeyboardNotifications()
            screen.onShow = { [weak screen] in
                guard let screen, screen.objects.isEmpty else { return }
                screen.objects = [TestScreen.Row()]
                Task {
                    await withCheckedContinuation { waiting.append($0) }
                    screen.inset = 0
                }
            }
            return screen
        }
        conformance.pause = { _ in
            for request in waiting { request.resume() }
            waiting = []
            for _ in 0..<20 { await Task.yield() }
        }
        let findings = await conformance.findings(in: .named("show and hide")) + conformance.findings(lifetimes: 20)
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test func nothingWaitsForACorrectScreen() async {
        var conformance = ScreenConformance { TestScreen($0) }
        conformance.pause = { _ in Issue.record("waited") }
        _ = await conformance.findings(in: .named("show and hide")) + conformance.findings(lifetimes: 100)
    }
}

/// A screen with one mistake, or without one.
struct PlantedScreen: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var promise = ScreenFinding.Promise.isDeallocated
    var words: [String] = []
    var otherWords: [String] = []
    var scenario: KeyboardScenario?
    private let setUp: SetUp

    @MainActor var conformance: ScreenConformance<TestScreen> {
        var conformance = ScreenConformance<TestScreen> { bed in
            let screen = TestScreen(bed)
            setUp(screen, bed)
            return screen
        } focusedFrame: {
            $0.focusedFrame?()
        } bottomInset: {
            $0.inset
        } viewFrame: {
            $0.viewFrame?() ?? $0.screen.bounds
        }
        conformance.pause = { _ in await Task.yield() }
        return conformance
    }

    @MainActor func findings() async -> [ScreenFinding] {
        if let scenario { return await conformance.findings(in: scenario) }
        return await conformance.findings()
    }

    private typealias SetUp = @MainActor @Sendable (TestScreen, KeyboardTestBed) -> Void

    private init(_ name: String, subscribes: Bool = true, _ setUp: @escaping SetUp) {
        testDescription = name
        self.setUp = {
            setUp($0, $1)
            if subscribes { $0.subscribeOnKeyboardNotifications() }
        }
    }

    private static func leak(
        _ name: String,
        _ words: String...,
        not otherWords: [String] = [],
        _ setUp: @escaping SetUp
    ) -> Self {
        var screen = Self(name, setUp)
        (screen.words, screen.otherWords, screen.scenario) = (words, otherWords, .named("show and hide"))
        return screen
    }

    private static func call(_ name: String, _ setUp: @escaping SetUp) -> Self {
        var screen = Self(name, setUp)
        (screen.promise, screen.scenario) = (.isSilentAfterwards, .named("show and hide"))
        screen.words = ["1 observer of the screen is still called"]
        return screen
    }

    private static func wrong(
        _ name: String,
        _ words: String...,
        of promise: ScreenFinding.Promise = .insetIsOverlap,
        subscribes: Bool = true,
        _ setUp: @escaping SetUp
    ) -> Self {
        var screen = Self(name, subscribes: subscribes, setUp)
        (screen.promise, screen.words) = (promise, words)
        return screen
    }

    static let faulty: [Self] = [
        leak("a closure of the pool", "the closure of the token `tokens[0]` retains it") { screen, bed in
            screen.tokens = [bed.pool.observe { _ in screen.count += 1 }]
        },
        leak("a state observer in an array", "the closure of the token `tokens[1]`") { screen, bed in
            screen.tokens = [bed.pool.observe { _ in }, bed.pool.observeState { _ in screen.count += 1 }]
        },
        leak("onChange of a guide", "layout guide `guide`") { screen, _ in
            screen.guide = KeyboardLayoutGuide()
            screen.guide?.onChange = { _ in screen.count += 1 }
        },
        leak("onChange of a bar", "`bar.onChange`", not: ["items", "owner", "providers"]) { screen, bed in
            let bar = TextFieldNavigator(SimulatedTextField(on: bed.keyboard), SimulatedTextField(on: bed.keyboard))
            (screen.bar, screen.items, screen.row.owner) = (bar, bar.items, screen)
            bar.onChange = { screen.items = [] }
            screen.layOut = { $1 }
        },
        leak("an own closure", "each closure that it stores: `onShow`, `layOut`, `tapped`") { screen, _ in
            screen.onShow = { screen.count += 1 }
            screen.tapped = {}
        },
        leak("one of many closures", "`onShow`, `onHide`", ", and 4 more") { screen, _ in
            screen.objects = (0..<5).map { _ in ClosureBox() }
            screen.onShow = {}
            screen.onHide = { screen.count += 1 }
            screen.tapped = {}
        },
        leak("a closure that the first show sets", "`tapped`") { screen, _ in
            screen.subscribeOnKeyboardNotifications()
            screen.onShow = { [weak screen] in
                guard let screen else { return }
                screen.tapped = { screen.count += 1 }
            }
        },
        leak("a stored task", "the task `task` retains it") { screen, bed in
            let events = bed.pool.events
            screen.task = Task { for await _ in events { screen.count += 1 } }
        },
        leak("a stored task that can throw", "the task `throwingTask` retains it") { screen, bed in
            let events = bed.pool.events
            screen.throwingTask = Task {
                for await _ in events {
                    try Task.checkCancellation()
                    screen.count += 1
                }
            }
        },
        leak("a task that is not stored", "a task that iterates") { screen, bed in
            let states = bed.pool.states
            Task { for await _ in states { screen.count += 1 } }
        },
        leak("a timer", "an action that waits on the scheduler") { screen, bed in
            @MainActor func tick() {
                bed.scheduler.schedule(after: .seconds(1)) {
                    screen.count += 1
                    tick()
                }
            }
            tick()
        },
        leak("a stored timer", "the scheduled action `timer`") { screen, bed in
            @MainActor func tick() {
                screen.timer = bed.scheduler.schedule(after: .seconds(1)) { tick() }
            }
            tick()
        },
        leak("its own array", "`objects[0]` refers to it") { screen, _ in screen.objects = [screen] },
        leak("a strong delegate", "`row.delegate` refers to it and is not weak", not: ["owner"]) { screen, _ in
            screen.row.owner = screen
            screen.row.delegate = screen
        },
        leak("the closure of an avoider", "the closure of the avoider `avoider`") { screen, _ in
            screen.avoider = KeyboardAvoider(screen) { withExtendedLifetime(screen) { nil } }
        },
        leak("a block observer", "the block observer `blocks[0]` of a NotificationCenter") { screen, bed in
            let token = bed.center.addObserver(forName: .keyboardWillShow, object: nil, queue: nil) { _ in
                MainActor.assumeIsolated { screen.count += 1 }
            }
            screen.blocks = [token]
        },
        leak("a block observer without a token", "block observer of NotificationCenter retains it") { screen, bed in
            _ = bed.center.addObserver(forName: .keyboardWillShow, object: nil, queue: nil) { _ in
                MainActor.assumeIsolated { screen.count += 1 }
            }
        },
        leak("a cycle that an interrupted hide leaves", "dropped in mid-transition, after the hide") { screen, bed in
            screen.onHide = { [weak screen] in screen?.objects = screen.map { [$0] } ?? [] }
            screen.tokens = [
                bed.pool.observe { [weak screen] event in
                    if event.kind == .willShow, screen?.objects.isEmpty == false { screen?.count = 1 }
                    if event.kind == .didHide, screen?.count == 0 { screen?.objects = [] }
                }
            ]
        },
        call("a token that outlives the screen") { _, bed in Lost.objects.append(bed.pool.observe { _ in }) },
        call("a state observer that outlives the screen") { _, bed in
            Lost.objects.append(bed.pool.observeState { _ in })
        },
        call("a task that outlives the screen") { screen, bed in
            let events = bed.pool.events
            Task { [weak screen] in for await _ in events { screen?.count += 1 } }
        },
        wrong("a height where an overlap is needed", "after the show") { screen, _ in
            screen.viewFrame = { [screen = screen.screen] in
                screen.bounds.insetBy(dx: 20, dy: screen.size.height / 5)
            }
        },
        wrong("no restore", "after the hide", "covers 0 points of the view, and would be 0") { screen, _ in
            screen.layOut = { max($0, $1) }
        },
        wrong("an inset that does not shrink") { screen, _ in screen.layOut = { $1 == 0 ? 0 : max($0, $1) } },
        wrong("a height that is added") { screen, _ in screen.layOut = { $1 == 0 ? 0 : $0 + $1 } },
        wrong("a height that is always the same") { screen, _ in screen.layOut = { $1 == 0 ? 0 : 300 } },
        wrong("a restore that is one point short") { screen, _ in screen.layOut = { $1 == 0 && $0 > 0 ? 1 : $1 } },
        wrong("a quotient of zeros", "the bottom inset is nan") { screen, _ in
            screen.layOut = { ($0 - $0) / ($0 - $0) + $1 }
        },
        wrong("a view that does not turn", "after the rotation to landscape", "kept its size of 320 × 568") {
            screen,
            bed in
            let height = bed.screen.size.height
            screen.layOut = { [device = bed.screen] in $1 == 0 ? 0 : height - device.size.height + $1 + 44 }
        },
        wrong("a new screen that does not read the state", "read `pool.keyboard`", subscribes: false) { screen, bed in
            screen.tokens = [
                bed.pool.observe([.willShow, .willHide]) { [weak screen] event in
                    screen?.inset = event.kind == .willShow ? event.info.frameEnd?.height ?? 0 : 0
                }
            ]
        },
        wrong("the height of a floating keyboard", "after the undock", subscribes: false) { screen, bed in
            screen.follow(bed.pool) { $0.isOnScreen && !$0.isObscured ? $0.frame?.height ?? 0 : 0 }
        },
        wrong("the shared pool", "subscribe to `KeyboardObserverPool.current`", subscribes: false) { screen, _ in
            screen.tokens = [KeyboardObserverPool.shared.observe([.willShow]) { [weak screen] _ in screen?.count += 1 }]
        },
        wrong("a covered field", "points of the focused frame", of: .showsItsFocus) { screen, _ in
            screen.focusedFrame = { [screen = screen.screen] in
                screen.bounds.divided(atDistance: 60, from: .maxYEdge).slice
            }
        },
        wrong("the last of three fields", "after the tap on field 2", of: .showsItsFocus) { screen, bed in
            let fields = (0..<3).map { _ in SimulatedTextField(on: bed.keyboard) }
            screen.objects = fields
            screen.focusedFrame = { [screen = screen.screen, weak last = fields[2]] in
                last?.isFirstResponder == true ? screen.bounds.divided(atDistance: 60, from: .maxYEdge).slice : nil
            }
        },
    ]

    static let correct: [Self] = [
        Self("the height of the keyboard") { _, _ in },
        Self("a margin beside a safe area") { screen, _ in
            screen.inset = 34
            screen.layOut = { max(34, $1 + 16) }
        },
        Self("a safe area in each orientation") { screen, _ in
            let safeArea: @MainActor () -> CGFloat = { [screen = screen.screen] in
                screen.orientation == .portrait ? 34 : 21
            }
            screen.inset = safeArea()
            screen.layOut = { max(safeArea(), $1) }
        },
        Self("a bar that appears with the keyboard") { screen, _ in screen.layOut = { $1 == 0 ? 0 : $1 + 44 } },
        Self("a margin in addition to the keyboard") { screen, _ in
            screen.inset = 20
            screen.layOut = { $1 + 20 }
        },
        Self("a guide with a safe area", subscribes: false) { screen, bed in
            let guide = KeyboardLayoutGuide()
            screen.guide = guide
            guide.safeAreaBottom = 34
            guide.onChange = { [weak screen] in screen?.inset = $0 }
            guide.viewFrameProvider = { [screen = bed.screen] in screen.bounds }
            screen.inset = guide.bottomInset
        },
        Self("a state observer of a view above a bar", subscribes: false) { screen, bed in
            let view: @MainActor () -> CGRect = { [screen = bed.screen] in
                CGRect(x: 0, y: 40, width: screen.size.width / 2, height: screen.size.height - 123)
            }
            screen.viewFrame = view
            screen.follow(bed.pool) { [screen = bed.screen] in
                KeyboardGeometry().insets(of: view(), in: screen.bounds, with: $0).bottom
            }
        },
        Self("the gap below a floating keyboard", subscribes: false) { screen, bed in
            screen.follow(bed.pool) { [screen = bed.screen] state in
                state.isObscured ? 0 : max(screen.size.height - (state.frame?.minY ?? .infinity), 0)
            }
        },
        Self("a sequence of states", subscribes: false) { screen, bed in
            let states = bed.pool.states
            screen.task = Task { [weak screen] in
                for await state in states {
                    screen?.inset = state.placement == .docked && !state.isObscured ? state.frame?.height ?? 0 : 0
                }
            }
        },
        Self("a task that ends at the next event") { screen, bed in
            let events = bed.pool.events
            Task { [weak screen] in
                for await _ in events {
                    guard let screen else { return }
                    screen.count += 1
                }
            }
        },
        Self("a task for each event") { screen, _ in
            screen.layOut = { [weak screen] old, height in
                Task { screen?.inset = height }
                return old
            }
        },
        Self("a debounced layout that retains its screen") { screen, bed in
            let scheduler = bed.scheduler
            screen.onShow = { [weak screen] in
                guard let screen else { return }
                scheduler.schedule(after: .milliseconds(300)) { screen.count += 1 }
            }
        },
        Self("an idle timer that retains its screen until it has run") { screen, bed in
            let scheduler = bed.scheduler
            screen.onShow = { [weak screen] in
                guard let screen else { return }
                scheduler.schedule(after: .seconds(10)) { screen.count += 1 }
            }
        },
        Self("a restore a while after the hide") { screen, bed in
            let scheduler = bed.scheduler
            screen.layOut = { [weak screen] old, height in
                screen?.timer?.cancel()
                if height > 0 { return height }
                screen?.timer = scheduler.schedule(after: .milliseconds(1_500)) { screen?.inset = 0 }
                return old
            }
        },
        Self("a weak owner") { screen, _ in
            screen.row.owner = screen
            screen.row.delegate = TestScreen.Row()
        },
        Self("a closure for an owner") { screen, bed in
            screen.tokens = [bed.pool.observe(for: screen, [.willShow]) { screen, _ in screen.count += 1 }]
            screen.bar = TextFieldNavigator(SimulatedTextField(on: bed.keyboard))
            screen.bar?.onChange = { [weak screen] in screen?.items = screen?.bar?.items ?? [] }
        },
        Self("a field that has the focus from the beginning") { screen, bed in
            let field = SimulatedTextField(on: bed.keyboard)
            screen.objects = [field]
            field.becomeFirstResponder()
        },
        Self("a post for each show") { screen, bed in
            screen.onShow = { [center = bed.center, object = bed.screen] in
                center.post(name: .keyboardDidChangeFrame, object: object)
            }
        },
        Self("a block observer that is removed") { screen, bed in
            screen.objects = [
                Removal(
                    bed.center,
                    bed.center.addObserver(forName: .keyboardWillShow, object: nil, queue: nil) { [weak screen] _ in
                        MainActor.assumeIsolated { screen?.count += 1 }
                    }
                )
            ]
        },
        Self("an observer of the app that the first screen creates") { _, bed in
            if Lost.first == nil { Lost.first = bed.pool.observe { _ in } }
        },
        Self("a focused field above the keyboard") { screen, _ in
            screen.focusedFrame = { [weak screen] in
                screen.map { CGRect(x: 16, y: $0.screen.size.height - $0.inset - 60, width: 200, height: 44) }
            }
        },
    ]
}
