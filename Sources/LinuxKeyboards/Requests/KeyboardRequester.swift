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
/// Report the focus of the fields of all windows to one requester. When a dialog opens, a toolkit reports that a field
/// of the dialog took the focus, and that a field of the main window lost the focus. The reports arrive in either
/// order, a few milliseconds apart, and the keyboard stays.
///
/// If a person dismisses the keyboard, the requester does not ask again until the focus changes, or until
/// ``fieldTapped()`` is called. A hide that answers a request of the requester, and a hide because the keyboard has stopped
/// running, are no dismissals.
///
/// A request to appear that the source cannot perform is repeated when the
/// ``/KeyboardObservation/KeyboardSource/status`` of the source becomes
/// ``/KeyboardObservation/KeyboardSourceStatus/available``. A request to disappear is not repeated, because a keyboard that
/// has stopped running is off screen. If the source lacks
/// ``/KeyboardObservation/KeyboardSourceCapabilities/visibilityRequests``, the requester does not ask.
///
/// A requester that is deallocated leaves the keyboard as it is.
@MainActor
public final class KeyboardRequester {
    private struct FocusedField {
        weak let field: AnyObject?
    }

    /// The time without a focus after which the keyboard is asked to disappear.
    ///
    /// When a dialog of GTK 4 closes, no field has the focus for 2 ms. A change of the focus and a tap within this time
    /// cause one request.
    private static let grace = Duration.milliseconds(100)

    /// The time in which a keyboard answers a request.
    private static let answerTime = Duration.seconds(1)

    private let source: any KeyboardSource
    private let scheduler: any KeyboardScheduler
    private var stateToken: KeyboardObservationToken?
    private var focusedFields: [FocusedField] = []
    private var isOnScreen: Bool
    /// Whether the keyboard is to be on screen.
    ///
    /// The property is `false` after a dismissal.
    private var isWanted = false
    /// Whether the source has performed a request to appear that is still in effect.
    ///
    /// A request to disappear, a dismissal and the end of the keyboard end the effect.
    private var isRequested = false
    /// Whether the keyboard has not appeared since it was last asked to.
    private var awaitsShow = false
    /// Whether a request to appear was performed, and no request to disappear after it.
    private var owesHide = false
    private var lastShow = Duration.zero
    private var lastHide = Duration.zero
    private var wasOffScreenAtHide = false
    /// The number of requests to disappear that the keyboard has not answered.
    private var unansweredHideCount = 0
    private var hide: KeyboardScheduledAction?
    private var dismissal: KeyboardScheduledAction?
    private var statusUpdate: KeyboardScheduledAction?

    /// Creates a requester without a focused field.
    ///
    /// - Parameters:
    ///   - source: The source of the keyboard. Retained.
    ///   - pool: The pool that receives the events of the source. If it is `nil`,
    ///     ``/KeyboardObservation/KeyboardObserverPool/current`` is used. Not retained.
    ///   - scheduler: The scheduler that supplies the time. If it is `nil`,
    ///     ``/KeyboardObservation/MainQueueScheduler/shared`` is used.
    public init(
        of source: any KeyboardSource,
        pool: KeyboardObserverPool? = nil,
        scheduler: (any KeyboardScheduler)? = nil
    ) {
        let pool = pool ?? .current
        self.source = source
        self.scheduler = scheduler ?? MainQueueScheduler.shared
        isOnScreen = pool.keyboard.isOnScreen
        stateToken = pool.observeState { [weak self] in
            self?.keyboardDidChange(isOnScreen: $0.isOnScreen)
        }
        observeStatus()
    }

    deinit {
        hide?.cancel()
        dismissal?.cancel()
        statusUpdate?.cancel()
    }

    /// Records that a field took the focus, and asks the keyboard to appear, unless it has been asked.
    ///
    /// The call has no effect if the field has the focus.
    ///
    /// - Parameter field: Any object that identifies the field. Held weakly. A deallocated field does not have the focus
    ///   from the next call of a method on.
    public func focusBegan(in field: AnyObject) {
        guard !focusedFields.contains(where: { $0.field === field }) else { return }
        focusedFields.removeAll { $0.field == nil }
        focusedFields.append(FocusedField(field: field))
        hide?.cancel()
        show()
    }

