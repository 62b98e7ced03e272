import Foundation

extension KeyboardScenario {
    /// Scenarios for known behaviours and reported defects.
    ///
    /// The scenarios cover each known behaviour of UIKit's keyboard, of Onboard and of squeekboard. The scenarios also
    /// cover the defects that users of other libraries have reported.
    ///
    /// To test a screen with all of these scenarios, use the loop `for scenario in KeyboardScenario.library { … }`.
    public static let library: [KeyboardScenario] = [
        showAndHide, otherHeight, smallerHeight, otherFieldOfSameHeight, sameHeightPostedAgain, accessoryBar,
        growthInPlace, undockAndDrag, splitAndDock, floating, floatingPostedAsFrame, hardwareKeyboard,
        hardwareKeyboardWithBar, hardwareKeyboardWhileShown, rotation, rotationInterrupted, alert, interactiveDismissal,
        interactiveDismissalToTheEnd, interactiveDismissalCancelled, thirdParty, otherApp, noMotion, crossFade,
        passwordPrompt, hideDuringShow, showDuringHide, fastRefocus, presentation, showOnHide, barStaysAfterHiding,
        earlyDid, lateDidWithOldHeight, missingDid, doubledEvents, zeroFrames, wrongCoordinates, onboardShowAndHide,
        onboardHideDuringShow, onboardShowDuringHide, onboardUndockAndDock, onboardFloating,
        squeekboardShowAndHide, squeekboardFocus, twoFields, otherDuration, obscured,
    ]

    /// The keyboard is shown and hidden.
    package static let showAndHide = KeyboardScenario(
        "show and hide",
        on: .phone393x852,
        steps: [.show(.letters), .settle, .hide, .settle]
    )

    /// A full-screen window covers the keyboard.
    ///
    /// While the window covers the keyboard, the keyboard changes its keys, disappears and appears again.
    package static let obscured = KeyboardScenario(
        "obscured by a full-screen window",
        on: .phone393x852,
        steps: [
            .show(.letters), .settle, .setObscured(true), .settle, .setObscured(false), .settle,
            .setObscured(true), .settle, .show(.numberPad), .settle, .hide, .settle,
            .show(.letters), .settle, .setObscured(false), .settle, .hide, .settle,
        ]
    )

    /// The keys change from letters to digits and back.
    ///
    /// At each change, the keyboard posts *show* events but no *hide* events.
    package static let otherHeight = KeyboardScenario(
        "another height while shown",
        on: .phone375x667,
        steps: [
            .show(.lettersWithPredictions), .settle, .show(.numberPad), .settle,
            .show(.lettersWithPredictions), .settle, .changeFrame(to: .letters), .settle, .hide, .settle,
        ]
    )

    /// An input view with a height of 120 points, such as a picker, replaces the letters.
    ///
    /// Afterwards, the letters replace the input view again.
    package static let smallerHeight = KeyboardScenario(
        "a smaller keyboard while shown",
        on: .phone393x852,
        steps: [
            .show(.letters), .settle, .show(.custom(height: 120)), .settle, .show(.letters), .settle, .hide, .settle,
        ]
    )

    /// The focus moves to another field, and the keyboard keeps its height and posts no notification.
    package static let otherFieldOfSameHeight = KeyboardScenario(
        "another field of the same height",
        on: .phone375x667,
        steps: [.show(.letters), .settle, .show(.letters), .settle, .show(.numberPad), .settle, .hide, .settle]
    )

    /// The focus moves to a text view, and the keyboard keeps its height.
    ///
    /// The keyboard posts the *show* events again.
    package static let sameHeightPostedAgain = KeyboardScenario(
        "the same height posted again",
        on: .phone375x667,
        behavior: SimulatedKeyboard.Behavior { $0.repeatsShowOfSameHeight = true },
        steps: [.show(.letters), .settle, .show(.letters), .settle, .hide, .settle]
    )

