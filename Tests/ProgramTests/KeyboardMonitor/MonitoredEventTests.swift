#if DEBUG
    import Foundation
    import KeyboardObservation
    import Testing

    @testable import keyboard_monitor

    struct MonitoredEventTests {
        private let complete = MonitoredEvent(
            kind: .willShow,
            time: .microseconds(1_250_500),
            info: Notification.KeyboardInfo(
                frameBegin: CGRect(x: 0, y: 800, width: 1_280, height: 205),
                frameEnd: CGRect(x: 0, y: 595.5, width: 1_280, height: 204.5),
                animationDuration: 0.25,
                animationCurve: 7,
                screenBounds: CGRect(x: 0, y: 0, width: 1_280, height: 800)
            ),
            placement: .docked
        )
        private let empty = MonitoredEvent(
            kind: .didHide,
            time: .zero,
            info: Notification.KeyboardInfo(),
            placement: .offScreen
        )

        @Test func aLineHasTheFramesTheDurationAndThePlacement() {
            #expect(complete.line == "  1.250 willShow        0,800 1280×205 → 0,595.5 1280×204.5  0.25 s  docked")
            #expect(complete.shortLine == "  1.250 willShow        0,595.5 1280×204.5")
            #expect(empty.line == "  0.000 didHide         no frame  offScreen")
        }

        @Test func anObjectHasTheValuesThatTheEventReports() {
            #expect(
                complete.json == """
                    {"kind": "willShow", "time": 1.250500, "frameBegin": [0, 800, 1280, 205], \
                    "frameEnd": [0, 595.5, 1280, 204.5], "duration": 0.25, "curve": 7, \
                    "screen": [0, 0, 1280, 800], "placement": "docked"}
                    """
            )
            // A time with an exponent would be valid JSON, but it would be hard to read in a list of times.
            let early = MonitoredEvent(kind: .didHide, time: .microseconds(73), info: .init(), placement: .offScreen)
            #expect(early.json.contains(#""time": 0.000073,"#))
            #expect(empty.json == #"{"kind": "didHide", "time": 0.000000, "placement": "offScreen"}"#)
        }

        @Test func anEventReportsWhetherTheKeyboardIsObscured() {
            var event = empty
            event.info.isObscured = true
            #expect(event.line == "  0.000 didHide         no frame  offScreen, obscured")
            #expect(event.json == #"{"kind": "didHide", "time": 0.000000, "obscured": true, "placement": "offScreen"}"#)
            event.info.isObscured = false
            #expect(event.line == empty.line && event.json.contains(#""obscured": false"#))
        }

        @Test func aFrameInMotionIsAnObjectOfItsOwnKind() {
            var motion = empty
            (motion.kind, motion.info.frameEnd) = (nil, CGRect(x: 1, y: 2, width: 3, height: 4))
            motion.time = .nanoseconds(20_000_400)
            #expect(
                motion.json
                    == #"{"kind": "frameInMotion", "time": 0.020000, "frame": [1, 2, 3, 4], "placement": "offScreen"}"#
            )
        }

        @Test func numbersOfAnySizeAreValidJSON() throws {
            var event = empty
            event.info.frameEnd = CGRect(x: -1e9, y: 1e-9, width: 1e9, height: CGFloat.leastNonzeroMagnitude)
            event.info.animationDuration = .greatestFiniteMagnitude
            event.info.animationCurve = .max
            let object = try JSONSerialization.jsonObject(with: Data(event.json.utf8)) as? [String: Any]
            #expect(
                (object?["frameEnd"] as? [NSNumber])?.map(\.doubleValue) == [-1e9, 1e-9, 1e9, .leastNonzeroMagnitude]
            )
            #expect((object?["duration"] as? NSNumber)?.doubleValue == .greatestFiniteMagnitude)
        }
    }
#endif
