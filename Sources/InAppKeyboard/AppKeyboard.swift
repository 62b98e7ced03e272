public import Foundation
import KeyboardForms
public import KeyboardObservation

/// A keyboard that the app itself draws.
///
/// Some sessions, such as a kiosk under the compositor cage, have no on-screen keyboard. The app draws the ``keys``
/// with its toolkit, and passes touches to the keyboard:
///
/// ```swift
/// let keyboard = AppKeyboard(screenBounds: screenBounds)
/// keyboard.onChange = { [weak view] in view?.redraw() }
/// keyboard.start(postingTo: .default)
/// ```
///
/// The keyboard appears when a `FormField` takes the focus, and disappears when no field has the focus. The fields do
/// not register with the keyboard. The keyboard types into the focused field, and observes the traits of the field. The
/// traits are the keyboard type, the return key type, the maximum length, the input filter, secure entry, automatic
/// capitals, and whether the field wants a keyboard.
///
/// An `AppKeyboard` posts a notification when it appears, moves or disappears. A screen of the app handles an
/// `AppKeyboard` as it handles the keyboard of a desktop.
///
/// All frames are in points. The frames of keys and the places of touches are relative to the top left corner of the
/// keyboard. The frames of the keyboard and of the screen are in screen coordinates.
@MainActor
public final class AppKeyboard: KeyboardSource {
    /// The abilities of the keyboard: frames, *did* events and visibility requests.
    public let capabilities: KeyboardSourceCapabilities = [.frames, .didEvents, .visibilityRequests]

    /// Called after the keys, the place or the visibility of the keyboard has changed.
    ///
    /// Draw the keyboard again in this closure. The closure can be called several times for one touch. Capture the view
    /// weakly.
    public var onChange: (@MainActor () -> Void)?

    /// Called when a finger presses a key, and for each repetition of a held delete key.
    ///
    /// Use this closure to play a sound or to vibrate the device.
    public var onKeyPress: (@MainActor (Key) -> Void)?

    /// The bounds of the screen, or of the window that contains the keyboard, in screen coordinates.
    ///
    /// Set `screenBounds` after the device has rotated or the window has changed. A new value cancels all touches.
    public var screenBounds: CGRect {
        didSet { if screenBounds != oldValue { placeDidChange(isOtherScreen: true) } }
    }

    /// The number of points in a millimeter of the screen; `nil` if the density is unknown.
    ///
    /// With a known density, a row is 9 to 14 mm high, and a letter key is at most 19 mm wide. Without a known density,
    /// the height of a row depends on the size of the screen. The keyboard covers at most half of the screen. If the
    /// screen is wider than it is high, the keyboard covers at most a third of the screen. On a small screen, these
    /// limits can make a row less than 9 mm high.
    public var pointsPerMillimeter: CGFloat? {
        didSet { if pointsPerMillimeter != oldValue { placeDidChange(isOtherScreen: false) } }
    }

    /// The layouts that a person can choose.
    ///
    /// The keyboard begins with the first layout. A field that needs ASCII characters gets a layout with Latin letters.
    /// If the chosen layout has no Latin letters, the keyboard uses the first layout that has Latin letters.
    public var layouts: [Layout] {
        didSet {
            update {
                cancelTouches()
                (chosenLayout, shownLayout) = (0, 0)
                showKeysOfField()
            }
        }
    }

    /// The duration of a slide onto the screen or off the screen, in seconds.
    ///
    /// The default is 0.25. Set 0 if the system asks for reduced motion. In a GTK app, `KeyboardGTK` sets the duration.
    public var slideDuration = 0.25

    /// The keys at their places, row by row.
    ///
    /// The places are relative to the keyboard, and do not change while the keyboard slides.
    public internal(set) var keys: [Key] = []

    /// The keys that a long press offers above the pressed key.
    ///
    /// To type an alternative, a person slides the finger to it and lifts the finger. The array is empty if there is no
    /// long press. Draw the alternatives on top of the other keys.
    public internal(set) var alternatives: [Key] = []

    let scheduler: any KeyboardScheduler
    var touches = KeyTouches()
    var arrangement: KeyArrangement
    private(set) weak var focusedField: (any FormField)?
    private var chosenLayout = 0
    private var shownLayout = 0
    /// Whether a field has reported that it has the focus.
    ///
    /// If the field is deallocated, the value stays `true`, and `checkField(hidesSoon:)` hides the keyboard.
    private var followsField = false
    private var updates = UpdateLoop()
    /// The decimal separator for fields without a separator of their own.
    private let decimalSeparator: String
    private let fieldCenter: NotificationCenter
    private var registrations: [any NSObjectProtocol] = []
    private var poster: KeyboardTransitionPoster?
    /// Whether the keyboard should be on screen.
    ///
    /// If the value is `true` and the keyboard is not started, the keyboard appears at the next start.
    private var isRequested = false
    private var slide: Slide?
    private var waitingDid: KeyboardScheduledAction?
    private var waitingHide: KeyboardScheduledAction?

