public import Foundation
import KeyboardForms
public import KeyboardObservation

/// An on-screen keyboard for development and tests.
///
/// Use this keyboard in a test, or on a desktop without an on-screen keyboard. You can also observe how a screen reacts
/// if the keyboard floats, is split or belongs to another app. The keyboard posts UIKit's notifications in UIKit's
/// order. The payload contains UIKit's values and the bounds of the screen.
///
/// ```swift
/// let keyboard = SimulatedKeyboard(on: SimulatedScreen(.phone393x852), scheduler: scheduler)
/// keyboard.start(postingTo: center)
/// keyboard.show()                            // posts willChangeFrame, willShow
/// scheduler.advance(by: .milliseconds(250))  // posts didChangeFrame, didShow
/// ```
///
/// The methods perform the actions of a user. An action that is not possible in the current situation has no effect.
/// ``behavior`` determines which notifications the keyboard posts. The *will* events are posted before a call such as
/// ``show(_:)`` returns. The *did* events are posted when the scheduler reaches the end of the transition. If another
/// transition interrupts a transition, the *did* events of the interrupted transition are not posted.
///
/// Most notifications are pairs, such as willChangeFrame and willShow. The keyboard always posts both notifications of
/// a pair. If an observer of willChangeFrame hides the keyboard, the keyboard first posts willShow.
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
    /// The screen is the `object` of the notifications. With ``Behavior/onboard``, ``Behavior/squeekboard`` and
    /// ``Behavior/kwin``, the notifications have no `object`. The keyboard retains its screen. Two keyboards can share
    /// a screen. If one keyboard rotates the screen, the other keyboard keeps its frame until its next transition.
    public let screen: SimulatedScreen

    /// The behavior of the keyboard.
    ///
    /// A new behavior takes effect with the next transition, even in the middle of a scenario.
    public var behavior: Behavior {
        get { transitions.behavior }
        set { transitions.behavior = newValue }
    }

    let transitions: SimulatedTransitions
    private let scheduler: any KeyboardScheduler
    package internal(set) weak var focusedField: SimulatedTextField?
    private let inputFields = WeakList<SimulatedTextField>()
    private var player: KeyboardRecordingPlayer?

    /// Creates a hidden keyboard.
    ///
    /// The keyboard posts no notifications before you call ``start(postingTo:)``.
    ///
    /// - Parameters:
    ///   - screen: The screen of the keyboard. The keyboard retains the screen.
    ///   - behavior: The behavior of the keyboard.
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

    /// The keys of the keyboard, even while it is hidden.
    public var layout: Layout {
        transitions.situation.layout
    }

    /// The position that the user has chosen for the keyboard.
    public var docking: Docking {
        transitions.situation.docking
    }

    package var accessoryHeight: CGFloat {
        transitions.situation.accessoryHeight
    }

    package var hasHardwareKeyboard: Bool {
        transitions.situation.hasHardwareKeyboard
    }

    /// The phase of the keyboard; never `unknown`.
    ///
    /// If a hardware keyboard is attached, the phase becomes `shown` when an accessory bar has appeared.
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
    /// Compare this frame with the position of a screen's content. While the keyboard moves, this frame follows the
    /// animation curve or the finger. At rest, it is equal to ``frame``. The frame is in points, in screen coordinates,
    /// with the origin at the top left. If a transition interrupts another transition, the new transition begins at the
    /// visible frame. UIKit's curve 7 is a spring, so the keyboard still moves slightly when the *did* events are
    /// posted.
    ///
    /// The frame jumps when the device rotates, and when you call ``stop()``. The frame also jumps in a cross-fade, and
    /// in a transition with a duration of 0.
    public var currentFrame: CGRect {
        transitions.currentFrame
    }
}

// MARK: - Source

extension SimulatedKeyboard {
    /// The capabilities of the keyboard.
    ///
    /// The keyboard posts *did* events and accepts requests. The keyboard reports frames, except with
    /// ``Behavior/kwin``. The keyboard reports frames in motion only if ``Behavior/reportsFrames`` is `true`.
    public var capabilities: KeyboardSourceCapabilities {
        var capabilities: KeyboardSourceCapabilities = [.didEvents, .visibilityRequests]
        if behavior.reportsFrameValues { capabilities.insert(.frames) }
        if behavior.reportsFrames { capabilities.insert(.framesInMotion) }
        return capabilities
    }

    /// Starts posting to `center`.
    ///
    /// A running transition ends without a notification. If the keyboard is on screen, it posts events with a duration
    /// of 0. The begin and end frames of the events are equal to ``frame``.
    public func start(postingTo center: NotificationCenter) {
        stop()
        transitions.start(center)
    }

    /// Stops posting.
    ///
    /// A running transition ends without further notifications. An observer may call this method in the middle of a
    /// transition. You can show and hide a stopped keyboard, but it posts nothing.
    public func stop() {
        player = nil
        transitions.stop()
    }

    /// Shows the keyboard in the same way as ``show(_:)``.
    public func requestShow() throws(KeyboardSourceError) {
        guard transitions.center != nil else { throw .notStarted }
        show()
    }

    /// Hides the keyboard in the same way as ``hide()``.
    public func requestHide() throws(KeyboardSourceError) {
        guard transitions.center != nil else { throw .notStarted }
        hide()
    }
}

// MARK: - Showing, hiding and rotating

extension SimulatedKeyboard {
    /// Shows the keyboard, as if a field took the focus.
    ///
    /// If the keyboard is already shown, only its keys change. If the new keys have another height, the keyboard posts
    /// notifications.
    ///
    /// - Parameter layout: The keys that the keyboard shows. Pass `nil` to keep the previous keys.
    public func show(_ layout: Layout? = nil) {
        perform(.show(layout))
    }

    /// Hides the keyboard.
    ///
    /// The focused field resigns the focus. If the field refuses to resign, the keyboard stays. If the keyboard is
    /// already hidden, it posts nothing.
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
    /// The property is computed in O(n) for n fields.
    var situationWithFields: KeyboardSituation {
        var current = transitions.currentSituation
        let fields = inputFields.live()
        current.fields.tappable = Set(fields.indices.filter { fields[$0].takesFocusWhenTapped })
        current.fields.takesText = focusedField?.isEnabled == true
        return current
    }

    func releaseFocus() {
        if let field = focusedField {
            field.resignFirstResponder()
        } else {
            transitions.update { $0.focus = .none }
        }
    }

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

    /// The keys and the accessory bar change in one transition.
    func showKeys(_ layout: Layout?, accessoryHeight: CGFloat) {
        transitions.actions.perform { [transitions] in
            transitions.takeFocus(layout, accessoryHeight: accessoryHeight)
        }
    }

    /// Returns `false` if the field refuses to resign, or if an observer focuses another field when editing ends.
    func endEditing() -> Bool {
        guard let focusedField else { return true }
        guard focusedField.canResignFirstResponder else { return false }
        focusedField.loseFocus()
        return self.focusedField == nil
    }

    func dropFocus() {
        transitions.actions.perform { [self] in
            // While the action waited, another field may have taken the focus.
            guard focusedField?.formState.wantsKeyboard != true, transitions.situation.focus == .field else { return }
            transitions.update { $0.focus = .none }
        }
    }
}

// MARK: - Recordings

extension SimulatedKeyboard {
    func play(_ recording: KeyboardRecording) {
        guard let center = transitions.center else { return }
        let player = KeyboardRecordingPlayer(recording, scheduler: scheduler, screen: screen)
        self.player = player
        player.start(postingTo: center)
    }
}
