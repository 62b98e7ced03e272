public import Foundation
import KeyboardForms
import KeyboardObservation

extension SimulatedKeyboard {
    /// An action of a user or an app, or a wait between two actions.
    ///
    /// ``SimulatedKeyboard/perform(_:)`` performs one action immediately. A ``KeyboardScenario`` performs a sequence of
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
        /// If the height of a docked keyboard changes, the keyboard posts *frame* and *show* events, but no *hide*
        /// event, as in UIKit. If `animated` is `false`, the duration of the change is 0. In some logs of real
        /// keyboards, a change of the keys has a duration of 0. A hidden keyboard shows the new keys when it next
        /// appears.
        case changeFrame(to: SimulatedKeyboard.Layout, animated: Bool = true)
        /// An accessory bar of this height, in points, is placed above the keys.
        ///
        /// A height of 0 removes the bar.
        case setAccessory(height: CGFloat)
        /// The keyboard is undocked.
        ///
        /// The keyboard's top edge moves to this y coordinate of the screen, in points. If the coordinate is `nil`, the
        /// top edge moves to a third of the screen's height. A negative coordinate is replaced with 0. If the
        /// coordinate is at or below the top edge of the docked keyboard, the step has no effect. The keyboard of a
        /// phone stays docked.
        case undock(toTop: CGFloat? = nil)
        /// The keyboard is undocked as with ``undock(toTop:)``, and is split into two halves.
        case split(toTop: CGFloat? = nil)
        /// The keyboard floats in this frame.
        ///
        /// A frame outside of the screen is moved onto the screen.
        ///
        /// If the frame is empty, not finite, or equal to the frame of the docked keyboard, the step has no effect. The
        /// keyboard of a phone stays docked.
        case float(in: CGRect)
        /// The user drags an undocked keyboard until its top left corner is at this point.
        ///
        /// The keyboard stays on the screen. If the keyboard is as wide as the screen, it moves only up and down.
        /// ``SimulatedKeyboard/Behavior/reportsDraggedEnd`` determines the end frame that the *will* event reports.
        case drag(to: CGPoint)
        /// The keyboard is docked.
        case dock
        /// The device is rotated.
        case rotate(to: SimulatedScreen.Orientation)
        /// A hardware keyboard is attached.
        ///
        /// The keys disappear, but an accessory bar stays on screen. While a hardware keyboard is attached, a focused
        /// field shows only its accessory bar. When the bar appears, the on-screen keyboard posts a *hide* event with
        /// the frame of the bar. If nothing is on screen, and a field without a bar takes the focus, the on-screen
        /// keyboard posts no notification.
        case attachHardwareKeyboard
        /// The hardware keyboard is detached, and the keys appear if a field has the focus.
        case detachHardwareKeyboard
        /// A finger begins to drag the docked keyboard off the screen.
        case beginDismissing
        /// The finger drags the keyboard's top edge to this y coordinate of the screen, in points.
        ///
        /// The step changes ``SimulatedKeyboard/currentFrame``, but posts no *will* or *did* event. The top edge stays
        /// between its docked position and the bottom of the screen.
        case moveDismissing(toTop: CGFloat)
        /// The finger is lifted, and the keyboard hides.
        ///
        /// The keyboard returns to its docked position in these cases:
        ///
        /// - The dismissal is cancelled.
        /// - The focused field refuses to resign.
        /// - The drag covers less than half the keyboard's height, and
        ///   ``SimulatedKeyboard/Behavior/dismissesByPosition`` is `true`.
        case endDismissing(cancelled: Bool = false)
        /// An alert is presented over the form, and the keyboard hides.
        case presentAlert
        /// A field takes the focus, and the system presents an alert that prompts for a password.
        ///
        /// The keyboard begins to appear, and immediately hides with a duration of 0.
        case promptForPassword
        /// The alert is dismissed, and the keyboard appears if a field still has the focus.
        case dismissAlert
        /// An app beside this app shows the on-screen keyboard.
        ///
        /// The keyboard also covers this app. The notifications report that the keyboard belongs to another app. The
        /// focused field of this app loses the focus. While a hardware keyboard is attached, neither app shows
        /// on-screen keys.
        case showOtherAppsKeyboard(SimulatedKeyboard.Layout = .letters)
        /// Another app hides its keyboard.
        case hideOtherAppsKeyboard
        /// The window of the app covers the keyboard, or no longer covers it.
        ///
        /// On some desktops, a full-screen window is above the on-screen keyboard. If the keyboard is shown, the
        /// keyboard immediately posts a *will* event and a *did* event, even during a transition. The begin frame and
        /// the end frame of both events are equal to the frame of the keyboard. All later transitions also report
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
        /// The keyboard uses this behaviour from the next transition on.
        case setBehavior(SimulatedKeyboard.Behavior)
        /// The keyboard posts the events and the frames in motion of a recording.
        ///
        /// The keyboard posts each event at its recorded time, but does not move. If an event comes from the
        /// recording's first sender, the `object` of its notification is the keyboard's screen.
        case play(KeyboardRecording)
        /// Time passes.
        case wait(Duration)

