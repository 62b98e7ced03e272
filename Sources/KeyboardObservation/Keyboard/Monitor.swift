import Foundation

/// The known or estimated bounds of one sender's screen.
struct Monitor {
    /// The bounds that an event has reported; before that, the fallback bounds.
    private(set) var bounds: CGRect?
    private(set) var reportedBounds: CGRect?
    /// The number of the coordinate system, which increases when known bounds change.
    ///
    /// Frames of different coordinate systems cannot be compared.
    private(set) var coordinates = 0

    private(set) var estimate = ScreenEstimate()
    /// The keyboard's last placement and frame on screen, and the screen's bounds at that time.
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

    /// The keyboard's last placement and frame on this screen; `nil` if the values are unknown.
    ///
    /// If a *show* event has no frame, the keyboard returns to the last placement and frame.
    var lastPlace: (placement: KeyboardState.Placement, frame: CGRect)? {
        guard let last, last.bounds ?? bounds == bounds else { return nil }
        guard let bounds, last.bounds == nil else { return (last.placement, last.frame) }
        // The stored placement is based on estimated bounds, so this code determines the placement again from the known
        // bounds.
        let placement = FrameChange(frame: last.frame, previous: last.placement).placement(in: bounds)
        return placement == .offScreen ? nil : (placement, last.frame)
    }

    /// Stores the placement and the frame of a keyboard on screen.
    ///
    /// If no event has reported the bounds, the method also updates the estimated bounds.
    mutating func learn(_ placement: KeyboardState.Placement, _ frame: CGRect) {
        last = (placement, frame, bounds)
        if reportedBounds == nil { estimate.learn(placement, frame) }
    }

    /// Returns the frame that a docked keyboard has after it has moved off the screen.
    ///
    /// A keyboard at the top edge moves up past the top edge. A keyboard at the bottom edge moves down past the bottom
    /// edge.
    ///
    /// For an undocked or off-screen keyboard, the result is the unchanged frame.
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
    /// The standardized frame; `nil` if the frame is zero.
    ///
    /// A zero frame means that the event reports no frame.
    var usable: CGRect? {
        // For most frames, this check avoids Foundation's `==` and `standardized`, which are slower.
        if size.width > 0, size.height > 0 { return self }
        return self == .zero ? nil : standardized
    }

    /// Returns whether the origin and the size are equal, with a third of the instructions that `==` takes.
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
