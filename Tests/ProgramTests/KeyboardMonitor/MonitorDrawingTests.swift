#if DEBUG
    import Foundation
    import KeyboardObservation
    import TerminalToolkit
    import Testing

    @testable import keyboard_monitor

    struct MonitorDrawingTests {
        private func drawing(_ screen: CGRect?, covered: CGRect = .zero) -> MonitorDrawing {
            MonitorDrawing(title: "a keyboard", screen: screen, covered: covered, keys: "q leave")
        }

        @Test func theScreenKeepsItsAspectBesideThePanel() {
            let screen = CGRect(x: 0, y: 0, width: 800, height: 400)
            let covered = CGRect(x: 0, y: 200, width: 800, height: 200)
            let lines = drawing(screen, covered: covered).grid(columns: 84, rows: 24).lines
            #expect(lines[0].hasPrefix("┌" + String(repeating: "─", count: 40) + "┐  a keyboard"))
            #expect(lines[6].hasPrefix("│┌"))
            #expect(lines[7].hasPrefix("││░░"))
            #expect(lines[10].hasPrefix("│└"))
            #expect(lines[11] == "└" + String(repeating: "─", count: 40) + "┘")
            #expect(lines[4].hasSuffix("overlap 0,200 800×200"))
            #expect(lines[23] == "q leave")
        }

        @Test func aNarrowTerminalHasThePanelBelow() {
            let screen = CGRect(x: 0, y: 0, width: 400, height: 800)
            let lines = drawing(screen).grid(columns: 40, rows: 24).lines
            #expect(lines[0] == "┌──────────┐")
            #expect(lines[11] == "└──────────┘")
            #expect(lines[12] == "a keyboard")
            #expect(lines[13] == "unknown, offScreen")
        }

        @Test func aScreenBesideAnotherIsDrawnFromItsOrigin() {
            let screen = CGRect(x: 1_920, y: 100, width: 800, height: 400)
            let covered = CGRect(x: 1_920, y: 100, width: 400, height: 200)
            let lines = drawing(screen, covered: covered).grid(columns: 84, rows: 24).lines
            #expect(lines[1].hasPrefix("│┌" + String(repeating: "─", count: 18) + "┐ "))
            #expect(lines[5].hasPrefix("│└" + String(repeating: "─", count: 18) + "┘ "))
        }

        @Test func aLowBarAtTheBottomIsOneRow() {
            let screen = CGRect(x: 0, y: 0, width: 800, height: 400)
            let covered = CGRect(x: 0, y: 399, width: 800, height: 1)
            let lines = drawing(screen, covered: covered).grid(columns: 84, rows: 24).lines
            #expect(lines[10].hasPrefix("│░░"))
            #expect(!lines[9].contains("░"))
        }

        @Test(arguments: [
            nil, CGRect.zero, CGRect(x: 0, y: 0, width: 1e-300, height: 1e300),
            CGRect(origin: .zero, size: CGSize(width: CGFloat.leastNonzeroMagnitude, height: .leastNonzeroMagnitude)),
            CGRect(x: -1e9, y: 1e9, width: 1e9, height: 1),
            CGRect(x: 0, y: 0, width: 1, height: 1e9),
        ])
        func noScreenAndNoTerminalIsTooStrange(screen: CGRect?) {
            let keyboards = [
                CGRect.zero, CGRect(x: -1e9, y: -1e9, width: 2e9, height: 2e9),
                CGRect(x: 0, y: 0, width: 1e-9, height: 1e9),
            ]
            for covered in keyboards {
                for (columns, rows) in [(0, 0), (1, 1), (39, 12), (40, 12), (75, 13), (76, 12), (500, 200)] {
                    let grid = drawing(screen, covered: covered).grid(columns: columns, rows: rows)
                    #expect((grid.columns, grid.rows) == (columns, rows))
                    let isTooSmall = columns < 40 || rows < 12
                    #expect((grid.lines.last == "q leave") == !isTooSmall, "\(columns)×\(rows)")
                }
            }
        }

        @Test func aNoticeStandsAboveTheKeys() {
            var drawing = drawing(CGRect(x: 0, y: 0, width: 800, height: 400))
            drawing.notice = KeyboardSourceStatus.unavailable(.notRunning(keyboard: "Onboard")).notice
            for columns in [70, 84] {
                let lines = drawing.grid(columns: columns, rows: 24).lines
                #expect(lines[22] == "Onboard is not running: start it, or install the package onboard")
                #expect(lines[23] == "q leave")
            }
        }

        @Test func aStatusIsOneLineWithoutControlCharacters() {
            #expect(KeyboardSourceStatus.available.notice == nil)
            #expect(KeyboardSourceStatus.connecting.notice == "the keyboard source is connecting")
            let reasons: [KeyboardSourceError] = [
                .notRunning(keyboard: "\u{1B}[2J\n"), .notConnected(service: "\u{1B}[2J", reason: "\u{202E}\n"),
            ]
            for reason in reasons {
                let notice = KeyboardSourceStatus.unavailable(reason).notice ?? "\n"
                #expect(!notice.contains { $0.isNewline || $0.isControl }, "\(notice)")
            }
        }

        @Test func thePanelShowsTheLastEvents() {
            var drawing = drawing(CGRect(x: 0, y: 0, width: 800, height: 400))
            drawing.keyboard = KeyboardState(
                phase: .shown,
                placement: .floating,
                frame: CGRect(x: 1, y: 2, width: 3, height: 4)
            )
            drawing.events = (0..<50).map { number in
                MonitoredEvent(
                    kind: .willShow,
                    time: .seconds(number),
                    info: Notification.KeyboardInfo(),
                    placement: .docked
                )
            }
            let lines = drawing.grid(columns: 84, rows: 24).lines
            #expect(lines[1].hasSuffix("  shown, floating"))
            #expect(lines[3].hasSuffix("  frame   1,2 3×4"))
            #expect(lines[7].hasSuffix("34.000 willShow        no frame"))
            #expect(lines[22].hasSuffix("49.000 willShow        no frame"))
        }
    }
#endif
