import Foundation
import KeyboardObservation

/// A screen that records its transitions.
///
/// It does not retain its pool.
final class TransitionScreen: KeyboardObservable, KeyboardTransitionPresentable {
    enum Call: Equatable {
        case begin(CGRect), progress(CGRect), end(CGRect, isFinished: Bool)

        var overlap: CGRect {
            switch self {
            case .begin(let overlap), .progress(let overlap), .end(let overlap, _): overlap
            }
        }

        var isBegin: Bool {
            if case .begin = self { true } else { false }
        }

        var isProgress: Bool {
            if case .progress = self { true } else { false }
        }

        var isEnd: Bool {
            if case .end = self { true } else { false }
        }
    }

    var keyboardAvoidingFrame: CGRect
    var keyboardGeometry: KeyboardGeometry
    var calls: [Call] = []
    /// The transitions of all `begin` calls.
    var transitions: [KeyboardTransition] = []
    private(set) var rawCount = 0
    var onCall: (@MainActor (Call, KeyboardTransition) -> Void)?

    private weak let pool: KeyboardObserverPool?
    private var isInTransition = false
    /// Whether each transition began, progressed and ended in this order.
    private(set) var isInOrder = true
    /// Whether every number of every call was finite.
    private(set) var isFinite = true

    init(
        _ pool: KeyboardObserverPool,
        viewFrame: CGRect = PhoneFrames.screen,
        geometry: KeyboardGeometry = KeyboardGeometry(minimumOverlap: 0)
    ) {
        self.pool = pool
        keyboardAvoidingFrame = viewFrame
        keyboardGeometry = geometry
        subscribeOnKeyboardNotifications()
    }

    var keyboardObserverPool: KeyboardObserverPool { pool ?? .current }

    var heights: [CGFloat] { calls.map(\.overlap.height) }

    /// Whether each transition began once, ended once, and progressed only between its begin and its end.
    var isComplete: Bool { isInOrder && !isInTransition }

    /// Removes the recorded calls, and treats a running transition as ended.
    func reset() {
        calls = []
        transitions = []
        isInTransition = false
    }

    func keyboardWillBeShown(notification: Notification) { rawCount += 1 }
    func keyboardWillBeHidden(notification: Notification) { rawCount += 1 }

    func keyboardTransitionWillBegin(_ transition: KeyboardTransition, overlap: CGRect) {
        transitions.append(transition)
        record(.begin(overlap), transition)
    }

    func keyboardTransitionDidProgress(_ transition: KeyboardTransition, overlap: CGRect) {
        record(.progress(overlap), transition)
    }

    func keyboardTransitionDidEnd(_ transition: KeyboardTransition, overlap: CGRect, isFinished: Bool) {
        record(.end(overlap, isFinished: isFinished), transition)
    }

    private func record(_ call: Call, _ transition: KeyboardTransition) {
        if call.isBegin == isInTransition { isInOrder = false }
        isInTransition = !call.isEnd
        for frame in [call.overlap, transition.begin, transition.end] where !frame.hasFiniteEdges { isFinite = false }
        if !transition.seconds.isFinite { isFinite = false }
        calls.append(call)
        onCall?(call, transition)
    }
}

extension CGRect {
    var hasFiniteEdges: Bool {
        minX.isFinite && minY.isFinite && maxX.isFinite && maxY.isFinite
    }
}
