public import Foundation
import KeyboardForms
import KeyboardObservation

extension SimulatedKeyboard {
    /// An action of a user or an app, or a wait between two actions.
    ///
    /// ``SimulatedKeyboard/perform(_:)`` performs one step at once. A ``KeyboardScenario`` performs a sequence of
    /// steps.
    public enum Step: Sendable, Hashable {
        /// A field takes the focus.
        ///
        /// If the layout is `nil`, the keyboard keeps its previous keys.
        case show(SimulatedKeyboard.Layout? = nil)
        /// The field resigns the focus.
        case hide
        /// The keys change.
        ///
        /// If the height of a docked keyboard changes, the keyboard posts *frame* and *show* events, as in UIKit. The
        /// keyboard posts no *hide* events. If `animated` is `false`, the keyboard reports a duration of 0, as in some
        /// logs of real keyboards. A hidden keyboard shows the new keys when it next appears.
        case changeFrame(to: SimulatedKeyboard.Layout, animated: Bool = true)
        /// An accessory bar of this height, in points, is placed above the keys.
        ///
        /// A height of 0 removes the bar.
        case setAccessory(height: CGFloat)
        /// The user undocks the keyboard.
        ///
        /// The top edge of the keyboard moves to the y coordinate `toTop` of the screen, in points. A negative value is
        /// replaced with 0. The value `nil` is replaced with a third of the screen's height. The step has no effect on
        /// a phone. A coordinate at or below the top edge of the docked keyboard also has no effect.
        case undock(toTop: CGFloat? = nil)
        /// The user splits the keyboard into two halves, and its top edge moves as with ``undock(toTop:)``.
        case split(toTop: CGFloat? = nil)
        /// The keyboard floats in this frame.
        ///
        /// If the frame is partly or wholly off screen, the keyboard moves the frame onto the screen. The step has no
        /// effect on a phone. A frame that is empty, not finite or equal to the docked frame also has no effect.
        case float(in: CGRect)
        /// The user drags an undocked keyboard until its top left corner is at this point.
        ///
        /// The user cannot drag the keyboard off the screen. A keyboard that is as wide as the screen moves only up and
        /// down. As in UIKit, the *will* event reports a zero rectangle as the end frame. With
        /// ``SimulatedKeyboard/Behavior/onboard``, the *will* event reports the real end frame.
        case drag(to: CGPoint)
        /// The user docks the keyboard.
        case dock
        /// The device is rotated.
        case rotate(to: SimulatedScreen.Orientation)
        /// The user attaches a hardware keyboard.
        ///
        /// The keys disappear, and a focused field shows only its accessory bar. A docked keyboard posts *hide* events.
        /// The end frame of the events is the frame of the bar. Without a bar, the end frame is off screen. A bar that
        /// appears later is also reported with *hide* events. If the keyboard is hidden and a field without a bar takes
        /// the focus, the keyboard posts nothing.
        case attachHardwareKeyboard
        /// The hardware keyboard is detached, and the keys appear if a field has the focus.
        case detachHardwareKeyboard
        /// A finger begins to drag the docked keyboard off the screen.
        case beginDismissing
        /// The finger drags the keyboard's top edge to this y coordinate of the screen, in points.
        ///
        /// This step changes ``SimulatedKeyboard/currentFrame``, but posts no *will* or *did* event. The top edge stays
        /// between its docked position and the bottom of the screen.
        case moveDismissing(toTop: CGFloat)
        /// The finger is lifted, and the keyboard hides.
        ///
        /// If the dismissal is cancelled, or if the focused field refuses to resign, the keyboard docks again.
        case endDismissing(cancelled: Bool = false)
        /// An alert is presented over the form, and the keyboard hides.
        case presentAlert
        /// A field takes the focus, and the system presents an alert that prompts for a password.
        ///
        /// The keyboard begins to appear, and immediately hides with a duration of 0.
        case promptForPassword
        /// The alert is dismissed, and the keyboard appears if a field still has the focus.
        case dismissAlert
        /// Another app, next to this app on the screen, shows the on-screen keyboard.
        ///
        /// The keyboard also covers this app. In the events, *isLocal* is `false`. The focused field of this app loses
        /// the focus. While a hardware keyboard is attached, neither app shows keys.
        case showOtherAppsKeyboard(SimulatedKeyboard.Layout = .letters)
        /// Another app hides its keyboard.
        case hideOtherAppsKeyboard
        /// The window of the app begins to cover the keyboard, or stops covering it.
        ///
        /// On some desktops, a full-screen window is in front of the keyboard. A shown keyboard posts *frame* events at
        /// once, even during a transition. The keyboard does not move. The events of later transitions also report
        /// whether the window covers the keyboard.
        case setObscured(Bool)
        /// The user taps a field that uses the keyboard.
        ///
        /// The ``SimulatedTextField`` objects of a keyboard are numbered from 0, in the order of their creation. If a
        /// field is deallocated, the numbers of all later fields decrease by 1.
        case tap(field: Int)
        /// The user types into the focused field.
        ///
        /// For each line break in the text, the user taps the return key.
        case type(String)
        /// The user deletes the selected characters of the focused field, or the character before the caret.
        case deleteBackward
        /// The user pastes a text, which replaces the selection of the focused field.
        ///
        /// A single-line field receives spaces instead of line breaks.
        case paste(String)
        /// The keyboard uses this behavior from the next transition on.
        case setBehavior(SimulatedKeyboard.Behavior)
        /// The keyboard posts the notifications of a recording.
        ///
        /// Each event, and each frame of the moving keyboard, is posted at its recorded time. The frame of the
        /// simulated keyboard does not change. The screen of the simulated keyboard is the `object` of the
        /// notifications from the first sender in the recording.
        case play(KeyboardRecording)
        /// Time passes.
        case wait(Duration)

