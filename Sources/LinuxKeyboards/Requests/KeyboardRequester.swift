public import KeyboardObservation
import Observation

/// An object that asks a keyboard to appear while a field has the focus.
///
/// ```swift
/// let requester = KeyboardRequester(of: keyboard)
/// requester.focusBegan(in: field)  // asks the keyboard to appear
/// requester.focusEnded(in: field)  // asks it to disappear after 100 ms, unless another field has the focus then
/// ```
///
/// Use one requester for the fields of all windows. When a dialog opens, a field of the dialog takes the focus from a
/// field of the main window. A toolkit can report the new focus and the lost focus in either order, a few milliseconds
/// apart. The requester keeps the keyboard on screen in either order.
///
/// After a dismissal by a person, the requester asks again only after a change of the focus or a call of
/// ``fieldTapped()``. These *hide* events are not dismissals:
///
/// - the *hide* event that follows the requester's own request to disappear
/// - the *hide* event of a keyboard that has stopped running
///
/// A source can be unable to perform a request to appear. The requester repeats the request when the
/// ``/KeyboardObservation/KeyboardSource/status`` of the source becomes
/// ``/KeyboardObservation/KeyboardSourceStatus/available``. The requester does not repeat a request to disappear,
/// because an unavailable source has no keyboard on screen. If the source lacks
/// ``/KeyboardObservation/KeyboardSourceCapabilities/visibilityRequests``, the requester makes no requests.
///
/// The closure `shouldShow` can prevent requests to appear, for example while a hardware keyboard is attached. The
/// closure does not hide a keyboard that is already on screen.
///
/// If you release the requester, the keyboard stays on screen.
@MainActor
public final class KeyboardRequester {
    private struct FocusedField {
        weak let field: AnyObject?
    }

    /// The time between the end of the focus and the request to disappear.
    ///
    /// When a dialog of GTK 4 closes, 2 ms pass before the next field takes the focus. A tap within 100 ms after a
    /// request to appear causes no second request.
    private static let grace = Duration.milliseconds(100)

    /// An event of the keyboard within this time after a request counts as the answer to the request.
    private static let answerTime = Duration.seconds(1)
    /// The longest time for which the requester waits for the keyboard to appear.
    ///
    /// On a busy desktop, a keyboard can need more than a second to appear.
    private static let patience = Duration.seconds(3)

    private let source: any KeyboardSource
    private let shouldShow: @MainActor () -> Bool
    private let scheduler: any KeyboardScheduler
    private var stateToken: KeyboardObservationToken?
    private var focusedFields: [FocusedField] = []
    private var isOnScreen: Bool
    /// Whether the requester wants the keyboard on screen.
    ///
    /// A dismissal by a person changes the value to `false`.
    private var isWanted = false
    /// Whether the requester's latest request to appear is still valid.
    ///
    /// Each of these events changes `isRequested` to `false`:
    ///
    /// - The requester asks the keyboard to disappear, and the source performs the request.
    /// - A person dismisses the keyboard.
    /// - The keyboard stops running.
    private var isRequested = false
    /// Whether the keyboard still has to appear after the latest request.
    private var awaitsShow = false
    /// Whether the requester must ask the keyboard to disappear when no field has the focus any more.
    private var owesHide = false
    private var lastShow = Duration.zero
    /// The time at which the requester stops waiting for the keyboard.
    ///
    /// A request to appear starts the wait. After the keyboard appears, the wait lasts one more second, because the
    /// keyboard can leave the screen again for a moment. A request to disappear, or a new status of the source, ends
    /// the wait at once.
    private var awaitedUntil = Duration.zero
    private var lastHide = Duration.zero
    private var wasOffScreenAtHide = false
    /// The number of requests to disappear for which no *hide* event has arrived yet.
    private var unansweredHideCount = 0
    private var hide: KeyboardScheduledAction?
    private var dismissal: KeyboardScheduledAction?
    private var statusUpdate: KeyboardScheduledAction?

