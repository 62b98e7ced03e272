public import Foundation
public import KeyboardObservation

/// The lower bound for calls of many weakly held screens: a loop over an array, a load of each weak reference, and one
/// call through the protocol, without identity, changes during an event and sweeping.
///
/// It is in a separate module, because the calls of a pool cross a module boundary as well.
@MainActor
public struct WeakScreens {
    private struct Reference {
        weak var screen: (any CommonKeyboardPresentable)?
    }

    private var references: ContiguousArray<Reference> = []

    /// Creates an empty list.
    public init() {}

    /// Appends a weak reference.
    public mutating func append(_ screen: any CommonKeyboardPresentable) {
        references.append(Reference(screen: screen))
    }

    /// Calls each live object.
    public mutating func callAll(keyboardHeight: CGFloat, duration: TimeInterval) {
        unsafe references.withUnsafeMutableBufferPointer { references in
            for index in references.indices {
                unsafe Self.screen(of: &references[index])?.keyboardWillBeShown(
                    keyboardHeight: keyboardHeight,
                    duration: duration
                )
            }
        }
    }

    /// Reads a reference in place.
    ///
    /// It would be copied otherwise.
    private static func screen(of reference: inout Reference) -> (any CommonKeyboardPresentable)? {
        reference.screen
    }
}
