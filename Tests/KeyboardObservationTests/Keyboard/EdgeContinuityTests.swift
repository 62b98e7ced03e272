import Foundation
import KeyboardObservation
import KeyboardSimulation
import TestSupport
import Testing

/// Insets of a keyboard that moves between the edges of the screen and away from them, and is interrupted.
@MainActor
struct EdgeContinuityTests: PhoneSuite {
    let center = NotificationCenter()
    let scheduler = ManualScheduler()
    let pool: KeyboardObserverPool

    init() {
        pool = KeyboardObserverPool(center: center, scheduler: scheduler)
    }

    /// The places of a keyboard on a screen of 800 × 800.
    private enum Place: CaseIterable {
        case docked, higher, bar, abovePanel, atTop, floating, split, below, above

        var frame: CGRect {
            switch self {
            case .docked: CGRect(x: 0, y: 595, width: 800, height: 205)
            case .higher: CGRect(x: 0, y: 500, width: 800, height: 300)
            case .bar: CGRect(x: 0, y: 756, width: 800, height: 44)
            case .abovePanel: CGRect(x: 0, y: 555, width: 800, height: 205)
            case .atTop: CGRect(x: 0, y: 0, width: 800, height: 205)
            case .floating: CGRect(x: 200, y: 350, width: 300, height: 200)
            case .split: CGRect(x: 0, y: 420, width: 800, height: 150)
            case .below: CGRect(x: 0, y: 800, width: 800, height: 205)
            case .above: CGRect(x: 0, y: -205, width: 800, height: 205)
            }
        }

        var kind: KeyboardEvent.Kind {
            switch self {
            case .below, .above, .bar: .willHide
            case .docked, .higher, .abovePanel, .atTop, .floating, .split: .willShow
            }
        }
    }

    private let square = CGRect(x: 0, y: 0, width: 800, height: 800)

    private func go(to place: Place, from begin: CGRect) {
        post(place.kind, from: begin, to: place.frame, duration: 0.3, curve: 3, bounds: square)
    }

    /// The times at which the second transition is interrupted, in milliseconds.
    private static let delays = RandomTestSize.isFull ? [0, 90, 200] : [90]
    /// The places at which a test begins; all places if the environment has `KEYBOARD_OBSERVATION_FULL`.
    private static let firstPlaces = RandomTestSize.isFull ? Array(Place.allCases) : [.docked, .floating]

    /// In one display frame, no inset changes by more than the largest step of a linear transition.
    ///
    /// This is also true if a transition interrupts another transition.
    @Test(arguments: KeyboardGeometry.UndockedPolicy.allCases)
    func anInterruptedTransitionMovesFrameByFrame(policy: KeyboardGeometry.UndockedPolicy) {
        for first in Self.firstPlaces {
            for second in Place.allCases {
                for third in Place.allCases {
                    for delay in Self.delays {
                        let worst = largestExcess([first, second, third], delay, policy)
                        #expect(worst <= 1, "\(first), \(second), \(third) after \(delay) ms")
                    }
                }
            }
        }
    }

    /// Returns by how much a change of an inset exceeds the largest step of the transition.
    private func largestExcess(
        _ places: [Place],
        _ delay: Int,
        _ policy: KeyboardGeometry.UndockedPolicy
    ) -> CGFloat {
        let pool = KeyboardObserverPool(center: center, scheduler: scheduler)
        let guide = KeyboardLayoutGuide(pool: pool)
        (guide.viewFrame, guide.geometry.undocked) = (square, policy)
        go(to: places[0], from: places[0].frame)
        scheduler.advance(by: .seconds(2))
        var last = (bottom: guide.bottomInset, top: guide.topInset)
        var worst: CGFloat = 0
        // The insets of a linear transition change by the same amount in each frame.
        func sample(_ limit: CGFloat) {
            let change = max(abs(guide.bottomInset - last.bottom), abs(guide.topInset - last.top))
            worst = max(worst, change - limit)
            last = (guide.bottomInset, guide.topInset)
        }
        func run(_ limit: CGFloat, for time: Int) {
            for _ in 0..<(time / 10) {
                scheduler.advance(by: .milliseconds(10))
                sample(limit)
            }
        }
        let rest = insetsAtRest(places, policy)
        // A display frame takes 16.7 ms.
        let limit = (rest.max() ?? 0) * 17 / 300
        go(to: places[1], from: places[0].frame)
        sample(0)
        run(limit, for: delay)
        go(to: places[2], from: places[1].frame)
        sample(delay == 0 ? 0 : limit)
        run(limit, for: 400)
        return worst
    }