    /// Records that a field lost the focus, and asks the keyboard to disappear if no field takes the focus within 100 ms.
    public func focusEnded(in field: AnyObject) {
        focusedFields.removeAll { $0.field == nil || $0.field === field }
        hideUnlessFocused()
    }

    /// Asks a keyboard that is off screen to appear, because a person tapped the field that has the focus.
    ///
    /// The call has no effect if no field has the focus, or if the keyboard was asked to appear less than 100 ms ago and has
    /// not been dismissed since. So a tap that also moves the focus asks once.
    public func fieldTapped() {
        focusedFields.removeAll { $0.field == nil }
        guard !focusedFields.isEmpty else {
            hideUnlessFocused()
            return
        }
        // The keyboard may have ignored the last request.
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
        hide = scheduler.schedule(after: Self.grace) { [weak self] in
            guard let self else { return }
            isWanted = false
            // A keyboard behind a full-screen window is not seen, and may appear again.
            if owesHide { isRequested = true }
            update()
        }
    }

    /// Makes the request that is missing.
    private func update() {
        guard isWanted != isRequested, source.capabilities.contains(.visibilityRequests) else { return }
        // A source may post during the request, so the properties change before it.
        let (wasRequested, owedHide, lastCount) = (isRequested, owesHide, unansweredHideCount)
        let awaitedShow = awaitsShow
        isRequested = isWanted
        awaitsShow = isWanted && !isOnScreen
        owesHide = isWanted
        do throws(KeyboardSourceError) {
            if isWanted {
                lastShow = scheduler.now
                try source.requestShow()
            } else {
                lastHide = scheduler.now
                wasOffScreenAtHide = !isOnScreen
                // A keyboard that is off screen and was not asked to appear does not answer.
                if isOnScreen || awaitedShow { unansweredHideCount += 1 }
                try source.requestHide()
            }
        } catch {
            (isRequested, owesHide, unansweredHideCount) = (wasRequested, owedHide, lastCount)
        }
    }
}

// MARK: - The keyboard

extension KeyboardRequester {
    private func keyboardDidChange(isOnScreen: Bool) {
        guard isOnScreen != self.isOnScreen else { return }
        self.isOnScreen = isOnScreen
        if isOnScreen {
            dismissal?.cancel()
            let isAnswer = awaitsShow && scheduler.now - lastShow < Self.answerTime
            awaitsShow = false
            // A request to disappear that cancels a show has no answer.
            if lastHide <= lastShow, wasOffScreenAtHide { unansweredHideCount = 0 }
            if isWanted || focusedFields.contains(where: { $0.field != nil }) {
                (isWanted, isRequested, owesHide) = (true, true, true)
            } else if isAnswer {
                // The keyboard has answered a request after the end of the focus.
                isRequested = true
                update()
            }
        } else if unansweredHideCount > 0, scheduler.now - lastHide < Self.answerTime {
            unansweredHideCount -= 1
        } else {
            unansweredHideCount = 0
            isRequested = false
            // When the keyboard ends, a source posts the hide before it changes its status.
            dismissal = scheduler.schedule(after: .zero) { [weak self] in
                guard let self, source.status == .available else { return }
                isWanted = false
            }
        }
    }

    /// Reads the status, makes the request that is missing, and waits for the next change of the status.
    private func observeStatus() {
        let status = withObservationTracking {
            source.status
        } onChange: { [weak self] in
            // The status is isolated to the main actor, and so is its change.
            MainActor.assumeIsolated { self?.statusWillChange() }
        }
        if status == .available { update() }
    }

    /// Forgets the requests, because the keyboard was lost or replaced.
    private func statusWillChange() {
        dismissal?.cancel()
        isRequested = false
        owesHide = false
        // An observable property changes after the call.
        statusUpdate = scheduler.schedule(after: .zero) { [weak self] in self?.observeStatus() }
    }
}