    /// Creates a requester that knows no focused field yet.
    ///
    /// - Parameters:
    ///   - source: The source of the keyboard. The requester retains the source.
    ///   - pool: The pool that receives the events of the source. Pass `nil` to use
    ///     ``/KeyboardObservation/KeyboardObserverPool/current``. The requester does not retain the pool.
    ///   - scheduler: The scheduler that supplies the time. Pass `nil` to use
    ///     ``/KeyboardObservation/MainQueueScheduler/shared``.
    ///   - shouldShow: A closure that returns whether the keyboard may be asked to appear. The requester retains the
    ///     closure, and calls the closure before each request to appear.
    public init(
        of source: any KeyboardSource,
        pool: KeyboardObserverPool? = nil,
        scheduler: (any KeyboardScheduler)? = nil,
        shouldShow: @escaping @MainActor () -> Bool = { true }
    ) {
        let pool = pool ?? .current
        self.source = source
        self.shouldShow = shouldShow
        self.scheduler = scheduler ?? MainQueueScheduler.shared
        isOnScreen = pool.keyboard.isOnScreen
        stateToken = pool.observeState { [weak self] in
            self?.keyboardDidChange(isOnScreen: $0.isOnScreen)
        }
        observeStatus()
    }

    isolated deinit {
        hide?.cancel()
        dismissal?.cancel()
        statusUpdate?.cancel()
    }

    /// Records that a field took the focus, and asks the keyboard to appear.
    ///
    /// If the requester has already asked the keyboard to appear, the requester does not ask again. If the field
    /// already has the focus, the call has no effect.
    ///
    /// - Parameters:
    ///   - field: Any object that identifies the field. The requester does not retain the field. If the field is
    ///     deallocated, its focus ends at the next call of ``fieldTapped()``, ``focusEnded(in:)`` or this method.
    ///   - wantsKeyboard: Whether the field needs the keyboard. Pass `false` for a field that wants no keyboard, such
    ///     as a picker. With `false`, the call has the effect of ``focusEnded(in:)``. A tap on such a field does not
    ///     make the keyboard appear.
    public func focusBegan(in field: AnyObject, wantsKeyboard: Bool = true) {
        guard wantsKeyboard else { return focusEnded(in: field) }
        guard !focusedFields.contains(where: { $0.field === field }) else { return }
        focusedFields.removeAll { $0.field == nil }
        focusedFields.append(FocusedField(field: field))
        (source as? any FocusAwareSource)?.focusDidBegin(in: self)
        hide?.cancel()
        show()
    }

    /// Records that a field lost the focus.
    ///
    /// If no field has the focus for 100 ms, the requester asks the keyboard to disappear.
    public func focusEnded(in field: AnyObject) {
        focusedFields.removeAll { $0.field == nil || $0.field === field }
        hideUnlessFocused()
    }

    var hasFocus: Bool { focusedFields.contains { $0.field != nil } }

    /// Whether the keyboard may have made the app's window inactive.
    ///
    /// While a keyboard appears, the keyboard's window can become the active window, and can leave the screen for a
    /// moment.
    package var awaitsKeyboard: Bool { hasFocus && scheduler.now < awaitedUntil }

    /// Call the method when the app ends.
    package func endAllFocus() {
        focusedFields = []
        hide?.cancel()
        hideKeyboard()
    }

    /// Asks the keyboard to appear after a tap on the focused field.
    ///
    /// The call has no effect in these cases:
    ///
    /// - The keyboard is on screen.
    /// - No field has the focus.
    /// - The closure `shouldShow` returns `false`.
    /// - The requester asked the keyboard to appear less than 100 ms ago, and no person has dismissed the keyboard.
    public func fieldTapped() {
        focusedFields.removeAll { $0.field == nil }
        guard !focusedFields.isEmpty else {
            hideUnlessFocused()
            return
        }
        // The keyboard may have ignored the last request to appear, so the tap repeats the request.
        if !isOnScreen, scheduler.now - lastShow >= Self.grace { isRequested = false }
        show()
    }
}

// MARK: - Requests

extension KeyboardRequester {
    private func show() {
        dismissal?.cancel()
        isWanted = true
        update()
    }

    private func hideUnlessFocused() {
        guard focusedFields.isEmpty, isWanted || owesHide, hide?.isWaiting != true else { return }
        hide = scheduler.schedule(after: Self.grace) { [weak self] in self?.hideKeyboard() }
    }