    /// A person taps two fields alternately: first, second, first, second.
    ///
    /// On a screen with only one field, the steps that tap the second field have no effect.
    package static let twoFields = KeyboardScenario(
        "two fields",
        on: .phone393x852,
        steps: [
            .tap(field: 0), .settle, .tap(field: 1), .settle, .tap(field: 0), .settle, .tap(field: 1), .settle, .hide,
            .settle,
        ]
    )

    /// A person taps each field of a screen.
    static func everyField(_ count: Int) -> KeyboardScenario {
        var scenario = twoFields
        scenario.name = "every field"
        // In a form of more than eight fields, the person taps only the first four and the last four fields. If the
        // screen does not move the last fields, the keyboard covers them.
        let numbers = count <= 8 ? Array(0..<count) : Array(0..<4) + Array(count - 4..<count)
        scenario.steps = numbers.flatMap { [.tap(field: $0), .settle] } + [.tap(field: 0), .settle, .hide, .settle]
        return scenario
    }

    /// The keyboard is shown and hidden with the usual duration, and then with a longer duration.
    package static let otherDuration = KeyboardScenario(
        "another duration",
        on: .phone393x852,
        steps: [
            .show(.letters), .settle, .hide, .settle, .setBehavior(SimulatedKeyboard.Behavior { $0.duration = 0.6 }),
            .show(.letters), .settle, .settle, .hide, .settle, .settle,
        ]
    )

    /// An accessory bar with a height of 44 points is added and removed.
    ///
    /// UIKit's toolbars are also 44 points high.
    package static let accessoryBar = KeyboardScenario(
        "an accessory bar",
        on: .phone393x852,
        steps: [
            .show(.letters), .settle, .setAccessory(height: 44), .settle, .setAccessory(height: 0), .settle, .hide,
            .settle,
        ]
    )

    /// The height of the keyboard increases without an animation, and the duration is 0.
    package static let growthInPlace = KeyboardScenario(
        "growth in place",
        on: .phone320x568,
        steps: [
            .show(.letters), .settle, .changeFrame(to: .lettersWithPredictions, animated: false), .settle, .hide,
            .settle,
        ]
    )

    /// The keyboard is undocked, dragged and docked.
    ///
    /// When the keyboard is dragged, the end frame in the *will* event is a zero rectangle.
    ///
    /// The keyboard posts *hide* events when it is undocked, and *show* events when it is docked again.
    package static let undockAndDrag = KeyboardScenario(
        "undock, drag and dock",
        on: .tablet768x1024,
        steps: [
            .show(.letters), .settle, .undock(), .settle, .drag(to: CGPoint(x: 0, y: 200)), .settle, .dock, .settle,
            .hide, .settle,
        ]
    )

    /// The user splits the keyboard, and then docks it.
    package static let splitAndDock = KeyboardScenario(
        "split and dock",
        on: .tablet768x1024,
        orientation: .landscape,
        steps: [.show(.letters), .settle, .split(toTop: 300), .settle, .dock, .settle, .hide, .settle]
    )

    /// A floating keyboard hides, appears again, and is docked.
    package static let floating = KeyboardScenario(
        "float",
        on: .tablet768x1024,
        steps: [
            .show(.letters), .settle, .float(in: CGRect(x: 400, y: 600, width: 320, height: 260)), .settle, .hide,
            .settle, .show(), .settle, .dock, .settle, .hide, .settle,
        ]
    )

    /// The keyboard floats.
    ///
    /// When the keyboard begins to float, it posts *frame* events but no *hide* events.
    package static let floatingPostedAsFrame = KeyboardScenario(
        "float, posted as a frame only",
        on: .tablet768x1024,
        behavior: SimulatedKeyboard.Behavior { $0.hidesToFloat = false },
        steps: [
            .show(.letters), .settle, .float(in: CGRect(x: 400, y: 600, width: 320, height: 260)), .settle, .dock,
            .settle, .hide, .settle,
        ]
    )

    /// A hardware keyboard is attached, and the screen has no accessory bar.
    ///
    /// The on-screen keyboard posts no notification.
    package static let hardwareKeyboard = KeyboardScenario(
        "a hardware keyboard, no bar",
        on: .tablet768x1024,
        steps: [.attachHardwareKeyboard, .show(.letters), .settle, .hide, .settle]
    )

