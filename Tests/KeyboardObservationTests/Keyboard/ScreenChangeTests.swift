import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// Screens that turn, change or become known while the keyboard moves or is at rest.
@MainActor
struct ScreenChangeTests: PhoneSuite {
    let center = NotificationCenter()
    let scheduler = ManualScheduler()
    let pool: KeyboardObserverPool

    private let portrait = CGRect(x: 0, y: 0, width: 720, height: 1_440)
    private let landscape = CGRect(x: 0, y: 0, width: 1_440, height: 720)

    init() {
        pool = KeyboardObserverPool(center: center, scheduler: scheduler)
        pool.listen()
    }

    /// The frame of a docked keyboard that is 230 points high.
    private func keys(on screen: CGRect) -> CGRect {
        CGRect(x: screen.minX, y: screen.maxY - 230, width: screen.width, height: 230)
    }

    private func away(from screen: CGRect) -> CGRect {
        keys(on: screen).offsetBy(dx: 0, dy: 230)
    }

    private func show(on screen: CGRect, bounds: CGRect? = nil) {
        post(.willChangeFrame, .willShow, from: away(from: screen), to: keys(on: screen), bounds: bounds, wait: 250)
        post(.didChangeFrame, .didShow, from: away(from: screen), to: keys(on: screen), bounds: bounds, wait: 2_000)
    }

    // MARK: Turned and changed screens

    @Test(arguments: [
        SimulatedScreenModel.linuxPhone720x1440, .phone393x852, .tablet768x1024, .linuxDesktop800x1280,
    ])
    func aTurnedDeviceNeverShowsMoreThanItsKeyboardCovers(model: SimulatedScreenModel) {
        for from in [SimulatedScreen.Orientation.landscape, .portrait] {
            let to: SimulatedScreen.Orientation = from == .portrait ? .landscape : .portrait
            for behavior in [SimulatedKeyboard.Behavior(), .squeekboard, .onboard] {
                for delay in [0, 40, 100, 143, 400, 2_000] {
                    let screen = SimulatedScreen(model)
                    let keyboard = SimulatedKeyboard(on: screen, behavior: behavior, scheduler: scheduler)
                    let pool = KeyboardObserverPool(center: center, scheduler: scheduler)
                    let guide = KeyboardLayoutGuide(pool: pool)
                    guide.viewFrame = CGRect(x: -5_000, y: -5_000, width: 10_000, height: 10_000)
                    keyboard.rotate(to: from)
                    keyboard.start(postingTo: center)
                    keyboard.show()
                    advance(delay)
                    var highest = model.height(of: .letters, in: from)
                    highest = max(highest, model.height(of: .letters, in: to))
                    var most: CGFloat = 0
                    guide.onChange = { most = max(most, $0) }
                    keyboard.rotate(to: to)
                    advance(3_000)
                    #expect(most <= highest, "\(behavior.motion) \(delay) ms")
                    #expect(guide.bottomInset == model.height(of: .letters, in: to))
                    keyboard.stop()
                }
            }
        }
    }

    /// The old visible frame says nothing on the new screen, even while the keyboard still moves.
    @Test(arguments: [20, 300, 2_000])
    func aShowAfterTheScreenHasTurnedDuringAHideBeginsWhereItReports(pause: Int) {
        pool.fallbackScreenBounds = portrait
        show(on: portrait)
        post(.willHide, from: keys(on: portrait), to: away(from: portrait), wait: 100)
        pool.fallbackScreenBounds = landscape
        #expect(pool.keyboard.transition == nil)
        advance(pause)
        post(.willShow, from: away(from: landscape), to: keys(on: landscape))
        #expect(pool.keyboard.transition?.begin == away(from: landscape))
        expectKeyboard(phase: .appearing, placement: .docked, frame: keys(on: landscape))
    }

    @Test func aKeyboardThatAppearsOnAnotherMonitorBeginsThere() {
        let left = CGRect(x: 0, y: 0, width: 1_920, height: 1_080)
        let right = CGRect(x: 1_920, y: 0, width: 1_280, height: 800)
        let guide = makeGuide(viewFrame: CGRect(x: -100, y: -100, width: 9_000, height: 9_000))
        show(on: left, bounds: left)
        post(.willChangeFrame, .willHide, from: keys(on: left), to: away(from: left), bounds: left, wait: 50)
        post(.willChangeFrame, .willShow, from: away(from: right), to: keys(on: right), bounds: right)
        #expect(pool.keyboard.transition?.begin == away(from: right))
        #expect(guide.bottomInset == 0)
        for _ in 0..<30 {
            advance(16)
            #expect(guide.bottomInset <= 230)
        }
        advance(2_000)
        #expect(guide.bottomInset == 230)
    }

