import Foundation
import Testing

@testable import LinuxKeyboards

/// The docks of keyboards on several monitors.
@MainActor
struct DesktopTests {
    private let below = CGRect(x: 0, y: 810, width: 1_280, height: 205)
    private let docked = CGRect(x: 0, y: 595, width: 1_280, height: 205)

    /// The work area is one rectangle for all monitors, and its panel is on the primary one.
    @Test func aPanelOfThePrimaryMonitorMovesNoKeyboardOfAnother() {
        let primary = StatedWindow.screen
        let second = primary.offsetBy(dx: primary.width, dy: 0)
        var workArea = primary.union(second)
        workArea.size.height -= 40
        let desktop = Desktop(
            monitors: [.init(frame: primary, isPrimary: true), .init(frame: second)],
            workArea: workArea
        )
        func shown(at bottom: CGFloat, of monitor: CGRect) -> CGRect? {
            let frame = CGRect(x: monitor.minX, y: bottom - 205, width: monitor.width, height: 205)
            return desktop.dock(showing: frame, clearance: 10)?.shown
        }
        #expect(shown(at: second.maxY, of: second)?.maxY == second.maxY)
        #expect(shown(at: primary.maxY, of: primary)?.maxY == primary.maxY - 40)
    }

    /// The work area reaches over two monitors of different heights, or leaves the primary one out.
    @Test func theFreeAreaOfAMonitorIsWithinIt() {
        let second = CGRect(x: 1_280, y: 0, width: 1_920, height: 1_080)
        for workArea in [CGRect(x: 0, y: 30, width: 3_200, height: 1_050), second] {
            let desktop = Desktop(
                monitors: [.init(frame: StatedWindow.screen, isPrimary: true), .init(frame: second)],
                workArea: workArea
            )
            #expect(desktop.dock(showing: docked, clearance: 10)?.shown == docked)
            #expect(desktop.dock(hidingIn: below, clearance: 10)?.shown == docked)
            let top = CGRect(x: 0, y: workArea == second ? 0 : 30, width: 1_280, height: 205)
            #expect(desktop.dock(showing: top, clearance: 10)?.shown == top)
        }
    }
}