    /// A hardware keyboard is attached, and the screen has an accessory bar.
    ///
    /// When a field takes the focus, the on-screen keyboard posts a *hide* event, but no *show* event. The *hide* event
    /// contains the frame of the bar.
    ///
    /// If a form treats the bar as a keyboard, the form can leave a gap above the bar.
    package static let hardwareKeyboardWithBar = KeyboardScenario(
        "a hardware keyboard with a bar",
        on: .tablet768x1024,
        steps: [.attachHardwareKeyboard, .setAccessory(height: 55), .show(.letters), .settle, .hide, .settle]
    )

    /// A hardware keyboard is attached and detached while the on-screen keyboard is shown.
    package static let hardwareKeyboardWhileShown = KeyboardScenario(
        "a hardware keyboard is attached and detached",
        on: .tablet768x1024,
        steps: [
            .setAccessory(height: 44), .show(.letters), .settle, .attachHardwareKeyboard, .settle,
            .detachHardwareKeyboard, .settle, .hide, .settle,
        ]
    )

    /// The device rotates while the keyboard is shown.
    package static let rotation = KeyboardScenario(
        "rotation",
        on: .phone320x568,
        steps: [
            .show(.letters), .settle, .rotate(to: .landscape), .settle, .rotate(to: .portrait), .settle, .hide,
            .settle,
        ]
    )

    /// The field loses the focus during a rotation, and the keyboard stays hidden.
    package static let rotationInterrupted = KeyboardScenario(
        "rotation, interrupted",
        on: .phone320x568,
        steps: [.show(.letters), .settle, .rotate(to: .landscape), .wait(.milliseconds(100)), .hide, .settle]
    )

    /// An alert is presented over the form.
    package static let alert = KeyboardScenario(
        "an alert over the form",
        on: .phone393x852,
        steps: [.show(.letters), .settle, .presentAlert, .settle, .dismissAlert, .settle, .hide, .settle]
    )

    /// A finger drags the keyboard halfway off the screen.
    ///
    /// The keyboard posts no notification until the finger is lifted.
    package static let interactiveDismissal = KeyboardScenario(
        "interactive dismissal",
        on: .phone393x852,
        steps: [
            .show(.letters), .settle, .beginDismissing, .moveDismissing(toTop: 650), .wait(.milliseconds(100)),
            .moveDismissing(toTop: 750), .wait(.milliseconds(100)), .endDismissing(), .settle,
        ]
    )

    /// A finger drags the keyboard off the screen, and the duration of the *hide* event is 0.
    package static let interactiveDismissalToTheEnd = KeyboardScenario(
        "interactive dismissal, to the end",
        on: .phone393x852,
        steps: [
            .show(.letters), .settle, .beginDismissing, .moveDismissing(toTop: 852), .wait(.milliseconds(100)),
            .endDismissing(), .settle,
        ]
    )

    /// A finger drags the keyboard halfway off the screen, and the dismissal is cancelled.
    package static let interactiveDismissalCancelled = KeyboardScenario(
        "interactive dismissal, cancelled",
        on: .phone393x852,
        steps: [
            .show(.letters), .settle, .beginDismissing, .moveDismissing(toTop: 700), .wait(.milliseconds(100)),
            .endDismissing(cancelled: true), .settle, .hide, .settle,
        ]
    )

    /// A third-party keyboard adapts its height while it appears.
    ///
    /// The keyboard posts the *show* events three times, the first time with a height of 0.
    package static let thirdParty = KeyboardScenario(
        "a third party's keyboard",
        on: .phone375x667,
        steps: [.show(.thirdParty(heights: [0, 216, 259])), .settle, .hide, .settle]
    )

    /// Another app on the same screen shows and hides the on-screen keyboard.
    package static let otherApp = KeyboardScenario(
        "another app's keyboard",
        on: .tablet768x1024,
        orientation: .landscape,
        steps: [.showOtherAppsKeyboard(), .settle, .hideOtherAppsKeyboard, .settle]
    )

