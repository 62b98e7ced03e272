import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// The state after each recorded trace of UIKit's keyboard.
@MainActor
struct RecordedTracesStateTests {
    /// The expected state right after the last event of a trace, and at rest.
    struct Expectation: Sendable, CustomTestStringConvertible {
        let id: String
        /// The bounds of the screen in the trace, which the test can set as the fallback bounds.
        let screen: CGRect
        /// The phase right after the last event.
        let phase: KeyboardState.Phase
        /// The phase at rest.
        let restPhase: KeyboardState.Phase
        /// The placement, right after the last event and at rest.
        let placement: KeyboardState.Placement
        let frame: CGRect?
        /// The placement and the frame at rest, if they differ from the values above.
        var restPlacement: KeyboardState.Placement?
        /// The placement with fallback bounds, if it differs from that without bounds.
        var placementInBounds: KeyboardState.Placement?
        var isHealed = false

        var testDescription: String { id }
    }

    private nonisolated static func row(
        _ id: String,
        on screen: (width: CGFloat, height: CGFloat),
        _ phase: KeyboardState.Phase,
        then restPhase: KeyboardState.Phase,
        _ placement: KeyboardState.Placement,
        _ frame: (x: CGFloat, y: CGFloat, width: CGFloat, height: CGFloat)? = nil,
        atRest restPlacement: KeyboardState.Placement? = nil,
        inBounds placementInBounds: KeyboardState.Placement? = nil,
        isHealed: Bool = false
    ) -> Expectation {
        Expectation(
            id: id,
            screen: CGRect(x: 0, y: 0, width: screen.width, height: screen.height),
            phase: phase,
            restPhase: restPhase,
            placement: placement,
            frame: frame.map { CGRect(x: $0.x, y: $0.y, width: $0.width, height: $0.height) },
            restPlacement: restPlacement,
            placementInBounds: placementInBounds,
            isHealed: isHealed
        )
    }

    /// The row of a trace that ends with its *will*.
    ///
    /// The keyboard is at rest when the pool has inferred the end of the transition.
    private nonisolated static func heals(
        _ id: String,
        on screen: (width: CGFloat, height: CGFloat),
        from phase: KeyboardState.Phase = .appearing,
        _ frame: (x: CGFloat, y: CGFloat, width: CGFloat, height: CGFloat)? = nil
    ) -> Expectation {
        let isShow = phase == .appearing
        return row(
            id,
            on: screen,
            phase,
            then: isShow ? .shown : .hidden,
            isShow ? .docked : .offScreen,
            frame,
            isHealed: true
        )
    }

    private nonisolated static let rows: [Expectation] = [
        // Before iOS 8, frames are in the coordinates of the upright screen. On a turned screen, the keyboard is
        // therefore at the side, where a keyboard that is narrower than half of the screen floats.
        row(
            "omni-show-landscape",
            on: (768, 1_024),
            .shown,
            then: .shown,
            .docked,
            (0, 0, 352, 1_024),
            inBounds: .floating
        ),
        row("omni-rotate-landscape-to-portrait", on: (768, 1_024), .shown, then: .shown, .docked, (0, 760, 768, 264)),
        // If a hardware keyboard is attached, no event is posted.
        row("omni-hardware-keyboard", on: (768, 1_024), .unknown, then: .unknown, .offScreen),
        heals("iphonex-show-hide", on: (375, 812), from: .disappearing),
        heals("modal-viewWillAppear-duration-0.4-hide-zero-height", on: (375, 667), from: .disappearing),
        row("ipad-zero-then-398", on: (1_024, 768), .shown, then: .shown, .docked, (0, 370, 1_024, 398)),
        heals("414x896-show-begin-height-54", on: (414, 896), (0, 595, 414, 301)),
        heals("414x896-show-346", on: (414, 896), (0, 550, 414, 346)),
        heals("ios7-curve7", on: (320, 480), (0, 264, 320, 216)),
        heals("ios6-curve0", on: (320, 568), (0, 352, 320, 216)),
        // A *will* without an end frame changes nothing.
        row("ipad-undock-drag", on: (768, 1_024), .unknown, then: .unknown, .offScreen),
        heals("grow-instant-216-254", on: (320, 568), (0, 314, 320, 254)),
        // The *will* of the hide is not in the trace. The pool accepts the *did* of the hide when the *did* of the show
        // is overdue.
        row(
            "grow-animated-216-253-then-didhide",
            on: (320, 568),
            .appearing,
            then: .hidden,
            .docked,
            (0, 315, 320, 253),
            atRest: .offScreen
        ),
        heals("modal-present-0.4-fullscreen-offset", on: (320, 568), (0, 352, 320, 216)),
        heals("show-0.4-375", on: (375, 667), (0, 451, 375, 216)),
        heals("begin-height-differs-216-258", on: (375, 667), (0, 409, 375, 258)),
        row("show-258-didshow", on: (375, 667), .shown, then: .shown, .docked, (0, 409, 375, 258)),
        row("show-271-plus", on: (414, 736), .shown, then: .shown, .docked, (0, 465, 414, 271)),
        heals("show-226-plus-no-quicktype", on: (414, 736), (0, 510, 414, 226)),
        heals("show-380-accessory-x", on: (375, 812), (0, 432, 375, 380)),
        // These traces have no frames.
        row("rnkc-secure-text-291-336", on: (393, 852), .shown, then: .shown, .docked),
        row("rnkc-instant-hide", on: (390, 844), .hidden, then: .hidden, .offScreen),
        row("rnkc-alert-ios16.5", on: (390, 844), .hidden, then: .hidden, .offScreen),
        heals("ios8-thirdparty-apple", on: (320, 568)),
    ]

