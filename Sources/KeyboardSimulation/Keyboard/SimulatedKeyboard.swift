public import Foundation
import KeyboardForms
public import KeyboardObservation

/// An on-screen keyboard for development and tests.
///
/// The keyboard posts the notifications of UIKit's keyboard, with UIKit's payload, in UIKit's order. By default, the
/// payload also contains the bounds of the screen.
///
/// ```swift
/// let keyboard = SimulatedKeyboard(on: SimulatedScreen(.phone393x852), scheduler: scheduler)
/// keyboard.start(postingTo: center)
/// keyboard.show()                            // posts willChangeFrame, willShow
/// scheduler.advance(by: .milliseconds(250))  // posts didChangeFrame, didShow
/// ```
///
/// The methods of the keyboard are named after user actions. ``behavior`` determines which notifications an action
/// posts. An action that is not possible in the current state has no effect.
///
/// The keyboard posts the *will* events before a method such as ``show(_:)`` returns. The keyboard posts the *did* events
/// when the scheduler reaches the end of the transition. If a new transition interrupts the running transition, the
/// running transition posts no *did* events.
///
/// The keyboard posts most notifications in pairs, such as willChangeFrame and willShow. If an observer of
/// willChangeFrame requests an action, the keyboard posts willShow before it posts the notifications of the action.
@MainActor
public final class SimulatedKeyboard: KeyboardSource {
    /// The position that the user has chosen for the keyboard.
    public enum Docking: Sendable, Hashable {
        /// The keyboard is at the bottom of the screen, and as wide as the screen.
        case docked
        /// The keyboard is above the bottom of the screen, and as wide as the screen.
        case undocked
        /// The keyboard is split into two halves above the bottom of the screen.
        ///
        /// The frame contains both halves.
        case split
        /// The keyboard is smaller than the docked keyboard, and can be anywhere on the screen.
        case floating
    }

    /// The screen of the keyboard.
    ///
    /// If ``Behavior/reportsScreen`` is `true`, the screen is the `object` of the keyboard's notifications.
    ///
    /// The keyboard retains the screen. Two keyboards can share a screen. If one keyboard rotates the shared screen,
    /// the other keyboard keeps its frame until its next transition.
    public let screen: SimulatedScreen

    /// The behaviour of the keyboard.
    ///
    /// A new behaviour takes effect with the next transition, even in the middle of a scenario.
    public var behavior: Behavior {
        get { transitions.behavior }
        set { transitions.behavior = newValue }
    }

    let transitions: SimulatedTransitions
    private let scheduler: any KeyboardScheduler
    package internal(set) weak var focusedField: SimulatedTextField?
    private let inputFields = WeakList<SimulatedTextField>()
    /// The player of the latest recording.
    private var player: KeyboardRecordingPlayer?

    /// Creates a hidden keyboard.
    ///
    /// The keyboard posts no notifications before you call ``start(postingTo:)``.
    ///
    /// - Parameters:
    ///   - screen: The screen of the keyboard. The keyboard retains the screen.
    ///   - behavior: The behaviour of the keyboard.
    ///   - scheduler: The scheduler that supplies the time. Pass `nil` to use
    ///     ``/KeyboardObservation/MainQueueScheduler/shared``.
    public init(
        on screen: SimulatedScreen,
        behavior: Behavior = Behavior(),
        scheduler: (any KeyboardScheduler)? = nil
    ) {
        self.screen = screen
        self.scheduler = scheduler ?? MainQueueScheduler.shared
        transitions = SimulatedTransitions(on: screen, behavior: behavior, scheduler: self.scheduler)
    }

    /// The faults of the keyboard.
    ///
    /// New faults take effect with the next transition.
    public var faults: FaultInjection {
        get { transitions.faultInjector.injection }
        set { transitions.faultInjector = FaultInjector(newValue) }
    }

    /// The keys of the keyboard.
    ///
    /// The property has a value even while the keyboard is hidden.
    public var layout: Layout {
        transitions.situation.layout
    }

    /// The position that the user has chosen for the keyboard.
    public var docking: Docking {
        transitions.situation.docking
    }

    /// The height of the accessory bar above the keys, in points.
    ///
    /// The height is 0 if there is no bar.
    package var accessoryHeight: CGFloat {
        transitions.situation.accessoryHeight
    }

    /// Whether a hardware keyboard is attached.
    ///
    /// While a hardware keyboard is attached, only the accessory bar can be on screen.
    package var hasHardwareKeyboard: Bool {
        transitions.situation.hasHardwareKeyboard
    }

    /// The phase of the keyboard; never `unknown`.
    ///
    /// While a hardware keyboard is attached, only an accessory bar can be on screen. After the bar has appeared, the
    /// phase is `shown`.
    public var phase: KeyboardState.Phase {
        transitions.phase
    }

    /// The frame of the keyboard; during a transition, the end frame of the transition.
    ///
    /// The frame is in points, in screen coordinates, with the origin at the top left. The frame of a hidden keyboard
    /// is off screen.
    public var frame: CGRect {
        transitions.frame
    }

    /// The visible frame at the scheduler's current time.
    ///
    /// During a transition, the current frame follows the animation curve. During an interactive dismissal, the current
    /// frame follows the finger. While the keyboard does not move, the current frame is equal to ``frame``.
    ///
    /// The frame is in points, in screen coordinates, with the origin at the top left. If a new transition interrupts
    /// the running transition, the new transition begins at the current frame. The animation curve 7 is a spring. With
    /// a spring, the keyboard still moves slightly when it posts the *did* events.
    ///
    /// The current frame jumps in these cases:
    ///
    /// - The device rotates.
    /// - A transition has a duration of 0, for example when the user drags an undocked keyboard.
    /// - A cross-fade replaces the motion.
    /// - ``stop()`` ends a transition.
    public var currentFrame: CGRect {
        transitions.currentFrame
    }
}