    /// Animations are off, and every duration is 0.
    package static let noMotion = KeyboardScenario(
        "no motion",
        on: .phone393x852,
        behavior: SimulatedKeyboard.Behavior { $0.motion = .none },
        steps: [.show(.letters), .settle, .hide, .settle]
    )

    /// A cross-fade replaces the motion, and the end frame of the *hide* event has a height of 0.
    package static let crossFade = KeyboardScenario(
        "cross-fade",
        on: .phone393x852,
        behavior: SimulatedKeyboard.Behavior { $0.motion = .crossFade() },
        steps: [.show(.letters), .settle, .hide, .settle]
    )

    /// The system's password prompt covers the form.
    ///
    /// The keyboard posts *hide* events immediately after the *show* events.
    package static let passwordPrompt = KeyboardScenario(
        "a password prompt",
        on: .phone393x852,
        steps: [.promptForPassword, .settle, .dismissAlert, .settle, .hide, .settle]
    )

    /// The keyboard hides before it has fully appeared, and does not post didShow.
    package static let hideDuringShow = KeyboardScenario(
        "hide during show",
        on: .phone393x852,
        steps: [.show(.letters), .wait(.milliseconds(100)), .hide, .settle]
    )

    /// The keyboard appears again before it has fully disappeared.
    ///
    /// The keyboard posts no didHide for the interrupted transition.
    package static let showDuringHide = KeyboardScenario(
        "show during hide",
        on: .phone393x852,
        steps: [.show(.letters), .settle, .hide, .wait(.milliseconds(100)), .show(), .settle, .hide, .settle]
    )

    /// The focus changes every 10 ms, as in a form that reloads.
    ///
    /// The keyboard posts the *will* events of each transition.
    package static let fastRefocus = KeyboardScenario(
        "fast refocus",
        on: .phone393x852,
        steps: [
            .show(.letters), .wait(.milliseconds(10)), .hide, .wait(.milliseconds(10)), .show(),
            .wait(.milliseconds(10)), .hide, .show(.numberPad), .settle, .hide, .settle,
        ]
    )

    /// A field takes the focus while its screen is being presented.
    ///
    /// The *show* event has a duration of 0.4 s. The end frame of the *hide* event has a height of 0.
    package static let presentation = KeyboardScenario(
        "focus inside a presentation",
        on: .phone375x667,
        behavior: SimulatedKeyboard.Behavior {
            $0.isPresenting = true
            $0.hidesToZeroHeight = true
        },
        steps: [.show(.custom(height: 260)), .settle, .hide, .settle]
    )

    /// A *show* event with a height of 0 directly precedes the *hide* event.
    package static let showOnHide = KeyboardScenario(
        "show on hide",
        on: .phone393x852,
        steps: [.show(.letters), .settle, .changeFrame(to: .custom(height: 0), animated: false), .hide, .settle]
    )

    /// An accessory bar with a height of 44 points remains on screen after the keyboard hides.
    package static let barStaysAfterHiding = KeyboardScenario(
        "a bar stays after hiding",
        on: .phone393x852,
        steps: [.setAccessory(height: 44), .show(.letters), .settle, .attachHardwareKeyboard, .settle]
    )

    /// The keyboard posts the *did* events long before the transition ends.
    package static let earlyDid = KeyboardScenario(
        "early did",
        on: .phone393x852,
        faults: SimulatedKeyboard.FaultInjection([.didEarly]),
        steps: [.show(.letters), .settle, .hide, .settle]
    )

    /// The *did* events contain an old height.
    ///
    /// The keyboard posts these events after the *will* events with the new height.
    package static let lateDidWithOldHeight = KeyboardScenario(
        "late did with the old height",
        on: .phone375x667,
        faults: SimulatedKeyboard.FaultInjection([.didLate]),
        steps: [
            .show(.letters), .wait(.milliseconds(300)), .changeFrame(to: .lettersWithPredictions), .settle, .hide,
            .settle,
        ]
    )