    /// The bounds that the pool is given.
    enum Bounds: String, CaseIterable, Sendable {
        case fallback, none
    }

    @Test func theTableHasEachTraceOnce() throws {
        #expect(try RecordedTrace.all().map(\.id).sorted() == Self.rows.map(\.id).sorted())
    }

    @Test(arguments: rows, Bounds.allCases)
    func theStateAfterEachTraceIsThatOfTheTable(row: Expectation, bounds: Bounds) throws {
        let trace = try #require(try RecordedTrace.all().first { $0.id == row.id })
        let center = NotificationCenter()
        let scheduler = ManualScheduler()
        let pool = KeyboardObserverPool(center: center, scheduler: scheduler)
        if bounds == .fallback { pool.fallbackScreenBounds = row.screen }
        pool.listen()
        for (event, time) in zip(trace.events, trace.times) {
            scheduler.advance(by: time - scheduler.now)
            center.post(name: Notification.Name(event.name), object: nil, userInfo: event.payload)
        }
        let placement = bounds == .fallback ? row.placementInBounds ?? row.placement : row.placement
        #expect(pool.keyboard.phase == row.phase)
        #expect(pool.keyboard.placement == placement)
        #expect(pool.keyboard.frame == row.frame)
        #expect(!pool.keyboard.isHealed)
        scheduler.advance(by: .seconds(2))
        #expect(pool.keyboard.phase == row.restPhase)
        #expect(pool.keyboard.placement == row.restPlacement ?? placement)
        #expect(pool.keyboard.frame == (row.restPlacement == .offScreen ? nil : row.frame))
        #expect(pool.keyboard.isHealed == row.isHealed)
        #expect(pool.keyboard.transition == nil)
        #expect(pool.keyboard.screenBounds == (bounds == .fallback ? row.screen : nil))
    }
}

/// A trace of `KeyboardSimulationTests/Traces/uikit.json`.
private struct RecordedTrace: Decodable {
    struct Event: Decodable {
        var name: String
        var frameBegin: [CGFloat]?
        var frameEnd: [CGFloat]?
        var duration: Double?
        var curve: UInt?
        var isLocal: Int?
        /// Seconds since the trace's first event.
        var time: Double?

        var isDid: Bool { name.contains("Did") }

        var payload: [AnyHashable: Any] {
            var payload: [AnyHashable: Any] = [:]
            payload[KeyboardUserInfoKey.frameBegin] = frameBegin.map(Self.frame)
            payload[KeyboardUserInfoKey.frameEnd] = frameEnd.map(Self.frame)
            payload[KeyboardUserInfoKey.animationDuration] = duration
            payload[KeyboardUserInfoKey.animationCurve] = curve
            payload[KeyboardUserInfoKey.isLocal] = isLocal
            return payload
        }

        private static func frame(_ numbers: [CGFloat]) -> CGRect {
            CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        }
    }

    var id: String
    var events: [Event]

    /// The times at which the events are posted.
    ///
    /// An event with a recorded time is posted at this time. Otherwise, a *did* is posted 0.25 s after its *will*, the
    /// halves of a pair are 3 ms apart, and other events are 1 s apart.
    var times: [Duration] {
        var times: [Duration] = []
        var last: Event?
        for event in events {
            if let time = event.time {
                times.append(.microseconds(Int64((time * 1e6).rounded())))
            } else if let last {
                let isPair = last.isDid == event.isDid && last.frameEnd == event.frameEnd
                let isDidOfLast = event.isDid && !last.isDid
                let pause = isDidOfLast ? 250 : isPair ? 3 : 1_000
                times.append((times.last ?? .zero) + .milliseconds(pause))
            } else {
                times.append(.zero)
            }
            last = event
        }
        return times
    }

    static func all() throws -> [RecordedTrace] {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../KeyboardSimulationTests/Traces/uikit.json")
        return try JSONDecoder().decode([RecordedTrace].self, from: Data(contentsOf: file))
    }
}
