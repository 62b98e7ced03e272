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
/// of the dialog took the focus. The toolkit also reports that a field of the main window lost the focus. The reports
/// arrive a few milliseconds apart, in either order. The keyboard stays on screen in both cases.
///
/// If a person dismisses the keyboard, the requester does not ask again until the focus changes. A call of
/// ``fieldTapped()`` also lets the requester ask again. A *hide* that answers a request of the requester does not count
/// as a dismissal. If the keyboard has stopped running, its *hide* does not count as a dismissal.
///
/// If the source cannot perform a request to appear, the requester later repeats the request. The requester waits until
/// the ``/KeyboardObservation/KeyboardSource/status`` of the source becomes
/// ``/KeyboardObservation/KeyboardSourceStatus/available``. The requester does not repeat a request to disappear. A
/// keyboard that has stopped running is off screen. If the source lacks
/// ``/KeyboardObservation/KeyboardSourceCapabilities/visibilityRequests``, the requester makes no requests.
///
/// When a requester is deallocated, it does not hide the keyboard.
@MainActor
public final class KeyboardRequester {
    private struct FocusedField {
        weak let field: AnyObject?
    }

    /// The delay between the end of the focus and the request to disappear.
    ///
    /// When a dialog of GTK 4 closes, no field has the focus for 2 ms. Within 100 ms, a change of the focus and a tap
    /// cause only one request.
    private static let grace = Duration.milliseconds(100)

    /// The time within which a keyboard answers a request.
    private static let answerTime = Duration.seconds(1)

    private let source: any KeyboardSource
    private let scheduler: any KeyboardScheduler
    private var stateToken: KeyboardObservationToken?
    private var focusedFields: [FocusedField] = []
    private var isOnScreen: Bool
    /// Whether the requester wants the keyboard to be on screen.
    ///
    /// After a dismissal, the property is `false`.
    private var isWanted = false
    /// Whether a request to appear is in effect.
    ///
    /// One of these events ends the effect:
    ///
    /// - The source performs a request to disappear.
    /// - A person dismisses the keyboard.
    /// - The keyboard stops running.
    private var isRequested = false
    /// Whether the keyboard was asked to appear and has not appeared yet.
    private var awaitsShow = false
    /// Whether a request to appear was performed, and has not been followed by a request to disappear.
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
    ///   - source: The source of the keyboard. The requester retains the source.
    ///   - pool: The pool that receives the events of the source. If it is `nil`,
    ///     ``/KeyboardObservation/KeyboardObserverPool/current`` is used. The requester does not retain the pool.
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

    /// Records that a field took the focus, and asks the keyboard to appear.
    ///
    /// If the keyboard has already been asked, the requester does not ask again. If the field already has the focus,
    /// the call has no effect.
    ///
    /// - Parameter field: Any object that identifies the field. The requester holds it weakly. If the field is
    ///   deallocated, its focus ends at the next call of any method.
    public func focusBegan(in field: AnyObject) {
        guard !focusedFields.contains(where: { $0.field === field }) else { return }
        focusedFields.removeAll { $0.field == nil }
        focusedFields.append(FocusedField(field: field))
        hide?.cancel()
        show()
    }

    /// Records that a field lost the focus.
    ///
    /// If no field takes the focus within 100 ms, the requester asks the keyboard to disappear.
    public func focusEnded(in field: AnyObject) {
        focusedFields.removeAll { $0.field == nil || $0.field === field }
        hideUnlessFocused()
    }

    /// Records that no field has the focus, and asks the keyboard to disappear at once, because the app ends.
    package func endAllFocus() {
        focusedFields = []
        hide?.cancel()
        hideKeyboard()
    }

    /// Asks the keyboard to appear after a tap on the focused field.
    ///
    /// The requester asks only a keyboard that is off screen. If no field has the focus, the call has no effect. Within
    /// 100 ms of a request to appear, the call also has no effect. A tap that also moves the focus therefore makes only
    /// one request. If the keyboard was dismissed after the request, the call has an effect.
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
        hide = scheduler.schedule(after: Self.grace) { [weak self] in self?.hideKeyboard() }
    }

    private func hideKeyboard() {
        isWanted = false
        // A full-screen window may hide the keyboard for a while. The requester therefore also asks a keyboard that is
        // off screen to disappear.
        if owesHide { isRequested = true }
        update()
    }

    /// Makes a request if the wanted visibility differs from the last request.
    private func update() {
        guard isWanted != isRequested, source.capabilities.contains(.visibilityRequests) else { return }
        // The properties change before the request. If the source posts an event during the request, the properties are
        // up to date.
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
                // A keyboard on screen answers a request to disappear. A keyboard that was asked to appear also answers
                // the request. No other keyboard answers a request to disappear.
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
            // If a request to disappear cancelled a *show*, the keyboard never answers this request.
            if lastHide <= lastShow, wasOffScreenAtHide { unansweredHideCount = 0 }
            if isWanted || focusedFields.contains(where: { $0.field != nil }) {
                (isWanted, isRequested, owesHide) = (true, true, true)
            } else if isAnswer {
                // The keyboard has appeared, but no field has the focus any more. The keyboard is therefore asked to
                // disappear.
                isRequested = true
                update()
            }
        } else if unansweredHideCount > 0, scheduler.now - lastHide < Self.answerTime {
            unansweredHideCount -= 1
        } else {
            unansweredHideCount = 0
            isRequested = false
            // When a keyboard ends, its source first posts the *hide*, and then changes the status. The status is
            // therefore read later.
            dismissal = scheduler.schedule(after: .zero) { [weak self] in
                guard let self, source.status == .available else { return }
                isWanted = false
            }
        }
    }

    /// Reads the status, and makes the request that is due.
    ///
    /// Afterwards, the requester waits for the next change of the status.
    private func observeStatus() {
        let status = withObservationTracking {
            source.status
        } onChange: { [weak self] in
            // The status is isolated to the main actor, so it changes on the main actor only.
            MainActor.assumeIsolated { self?.statusWillChange() }
        }
        if status == .available { update() }
    }

    /// Forgets the requests, because the keyboard was lost or replaced.
    private func statusWillChange() {
        dismissal?.cancel()
        isRequested = false
        owesHide = false
        // The observed property changes after this call, so the property is read later.
        statusUpdate = scheduler.schedule(after: .zero) { [weak self] in self?.observeStatus() }
    }
}