        /// A wait of one second, which is longer than a usual transition.
        public static let settle = Step.wait(.seconds(1))

        package var waitingTime: Duration {
            if case .wait(let duration) = self { duration.asDelay } else { .zero }
        }
    }
}

// MARK: - The definition of each step

extension SimulatedKeyboard.Step {
    fileprivate typealias Condition = @Sendable (KeyboardSituation) -> Bool

    fileprivate struct Definition {
        var isPossible: Condition = { _ in true }
        /// Returns whether the step acts on a field.
        ///
        /// Such a step is performed at once.
        ///
        /// All other steps wait while the keyboard posts a pair of events, such as willChangeFrame and willShow.
        var actsOnField: (@MainActor (SimulatedKeyboard) -> Bool)?
        let perform: @MainActor (SimulatedKeyboard) -> Void
    }

    private static func change(
        if isPossible: @escaping Condition,
        _ style: TransitionStyle = TransitionStyle(),
        _ change: @escaping @Sendable (inout KeyboardSituation) -> Void
    ) -> Definition {
        Definition(isPossible: isPossible) { $0.transitions.update(style, change) }
    }

    fileprivate var definition: Definition {
        switch self {
        case .show(let layout):
            Definition(isPossible: \.canTakeFocus) { $0.transitions.takeFocus(layout) }
        case .hide:
            Definition(isPossible: { $0.focus == .field && !$0.isDragged }, actsOnField: { $0.focusedField != nil }) {
                $0.releaseFocus()
            }
        case .changeFrame(let layout, let animated):
            Self.change(if: { !$0.isDragged }, TransitionStyle(duration: animated ? nil : 0)) { $0.layout = layout }
        case .setAccessory(let height):
            Self.change(if: { !$0.isDragged }) { $0.accessoryHeight = height }
        case .undock(let top):
            Self.change(if: { $0.canUndock(toTop: top) }) {
                $0.docking = .undocked
                $0.undockedTop = top ?? $0.topOfUndocking
            }
        case .split(let top):
            Self.change(if: { $0.canUndock(toTop: top) }) {
                $0.docking = .split
                $0.undockedTop = top ?? $0.topOfUndocking
            }
        case .float(let frame):
            Self.change(if: { $0.canFloat(in: frame) }) {
                $0.docking = .floating
                $0.floatingFrame = frame
            }
        case .drag(let origin):
            Self.change(
                if: { $0.presence.kind == .undocked && origin.x.isFinite && origin.y.isFinite },
                TransitionStyle(duration: 0, isDrag: true)
            ) {
                $0.undockedTop = origin.y
                $0.floatingFrame.origin = origin
            }
        case .dock:
            Self.change(if: { $0.docking != .docked && !$0.isDragged }) { $0.docking = .docked }
        case .rotate(let orientation):
            Definition(isPossible: { orientation != $0.orientation && !$0.isDragged }) {
                $0.transitions.rotateDevice(to: orientation)
            }
        case .attachHardwareKeyboard:
            Self.change(if: { !$0.hasHardwareKeyboard && !$0.isDragged }) { $0.hasHardwareKeyboard = true }
        case .detachHardwareKeyboard:
            Self.change(if: { $0.hasHardwareKeyboard && !$0.isDragged }) { $0.hasHardwareKeyboard = false }
        case .beginDismissing:
            Definition(isPossible: \.canBeDismissed) { $0.transitions.beginDragging() }
        case .moveDismissing(let top):
            Definition(isPossible: { $0.isDragged && top.isFinite }) { $0.transitions.moveDragging(toTop: top) }
        case .endDismissing(let isCancelled):
            Definition(isPossible: \.isDragged) { $0.transitions.endDragging(hides: !isCancelled && $0.endEditing()) }
        case .presentAlert:
            Self.change(if: { !$0.isAlertPresented && !$0.isDragged }) { $0.isAlertPresented = true }
        case .dismissAlert:
            Self.change(if: \.isAlertPresented) { $0.isAlertPresented = false }
        case .promptForPassword:
            Definition(isPossible: \.canTakeFocus) {
                $0.transitions.update { $0.focus = .field }
                $0.transitions.update(TransitionStyle(duration: 0)) { $0.isAlertPresented = true }
            }
        case .showOtherAppsKeyboard(let layout):
            Definition(isPossible: \.canTakeFocus) { $0.loseFocusToOtherApp(layout) }
        case .hideOtherAppsKeyboard:
            Self.change(if: { $0.focus == .otherApp }) { $0.focus = .none }
        case .setObscured(let isObscured):
            Definition(isPossible: { ($0.isObscured ?? false) != isObscured && !$0.isDragged }) {
                $0.transitions.setObscured(isObscured)
            }
        case .tap(let number):
            Definition(
                isPossible: { $0.canTakeFocus && $0.fields.tappable.contains(number) },
                actsOnField: { _ in true }
            ) { $0.tapField(number) }
        case .type(let text): Definition(isPossible: \.canType, actsOnField: { _ in true }) { $0.insert(text) }
        case .deleteBackward:
            Definition(isPossible: \.canType, actsOnField: { _ in true }) { $0.focusedField?.deleteSelection() }
        case .paste(let text): Definition(isPossible: \.canType, actsOnField: { _ in true }) { $0.insertAtOnce(text) }
        case .setBehavior(let behavior): Definition { $0.behavior = behavior }
        case .play(let recording): Definition { $0.play(recording) }
        case .wait: Definition { _ in }
        }
    }
}

extension SimulatedKeyboard {
    /// Performs a step.
    ///
    /// Use this method for a step that has no method of its own, such as undocking, dragging or an alert. A step that
    /// is not possible in the current situation has no effect. The method ignores a `wait` step, because only a
    /// ``KeyboardScenario`` can wait.
    public func perform(_ step: Step) {
        let definition = step.definition
        func performIfPossible() {
            guard definition.isPossible(situationWithFields) else { return }
            definition.perform(self)
        }
        if definition.actsOnField?(self) == true {
            performIfPossible()
        } else {
            transitions.actions.perform(performIfPossible)
        }
    }
}

extension Duration {
    /// In a log of an iPad, the *show* events of a rotation follow the *hide* events after 144 ms
    /// (github.com/omnigroup/OmniGroup, OUIDocumentRenameViewController.m, 5346c68).
    static let rotation = Duration.milliseconds(144)
}
