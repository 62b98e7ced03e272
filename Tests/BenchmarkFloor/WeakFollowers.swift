public import Foundation
public import KeyboardObservation

/// The lower bound for a frame of many weakly held screens: a loop over an array, a load of each weak reference, and one
/// call through the protocol with the same transition and the same overlap.
///
/// It is in a separate module, because the calls of a pool cross a module boundary as well.
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
    /// It would be copied otherwise.
    private static func screen(of reference: inout Reference) -> (any KeyboardTransitionPresentable)? {
        reference.screen
    }
}