        /// A wait of one second, which is longer than every transition with a usual duration.
        public static let settle = Step.wait(.seconds(1))

        /// The waiting time of the step.
        ///
        /// For an action and for a negative wait, the time is zero. The time is at most 31 years, the longest delay of
        /// a scheduler.
        package var waitingTime: Duration {
            if case .wait(let duration) = self { duration.asDelay } else { .zero }
        }
    }
}

// MARK: - The definition of each step

extension SimulatedKeyboard.Step {
    /// The condition and the effect of a step.
    fileprivate struct Definition {
        /// Whether a user or an app can perform the step.
        let isPossible: @Sendable (KeyboardSituation) -> Bool
        /// Applies the step to the situation of a keyboard that has no fields.
        let change: @Sendable (inout KeyboardSituation) -> Void
        let perform: @MainActor (SimulatedKeyboard) -> Void
        /// Whether the step acts on a field.
        ///
        /// The keyboard performs a step on a field immediately. Other steps wait until the keyboard has posted both
        /// notifications of a pair, such as willChangeFrame and willShow.
        var actsOnField: @MainActor (SimulatedKeyboard) -> Bool = { _ in false }

        /// Creates the definition of a step that only changes the situation of a keyboard.
        init(
            if isPossible: @escaping @Sendable (KeyboardSituation) -> Bool,
            _ style: TransitionStyle = TransitionStyle(),
            change: @escaping @Sendable (inout KeyboardSituation) -> Void
        ) {
            self.init(if: isPossible, change: change) { keyboard in
                keyboard.transitions.update(style, change)
            }
        }

        /// Creates the definition of a step that calls a closure with the keyboard.
        init(
            if isPossible: @escaping @Sendable (KeyboardSituation) -> Bool,
            change: @escaping @Sendable (inout KeyboardSituation) -> Void,
            perform: @escaping @MainActor (SimulatedKeyboard) -> Void
        ) {
            self.isPossible = isPossible
            self.change = change
            self.perform = perform
        }

        /// Creates the definition of a step that acts on a field.
        static func onField(
            if isPossible: @escaping @Sendable (KeyboardSituation) -> Bool,
            when actsOnField: @escaping @MainActor (SimulatedKeyboard) -> Bool = { _ in true },
            change: @escaping @Sendable (inout KeyboardSituation) -> Void = { _ in },
            perform: @escaping @MainActor (SimulatedKeyboard) -> Void
        ) -> Definition {
            var definition = Definition(if: isPossible, change: change, perform: perform)
            definition.actsOnField = actsOnField
            return definition
        }
    }

