public import Foundation
public import KeyboardObservation

/// Calls many weakly held screens in the shortest possible time.
///
/// For each element of an array, the loop loads a weak reference and makes one call through the protocol. The list does
/// not check the identity of screens, does not support changes during an event, and does not sweep.
///
/// The type is in a separate module, because the calls of a pool also cross a module boundary.
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
    /// Without this method, the call would copy the reference.
    private static func screen(of reference: inout Reference) -> (any CommonKeyboardPresentable)? {
        reference.screen
    }
}