    /// Creates a hidden keyboard.
    ///
    /// - Parameters:
    ///   - screenBounds: The bounds of the screen, in screen coordinates.
    ///   - locale: The locale that determines ``layouts`` and the decimal separator of the decimal pad. Pass `nil` to
    ///     use the locales of the session. With `nil`, `LC_MESSAGES` determines the layouts, and `LC_NUMERIC`
    ///     determines the separator. See `Locale.ofSession(_:environment:)`. In the field of a `NumberInput`, the
    ///     decimal pad has the separator of the number's format.
    ///   - center: The notification center of the fields. See `FieldState`.
    ///   - scheduler: The scheduler that supplies the time. Pass `nil` to use
    ///     ``/KeyboardObservation/MainQueueScheduler/shared``.
    public init(
        screenBounds: CGRect,
        locale: Locale? = nil,
        center: NotificationCenter = .default,
        scheduler: (any KeyboardScheduler)? = nil
    ) {
        self.screenBounds = screenBounds
        self.scheduler = scheduler ?? MainQueueScheduler.shared
        let numberLocale = locale ?? .ofSession("LC_NUMERIC")
        let locale = locale ?? .ofSession()
        layouts = Layout.layouts(for: locale)
        arrangement = KeyArrangement(layout: layouts.first ?? .english)
        decimalSeparator = numberLocale.decimalSeparator ?? "."
        fieldCenter = center
        arrangeKeys()
        observe(.fieldDidBeginEditing) { $0.editingBegan(in: $1) }
        observe(.fieldDidEndEditing) { $0.editingEnded(in: $1) }
    }

    isolated deinit {
        ignoreFocus()
        focusedField?.formState.onTraitChangeOfKeyboard = nil
        for action in [waitingDid, waitingHide, touches.timer] { action?.cancel() }
    }
}

// MARK: - The place of the keyboard

extension AppKeyboard {
    /// The frame that the keyboard has while it is shown, in screen coordinates.
    public var frame: CGRect {
        let height = arrangement.rowHeight * CGFloat(KeyArrangement.rowCount)
        let bounds = usableBounds
        return CGRect(x: bounds.minX, y: bounds.maxY - height, width: bounds.width, height: height)
    }

    /// The keyboard's frame at the scheduler's current time, in screen coordinates.
    ///
    /// During a slide, the toolkit reads `currentFrame` for each display frame. If the keyboard is hidden or not
    /// started, the frame is directly below the screen.
    public var currentFrame: CGRect {
        let end = isShown ? frame : hiddenFrame
        guard let slide else { return end }
        let elapsed = (scheduler.now - slide.start) / .seconds(1)
        let progress = KeyboardAnimationCurve.easeInOut.progress(after: elapsed, of: slide.duration)
        return end.offsetBy(dx: 0, dy: (slide.beginY - end.minY) * (1 - progress))
    }

    /// Whether the keyboard is on screen or is appearing.
    public var isShown: Bool {
        isRequested && poster != nil
    }

    /// Whether the keyboard is sliding onto the screen or off the screen.
    ///
    /// At the end of a slide, the keyboard calls ``onChange``.
    public var isSliding: Bool {
        slide != nil
    }

    private struct Slide {
        let beginY: CGFloat
        let start: Duration
        let duration: Double
    }

    private var hiddenFrame: CGRect { frame.offsetBy(dx: 0, dy: frame.height) }

    /// The bounds of the screen; empty if ``screenBounds`` is not finite or is extremely large.
    private var usableBounds: CGRect {
        let bounds = screenBounds.standardized
        let values = [bounds.minX, bounds.minY, bounds.width, bounds.height]
        return values.allSatisfy { abs($0) < 1e7 } ? bounds : .zero
    }

    private var sizes: (rowHeight: CGFloat, widestKey: CGFloat) {
        let bounds = usableBounds
        let largestPart: CGFloat = bounds.width > bounds.height ? 1 / 3 : 1 / 2
        let tallestRow = bounds.height * largestPart / CGFloat(KeyArrangement.rowCount)
        guard let density = pointsPerMillimeter, density.isFinite, density > 0 else {
            let rowHeight = min(tallestRow, bounds.height * 0.1, bounds.width * 0.155)
            return (rowHeight, rowHeight * 2)
        }
        let rowHeight = min(max(bounds.width / 12, density * 9), density * 14)
        return (min(rowHeight, tallestRow), density * 19)
    }

