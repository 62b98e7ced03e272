import Foundation
import KeyboardObservation
import Synchronization

// Makes the mistakes that the tools must find.
extension PoolStress {
    func plant(_ mistake: Options.PlantedMistake) {
        switch mistake {
        case .cycle:
            let screen = SelfRetainingScreen()
            screen.onShow = { withExtendedLifetime(screen) {} }
        case .token:
            let capture = CountedCapture(.token)
            let token = pool.observe([]) { _ in withExtendedLifetime(capture) {} }
            _ = unsafe Unmanaged.passRetained(token)
        case .callOrder:
            let record = CallRecord(.rawCommonAndFull, model)
            record.willSubscribe()
            observers.append(StressObserver(record, .screen(LateRawScreen(record))))
        case .observerOrder:
            let records = [CallRecord(.raw, model), CallRecord(.raw, model)]
            for record in records { record.willSubscribe() }
            observers += records.reversed().map { StressObserver($0, .screen(RawScreen($0))) }
        case .postOrder:
            let events = [KeyboardEvent(.willShow, number: 1), KeyboardEvent(.didShow, number: 3)]
            for event in events { posted.willPost(event.kind, event.number) }
            for event in events.reversed() {
                thread.add { [center, threadPosts = posted.threadPosts] in
                    center.post(event.notification)
                    threadPosts.increment()
                }
            }
        case .event, .ownedClosure, .sequence:
            // Other code plants these mistakes: the code that posts events, releases owners and follows sequences.
            break
        case .race:
            doUnordered(countWithoutALock, countWithoutALock)
        case .unlockedRead:
            let counter = HalfLockedCounter()
            doUnordered(counter.increment) { _ = counter.value }
        }
    }
}

/// A screen that its own closure retains.
private final class SelfRetainingScreen: KeyboardObservable {
    var onShow: (() -> Void)?
    private let lifetime = CountedLifetime(.rawScreen)

    init() {
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(notification: Notification) { onShow?() }
    func keyboardWillBeHidden(notification: Notification) {}
}

/// A screen that records the raw call of a show after the typed calls, as if the pool had called in that order.
private final class LateRawScreen: StressScreen, FullKeyboardPresentable {
    static let callPattern = CallPattern.rawCommonAndFull
    let record: CallRecord
    private let lifetime = CountedLifetime(.bothScreen)

    init(_ record: CallRecord) {
        self.record = record
        subscribeOnKeyboardNotifications()
    }

    func keyboardDidReceive(_ event: KeyboardEvent, from notification: Notification) {
        // The typed methods record all calls that the model expects. For a show, they record the calls in another
        // order.
    }

    func keyboardWillBeShown(notification: Notification) {}
    func keyboardWillBeHidden(notification: Notification) {}

    func keyboardWillBeShown(keyboardInfo: Notification.KeyboardInfo) {
        for method in [.common, .full, .raw] as [CallPattern.Method] {
            record.receive(method, .willShow, keyboardInfo.number)
        }
    }
    func keyboardWillBeHidden(keyboardInfo: Notification.KeyboardInfo) { receiveAll(.willHide, keyboardInfo) }
    func keyboardWasShown(keyboardInfo: Notification.KeyboardInfo) { receiveAll(.didShow, keyboardInfo) }
    func keyboardWasHidden(keyboardInfo: Notification.KeyboardInfo) { receiveAll(.didHide, keyboardInfo) }
    func keyboardFrameWillChange(keyboardInfo: Notification.KeyboardInfo) { receiveAll(.willChangeFrame, keyboardInfo) }
    func keyboardFrameDidChange(keyboardInfo: Notification.KeyboardInfo) { receiveAll(.didChangeFrame, keyboardInfo) }

    private func receiveAll(_ kind: KeyboardEvent.Kind, _ info: Notification.KeyboardInfo) {
        for method in Self.callPattern.methods(kind) { record.receive(method, kind, info.number) }
    }
}

/// Calls a closure on another thread, and then a closure on this thread.
///
/// The second closure is called after the first closure has returned, so that each run has the same race. A relaxed
/// flag reports the return. With any other wait, ThreadSanitizer would see the two calls as ordered.
private func doUnordered(_ there: @escaping @Sendable () -> Void, _ here: () -> Void) {
    final class Flag: Sendable {
        let isSet = Atomic(false)
    }

    let hasReturned = Flag()
    Thread.detachNewThread {
        there()
        hasReturned.isSet.store(true, ordering: .relaxed)
    }
    while !hasReturned.isSet.load(ordering: .relaxed) {}
    here()
}

/// Unsafe: this is the race that ThreadSanitizer must find.
private nonisolated(unsafe) var counted = 0

private func countWithoutALock() {
    unsafe counted += 1
}

#if THREAD_SANITIZER
    private typealias Lock = KeyboardObservation.Mutex<Void>
#else
    private typealias Lock = Mutex<Void>
#endif

/// A counter that is written with its lock and read without the lock.
private final class HalfLockedCounter: Sendable {
    private let lock = Lock(())
    // Unsafe: this is the race that ThreadSanitizer must find.
    private nonisolated(unsafe) var count = 0

    func increment() {
        lock.withLock { _ in unsafe count += 1 }
    }

    var value: Int {
        unsafe count
    }
}
