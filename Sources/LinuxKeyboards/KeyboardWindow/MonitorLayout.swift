import Foundation

/// The monitors of a display, and the area that panels do not cover.
///
/// All frames are in pixels, in the coordinates of the display's root window.
struct MonitorLayout: Equatable {
    struct Monitor: Equatable {
        var frame: CGRect
        var isPrimary = false
    }

    enum Edge {
        case top, bottom
    }

    struct Dock: Equatable {
        var edge: Edge
        var shown: CGRect
        var hidden: CGRect
    }

    /// The distance between a hidden Onboard and the edge of the monitor, in GTK's units.
    static let clearanceInUnits: CGFloat = 10

    /// The largest rounding error of GTK, in pixels.
    private static let tolerance: CGFloat = 2

    /// Empty until `XWindowObserver` has read the monitors.
    var monitors: [Monitor]

    /// The work area of the current desktop; `nil` without a window manager.
    ///
    /// A strut is a strip of the screen that a window reserves. While the keyboard has a strut, `XWindowObserver` does
    /// not update `workArea`. If the keyboard already has a strut when the observer starts, `workArea` stays `nil`.
    var workArea: CGRect?

    /// For a frame off screen, the result is the nearest monitor.
    func monitor(of frame: CGRect) -> Monitor {
        func rank(_ monitor: Monitor) -> (CGFloat, CGFloat) {
            let visible = monitor.frame.intersection(frame)
            return (-visible.area, monitor.frame.squaredDistance(to: frame))
        }
        return monitors.min { rank($0) < rank($1) } ?? Monitor(frame: .zero)
    }

    func shows(_ frame: CGRect) -> Bool {
        for monitor in monitors {
            let visible = monitor.frame.intersection(frame)
            if visible.width >= 1, visible.height >= 1 { return true }
        }
        return false
    }

    /// A hidden keyboard is above or below its monitor.
    ///
    /// If one monitor is above another, a floating keyboard on one monitor can by chance be at the place of a hidden
    /// keyboard of the other monitor. So if a monitor shows the frame, the gap between the frame and the dock's edge
    /// must be `clearance` pixels.
    func dock(hidingIn frame: CGRect, clearance: CGFloat) -> Dock? {
        let isVisible = shows(frame)
        var nearest: (distance: CGFloat, dock: Dock)?
        for monitor in monitors where isInColumn(frame, of: monitor) {
            for (edge, distance) in [
                (Edge.bottom, frame.minY - monitor.frame.maxY), (.top, monitor.frame.minY - frame.maxY),
            ] {
                let offset = isVisible ? abs(distance - clearance) : distance
                guard offset >= 0, offset < (isVisible ? 1 : frame.height) else { continue }
                if let nearest, nearest.distance <= distance { continue }
                let shown = place(frame, at: edge, of: monitor, clearance)
                nearest = (distance, Dock(edge: edge, shown: shown, hidden: frame))
            }
        }
        return nearest?.dock
    }

    /// A docked keyboard is at least half as wide as the monitor.
    ///
    /// A docked keyboard is horizontally centered: either on the monitor, or in the area that panels leave free. A
    /// docked keyboard also meets one of these conditions:
    ///
    /// - The keyboard is at the top edge or the bottom edge of the free area.
    /// - The keyboard slides across the edge of the monitor.
    /// - The keyboard is as wide as the monitor, and the gap to the edge is less than half the keyboard's height.
    func dock(showing frame: CGRect, clearance: CGFloat) -> Dock? {
        let monitor = monitor(of: frame)
        guard isInColumn(frame, of: monitor) else { return nil }
        let bounds = monitor.frame
        for edge in [Edge.bottom, .top] {
            let place = place(frame, at: edge, of: monitor, clearance)
            let isWide = frame.width >= bounds.width - 1
            let isAtPlace = abs(place.minY - frame.minY) < 1
            let isOverEdge = edge == .bottom ? frame.maxY >= bounds.maxY - 1 : frame.minY <= bounds.minY + 1
            var shown = place
            if !isAtPlace, !isOverEdge {
                guard isWide, isNear(frame, edge, of: bounds) else { continue }
                shown = frame
            }
            let y = edge == .bottom ? bounds.maxY + clearance : bounds.minY - clearance - frame.height
            var hidden = frame
            hidden.origin.y = y
            return Dock(edge: edge, shown: shown, hidden: hidden)
        }
        return nil
    }

    /// Only a panel can be between a docked keyboard and the edge.
    private func isNear(_ frame: CGRect, _ edge: Edge, of bounds: CGRect) -> Bool {
        let gap = edge == .bottom ? bounds.maxY - frame.maxY : frame.minY - bounds.minY
        return gap >= 0 && gap < frame.height / 2
    }

    /// The free area alone is not reliable, because the keyboard itself can reserve a part of the free area.
    ///
    /// For example, matchbox-keyboard reserves a strip of random size.
    private func isInColumn(_ frame: CGRect, of monitor: Monitor) -> Bool {
        if frame.width * 2 < monitor.frame.width { return false }
        for area in [freeArea(of: monitor), monitor.frame] where abs(frame.midX - area.midX) <= Self.tolerance {
            if frame.width <= area.width + Self.tolerance { return true }
        }
        return false
    }

    private func place(_ frame: CGRect, at edge: Edge, of monitor: Monitor, _ clearance: CGFloat) -> CGRect {
        let area = freeArea(of: monitor)
        // GTK rounds positions down to whole units. On a scaled screen, a unit has several pixels. A hidden Onboard is
        // 10 units from the edge, so `clearance` shows the size of a unit.
        let unit = max(1, (clearance / Self.clearanceInUnits).rounded())
        var place = frame
        place.origin.y =
            edge == .bottom
            ? (area.maxY / unit).rounded(.down) * unit - frame.height : (area.minY / unit).rounded(.down) * unit
        return place
    }

    /// The work area is one rectangle for all monitors.
    ///
    /// GDK, which places Onboard, uses the work area only on the primary monitor.
    private func freeArea(of monitor: Monitor) -> CGRect {
        guard let workArea, monitor.isPrimary || monitors.count == 1 else { return monitor.frame }
        let area = monitor.frame.intersection(workArea)
        return area.isEmpty ? monitor.frame : area
    }
}

extension CGRect {
    /// The frame that a keyboard at the bottom edge of the screen has while it is hidden.
    var below: CGRect { offsetBy(dx: 0, dy: height) }

    var area: CGFloat {
        isNull ? 0 : width * height
    }

    fileprivate func squaredDistance(to other: CGRect) -> CGFloat {
        let x = max(0, max(minX, other.minX) - min(maxX, other.maxX))
        let y = max(0, max(minY, other.minY) - min(maxY, other.maxY))
        return x * x + y * y
    }
}