    /// The definition of this step, with its condition and its effect.
    fileprivate var definition: Definition {
        switch self {
        case .show(let layout):
            Definition(if: \.canTakeFocus) {
                $0.focus = .field
                $0.layout = layout ?? $0.layout
            } perform: {
                $0.transitions.takeFocus(layout)
            }
        case .hide:
            .onField(
                if: { $0.focus == .field && !$0.isDragged },
                when: { $0.firstResponder != nil },
                change: { $0.focus = .none },
                perform: { $0.releaseFocus() }
            )
        case .changeFrame(let layout, let animated):
            Definition(if: { !$0.isDragged }, TransitionStyle(duration: animated ? nil : 0)) { $0.layout = layout }
        case .setAccessory(let height):
            Definition(if: { !$0.isDragged }) { $0.accessoryHeight = height }
        case .undock(let top):
            Definition(if: { $0.canUndock(toTop: top) }) {
                $0.docking = .undocked
                $0.undockedTop = top ?? $0.topOfUndocking
            }
        case .split(let top):
            Definition(if: { $0.canUndock(toTop: top) }) {
                $0.docking = .split
                $0.undockedTop = top ?? $0.topOfUndocking
            }
        case .float(let frame):
            Definition(if: { $0.canFloat(in: frame) }) {
                $0.docking = .floating
                $0.floatingFrame = frame
            }
        case .drag(let origin):
            Definition(
                if: { $0.presence.kind == .undocked && origin.x.isFinite && origin.y.isFinite },
                TransitionStyle(duration: 0, isDrag: true)
            ) {
                $0.undockedTop = origin.y
                $0.floatingFrame.origin = origin
            }
        case .dock:
            Definition(if: { $0.docking != .docked && !$0.isDragged }) { $0.docking = .docked }
        case .rotate(let orientation):
            Definition(if: { orientation != $0.orientation && !$0.isDragged }) {
                if $0.presence.kind != .nothing || $0.rotationTime != nil { $0.rotationTime = .rotation }
                $0.orientation = orientation
            } perform: {
                $0.transitions.rotateDevice(to: orientation)
            }
        case .attachHardwareKeyboard:
            Definition(if: { !$0.hasHardwareKeyboard && !$0.isDragged }) {
                $0.hasHardwareKeyboard = true
            }
        case .detachHardwareKeyboard:
            Definition(if: { $0.hasHardwareKeyboard && !$0.isDragged }) {
                $0.hasHardwareKeyboard = false
            }
        case .beginDismissing:
            Definition(if: \.canBeDismissed) {
                $0.draggedTop = $0.presence.frame.minY
                $0.movedTop = nil
            } perform: {
                $0.transitions.beginDragging()
            }
        case .moveDismissing(let top):
            Definition(if: { $0.isDragged && top.isFinite }) {
                $0.draggedTop = $0.limitedDrag(top)
                $0.movedTop = $0.draggedTop
            } perform: {
                $0.transitions.moveDragging(toTop: top)
            }
        case .endDismissing(let isCancelled):
            Definition(if: \.isDragged) {
                if $0.hidesAfterDragging(cancelled: isCancelled) { $0.focus = .none }
                $0.draggedTop = nil
            } perform: {
                $0.endDragging(cancelled: isCancelled)
            }
        case .presentAlert:
            Definition(if: { !$0.isAlertPresented && !$0.isDragged }) { $0.isAlertPresented = true }
        case .dismissAlert:
            Definition(if: \.isAlertPresented) { $0.isAlertPresented = false }
        case .promptForPassword:
            Definition(if: \.canTakeFocus) {
                $0.focus = .field
                $0.isAlertPresented = true
            } perform: {
                $0.transitions.update { $0.focus = .field }
                $0.transitions.update(TransitionStyle(duration: 0)) { $0.isAlertPresented = true }
            }
        case .showOtherAppsKeyboard(let layout):
            Definition(if: \.canTakeFocus) {
                $0.focus = .otherApp
                $0.otherLayout = layout
            } perform: {
                $0.loseFocusToOtherApp(layout)
            }
        case .hideOtherAppsKeyboard:
            Definition(if: { $0.focus == .otherApp }) { $0.focus = .none }
        case .setObscured(let isObscured):
            Definition(if: { ($0.isObscured ?? false) != isObscured && !$0.isDragged }) {
                $0.isObscured = isObscured
            } perform: {
                $0.transitions.setObscured(isObscured)
            }
        case .tap(let number):
            .onField(
                if: { $0.canTakeFocus && $0.fields.tappable.contains(number) },
                change: {
                    $0.focus = .field
                    $0.fields.takesText = true
                },
                perform: { $0.tapField(number) }
            )
        case .type(let text):
            .onField(if: \.canType) { $0.insert(text) }
        case .deleteBackward:
            .onField(if: \.canType) { $0.focusedField?.deleteSelection() }
        case .paste(let text):
            .onField(if: \.canType) { $0.insertAtOnce(text) }
        case .setBehavior(let behavior):
            Definition(if: { _ in true }) {
                $0.behavior = behavior
            } perform: {
                $0.behavior = behavior
            }
        case .play(let recording):
            Definition(if: { _ in true }) { _ in
            } perform: {
                $0.play(recording)
            }
        case .wait(let duration):
            Definition(if: { _ in true }) {
                $0.wait(duration.asDelay)
            } perform: { _ in
            }
        }
    }

