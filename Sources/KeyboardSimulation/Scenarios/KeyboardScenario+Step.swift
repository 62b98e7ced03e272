public import Foundation
import KeyboardObservation

extension KeyboardScenario {
    /// One user action on a ``SimulatedKeyboard``, or a wait between two actions.
    ///
    /// Each case except ``wait(_:)`` corresponds to a method of the keyboard.
    public enum Step: Sendable, Hashable {
        /// A field takes the focus.
        ///
        /// If the layout is `nil`, the keyboard keeps its previous keys.
        case show(SimulatedKeyboard.Layout? = nil)
        /// The field resigns the focus.
        case hide
        /// The keys change.
        case changeFrame(to: SimulatedKeyboard.Layout, animated: Bool = true)
        /// The prediction row is turned on or off.
        case setPredictions(Bool)
        /// An accessory bar of this height, in points, is placed above the keys.
        case setAccessory(height: CGFloat)
        /// The keyboard is undocked.
        ///
        /// Its top edge moves to this y coordinate of the screen, in points.
        case undock(toTop: CGFloat? = nil)
        /// The keyboard is split.
        ///
        /// Its top edge moves to this y coordinate of the screen, in points.
        case split(toTop: CGFloat? = nil)
        /// The keyboard floats in this frame.
        case float(in: CGRect)
        /// An undocked keyboard is dragged to this position of its top left corner.
        case drag(to: CGPoint)
        /// The keyboard is docked.
        case dock
        /// The device is rotated.
        case rotate(to: SimulatedScreen.Orientation)
        /// A hardware keyboard is attached.
        case attachHardwareKeyboard
        /// The hardware keyboard is detached.
        case detachHardwareKeyboard
        /// A finger begins to drag the keyboard off the screen.
        case beginDismissing
        /// The finger drags the top edge to this y coordinate of the screen, in points.
        case moveDismissing(toTop: CGFloat)
        /// The finger is lifted.
        case endDismissing(cancelled: Bool = false)
        /// An alert is presented over the form.
        case presentAlert
        /// The alert is dismissed.
        case dismissAlert
        /// The system prompts for a password.
        case promptForPassword
        /// The password prompt is dismissed.
        case dismissPasswordPrompt
        /// Another app shows its keyboard.
        case showOtherAppsKeyboard(SimulatedKeyboard.Layout = .letters)
        /// Another app hides its keyboard.
        case hideOtherAppsKeyboard
        /// Time passes.
        case wait(Duration)

        /// A wait of one second, in which every transition ends.
        public static let settle = Step.wait(.seconds(1))

        /// The waiting time of the step.
        ///
        /// The time is zero for an action and for a negative wait. It is at most 31 years, the longest delay of a
        /// scheduler.
        public var waitingTime: Duration {
            if case .wait(let duration) = self { duration.asDelay } else { .zero }
        }
    }
}

extension KeyboardScenario.Step {
    /// The action of a step.
    fileprivate struct Action {
        let description: String
        /// Whether a user could perform the step in the current state of the keyboard.
        let isPossible: @MainActor (SimulatedKeyboard) -> Bool
        let perform: @MainActor (SimulatedKeyboard) -> Void

        init(
            _ description: String,
            if isPossible: @escaping @MainActor (SimulatedKeyboard) -> Bool,
            perform: @escaping @MainActor (SimulatedKeyboard) -> Void
        ) {
            self.description = description
            self.isPossible = isPossible
            self.perform = perform
        }
    }