    @Test func aTransitionOnAnotherScreenWithoutABeginFrameBeginsBeyondItsEdge() {
        show(on: landscape, bounds: landscape)
        post(.willShow, to: keys(on: portrait), bounds: portrait)
        #expect(pool.keyboard.transition?.begin == away(from: portrait))
        #expect(pool.keyboard.transition?.beginPlacement == .offScreen)
    }

    @Test func aShownKeyboardThatTurnsInOneTransitionBeginsAtItsReportedBegin() {
        show(on: landscape, bounds: landscape)
        let lower = keys(on: portrait).offsetBy(dx: 0, dy: 100)
        post(.willChangeFrame, from: lower, to: keys(on: portrait), bounds: portrait, wait: 1)
        #expect(pool.keyboard.transition?.begin == lower)
        #expect(pool.keyboard.transition?.beginPlacement == .docked)
    }

    // MARK: Fallback bounds

    @Test func aLayoutCanSetTheSameBoundsAgain() {
        let guide = makeGuide(viewFrame: portrait)
        guide.viewFrameProvider = {
            pool.fallbackScreenBounds = portrait
            return portrait
        }
        show(on: portrait)
        #expect(guide.bottomInset == 230)
    }

    @Test func fallbackBoundsThatAreSetLateDecideThePlacementAtOnce() {
        let guide = makeGuide(viewFrame: portrait)
        pool.fallbackScreenBounds = landscape
        show(on: portrait)
        #expect(!pool.keyboard.isOnScreen)
        pool.fallbackScreenBounds = portrait
        expectKeyboard(phase: .shown, placement: .docked, frame: keys(on: portrait))
        advance(0)
        #expect(guide.bottomInset == 230)
    }

    @Test func fallbackBoundsThatAreSetDuringAShowDecideThePlacementAtOnce() {
        let guide = makeGuide(viewFrame: portrait)
        let screen = TransitionScreen(pool, viewFrame: portrait)
        pool.fallbackScreenBounds = landscape
        post(.willChangeFrame, .willShow, from: away(from: portrait), to: keys(on: portrait), wait: 50)
        pool.fallbackScreenBounds = portrait
        expectKeyboard(phase: .appearing, placement: .docked)
        advance(200)
        post(.didChangeFrame, .didShow, from: away(from: portrait), to: keys(on: portrait), wait: 2_000)
        #expect(guide.bottomInset == 230)
        #expect(screen.calls.last?.overlap == keys(on: portrait))
        #expect(screen.isComplete)
    }

    /// The app learns that the device has turned before the keyboard hides in the old coordinates.
    @Test func fallbackBoundsOfATurnedScreenDoNotPreventAHide() {
        let guide = makeGuide(viewFrame: landscape)
        pool.fallbackScreenBounds = landscape
        show(on: landscape)
        pool.fallbackScreenBounds = portrait
        post(.willChangeFrame, .willHide, from: keys(on: landscape), to: away(from: landscape))
        #expect(pool.keyboard.phase == .disappearing)
        advance(250)
        post(.didChangeFrame, .didHide, from: keys(on: landscape), to: away(from: landscape), wait: 2_000)
        #expect(pool.keyboard.phase == .hidden)
        #expect(guide.bottomInset == 0)
    }

    @Test func fallbackBoundsDecideNothingIfBoundsAreReported() {
        show(on: portrait, bounds: portrait)
        let before = pool.keyboard
        pool.fallbackScreenBounds = landscape
        #expect(pool.keyboard == before)
    }

    @Test func fallbackBoundsThatAreRemovedLeaveTheKeyboardWhereItIs() {
        pool.fallbackScreenBounds = portrait
        show(on: portrait)
        pool.fallbackScreenBounds = nil
        expectKeyboard(placement: .docked, frame: keys(on: portrait))
    }
}
