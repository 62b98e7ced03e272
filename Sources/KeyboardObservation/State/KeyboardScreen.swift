import Foundation

/// The known or estimated bounds of one sender's screen.
struct KeyboardScreen {
    // The state machine sets these properties when an event or the app reports the bounds.

    var reportedBounds: CGRect?
    /// The bounds that the app has set, which are used until an event reports the bounds.
    var fallbackBounds: CGRect?
    /// The number of times that the bounds have changed since they became known.
    ///
    /// Reported frames with different values of this number cannot be compared.
    var coordinates = 0

    private var estimate = ScreenEstimate()
    /// The last placement and frame of the keyboard on screen, and the bounds at that time.
    private var last: (placement: KeyboardState.Placement, frame: CGRect, bounds: CGRect?)?

    init(fallbackBounds: CGRect?) {
        self.fallbackBounds = fallbackBounds
    }

    var bounds: CGRect? {
        reportedBounds ?? fallbackBounds
    }

    /// Returns the placement of a keyboard.
    ///
    /// If the bounds are unknown, the placement is determined from the estimate.
    ///
    /// - Parameters:
    ///   - question: The frame and the event.
    ///   - isUnknown: Whether the estimate can describe another screen. If the value is `true`, the estimate is
    ///     ignored.
    /// - Returns: The placement.
    @inline(__always)
    func placement(_ question: KeyboardPlacementQuestion, isUnknown: Bool = false) -> KeyboardState.Placement {
        if let bounds { return question.placement(in: bounds) }
        return question.placement(in: isUnknown ? ScreenEstimate() : estimate)
    }

    /// The last placement and frame of the keyboard on this screen; `nil` if they are unknown.
    ///
    /// The values are used for a *show* event without a frame.
    var lastPlace: (placement: KeyboardState.Placement, frame: CGRect)? {
        guard let last, last.bounds ?? bounds == bounds else { return nil }
        guard let bounds, last.bounds == nil else { return (last.placement, last.frame) }
        // The placement was estimated, and is determined again because the bounds are known now.
        let question = KeyboardPlacementQuestion(
            verb: .show,
            frame: last.frame,
            begin: nil,
            previous: last.placement
        )
        let placement = question.placement(in: bounds)
        return placement == .offScreen ? nil : (placement, last.frame)
    }

    /// Stores the placement and the frame of a keyboard on screen.
    ///
    /// If no bounds have been reported, the estimate is updated.
    mutating func learn(_ placement: KeyboardState.Placement, _ frame: CGRect) {
        last = (placement, frame, bounds)
        if reportedBounds == nil { estimate.learn(placement, frame) }
    }

    /// Returns the frame of a docked keyboard that has moved off the screen.
    ///
    /// The keyboard moves past the edge at which the keyboard was docked.
    ///
    /// The frame of any other keyboard is returned unchanged.
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
    /// The standardized frame, or `nil` for the zero frame, which represents an absent frame.
    var usable: CGRect? {
        // The usual case is checked first, because Foundation's `==` and `standardized` are slower.
        if size.width > 0 && size.height > 0 { return self }
        return self == .zero ? nil : standardized
    }

    func intersectsVisibly(_ other: CGRect) -> Bool {
        min(maxX, other.maxX) - max(minX, other.minX) >= 1 && min(maxY, other.maxY) - max(minY, other.minY) >= 1
    }
}
