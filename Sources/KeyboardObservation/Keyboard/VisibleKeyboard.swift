import Foundation

/// A keyboard's state and visible frame at one time, from which all insets and overlaps are computed.
struct VisibleKeyboard {
    var state: KeyboardState

    /// The visible frame; `nil` if no event has reported a frame.
    var frame: CGRect?

    /// The placement at the end of the latest transition.
    ///
    /// While the animation of a *frame* event waits, ``state`` has the new placement, and this is still the old one.
    var placement = KeyboardState.Placement.offScreen

    /// The keyboard frames that affected the insets when the transition began.
    ///
    /// The array has elements only if the transition has interrupted a blended transition.
    var beginParts: [KeyboardTransition.Part] = []

    /// The frame that determines how much of a view is covered; `nil` during a blended transition, which has several.
    var wholePart: KeyboardTransition.Part? {
        guard let frame else { return nil }
        guard let transition = state.transition else { return .init(frame: frame, placement: placement, weight: 1) }
        if transition.isBlended(beginningWith: beginParts) { return nil }
        let visible = transition.endPlacement == .offScreen ? transition.beginPlacement : transition.endPlacement
        return .init(frame: frame, placement: visible, weight: 1)
    }

    /// The keyboard at the end of its transition, which is unknown for a drag.
    var atEnd: VisibleKeyboard {
        guard let transition = state.transition, !transition.isInteractive else { return self }
        var end = self
        end.state.transition = nil
        (end.frame, end.placement, end.beginParts) = (transition.end, transition.endPlacement, [])
        return end
    }

    /// The progress of the transition, from 0 to 1; 1 at rest and during a drag.
    var progress: CGFloat {
        guard let transition = state.transition, !transition.isInteractive, let frame else { return 1 }
        return transition.progress(of: frame)
    }

    /// What determines how much of a view the keyboard covers; off screen, it covers nothing wherever it is.
    var place: KeyboardState {
        placement == .offScreen ? .unknown : state.place(at: frame, placement)
    }
}

extension KeyboardState {
    /// The state at rest in this frame, without what does not determine how much of a view the keyboard covers.
    fileprivate func place(at frame: CGRect?, _ placement: Placement) -> KeyboardState {
        var place = KeyboardState(phase: .unknown, placement: placement, frame: frame, screenBounds: screenBounds)
        (place.isLocal, place.isObscured) = (isLocal, isObscured)
        return place
    }
}

/// The place at the end of a transition; at rest, the current place.
struct KeyboardEnd: Equatable {
    /// The serial number of the transition.
    var number: Int
    var place: KeyboardState
    /// Whether the transition is a drag, whose end is unknown.
    var isInteractive: Bool

    init(of keyboard: VisibleKeyboard, number: Int) {
        let moving = keyboard.state.transition
        self.number = number
        place = keyboard.state.place(at: moving?.end ?? keyboard.frame, moving?.endPlacement ?? keyboard.placement)
        isInteractive = moving?.isInteractive == true
    }
}

extension CGRect {
    /// Returns whether the origin and the size are equal, with a third of the instructions that `==` takes.
    func matches(_ other: CGRect?) -> Bool {
        guard let other, origin.y == other.origin.y, size.height == other.size.height, origin.x == other.origin.x,
            size.width == other.size.width
        else { return false }
        return true
    }
}