    /// The keyboard never posts *did* events.
    package static let missingDid = KeyboardScenario(
        "missing did",
        on: .phone393x852,
        faults: SimulatedKeyboard.FaultInjection([.didMissing]),
        steps: [.show(.letters), .settle, .hide, .settle]
    )

    /// Every event is posted twice.
    package static let doubledEvents = KeyboardScenario(
        "doubled events",
        on: .phone393x852,
        faults: SimulatedKeyboard.FaultInjection([.willDoubled, .didDoubled]),
        steps: [.show(.letters), .settle, .hide, .settle]
    )

    /// All end frames are zero rectangles.
    package static let zeroFrames = KeyboardScenario(
        "zero frames",
        on: .phone393x852,
        faults: SimulatedKeyboard.FaultInjection([.zeroFrame]),
        steps: [.show(.letters), .settle, .hide, .settle]
    )

    /// The device is in landscape, but all end frames are in portrait coordinates.
    package static let wrongCoordinates = KeyboardScenario(
        "frames in the wrong coordinates",
        on: .tablet768x1024,
        orientation: .landscape,
        faults: SimulatedKeyboard.FaultInjection([.wrongCoordinates]),
        steps: [.show(.letters), .settle, .hide, .settle]
    )

    /// Onboard slides in and out in steps of 20 ms, and reports each step.
    package static let onboardShowAndHide = onboard(
        "Onboard: show and hide",
        steps: [.show(.letters), .settle, .hide, .settle]
    )

    /// The app asks Onboard to hide while Onboard is still sliding in.
    ///
    /// Onboard begins to slide out before it has fully appeared.
    package static let onboardHideDuringShow = onboard(
        "Onboard: hide during show",
        steps: [.show(.letters), .wait(.milliseconds(99)), .hide, .settle]
    )

    /// The app asks Onboard to appear while Onboard is still sliding out.
    ///
    /// Onboard ignores the request to appear. The app must first ask Onboard to hide. Then Onboard performs the next
    /// request to appear.
    package static let onboardShowDuringHide = onboard(
        "Onboard: show during hide",
        steps: [
            .show(.letters), .settle, .hide, .wait(.milliseconds(50)), .show(), .settle, .hide,
            .wait(.milliseconds(500)), .show(), .settle, .hide, .settle,
        ]
    )

    /// Onboard is undocked, floats, and is docked again.
    ///
    /// Onboard does not slide when it is undocked or docked.
    package static let onboardUndockAndDock = onboard(
        "Onboard: undock and dock",
        steps: [.show(.letters), .settle, .float(in: onboardWindow), .settle, .dock, .settle, .hide, .settle]
    )

    /// Onboard is hidden, shown and moved while it floats.
    ///
    /// While Onboard floats, it posts only *frame* events.
    package static let onboardFloating = onboard(
        "Onboard: float",
        steps: [
            .show(.letters), .settle, .float(in: onboardWindow), .settle, .hide, .settle, .show(), .settle,
            .drag(to: CGPoint(x: 300, y: 400)), .settle, .hide, .settle,
        ]
    )

    /// Squeekboard is shown and hidden without an animation.
    package static let squeekboardShowAndHide = KeyboardScenario(
        "squeekboard: show and hide",
        on: .linuxPhone720x1440,
        behavior: .squeekboard,
        steps: [.show(.letters), .settle, .hide, .settle]
    )

    /// The focus moves to another field while squeekboard is shown, and squeekboard posts no notification.
    package static let squeekboardFocus = KeyboardScenario(
        "squeekboard: another field",
        on: .linuxPhone720x1440,
        behavior: .squeekboard,
        steps: [.show(.letters), .settle, .show(.letters), .settle, .hide, .settle]
    )

    /// The frame of Onboard's window when Onboard floats for the first time.
    private static let onboardWindow = CGRect(x: 100, y: 50, width: 700, height: 205)

    private static func onboard(_ name: String, steps: [SimulatedKeyboard.Step]) -> KeyboardScenario {
        KeyboardScenario(name, on: .linuxDesktop800x1280, orientation: .landscape, behavior: .onboard, steps: steps)
    }
}