    /// Returns a random step, even if the keyboard cannot perform the step.
    ///
    /// ``show(_:)`` is the most probable step.
    static func random(in situation: KeyboardSituation, using random: inout SeededRandom) -> Self {
        let size = situation.size
        let top = CGFloat(Int.random(in: 0...Int(size.height), using: &random))
        let upper = top / 2
        switch Int.random(in: 0..<28, using: &random) {
        case 0, 1: return .show(.random(using: &random))
        case 2: return .show()
        case 3: return .hide
        case 4: return .changeFrame(to: .random(using: &random), animated: Bool.random(using: &random))
        case 5: return .setAccessory(height: Bool.random(using: &random) ? 44 : 0)
        case 6: return .undock(toTop: upper)
        case 7: return .split(toTop: upper)
        case 8: return .float(in: CGRect(x: size.width / 4, y: upper, width: size.width / 2, height: size.height / 4))
        case 9: return .drag(to: CGPoint(x: 0, y: upper))
        case 10: return .dock
        case 11: return .rotate(to: situation.orientation == .portrait ? .landscape : .portrait)
        case 12: return .attachHardwareKeyboard
        case 13: return .detachHardwareKeyboard
        case 14: return .beginDismissing
        case 15: return .moveDismissing(toTop: top)
        case 16: return .endDismissing(cancelled: Bool.random(using: &random))
        case 17: return .presentAlert
        case 18: return .dismissAlert
        case 19: return .promptForPassword
        case 20: return .showOtherAppsKeyboard(.random(using: &random))
        case 21: return .hideOtherAppsKeyboard
        case 22:
            // `changeMotion` changes only the properties that can change while an app runs.
            var behavior = situation.behavior
            behavior.changeMotion(using: &random)
            return .setBehavior(behavior)
        case 23: return .tap(field: Int.random(in: 0..<max(situation.fields.tappable.count, 1), using: &random))
        case 24: return .type(["Ada", "5", "ö", "12\n", "\n"].randomElement(using: &random) ?? "")
        case 25: return .deleteBackward
        default: return .paste("1,5\n")
        }
    }
}

extension KeyboardSituation {
    /// Returns whether a user or an app can perform the step.
    func canPerform(_ step: SimulatedKeyboard.Step) -> Bool {
        step.definition.isPossible(self)
    }

    /// Applies the step to the situation of a keyboard that has no fields.
    mutating func perform(_ step: SimulatedKeyboard.Step) {
        step.definition.change(&self)
    }
}

extension SimulatedKeyboard {
    /// Performs a step.
    ///
    /// A possible step is an action that a user or an app can perform in the current state of the keyboard. A step that
    /// is not possible has no effect. The method `perform(_:)` ignores a `wait` step. A ``KeyboardScenario`` performs its
    /// waits itself.
    public func perform(_ step: Step) {
        let definition = step.definition
        func performIfPossible() {
            guard definition.isPossible(situationWithFields) else { return }
            definition.perform(self)
        }
        if definition.actsOnField(self) {
            performIfPossible()
        } else {
            transitions.actions.perform(performIfPossible)
        }
    }

    /// Returns whether the step is possible in the current state of the keyboard.
    package func canPerform(_ step: Step) -> Bool {
        situationWithFields.canPerform(step)
    }
}

extension SimulatedKeyboard.Layout {
    fileprivate static func random(using random: inout SeededRandom) -> Self {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: .letters
        case 1: .lettersWithPredictions
        case 2: .numberPad
        case 3: .custom(height: 180)
        default: .thirdParty(heights: [0, 180, 240])
        }
    }
}

extension Duration {
    /// The time between the *hide* events and the *show* events of a rotation.
    ///
    /// In a log of an iPad, the time is 144 ms (github.com/omnigroup/OmniGroup, OUIDocumentRenameViewController.m,
    /// 5346c68).
    static let rotation = Duration.milliseconds(144)
}
