import Foundation
import KeyboardObservation

/// A screen that reports its calls to a run.
class WalkScreen {
    private let id: Int
    private weak let run: PoolWalkRun?

    required init(_ id: Int, _ run: PoolWalkRun) {
        self.id = id
        self.run = run
    }

    @MainActor
    func receive(_ method: PoolModel.Call.Method, _ kind: KeyboardEvent.Kind, _ number: Int) {
        run?.receive(id, method, kind, number)
    }
}

final class RawWalkScreen: WalkScreen, KeyboardObservable {
    func keyboardWillBeShown(notification: Notification) { receive(.raw, .willShow, notification.postNumber) }
    func keyboardWillBeHidden(notification: Notification) { receive(.raw, .willHide, notification.postNumber) }
    func keyboardWasShown(notification: Notification) { receive(.raw, .didShow, notification.postNumber) }
    func keyboardWasHidden(notification: Notification) { receive(.raw, .didHide, notification.postNumber) }
    func keyboardFrameWillChange(notification: Notification) {
        receive(.raw, .willChangeFrame, notification.postNumber)
    }
    func keyboardFrameDidChange(notification: Notification) {
        receive(.raw, .didChangeFrame, notification.postNumber)
    }
}

final class CommonWalkScreen: WalkScreen, KeyboardObservable, CommonKeyboardPresentable {
    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) {
        receive(.common, .willShow, Int(duration))
    }
    func keyboardWillBeHidden(duration: TimeInterval) { receive(.common, .willHide, Int(duration)) }
    func keyboardWasShown(keyboardHeight: CGFloat, duration: TimeInterval) {
        receive(.common, .didShow, Int(duration))
    }
    func keyboardWasHidden(duration: TimeInterval) { receive(.common, .didHide, Int(duration)) }
}

final class FullWalkScreen: WalkScreen, KeyboardObservable, FullKeyboardPresentable {
    func keyboardWillBeShown(keyboardInfo: Notification.KeyboardInfo) { receive(.full, .willShow, keyboardInfo) }
    func keyboardWillBeHidden(keyboardInfo: Notification.KeyboardInfo) { receive(.full, .willHide, keyboardInfo) }
    func keyboardWasShown(keyboardInfo: Notification.KeyboardInfo) { receive(.full, .didShow, keyboardInfo) }
    func keyboardWasHidden(keyboardInfo: Notification.KeyboardInfo) { receive(.full, .didHide, keyboardInfo) }
    func keyboardFrameWillChange(keyboardInfo: Notification.KeyboardInfo) {
        receive(.full, .willChangeFrame, keyboardInfo)
    }
    func keyboardFrameDidChange(keyboardInfo: Notification.KeyboardInfo) {
        receive(.full, .didChangeFrame, keyboardInfo)
    }
}

final class BothWalkScreen: WalkScreen, KeyboardObservable, CommonKeyboardPresentable, FullKeyboardPresentable {
    func keyboardWillBeShown(notification: Notification) { receive(.raw, .willShow, notification.postNumber) }
    func keyboardWillBeHidden(notification: Notification) { receive(.raw, .willHide, notification.postNumber) }
    func keyboardWasShown(notification: Notification) { receive(.raw, .didShow, notification.postNumber) }
    func keyboardWasHidden(notification: Notification) { receive(.raw, .didHide, notification.postNumber) }
    func keyboardFrameWillChange(notification: Notification) {
        receive(.raw, .willChangeFrame, notification.postNumber)
    }
    func keyboardFrameDidChange(notification: Notification) {
        receive(.raw, .didChangeFrame, notification.postNumber)
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) {
        receive(.common, .willShow, Int(duration))
    }
    func keyboardWillBeHidden(duration: TimeInterval) { receive(.common, .willHide, Int(duration)) }
    func keyboardWasShown(keyboardHeight: CGFloat, duration: TimeInterval) {
        receive(.common, .didShow, Int(duration))
    }
    func keyboardWasHidden(duration: TimeInterval) { receive(.common, .didHide, Int(duration)) }

    func keyboardWillBeShown(keyboardInfo: Notification.KeyboardInfo) { receive(.full, .willShow, keyboardInfo) }
    func keyboardWillBeHidden(keyboardInfo: Notification.KeyboardInfo) { receive(.full, .willHide, keyboardInfo) }
    func keyboardWasShown(keyboardInfo: Notification.KeyboardInfo) { receive(.full, .didShow, keyboardInfo) }
    func keyboardWasHidden(keyboardInfo: Notification.KeyboardInfo) { receive(.full, .didHide, keyboardInfo) }
    func keyboardFrameWillChange(keyboardInfo: Notification.KeyboardInfo) {
        receive(.full, .willChangeFrame, keyboardInfo)
    }
    func keyboardFrameDidChange(keyboardInfo: Notification.KeyboardInfo) {
        receive(.full, .didChangeFrame, keyboardInfo)
    }
}

/// The owner of a closure.
final class WalkOwner {
    let id: Int

    init(_ id: Int) {
        self.id = id
    }
}

extension WalkScreen {
    @MainActor
    fileprivate func receive(
        _ method: PoolModel.Call.Method,
        _ kind: KeyboardEvent.Kind,
        _ info: Notification.KeyboardInfo
    ) {
        receive(method, kind, info.postNumber)
    }
}

extension KeyboardEvent {
    /// Creates an event with the number of its post.
    init(_ kind: Kind, postNumber: Int) {
        self.init(
            kind,
            info: .init(
                frameEnd: CGRect(x: 0, y: 500, width: 400, height: 300),
                animationDuration: Double(postNumber)
            )
        )
    }
}

extension Notification.KeyboardInfo {
    /// The number of the post, which is stored as the duration.
    ///
    /// The duration is the only value that every typed method receives.
    var postNumber: Int {
        animationDuration.map { Int($0) } ?? 0
    }
}

extension Notification {
    fileprivate var postNumber: Int {
        keyboardInfo.postNumber
    }
}
