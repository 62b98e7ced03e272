import Foundation

/// The area that the compositor gives to the app.
///
/// The app reports this area. The full area is the area that the app reported while the keyboard was hidden.
@MainActor
final class UsableArea {
    /// The range of valid coordinates.
    ///
    /// In this range, the rounding error of a sum of coordinates is less than a point.
    private static let coordinates: ClosedRange<CGFloat> = -1e9...1e9

    /// The area that the app has reported most recently, in points; `nil` before the first report.
    private(set) var reported: CGRect?
    /// The area while the keyboard is hidden; `nil` before the first report.
    private(set) var full: CGRect?
    /// Whether the app's window is full screen.
    private(set) var isFullScreen = false
    /// Whether the latest report has an area that the keyboard can make smaller.
    ///
    /// A full-screen window or a floating window keeps its size when the keyboard appears.
    private(set) var isCurrent = false

    init() {}

    /// Creates a copy.
    init(_ other: UsableArea) {
        (reported, full) = (other.reported, other.full)
        (isFullScreen, isCurrent) = (other.isFullScreen, other.isCurrent)
    }

    /// Returns whether an area is not empty and has valid coordinates.
    static func isValid(_ area: CGRect) -> Bool {
        area.width > 0 && area.height > 0
            && [area.minX, area.minY, area.maxX, area.maxY].allSatisfy(coordinates.contains)
    }

    /// Records a report of the app.
    ///
    /// - Parameters:
    ///   - area: A valid area; `nil` if the app's window does not fill the usable area.
    ///   - isKeyboardVisible: Pass `false` only if the keyboard is certainly hidden. A visible keyboard makes the area
    ///     smaller.
    ///   - isFullScreen: Whether the app's window is full screen. The area of a full-screen window is not recorded.
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

    /// Estimates the height that the area has while the keyboard is hidden.
    ///
    /// If the width of the area changes while the keyboard is visible, the app cannot report the full height.
    private static func fullHeight(of area: CGRect, after full: CGRect) -> CGFloat {
        // A rotation keeps the sum of width and height. A change of the scale keeps the ratio of width and height.
        let heights = [full.width + full.height - area.width, full.height * area.width / full.width]
        return heights.filter { $0 >= area.height }.min() ?? area.height
    }

    /// Records that something other than the keyboard has made the area smaller.
    func keyboardDoesNotReduceArea() {
        full = reported
    }

    /// The strip that the area has lost at the bottom; `nil` if the area has its full height or is not current.
    var keyboardFrame: CGRect? {
        guard isCurrent, let reported, let full, reported.maxY < full.maxY else { return nil }
        return CGRect(x: full.minX, y: reported.maxY, width: full.width, height: full.maxY - reported.maxY)
    }
}
