import Foundation

/// The area that the compositor gives to the app, and that the app reports.
@MainActor
final class UsableArea {
    /// In this range, the rounding error of a sum of coordinates is less than a point.
    private static let coordinates: ClosedRange<CGFloat> = -1e9...1e9

    private(set) var reported: CGRect?
    /// The area while the keyboard is hidden.
    private(set) var full: CGRect?
    private(set) var isFullScreen = false
    /// Whether the latest report has an area that the keyboard can make smaller.
    ///
    /// A full-screen window or a floating window keeps its size when the keyboard appears.
    private(set) var isCurrent = false

    init() {}

    init(_ other: UsableArea) {
        (reported, full) = (other.reported, other.full)
        (isFullScreen, isCurrent) = (other.isFullScreen, other.isCurrent)
    }

    static func isValid(_ area: CGRect) -> Bool {
        area.width > 0 && area.height > 0
            && [area.minX, area.minY, area.maxX, area.maxY].allSatisfy(coordinates.contains)
    }

    /// Pass `false` for `isKeyboardVisible` only if the keyboard is certainly hidden.
    ///
    /// Pass `nil` for `area` if the app's window does not fill the usable area.
    func report(_ area: CGRect?, isKeyboardVisible: Bool, isFullScreen: Bool = false) {
        self.isFullScreen = isFullScreen
        isCurrent = area != nil && !isFullScreen
        guard let area, isCurrent else { return }
        reported = area
        guard let full else {
            self.full = area
            return
        }
        var height = max(full.maxY, area.maxY) - area.minY
        if area.minX != full.minX || area.width != full.width {
            height = isKeyboardVisible ? Self.fullHeight(of: area, after: full) : area.height
        }
        self.full = CGRect(x: area.minX, y: area.minY, width: area.width, height: height)
    }

    /// Estimates the full height if the width of the area changes while the keyboard is visible.
    ///
    /// The app cannot report the full height then.
    private static func fullHeight(of area: CGRect, after full: CGRect) -> CGFloat {
        // A rotation keeps the sum of width and height. A change of the scale keeps the ratio of width and height.
        let heights = [full.width + full.height - area.width, full.height * area.width / full.width]
        return heights.filter { $0 >= area.height }.min() ?? area.height
    }

    func keyboardDoesNotReduceArea() {
        full = reported
    }

    var keyboardFrame: CGRect? {
        guard isCurrent, let reported, let full, reported.maxY < full.maxY else { return nil }
        return CGRect(x: full.minX, y: reported.maxY, width: full.width, height: full.maxY - reported.maxY)
    }
}