    private func placeDidChange(isOtherScreen: Bool) {
        update {
            let height = frame.height
            // The touches end before the keys are arranged, because the end of a touch can change the keys.
            cancelTouches()
            arrangeKeys()
            guard isOtherScreen || frame.height != height else { return }
            slide = nil
            // The next transition must not begin at a frame in the coordinates of the old screen.
            if isOtherScreen { poster?.forgetFrame() }
            if isShown {
                move(duration: 0)
            } else if isOtherScreen {
                waitingDid?.cancel()
                poster?.end()
            }
        }
    }
}

// MARK: - Source

extension AppKeyboard {
    /// Starts posting to `center`.
    ///
    /// If a field already has the focus, the keyboard is on screen immediately. Exception: if the keyboard was hidden
    /// after the field took the focus, the keyboard stays hidden.
    public func start(postingTo center: NotificationCenter) {
        update {
            stop()
            poster = KeyboardTransitionPoster(center: center, isLocal: true)
            if isShown { move(duration: 0) }
            didChange()
        }
    }

    /// Stops posting, and removes the keyboard from the screen without a notification.
    ///
    /// The keyboard still observes the focus. A keyboard that was shown appears again at the next start if the focus
    /// has not changed.
    public func stop() {
        guard let poster else { return }
        update {
            waitingDid?.cancel()
            (self.poster, slide) = (nil, nil)
            poster.stop()
            showKeysOfField()
        }
    }

    /// Shows the keyboard, even if no field has the focus.
    ///
    /// If a person hides the keyboard and then taps the focused field, the toolkit calls `requestShow()`.
    public func requestShow() throws(KeyboardSourceError) {
        guard poster != nil else { throw .notStarted }
        setShown(true)
    }

    /// Hides the keyboard.
    ///
    /// The field keeps the focus.
    public func requestHide() throws(KeyboardSourceError) {
        guard poster != nil else { throw .notStarted }
        setShown(false)
    }

    private func setShown(_ isShown: Bool) {
        waitingHide?.cancel()
        guard isShown != isRequested else { return }
        update {
            let beginY = currentFrame.minY
            isRequested = isShown
            if isShown { showKeysOfField() } else { cancelTouches() }
            guard poster != nil else { return }
            slide = slideDuration > 0 ? Slide(beginY: beginY, start: scheduler.now, duration: slideDuration) : nil
            move(duration: slideDuration)
            didChange()
        }
    }

    /// The app can read and change the keyboard in ``onChange``, so ``onChange`` is called after all changes.
    func update(_ changes: () -> Void) {
        guard !updates.isRunning else { return changes() }
        _ = updates.begin()
        changes()
        if updates.end() { onChange?() }
    }

    /// Calls ``onChange`` now, or after the running update.
    func didChange() {
        update { _ = updates.begin() }
    }

    private func move(duration: Double) {
        waitingDid?.cancel()
        let duration = duration.isFinite ? max(duration, 0) : 0
        // The end of the transition is scheduled first, because an observer of the *will* events can begin another
        // transition.
        waitingDid = scheduler.schedule(after: .delay(seconds: duration)) { [weak self] in
            guard let self else { return }
            // `onChange` is called after the *did* events, because the app can begin another transition in `onChange`.
            update {
                slide = nil
                didChange()
                poster?.end()
            }
        }
        let end = isShown ? frame : hiddenFrame
        let firstBegin = isShown && duration == 0 ? end : hiddenFrame
        poster?.begin(
            to: end,
            isShown ? .docked : .hidden,
            from: firstBegin,
            duration: duration,
            screenBounds: usableBounds
        )
    }
}

extension AppKeyboard: FocusFollowingKeyboardSource {
    package func prepareStart(isShown: Bool) {
        let isShown = isShown && (isRequested || field?.formState.wantsKeyboard == true)
        // `setShown(_:)` would cancel `waitingHide` even if nothing changes, so `prepareStart(isShown:)` calls it only
        // for a change.
        if isShown != isRequested { setShown(isShown) }
    }
}

// MARK: - The focus

extension AppKeyboard {
    var field: (any FormField)? {
        guard let field = focusedField, !field.formState.isDetached else { return nil }
        return field
    }

    private func observe(
        _ name: Notification.Name,
        _ receive: @escaping @MainActor (AppKeyboard, any FormField) -> Void
    ) {
        registrations.append(
            fieldCenter.addObserver(forName: name, object: nil, queue: nil) { [weak self] notification in
                // Safe: fields post on the main actor, and the center calls this closure on the thread of the post.
                nonisolated(unsafe) let notification = notification
                MainActor.assumeIsolated {
                    guard let self, let field = unsafe notification.object as? any FormField else { return }
                    receive(self, field)
                }
            }
        )
    }

    /// Permanently stops observing the focus.
    package func ignoreFocus() {
        for registration in registrations { fieldCenter.removeObserver(registration) }
    }

