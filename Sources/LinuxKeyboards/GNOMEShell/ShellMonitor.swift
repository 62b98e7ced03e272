import Foundation

/// A monitor of GNOME Shell, in the coordinates of the shell.
struct ShellMonitor: Equatable {
    let frame: CGRect
    /// The number of the shell's units in a point.
    let scale: CGFloat

    /// Reads the reply to the call `GetCurrentState` of `org.gnome.Mutter.DisplayConfig`.
    ///
    /// The shell measures in pixels or in points, and the reply does not always contain the unit. So the result
    /// contains a scaled monitor twice: once in pixels, and once in points. One of the two frames is in the shell's
    /// unit. The keyboard's panel is outside of this frame, and adjoins its bottom edge.
    static func all(in state: [BusValue]) -> [ShellMonitor] {
        guard state.count > 2 else { return [] }
        var sizes: [BusValue: CGSize] = [:]
        for monitor in state[1].elements where monitor.elements.count > 1 {
            let mode = monitor.elements[1].elements.map(\.elements).first {
                guard case .properties(let properties)? = $0.last else { return false }
                return properties["is-current"] == true
            }
            guard let mode, mode.count > 2, let width = mode[1].number, let height = mode[2].number else { continue }
            sizes[monitor.elements[0]] = CGSize(width: width, height: height)
        }
        return state[2].elements.flatMap { logical -> [ShellMonitor] in
            let fields = logical.elements
            guard fields.count > 5, let x = fields[0].number, let y = fields[1].number, let scale = fields[2].number,
                let turn = fields[3].number, let size = fields[5].elements.first.flatMap({ sizes[$0] }), scale > 0
            else { return [] }
            // If the number of the transform is odd, the transform rotates the monitor by 90 or 270 degrees.
            let isTurned = turn.truncatingRemainder(dividingBy: 2) == 1
            let (width, height) = isTurned ? (size.height, size.width) : (size.width, size.height)
            return Set([1, scale]).map { unit in
                let frame = CGRect(x: x, y: y, width: (width / unit).rounded(), height: (height / unit).rounded())
                return ShellMonitor(frame: frame, scale: scale / unit)
            }
        }
    }

    func points(_ frame: CGRect) -> CGRect {
        CGRect(x: frame.minX / scale, y: frame.minY / scale, width: frame.width / scale, height: frame.height / scale)
    }

    func isAbove(_ box: CGRect) -> Bool {
        box.minX == frame.minX && box.width == frame.width && box.minY == frame.maxY
    }
}
