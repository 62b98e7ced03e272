import Foundation
import Testing

@testable import LinuxKeyboards

/// The places of docked keyboards on several monitors.
@MainActor
struct MonitorLayoutTests {
    private let below = CGRect(x: 0, y: 810, width: 1_280, height: 205)
    private let docked = CGRect(x: 0, y: 595, width: 1_280, height: 205)

    private func layout(_ primary: CGRect, _ second: CGRect, workArea: CGRect? = nil) -> MonitorLayout {
        MonitorLayout(monitors: [.init(frame: primary, isPrimary: true), .init(frame: second)], workArea: workArea)
    }

    /// The work area is one rectangle for all monitors.
    ///
    /// The panel that reduces it is on the primary monitor.
    @Test func aPanelOfThePrimaryMonitorMovesNoKeyboardOfAnother() {
        let primary = StatedWindow.screen
        let second = primary.offsetBy(dx: primary.width, dy: 0)
        var workArea = primary.union(second)
        workArea.size.height -= 40
        let desktop = layout(primary, second, workArea: workArea)
        func shown(at bottom: CGFloat, of monitor: CGRect) -> CGRect? {
            let frame = CGRect(x: monitor.minX, y: bottom - 205, width: monitor.width, height: 205)
            return desktop.dock(showing: frame, clearance: 10)?.shown
        }
        #expect(shown(at: second.maxY, of: second)?.maxY == second.maxY)
        #expect(shown(at: primary.maxY, of: primary)?.maxY == primary.maxY - 40)
    }

    /// The work area covers two monitors of different heights, or only the second monitor.
    @Test func theFreeAreaOfAMonitorIsWithinIt() {
        let second = CGRect(x: 1_280, y: 0, width: 1_920, height: 1_080)
        for workArea in [CGRect(x: 0, y: 30, width: 3_200, height: 1_050), second] {
            let desktop = layout(StatedWindow.screen, second, workArea: workArea)
            #expect(desktop.dock(showing: docked, clearance: 10)?.shown == docked)
            #expect(desktop.dock(hidingIn: below, clearance: 10)?.shown == docked)
            let top = CGRect(x: 0, y: workArea == second ? 0 : 30, width: 1_280, height: 205)
            #expect(desktop.dock(showing: top, clearance: 10)?.shown == top)
        }
    }

    @Test func aNarrowKeyboardThatStandsOnAPanelIsDocked() {
        var workArea = StatedWindow.screen
        workArea.size.height -= 40
        let desktop = MonitorLayout(monitors: [.init(frame: StatedWindow.screen, isPrimary: true)], workArea: workArea)
        let frame = CGRect(x: 320, y: workArea.maxY - 205, width: 640, height: 205)
        #expect(desktop.dock(showing: frame, clearance: 10)?.shown == frame)
        #expect(desktop.dock(showing: frame.offsetBy(dx: 0, dy: -20), clearance: 10) == nil)
    }

    @Test(
        arguments: [
            CGRect(x: 0, y: 0, width: 300, height: 800), CGRect(x: 980, y: 595, width: 300, height: 205),
            CGRect(x: 490, y: 0, width: 300, height: 800), CGRect(x: 321, y: 595, width: 638, height: 205),
        ]
    )
    func aKeyboardAtTheSideOrNarrowerThanHalfTheMonitorIsNotDocked(frame: CGRect) {
        let desktop = MonitorLayout(monitors: [.init(frame: StatedWindow.screen, isPrimary: true)])
        #expect(desktop.dock(showing: frame, clearance: 10) == nil)
    }

    private static let left = CGRect(x: 0, y: 0, width: 1_000, height: 800)
    private static let right = left.offsetBy(dx: 1_000, dy: 0)

    @Test(
        arguments: [
            (CGRect(x: 1_000, y: 0, width: 1_000, height: 800), CGRect(x: 1_200, y: 900, width: 600, height: 200)),
            (CGRect(x: 0, y: 800, width: 1_000, height: 800), CGRect(x: 1_100, y: 1_200, width: 300, height: 200)),
        ]
    )
    func aFrameOffScreenBelongsToTheNearestMonitor(second: CGRect, frame: CGRect) {
        let desktop = layout(Self.left, second)
        #expect(desktop.monitor(of: frame).frame == second)
    }

    @Test func aFrameOnTwoMonitorsBelongsToTheOneWithTheLargerPart() {
        let desktop = layout(Self.left, Self.right)
        #expect(desktop.monitor(of: CGRect(x: 800, y: 600, width: 600, height: 200)).frame == Self.right)
        #expect(desktop.monitor(of: CGRect(x: 600, y: 600, width: 600, height: 200)).frame == Self.left)
    }

    /// The work area applies only to the primary monitor.
    @Test func aKeyboardOnASecondMonitorIsDockedAtTheEdgeOfTheMonitor() throws {
        let desktop = layout(Self.left, Self.right, workArea: CGRect(x: 0, y: 0, width: 2_000, height: 760))
        let hidden = CGRect(x: 1_000, y: 810, width: 1_000, height: 200)
        let dock = try #require(desktop.dock(hidingIn: hidden, clearance: 10))
        #expect(dock.shown == CGRect(x: 1_000, y: 600, width: 1_000, height: 200))
    }
}