    /// The definition of each step.
    ///
    /// Only this property, the cases and the random choice list all steps.
    fileprivate var action: Action {
        switch self {
        case .show(let layout):
            Action(layout.map { "show \($0)" } ?? "show", if: { $0.canTakeFocus }) { $0.show(layout) }
        case .hide:
            Action("hide", if: { $0.conditions.focus == .field && !$0.isDragged }) { $0.hide() }
        case .changeFrame(let layout, let animated):
            Action("change to \(layout)\(animated ? "" : " at once")", if: { $0.canChangeKeys }) {
                $0.changeFrame(to: layout, animated: animated)
            }
        case .setPredictions(let isOn):
            Action("predictions \(isOn ? "on" : "off")", if: { $0.canChangeKeys }) { $0.setPredictions(isOn) }
        case .setAccessory(let height):
            Action("accessory bar of \(height.short)", if: { !$0.isDragged }) { $0.setAccessory(height: height) }
        case .undock(let top):
            Action("undock\(Self.words(top))", if: { $0.canLeaveDock }) { $0.undock(toTop: top) }
        case .split(let top):
            Action("split\(Self.words(top))", if: { $0.canLeaveDock }) { $0.split(toTop: top) }
        case .float(let frame):
            Action(
                "float at \(frame.minX.short), \(frame.minY.short), \(frame.width.short)×\(frame.height.short)",
                if: { $0.canLeaveDock }
            ) { $0.float(in: frame) }
        case .drag(let origin):
            Action("drag to \(origin.x.short), \(origin.y.short)", if: { $0.presence.kind == .undocked }) {
                $0.drag(to: origin)
            }
        case .dock:
            Action("dock", if: { $0.docking != .docked && !$0.isDragged }) { $0.dock() }
        case .rotate(let orientation):
            Action("rotate to \(orientation)", if: { orientation != $0.screen.orientation && !$0.isDragged }) {
                $0.rotate(to: orientation)
            }
        case .attachHardwareKeyboard:
            Action("attach a hardware keyboard", if: { !$0.hasHardwareKeyboard && !$0.isDragged }) {
                $0.attachHardwareKeyboard()
            }
        case .detachHardwareKeyboard:
            Action("detach the hardware keyboard", if: { $0.hasHardwareKeyboard && !$0.isDragged }) {
                $0.detachHardwareKeyboard()
            }
        case .beginDismissing:
            Action("begin dragging", if: { $0.canBeDismissed }) { $0.beginDismissing() }
        case .moveDismissing(let top):
            Action("drag the top edge to \(top.short)", if: { $0.isDragged }) { $0.moveDismissing(toTop: top) }
        case .endDismissing(let isCancelled):
            Action(isCancelled ? "cancel dragging" : "end dragging", if: { $0.isDragged }) {
                $0.endDismissing(cancelled: isCancelled)
            }
        case .presentAlert:
            Action("present an alert", if: { !$0.conditions.isCovered && !$0.isDragged }) { $0.presentAlert() }
        case .dismissAlert:
            Action("dismiss the alert", if: { $0.conditions.isAlertPresented }) { $0.dismissAlert() }
        case .promptForPassword:
            Action("prompt for a password", if: { $0.canTakeFocus }) { $0.promptForPassword() }
        case .dismissPasswordPrompt:
            Action("dismiss the password prompt", if: { $0.conditions.isPasswordPromptPresented }) {
                $0.dismissPasswordPrompt()
            }
        case .showOtherAppsKeyboard(let layout):
            Action("another app shows \(layout)", if: { $0.conditions.focus == .none && !$0.conditions.isCovered }) {
                $0.showOtherAppsKeyboard(layout)
            }
        case .hideOtherAppsKeyboard:
            Action("the other app hides", if: { $0.conditions.focus == .otherApp }) { $0.hideOtherAppsKeyboard() }
        case .wait(let duration):
            Action("wait \((duration / .seconds(1)).short) s", if: { _ in true }) { _ in }
        }
    }

    private static func words(_ top: CGFloat?) -> String {
        top.map { " to \($0.short)" } ?? ""
    }
}

extension KeyboardScenario.Step: CustomStringConvertible {
    /// The step in words.
    public var description: String {
        action.description
    }
}

extension SimulatedKeyboard {
    /// Performs a step.
    ///
    /// A wait has no effect on a keyboard. ``KeyboardScenario`` performs the waits.
    public func perform(_ step: KeyboardScenario.Step) {
        step.action.perform(self)
    }

    /// Returns whether a user could perform the step in the current state of the keyboard.
    ///
    /// A step that is not possible has no effect.
    public func canPerform(_ step: KeyboardScenario.Step) -> Bool {
        step.action.isPossible(self)
    }

    fileprivate var isDragged: Bool {
        draggedTop != nil
    }

    fileprivate var canTakeFocus: Bool {
        !conditions.isCovered && !isDragged && conditions.focus != .otherApp
    }

    fileprivate var canChangeKeys: Bool {
        presence.kind == .docked && conditions.focus == .field && !isDragged
    }

    fileprivate var canLeaveDock: Bool {
        isTablet && conditions.focus == .field && !isDragged
            && (presence.kind == .docked || presence.kind == .undocked)
    }

    /// Whether the screen is the screen of a tablet.
    ///
    /// Keyboards of phones stay docked.
    ///
    /// The smallest iPads are 744 points wide.
    private var isTablet: Bool {
        min(screen.size.width, screen.size.height) >= 700
    }
}