// MARK: - Source

extension SimulatedKeyboard {
    /// The capabilities of the keyboard.
    ///
    /// The keyboard posts *did* events, and accepts requests to show and hide. If ``Behavior/reportsFrameValues`` is
    /// `true`, the keyboard also reports frames. If ``Behavior/reportsFrames`` is `true`, the keyboard also reports
    /// frames in motion.
    public var capabilities: KeyboardSourceCapabilities {
        var capabilities: KeyboardSourceCapabilities = [.didEvents, .visibilityRequests]
        if behavior.reportsFrameValues { capabilities.insert(.frames) }
        if behavior.reportsFrames { capabilities.insert(.framesInMotion) }
        return capabilities
    }

    /// Starts posting to `center`.
    ///
    /// When the keyboard starts, a running transition ends without a notification. If the keyboard is on screen when it
    /// starts, it posts the events of a transition with a duration of 0. In these events, the begin frame and the end
    /// frame are equal to ``frame``.
    public func start(postingTo center: NotificationCenter) {
        stop()
        transitions.start(center)
    }

    /// Stops posting.
    ///
    /// When the keyboard stops, a running transition ends without a notification. If an observer stops the keyboard
    /// during a notification, the keyboard completes the running action without further notifications.
    ///
    /// A stopped keyboard can still be shown and hidden, but posts no notifications.
    public func stop() {
        player = nil
        transitions.stop()
    }

    /// Shows the keyboard, as ``show(_:)`` does.
    public func requestShow() throws(KeyboardSourceError) {
        guard transitions.center != nil else { throw .notStarted }
        show()
    }

    /// Hides the keyboard, as ``hide()`` does.
    public func requestHide() throws(KeyboardSourceError) {
        guard transitions.center != nil else { throw .notStarted }
        hide()
    }
}

// MARK: - Showing, hiding and rotating

extension SimulatedKeyboard {
    /// Shows the keyboard, as if a field took the focus.
    ///
    /// If the keyboard is already shown, its keys change. If its height stays the same, it posts no notification.
    ///
    /// - Parameter layout: The keys that the keyboard shows. Pass `nil` to keep the previous keys.
    public func show(_ layout: Layout? = nil) {
        perform(.show(layout))
    }

    /// Hides the keyboard.
    ///
    /// The focused field resigns the focus. If the field refuses to resign, the keyboard does not hide.
    ///
    /// If the keyboard is already hidden, no notification is posted.
    public func hide() {
        perform(.hide)
    }

    /// Rotates the device.
    ///
    /// A docked keyboard that is on screen posts *hide* events, and then *show* events in the new coordinates.
    public func rotate(to orientation: SimulatedScreen.Orientation) {
        perform(.rotate(to: orientation))
    }
}

// MARK: - Performing steps

extension SimulatedKeyboard {
    /// The situation of the keyboard, including the states of the fields.
    ///
    /// The property takes O(n) time, where n is the number of fields.
    var situationWithFields: KeyboardSituation {
        var current = transitions.currentSituation
        let fields = inputFields.live()
        current.fields.tappable = Set(fields.indices.filter { fields[$0].takesFocusWhenTapped })
        current.fields.takesText = focusedField?.isEnabled == true
        return current
    }

    /// Asks the focused field to resign the focus, and hides the keyboard.
    func releaseFocus() {
        if let field = focusedField {
            field.resignFirstResponder()
        } else {
            transitions.update { $0.focus = .none }
        }
    }

    /// Takes the focus away from the focused field, and shows another app's keyboard.
    func loseFocusToOtherApp(_ layout: Layout) {
        focusedField?.loseFocus()
        transitions.update {
            $0.focus = .otherApp
            $0.otherLayout = layout
        }
    }

    func tapField(_ number: Int) {
        let fields = inputFields.live()
        guard fields.indices.contains(number) else { return }
        fields[number].tap()
    }
}

// MARK: - Fields

extension SimulatedKeyboard {
    var fieldCount: Int {
        inputFields.live().count
    }

    func addField(_ field: SimulatedTextField) {
        inputFields.append(field)
    }

    /// Shows the keys and the accessory bar of the focused field in one transition.
    func showKeys(_ layout: Layout?, accessoryHeight: CGFloat) {
        transitions.actions.perform { [transitions] in
            transitions.takeFocus(layout, accessoryHeight: accessoryHeight)
        }
    }

    /// Asks the focused field to end editing.
    ///
    /// - Returns: `true` if no field has the focus when the method returns. If the focused field refuses to resign, or
    ///   if an observer focuses another field, the method returns `false`.
    func endEditing() -> Bool {
        guard let focusedField else { return true }
        guard focusedField.canResignFirstResponder else { return false }
        focusedField.loseFocus()
        return self.focusedField == nil
    }

    /// Hides the keyboard after the focused field has resigned, or if it wants no keyboard.
    func dropFocus() {
        transitions.actions.perform { [self] in
            // Another field may have taken the focus before the queue performs this action.
            guard focusedField?.formState.wantsKeyboard != true, transitions.situation.focus == .field else { return }
            transitions.update { $0.focus = .none }
        }
    }
}

// MARK: - Recordings

extension SimulatedKeyboard {
    /// Plays a recording with the keyboard's screen as the first sender.
    func play(_ recording: KeyboardRecording) {
        guard let center = transitions.center else { return }
        let player = KeyboardRecordingPlayer(recording, scheduler: scheduler, screen: screen)
        self.player = player
        player.start(postingTo: center)
    }
}
