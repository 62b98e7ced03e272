import Foundation

/// The bounds of one sender's screen, or an estimate of them.
struct KeyboardScreen {
    // Internal, because the bounds are set when an event or the app reports them.

    var reportedBounds: CGRect?
    /// The bounds of the screen, which are used until an event reports the bounds.
    var fallbackBounds: CGRect?
    /// The number of times that known bounds have changed.
    ///
    /// Frames of different coordinates are not comparable.
    var coordinates = 0

    private var estimate = ScreenEstimate()
    /// The last place of a keyboard on screen, and the bounds at that time.
    private var last: (placement: KeyboardState.Placement, frame: CGRect, bounds: CGRect?)?

    init(fallbackBounds: CGRect?) {
        self.fallbackBounds = fallbackBounds
    }

    var bounds: CGRect? {
        reportedBounds ?? fallbackBounds
    }

    /// Returns the placement of a keyboard, by the bounds or by the estimate.
    ///
    /// - Parameters:
    ///   - question: The frame and the event.
    ///   - isUnknown: Whether the estimate describes another screen.
    /// - Returns: The placement.
    @inline(__always)
    func placement(_ question: KeyboardPlacementQuestion, isUnknown: Bool = false) -> KeyboardState.Placement {
        if let bounds { return question.placement(in: bounds) }
        return question.placement(in: isUnknown ? ScreenEstimate() : estimate)
    }

    /// The last place of a keyboard on screen, for a *show* event without a frame; `nil` if it is unknown, or was on
    /// another screen.
    var lastPlace: (placement: KeyboardState.Placement, frame: CGRect)? {
        guard let last, last.bounds ?? bounds == bounds else { return nil }
        guard let bounds, last.bounds == nil else { return (last.placement, last.frame) }
        // The placement was estimated, and the bounds are now known.
        let question = KeyboardPlacementQuestion(
            verb: .show,
            frame: last.frame,
            begin: nil,
            previous: last.placement
        )
        let placement = question.placement(in: bounds)
        return placement == .offScreen ? nil : (placement, last.frame)
    }

    /// Stores the place of a keyboard on screen, and updates the estimate unless the bounds are reported.
    mutating func learn(_ placement: KeyboardState.Placement, _ frame: CGRect) {
        last = (placement, frame, bounds)
        if reportedBounds == nil { estimate.learn(placement, frame) }
    }

    /// Returns the frame, moved off the screen through the edge at which it is docked.
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
    /// The frame, with a size that is not negative; `nil` for the zero frame, which represents an absent frame.
    var usable: CGRect? {
        // The usual case is checked first, without calling Foundation's `==` and `standardized`.
        if size.width > 0 && size.height > 0 { return self }
        return self == .zero ? nil : standardized
    }

    func intersectsVisibly(_ other: CGRect) -> Bool {
        min(maxX, other.maxX) - max(minX, other.minX) >= 1 && min(maxY, other.maxY) - max(minY, other.minY) >= 1
    }
}
