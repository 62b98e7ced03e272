import Foundation
import Testing

@testable import LinuxKeyboards

/// The monitors and the free area, without a display.
struct DesktopTests {
    private static let left = CGRect(x: 0, y: 0, width: 1_000, height: 800)

    @Test(
        arguments: [
            (CGRect(x: 1_000, y: 0, width: 1_000, height: 800), CGRect(x: 1_200, y: 900, width: 600, height: 200)),
            (CGRect(x: 0, y: 800, width: 1_000, height: 800), CGRect(x: 1_100, y: 1_200, width: 300, height: 200)),
        ]
    )
    func aFrameOffScreenBelongsToTheNearestMonitor(second: CGRect, frame: CGRect) {
        let desktop = Desktop(monitors: [.init(frame: Self.left, isPrimary: true), .init(frame: second)])
        #expect(desktop.monitor(of: frame).frame == second)
    }

    @Test func aFrameOnTwoMonitorsBelongsToTheOneWithTheLargerPart() {
        let right = CGRect(x: 1_000, y: 0, width: 1_000, height: 800)
        let desktop = Desktop(monitors: [.init(frame: Self.left, isPrimary: true), .init(frame: right)])
        #expect(desktop.monitor(of: CGRect(x: 800, y: 600, width: 600, height: 200)).frame == right)
        #expect(desktop.monitor(of: CGRect(x: 600, y: 600, width: 600, height: 200)).frame == Self.left)
    }

    /// The work area is that of the primary monitor.
    @Test func aKeyboardOnASecondMonitorIsDockedAtTheEdgeOfTheMonitor() throws {
        let right = CGRect(x: 1_000, y: 0, width: 1_000, height: 800)
        let desktop = Desktop(
            monitors: [.init(frame: Self.left, isPrimary: true), .init(frame: right)],
            workArea: CGRect(x: 0, y: 0, width: 2_000, height: 760)
        )
        let hidden = CGRect(x: 1_000, y: 810, width: 1_000, height: 200)
        let dock = try #require(desktop.dock(hidingIn: hidden, clearance: 10))
        #expect(dock.shown == CGRect(x: 1_000, y: 600, width: 1_000, height: 200))
    }
}