    private func editingBegan(in field: any FormField) {
        update {
            if field !== focusedField { leaveField() }
            (focusedField, followsField) = (field, true)
            // When the field or its widget is gone, `formState` releases the closure. Then `observer` is deallocated
            // too, and its `deinit` calls `checkField(hidesSoon:)`.
            let observer = FreeObserver { [weak self] in self?.checkField(hidesSoon: true) }
            field.formState.onTraitChangeOfKeyboard = { [weak self] trait in
                withExtendedLifetime(observer) { self?.traitDidChange(trait) }
            }
            if isRequested { showKeysOfField() }
            setShown(field.formState.wantsKeyboard)
        }
    }

    private func editingEnded(in field: any FormField) {
        guard field === focusedField else { return }
        update {
            leaveField()
            hideSoon()
        }
    }

    private func leaveField() {
        cancelTouches()
        focusedField?.formState.onTraitChangeOfKeyboard = nil
        (focusedField, followsField) = (nil, false)
    }

    /// Hides the keyboard if the focused field or its widget is gone.
    func checkField(hidesSoon: Bool = false) {
        guard followsField, field == nil else { return }
        update {
            // `onTraitChangeOfKeyboard` is not set to `nil`, because `formState` may be releasing the closure now.
            (focusedField, followsField) = (nil, false)
            cancelTouches()
            if hidesSoon { hideSoon() } else { setShown(false) }
        }
    }

    /// A toolkit can report the loss of the focus before the next field takes the focus.
    ///
    /// Without the delay, the keyboard would disappear and appear again.
    private func hideSoon() {
        waitingHide = scheduler.schedule(after: .milliseconds(100)) { [weak self] in self?.setShown(false) }
    }

    func dismiss() {
        setShown(false)
        field?.resignFirstResponder()
    }

    private func traitDidChange(_ trait: FieldState.Trait) {
        switch trait {
        case .keyboardType: update { showKeysOfField() }
        case .returnKeyType: arrangeKeys()
        case .isSecureTextEntry: didChange()
        case .autocapitalizationType: followText(isNewTrait: true)
        case .wantsKeyboard: setShown(field?.formState.wantsKeyboard ?? isRequested)
        default: break
        }
    }
}

@MainActor
private final class FreeObserver {
    private let onFree: @MainActor () -> Void
    init(_ onFree: @escaping @MainActor () -> Void) { self.onFree = onFree }
    isolated deinit { onFree() }
}

// MARK: - The keys

extension AppKeyboard {
    private func showKeysOfField() {
        cancelTouches()
        let type = field?.formState.keyboardType ?? .default
        let page: Key.Page =
            if !type.hasReturnKey { .numbers } else if type == .numbersAndPunctuation { .symbols } else { .letters }
        let needsLatin = [.asciiCapable, .emailAddress, .url].contains(type)
        let isUsable = !needsLatin || layouts.indices.contains(chosenLayout) && layouts[chosenLayout].isLatin
        shownLayout = isUsable ? chosenLayout : layouts.firstIndex(where: \.isLatin) ?? chosenLayout
        show(page)
    }

    func show(_ page: Key.Page) {
        arrangement.page = page
        setShift(.off)
        followText()
    }

    func setShift(_ shift: KeyArrangement.Shift) {
        arrangement.shift = shift
        arrangeKeys()
    }

    /// Turns the shift key on if the next letter should be a capital letter, and off otherwise.
    package func followText(isNewTrait: Bool = false) {
        guard let field, isNewTrait || field.formState.autocapitalizationType != .none, arrangement.page == .letters,
            arrangement.layout.hasCapitals, arrangement.shift != .locked, touches.shiftHold == nil
        else { return }
        let shift: KeyArrangement.Shift = field.capitalizesNextLetter ? .once : .off
        if shift != arrangement.shift { setShift(shift) }
    }

    package var isRightToLeft: Bool { arrangement.layout.isRightToLeft }

    func showNextLayout() {
        cancelTouches()
        shownLayout = (shownLayout + 1) % max(layouts.count, 1)
        chosenLayout = shownLayout
        show(.letters)
    }

    func arrangeKeys() {
        arrangement.layout = layouts.indices.contains(shownLayout) ? layouts[shownLayout] : .english
        arrangement.nextLayout = layouts.count > 1 ? layouts[(shownLayout + 1) % layouts.count] : nil
        arrangement.keyboardType = field?.formState.keyboardType ?? .default
        arrangement.decimalSeparator = field?.formState.decimalSeparator ?? decimalSeparator
        arrangement.hasSignKey = field?.formState.acceptsNegativeNumbers ?? false
        arrangement.needsASCIIDigits = field?.formState.needsASCIIDigits ?? false
        arrangement.returnKeyType = field?.formState.returnKeyType ?? .default
        arrangement.width = usableBounds.width
        (arrangement.rowHeight, arrangement.widestKey) = sizes
        keys = arrangement.keys()
        keysDidChange()
    }
}
