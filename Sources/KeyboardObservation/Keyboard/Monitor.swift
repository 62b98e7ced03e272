import Foundation

struct Monitor {
    /// The reported bounds; the fallback bounds if no event has reported the bounds.
    private(set) var bounds: CGRect?
    private(set) var reportedBounds: CGRect?
    /// The serial number of the current coordinate system.
    ///
    /// It increases when known bounds change, because earlier frames are in the old coordinates.
    private(set) var coordinates = 0

    private(set) var estimate = ScreenEstimate()
    /// The latest placement and frame on screen, and the value of `bounds` at that time.
    private var last: (placement: KeyboardState.Placement, frame: CGRect, bounds: CGRect?)?

    init(fallbackBounds: CGRect?) {
        bounds = fallbackBounds
    }

    mutating func setBounds(_ new: CGRect?, areReported: Bool) {
        if areReported { reportedBounds = new }
        guard areReported || reportedBounds == nil else { return }
        if let bounds, let new, !new.matches(bounds) { coordinates += 1 }
        bounds = new
    }

    var lastPlace: (placement: KeyboardState.Placement, frame: CGRect)? {
        guard let last, last.bounds ?? bounds == bounds else { return nil }
        guard let bounds, last.bounds == nil else { return (last.placement, last.frame) }
        // The stored placement was estimated, so the known bounds determine the placement again.
        let placement = FrameChange(frame: last.frame, previous: last.placement).placement(in: bounds)
        return placement == .offScreen ? nil : (placement, last.frame)
    }

    mutating func learn(_ placement: KeyboardState.Placement, _ frame: CGRect) {
        last = (placement, frame, bounds)
        if reportedBounds == nil { estimate.learn(placement, frame) }
    }

    func offScreen(_ frame: CGRect, _ placement: KeyboardState.Placement) -> CGRect {
        switch placement {
        case .docked, .accessoryBarOnly:
            frame.offsetBy(dx: 0, dy: (bounds?.maxY ?? frame.maxY) - frame.minY)
        case .dockedAtTop:
            frame.offsetBy(dx: 0, dy: (bounds?.minY ?? frame.minY) - frame.maxY)
        case .floating, .split, .offScreen:
            frame
        }
    }
}

extension CGRect {
    /// A zero frame stands for a missing frame.
    var usable: CGRect? {
        if size.width > 0, size.height > 0 { return self }
        return self == .zero ? nil : standardized
    }

    /// Returns the same result as `==`, with a third of the instructions.
    func matches(_ other: CGRect?) -> Bool {
        guard let other, origin.y == other.origin.y, size.height == other.size.height, origin.x == other.origin.x,
            size.width == other.size.width
        else { return false }
        return true
    }

    func intersectsVisibly(_ other: CGRect) -> Bool {
        min(maxX, other.maxX) - max(minX, other.minX) >= 1 && min(maxY, other.maxY) - max(minY, other.minY) >= 1
    }
}
