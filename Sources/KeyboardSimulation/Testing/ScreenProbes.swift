import Foundation
import KeyboardObservation

/// The closures that read the properties of a screen.
struct ScreenProbes<Screen: AnyObject> {
    var focusedFrame: (@MainActor (Screen) -> CGRect?)?
    var scrollOffset: (@MainActor (Screen) -> CGFloat)?
    var bottomInset: (@MainActor (Screen) -> CGFloat)?
    var viewFrame: (@MainActor (Screen) -> CGRect)?
    var openTransitions: (@MainActor (Screen) -> Int)?

    /// Whether a closure reads the scroll offset or the bottom inset.
    ///
    /// Both properties can change while the keyboard moves.
    var hasPosition: Bool {
        scrollOffset != nil || bottomInset != nil
    }

    /// Whether a closure reads the scroll offset, the bottom inset or the number of open transitions.
    ///
    /// After a *hide*, each of these properties must have its original value.
    var hasRest: Bool {
        hasPosition || openTransitions != nil
    }

    @MainActor
    func sample(_ screen: Screen) -> ScreenSample {
        ScreenSample(
            focusedFrame: focusedFrame?(screen),
            scrollOffset: scrollOffset?(screen),
            bottomInset: bottomInset?(screen),
            viewFrame: viewFrame?(screen),
            openTransitions: openTransitions?(screen)
        )
    }
}

/// The values of a screen's properties at one time.
struct ScreenSample {
    var focusedFrame: CGRect?
    var scrollOffset: CGFloat?
    var bottomInset: CGFloat?
    var viewFrame: CGRect?
    var openTransitions: Int?

    static let offsetName = "scroll offset"

    /// The scroll offset and the bottom inset, each with its name.
    ///
    /// The list contains only the properties that a closure reads.
    var positions: [(name: String, value: CGFloat)] {
        [(Self.offsetName, scrollOffset), ("bottom inset", bottomInset)].compactMap { name, value in
            value.map { (name, $0) }
        }
    }

    /// A description of the first value that is not finite; `nil` if all values are finite.
    var nonFiniteValue: String? {
        if let position = positions.first(where: { !$0.value.isFinite }) {
            return "the \(position.name) is \(position.value)"
        }
        for (name, frame) in [("focused frame", focusedFrame), ("view's frame", viewFrame)] {
            if let frame, !frame.isFinite { return "the \(name) is \(frame)" }
        }
        return nil
    }
}

extension CGFloat {
    /// The number as text, with at most one decimal place.
    var inSentence: String {
        isFinite ? String(format: self == rounded() ? "%.0f" : "%.1f", Double(self)) : "\(self)"
    }
}
