public import Foundation
public import KeyboardObservation

/// The lower bound for a frame of many weakly held screens.
///
/// For each element of an array, the loop loads a weak reference and makes one call through the protocol. All calls
/// have the same transition and the same overlap.
///
/// The type is in a separate module, because the calls of a pool also cross a module boundary.
@MainActor
public struct WeakFollowers {
    private struct Reference {
        weak var screen: (any KeyboardTransitionPresentable)?
    }

    private var references: ContiguousArray<Reference> = []

    /// Creates an empty list.
    public init() {}

    /// Appends a weak reference.
    public mutating func append(_ screen: any KeyboardTransitionPresentable) {
        references.append(Reference(screen: screen))
    }

    /// Calls each live object.
    public mutating func callAll(_ transition: KeyboardTransition, overlap: CGRect) {
        unsafe references.withUnsafeMutableBufferPointer { references in
            for index in references.indices {
                unsafe Self.screen(of: &references[index])?.keyboardTransitionDidProgress(transition, overlap: overlap)
            }
        }
    }

    /// Reads a reference in place.
    ///
    /// Without this method, the call would copy the reference.
    private static func screen(of reference: inout Reference) -> (any KeyboardTransitionPresentable)? {
        reference.screen
    }
}
