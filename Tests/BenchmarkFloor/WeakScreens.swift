public import Foundation
public import KeyboardObservation

/// The least that telling many weakly held screens can cost: a loop over an array, a load of each weak reference, and
/// one call through the protocol. No order, no identity, no changes in the middle, no sweeping.
///
/// A module of its own, for a pool's calls cross one as well.
@MainActor
public struct WeakScreens {
    private struct Reference {
        weak var screen: (any CommonKeyboardPresentable)?
    }

    private var references: [Reference] = []

    public init() {}

    public mutating func append(_ screen: any CommonKeyboardPresentable) {
        references.append(Reference(screen: screen))
    }

    public mutating func tellAll(keyboardHeight: CGFloat, duration: TimeInterval) {
        for index in references.indices {
            Self.screen(of: &references[index])?.keyboardWillBeShown(keyboardHeight: keyboardHeight, duration: duration)
        }
    }

    /// Reads a reference where it lies. Read out of the array it would be copied first.
    private static func screen(of reference: inout Reference) -> (any CommonKeyboardPresentable)? {
        reference.screen
    }
}
