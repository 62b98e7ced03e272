import Foundation
import KeyboardObservation

/// An event or a frame in motion that the program prints.
struct MonitoredEvent: Equatable {
    /// The kind of the event; `nil` for a frame in motion.
    var kind: KeyboardEvent.Kind?
    /// The time since the program began to monitor.
    var time: Duration
    var info: Notification.KeyboardInfo
    /// The placement of the keyboard after the event.
    var placement: KeyboardState.Placement

    /// The event as a line for a person.
    var line: String {
        var line = timeAndKind
        if let begin = info.frameBegin { line += begin.text + " → " }
        line += info.frameEnd?.text ?? "no frame"
        if let duration = info.animationDuration { line += String(format: "  %g s", duration) }
        return line + "  \(placement)" + (info.isObscured == true ? ", obscured" : "")
    }

    /// The event as a short line.
    ///
    /// For most frames, the line has at most 40 columns.
    var shortLine: String {
        timeAndKind + (info.frameEnd?.text ?? "no frame")
    }

    private var timeAndKind: String {
        let kind = kind?.rawValue ?? "frameInMotion"
        return String(format: "%7.3f ", time / .seconds(1)) + kind.padding(toLength: 16, withPad: " ", startingAt: 0)
    }

    /// The event as a JSON object in one line.
    ///
    /// If the payload does not contain a value, the JSON object does not contain it either.
    var json: String {
        // The time has six decimal places and no exponent.
        let time = String(format: "%.6f", time / .seconds(1))
        var fields = [("kind", "\"\(kind?.rawValue ?? "frameInMotion")\""), ("time", time)]
        if let frame = info.frameBegin { fields.append(("frameBegin", frame.json)) }
        if let frame = info.frameEnd { fields.append((kind == nil ? "frame" : "frameEnd", frame.json)) }
        if let duration = info.animationDuration { fields.append(("duration", duration.json)) }
        if let curve = info.animationCurve { fields.append(("curve", "\(curve)")) }
        if let bounds = info.screenBounds { fields.append(("screen", bounds.json)) }
        if let isObscured = info.isObscured { fields.append(("obscured", "\(isObscured)")) }
        fields.append(("placement", "\"\(placement)\""))
        return "{" + fields.map { "\"\($0)\": \($1)" }.joined(separator: ", ") + "}"
    }
}

extension CGRect {
    /// The frame as "x,y width×height".
    var text: String {
        String(format: "%g,%g %g×%g", minX, minY, width, height)
    }

    /// The frame as an array of four numbers.
    fileprivate var json: String {
        "[" + [minX, minY, width, height].map { Double($0).json }.joined(separator: ", ") + "]"
    }
}

extension Double {
    fileprivate var json: String {
        Int(exactly: self).map { "\($0)" } ?? "\(self)"
    }
}