    private func insetsAtRest(_ places: [Place], _ policy: KeyboardGeometry.UndockedPolicy) -> [CGFloat] {
        places.map { place in
            switch (place, policy) {
            case (.below, _), (.above, _), (.floating, .ignore), (.split, .ignore): 0
            case (.atTop, _): 205
            default: 800 - place.frame.minY
            }
        }
    }

    /// If a keyboard bounces beyond its end position, it does not cover more than at its end position.
    @Test func aReportedFrameBeyondTheEndOfATransitionCountsAsTheEnd() {
        let guide = makeGuide(viewFrame: square, undocked: .avoid)
        go(to: .atTop, from: Place.atTop.frame)
        advance(2_000)
        go(to: .docked, from: Place.atTop.frame)
        report(CGRect(x: 0, y: 500, width: 800, height: 205))
        #expect(guide.topInset > 0)
        #expect(guide.bottomInset > 0)
        report(CGRect(x: 0, y: 590, width: 800, height: 205))
        let almost = guide.bottomInset
        report(CGRect(x: 0, y: 650, width: 800, height: 205))
        #expect(guide.topInset == 0)
        #expect(guide.bottomInset == 150)
        #expect(almost > 190)
    }

    /// A keyboard that moves from the top to the bottom covers its visible frame.
    @Test func aKeyboardBetweenTwoEdgesOverlapsAViewInTheMiddle() throws {
        let view = CGRect(x: 0, y: 300, width: 800, height: 200)
        let follower = TransitionScreen(pool, viewFrame: view)
        go(to: .atTop, from: Place.atTop.frame)
        advance(2_000)
        follower.reset()
        go(to: .docked, from: Place.atTop.frame)
        report(CGRect(x: 0, y: 250, width: 800, height: 205))
        let overlap = try #require(follower.calls.last).overlap
        #expect(overlap == CGRect(x: 0, y: 300, width: 800, height: 155))
    }

    /// While a keyboard moves from an edge to a floating place, the overlap extends more and more below the keyboard.
    @Test func aFollowedKeyboardBetweenAnEdgeAndAFloatingPlaceExtendsByItsProgress() throws {
        let view = CGRect(x: 0, y: 100, width: 800, height: 600)
        let follower = TransitionScreen(pool, viewFrame: view, geometry: KeyboardGeometry(undocked: .follow))
        go(to: .atTop, from: Place.atTop.frame)
        advance(2_000)
        follower.reset()
        go(to: .floating, from: Place.atTop.frame)
        report(CGRect(x: 100, y: 175, width: 550, height: 200))
        let overlap = try #require(follower.calls.last).overlap
        // The overlap extends by half of the 325 points between the keyboard and the end of the view.
        #expect(overlap == CGRect(x: 100, y: 175, width: 550, height: 362.5))
    }

    @Test func aReportedFrameBeyondTheUpperEdgeCoversNothing() {
        let guide = makeGuide(viewFrame: square)
        go(to: .docked, from: Place.below.frame)
        advance(2_000)
        go(to: .atTop, from: Place.docked.frame)
        report(CGRect(x: 0, y: -210, width: 800, height: 205))
        #expect(guide.topInset == 0)
        report(CGRect(x: 0, y: -100, width: 800, height: 205))
        #expect(guide.topInset == 105)
        advance(3_000)
        #expect(guide.topInset == 205)
    }

    @Test func aReportedFrameBeyondTheEdgeCoversNothing() {
        let guide = makeGuide(viewFrame: square)
        post(.willShow, .didShow, from: Place.above.frame, to: Place.atTop.frame, bounds: square, wait: 2_000)
        post(.willHide, from: Place.atTop.frame, to: Place.above.frame, bounds: square, wait: 50)
        go(to: .docked, from: Place.below.frame)
        report(CGRect(x: 0, y: 805, width: 800, height: 205))
        #expect(guide.bottomInset == 0)
        report(CGRect(x: 0, y: 700, width: 800, height: 205))
        #expect(guide.bottomInset <= 100)
        advance(3_000)
        #expect(guide.bottomInset == 205)
    }
}
