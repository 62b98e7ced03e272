import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// View frames, keyboard frames, bounds, durations and curves that are invalid or extreme.
@MainActor
struct InvalidGeometryTests: PhoneSuite {
    let center = NotificationCenter()
    let scheduler = ManualScheduler()
    let pool: KeyboardObserverPool

    init() {
        pool = KeyboardObserverPool(center: center, scheduler: scheduler)
    }

    @Test(
        arguments: [
            CGRect(x: 0, y: 0, width: 393, height: CGFloat.nan),
            CGRect(x: CGFloat.nan, y: 0, width: 393, height: 852),
            CGRect(x: 0, y: CGFloat.nan, width: CGFloat.nan, height: 852),
            CGRect(x: 0, y: 0, width: 393, height: CGFloat.infinity),
            CGRect(x: -1e308, y: -1e308, width: 1.7e308, height: 1.7e308),
            CGRect(x: 0, y: 852, width: 393, height: -852),
            .infinite, .null,
        ],
        KeyboardGeometry.UndockedPolicy.allCases
    )
    func invalidViewFramesHaveFiniteInsets(viewFrame: CGRect, policy: KeyboardGeometry.UndockedPolicy) {
        for bounds in [nil, screen] {
            let guide = makeGuide(viewFrame: viewFrame, undocked: policy)
            let follower = TransitionScreen(
                pool,
                viewFrame: viewFrame,
                geometry: KeyboardGeometry(undocked: policy)
            )
            expectFiniteInsets(guide)
            post(.willShow, from: offScreen, to: docked, bounds: bounds)
            expectFiniteInsets(guide, frames: 100)
            post(.didShow, from: offScreen, to: docked, bounds: bounds)
            post(.willChangeFrame, from: docked, to: floating, bounds: bounds)
            expectFiniteInsets(guide, frames: 100)
            post(.willHide, from: docked, to: offScreen, bounds: bounds, wait: 3_000)
            expectFiniteInsets(guide)
            #expect(follower.isFinite)
        }
    }

    private func expectFiniteInsets(
        _ guide: KeyboardLayoutGuide,
        frames: Int = 0,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for frame in 0...frames {
            if frame > 0 { advance(16) }
            let areFinite = guide.bottomInset.isFinite && guide.topInset.isFinite
            #expect(areFinite, "frame \(frame)", sourceLocation: sourceLocation)
        }
    }

    @Test func framesOfNegativeSizeAreStandardized() {
        let guide = makeGuide()
        let negative = CGRect(x: 393, y: 852, width: -393, height: -336)
        var lastInset = guide.bottomInset
        var largestStep: CGFloat = 0
        guide.onChange = { inset in
            largestStep = max(largestStep, abs(inset - lastInset))
            lastInset = inset
        }
        post(.willShow, from: offScreen, to: negative, bounds: screen, wait: 3_000)
        #expect(guide.bottomInset == 336)
        #expect(largestStep < 60)
        largestStep = 0
        post(.willHide, from: negative, to: negative.offsetBy(dx: 0, dy: 336), bounds: screen, wait: 3_000)
        #expect(guide.bottomInset == 0)
        #expect(largestStep < 60)
    }

    @Test(arguments: [nil, 0, 1e-300, 0.001, 1e300], [nil, 0, 1, 2, 3, 4, 5, 6, 7, 8, UInt.max])
    func anyDurationAndCurveEnd(duration: Double?, curve: UInt?) {
        let guide = makeGuide()
        let follower = TransitionScreen(pool)
        for isShow in [true, false, true] {
            let verb = isShow ? KeyboardEvent.Kind.willShow : .willHide
            let (begin, end) = isShow ? (offScreen, docked) : (docked, offScreen)
            post(.willChangeFrame, verb, from: begin, to: end, duration: duration, curve: curve, wait: 60)
        }
        advance(20_000)
        #expect(guide.bottomInset == 336)
        #expect(follower.isComplete)
        #expect(follower.isFinite)
        #expect(pool.keyboard.phase == .shown)
        #expect(pool.keyboard.transition == nil)
    }

    @Test(arguments: [
        CGRect.zero, .null, .infinite,
        CGRect(x: 0, y: 0, width: 1e-300, height: 1e-300),
        CGRect(x: 0, y: 0, width: 0.5, height: 0.5),
        CGRect(x: 0, y: 0, width: CGFloat.nan, height: 1),
        CGRect(x: 393, y: 852, width: -393, height: -852),
        CGRect(x: -1e9, y: -1e9, width: 1e9, height: 1e9),
        CGRect(x: 1e9, y: 1e9, width: 0, height: 0),
    ])
    func invalidScreenBoundsHaveNoLastingEffect(invalid: CGRect) {
        let guide = makeGuide()
        let follower = TransitionScreen(pool)
        for bounds in [invalid, screen, invalid, nil, invalid] {
            post(.willChangeFrame, .willShow, from: offScreen, to: docked, bounds: bounds, wait: 60)
            post(.willHide, from: docked, to: offScreen, bounds: invalid, wait: 60)
            post(.willShow, bounds: bounds, wait: 60)
            post(.didShow, bounds: invalid, wait: 3_000)
            #expect(guide.bottomInset.isFinite)
            #expect(follower.isComplete)
            #expect(follower.isFinite)
            #expect(pool.keyboard.transition == nil)
            post(.willHide, bounds: bounds, wait: 60)
            post(.didHide, bounds: invalid, wait: 3_000)
            #expect(guide.bottomInset == 0)
            #expect(follower.isComplete)
        }
    }
}