    private func hideKeyboard() {
        isWanted = false
        // A full-screen window may cover the keyboard only for a moment. The keyboard may therefore return even if it
        // is off screen now, so the requester asks it to disappear.
        if owesHide { isRequested = true }
        update()
    }

    /// Asks the keyboard to appear if a focused field needs the keyboard and `shouldShow` returns `true`.
    ///
    /// Call the method after the answer of `shouldShow` has changed, for example when a hardware keyboard was removed.
    public func update() {
        guard isWanted != isRequested else { return }
        // A request to an unavailable source can reach a keyboard that has just started.
        guard source.status != .available || source.capabilities.contains(.visibilityRequests) else { return }
        if isWanted, !shouldShow() { return }
        // The source can post an event during the request, so the properties must change before the request.
        let (wasRequested, owedHide, lastCount) = (isRequested, owesHide, unansweredHideCount)
        let awaitedShow = awaitsShow
        isRequested = isWanted
        awaitsShow = isWanted && !isOnScreen
        owesHide = isWanted
        do throws(KeyboardSourceError) {
            if isWanted {
                lastShow = scheduler.now
                awaitedUntil = lastShow + (isOnScreen ? Self.answerTime : Self.patience)
                try source.requestShow()
            } else {
                (lastHide, awaitedUntil) = (scheduler.now, .zero)
                wasOffScreenAtHide = !isOnScreen
                // A *hide* event follows the request only if the keyboard is on screen, or is expected to appear.
                if isOnScreen || awaitedShow { unansweredHideCount += 1 }
                try source.requestHide()
            }
        } catch {
            (isRequested, owesHide, awaitsShow) = (wasRequested, owedHide, awaitedShow)
            awaitedUntil = .zero
            unansweredHideCount = lastCount
        }
    }
}

// MARK: - The keyboard

extension KeyboardRequester {
    private func keyboardDidChange(isOnScreen: Bool) {
        guard isOnScreen != self.isOnScreen else { return }
        self.isOnScreen = isOnScreen
        if isOnScreen {
            // While a keyboard appears, it can leave the screen for a moment, which looks like a dismissal. So a
            // dismissal does not end the wait.
            if isWanted || scheduler.now < awaitedUntil { awaitedUntil = scheduler.now + Self.answerTime }
            dismissal?.cancel()
            let isAnswer = awaitsShow && scheduler.now - lastShow < Self.answerTime
            awaitsShow = false
            // If a request to disappear stops a keyboard before it appears, no *hide* event follows.
            if lastHide <= lastShow, wasOffScreenAtHide { unansweredHideCount = 0 }
            if isWanted || hasFocus {
                (isWanted, isRequested, owesHide) = (true, true, true)
            } else if isAnswer {
                // The keyboard has appeared too late: no field has the focus any more.
                isRequested = true
                update()
            }
        } else if unansweredHideCount > 0, scheduler.now - lastHide < Self.answerTime {
            unansweredHideCount -= 1
        } else {
            unansweredHideCount = 0
            isRequested = false
            // An ending keyboard posts the *hide* event before its status changes, so the requester reads the status
            // later.
            dismissal = scheduler.schedule(after: .zero) { [weak self] in
                guard let self, source.status == .available else { return }
                isWanted = false
            }
        }
    }

    private func observeStatus() {
        let status = withObservationTracking {
            source.status
        } onChange: { [weak self] in
            // The status belongs to the main actor, so it changes only on the main actor.
            MainActor.assumeIsolated { self?.statusWillChange() }
        }
        if status == .available { update() }
    }

    /// Forgets the earlier requests, because the source has lost or replaced its keyboard.
    private func statusWillChange() {
        dismissal?.cancel()
        (isRequested, owesHide, awaitedUntil) = (false, false, .zero)
        // Observation calls `onChange` before the status changes, so the requester reads the status later.
        statusUpdate = scheduler.schedule(after: .zero) { [weak self] in self?.observeStatus() }
    }
}

/// A source that looks for its keyboard more often while a field of the app has the focus.
@MainActor
protocol FocusAwareSource: AnyObject {
    func focusDidBegin(in requester: KeyboardRequester)
}
