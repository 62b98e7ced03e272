import Foundation

// What keyboards do, one scenario a row of what is known of UIKit's, and the traps that users of other libraries have
// met. Run your screens through all of them: `for scenario in KeyboardScenario.library { … }`.

extension KeyboardScenario {
    /// Every scenario of the library.
    public static let library: [KeyboardScenario] = [
        comeAndGo, otherHeight, otherFieldOfSameHeight, sameHeightToldAgain, accessoryBar, growthInPlace, undockAndDrag,
        splitAndDock, floating, floatingToldAsFrame, hardwareKeyboard, hardwareKeyboardWithBar,
        hardwareKeyboardWhileShown, rotation, rotationInterrupted, alert, interactiveDismissal,
        interactiveDismissalToTheEnd, interactiveDismissalCancelled, thirdParty, otherApp, noMotion, crossFade,
        passwordPrompt, hideInMidAir, showInMidAir, fastRefocus, presentation,
        showOnHide, barStaysAfterHiding, earlyDid, lateDidOfTheOldHeight, missingDid, doubledEvents, zeroFrames,
        wrongCoordinates,
    ]

    /// The keyboard comes, and goes.
    public static let comeAndGo = KeyboardScenario(
        "come and go",
        on: .phone393x852,
        steps: [.show(.letters), .settle, .hide, .settle]
    )

    /// From letters to digits and back: *show* again, no *hide* between.
    public static let otherHeight = KeyboardScenario(
        "another height while shown",
        on: .phone375x667,
        steps: [
            .show(.lettersWithPredictions), .settle, .show(.numberPad), .settle, .setPredictions(true),
            .show(.lettersWithPredictions), .settle, .setPredictions(false), .settle, .hide, .settle,
        ]
    )

    /// Another field whose keyboard is as tall: nothing is told.
    public static let otherFieldOfSameHeight = KeyboardScenario(
        "another field of the same height",
        on: .phone375x667,
        steps: [.show(.letters), .settle, .show(.letters), .settle, .show(.numberPad), .settle, .hide, .settle]
    )

    /// The same where *show* is told again: willShow twice, as with text views.
    public static let sameHeightToldAgain = KeyboardScenario(
        "the same height told again",
        on: .phone375x667,
        behavior: SimulatedKeyboard.Behavior { $0.repeatsShowOfSameHeight = true },
        steps: [.show(.letters), .settle, .show(.letters), .settle, .hide, .settle]
    )

    /// A bar above the keys comes and goes with the field: 44 points, as tall as UIKit's toolbars.
    public static let accessoryBar = KeyboardScenario(
        "an accessory bar",
        on: .phone393x852,
        steps: [
            .show(.letters), .settle, .setAccessory(height: 44), .settle, .setAccessory(height: 0), .settle, .hide,
            .settle,
        ]
    )

    /// The keyboard grows in place, with a duration of 0.
    public static let growthInPlace = KeyboardScenario(
        "growth in place",
        on: .phone320x568,
        steps: [
            .show(.letters), .settle, .changeFrame(to: .lettersWithPredictions, animated: false), .settle, .hide,
            .settle,
        ]
    )

    /// Undocked it is as good as hidden; while it is dragged the *will* tells a zero frame; docked it shows again.
    public static let undockAndDrag = KeyboardScenario(
        "undock, drag and dock",
        on: .tablet768x1024,
        steps: [
            .show(.letters), .settle, .undock(), .settle, .drag(to: CGPoint(x: 0, y: 200)), .settle, .dock, .settle,
            .hide, .settle,
        ]
    )

    /// In two halves, and back.
    public static let splitAndDock = KeyboardScenario(
        "split and dock",
        on: .tablet768x1024,
        orientation: .landscape,
        steps: [.show(.letters), .settle, .split(toTop: 300), .settle, .dock, .settle, .hide, .settle]
    )

    /// It floats, comes back floating, and is docked.
    public static let floating = KeyboardScenario(
        "float",
        on: .tablet768x1024,
        steps: [
            .show(.letters), .settle, .float(in: CGRect(x: 400, y: 600, width: 320, height: 260)), .settle, .hide,
            .settle, .show(), .settle, .dock, .settle, .hide, .settle,
        ]
    )

    /// The same where floating tells the frame, and no *hide*.
    public static let floatingToldAsFrame = KeyboardScenario(
        "float, told as a frame only",
        on: .tablet768x1024,
        behavior: SimulatedKeyboard.Behavior { $0.hidesToFloat = false },
        steps: [
            .show(.letters), .settle, .float(in: CGRect(x: 400, y: 600, width: 320, height: 260)), .settle, .dock,
            .settle, .hide, .settle,
        ]
    )

    /// With a hardware keyboard and no bar, nothing is told at all.
    public static let hardwareKeyboard = KeyboardScenario(
        "a hardware keyboard, no bar",
        on: .tablet768x1024,
        steps: [.attachHardwareKeyboard, .show(.letters), .settle, .hide, .settle]
    )

    /// With a bar there is a *hide* on focus, whose frame is the bar; never a *show*. A form that takes any height for
    /// a keyboard's leaves a gap.
    public static let hardwareKeyboardWithBar = KeyboardScenario(
        "a hardware keyboard with a bar",
        on: .tablet768x1024,
        steps: [.attachHardwareKeyboard, .setAccessory(height: 55), .show(.letters), .settle, .hide, .settle]
    )

    /// It is attached and detached while the keyboard is up.
    public static let hardwareKeyboardWhileShown = KeyboardScenario(
        "a hardware keyboard comes and goes",
        on: .tablet768x1024,
        steps: [
            .setAccessory(height: 44), .show(.letters), .settle, .attachHardwareKeyboard, .settle,
            .detachHardwareKeyboard, .settle, .hide, .settle,
        ]
    )

    /// The device is turned with the keyboard up.
    public static let rotation = KeyboardScenario(
        "rotation",
        on: .phone320x568,
        steps: [
            .show(.letters), .settle, .rotate(to: .landscape), .settle, .rotate(to: .portrait), .settle, .hide,
            .settle,
        ]
    )

    /// The field resigns while the device turns: the keyboard does not come back.
    public static let rotationInterrupted = KeyboardScenario(
        "rotation, interrupted",
        on: .phone320x568,
        steps: [.show(.letters), .settle, .rotate(to: .landscape), .wait(.milliseconds(100)), .hide, .settle]
    )

    /// An alert over the form.
    public static let alert = KeyboardScenario(
        "an alert over the form",
        on: .phone393x852,
        steps: [.show(.letters), .settle, .presentAlert, .settle, .dismissAlert, .settle, .hide, .settle]
    )

    /// A finger draws the keyboard half-way off: nothing is told before it lets go.
    public static let interactiveDismissal = KeyboardScenario(
        "interactive dismissal",
        on: .phone393x852,
        steps: [
            .show(.letters), .settle, .beginDismissing, .moveDismissing(toTop: 650), .wait(.milliseconds(100)),
            .moveDismissing(toTop: 750), .wait(.milliseconds(100)), .endDismissing(), .settle,
        ]
    )

    /// A finger draws it off altogether: there is no way left, and the duration is 0.
    public static let interactiveDismissalToTheEnd = KeyboardScenario(
        "interactive dismissal, to the end",
        on: .phone393x852,
        steps: [
            .show(.letters), .settle, .beginDismissing, .moveDismissing(toTop: 852), .wait(.milliseconds(100)),
            .endDismissing(), .settle,
        ]
    )

    /// The finger draws it half-way off, and thinks better of it.
    public static let interactiveDismissalCancelled = KeyboardScenario(
        "interactive dismissal, cancelled",
        on: .phone393x852,
        steps: [
            .show(.letters), .settle, .beginDismissing, .moveDismissing(toTop: 700), .wait(.milliseconds(100)),
            .endDismissing(cancelled: true), .settle, .hide, .settle,
        ]
    )

    /// A third party's keyboard finds out how tall it is as it comes: *show* three times, the first with no height.
    public static let thirdParty = KeyboardScenario(
        "a third party's keyboard",
        on: .phone375x667,
        steps: [.show(.thirdParty(heights: [0, 216, 259])), .settle, .hide, .settle]
    )

    /// Another app's keyboard beside this one.
    public static let otherApp = KeyboardScenario(
        "another app's keyboard",
        on: .tablet768x1024,
        orientation: .landscape,
        steps: [.showOtherAppsKeyboard(), .settle, .hideOtherAppsKeyboard, .settle]
    )

    /// Animations are off: every duration is 0.
    public static let noMotion = KeyboardScenario(
        "no motion",
        on: .phone393x852,
        behavior: SimulatedKeyboard.Behavior { $0.motion = .none },
        steps: [.show(.letters), .settle, .hide, .settle]
    )

    /// Reduced motion with cross-fade: the *hide* ends at a frame with no height.
    public static let crossFade = KeyboardScenario(
        "cross-fade",
        on: .phone393x852,
        behavior: SimulatedKeyboard.Behavior { $0.motion = .crossFade() },
        steps: [.show(.letters), .settle, .hide, .settle]
    )

    /// The system's password prompt takes over: *show*, and at once *hide*.
    public static let passwordPrompt = KeyboardScenario(
        "a password prompt",
        on: .phone393x852,
        steps: [.promptForPassword, .settle, .dismissPasswordPrompt, .settle, .hide, .settle]
    )

    /// It goes while it comes: no didShow any more.
    public static let hideInMidAir = KeyboardScenario(
        "hide in mid-air",
        on: .phone393x852,
        steps: [.show(.letters), .wait(.milliseconds(100)), .hide, .settle]
    )

    /// It comes while it goes: no didHide any more.
    public static let showInMidAir = KeyboardScenario(
        "show in mid-air",
        on: .phone393x852,
        steps: [.show(.letters), .settle, .hide, .wait(.milliseconds(100)), .show(), .settle, .hide, .settle]
    )

    /// The focus goes and comes within a moment, as where a form reloads: each start must be seen.
    public static let fastRefocus = KeyboardScenario(
        "fast refocus",
        on: .phone393x852,
        steps: [
            .show(.letters), .wait(.milliseconds(10)), .hide, .wait(.milliseconds(10)), .show(),
            .wait(.milliseconds(10)), .hide, .show(.numberPad), .settle, .hide, .settle,
        ]
    )

    /// A field takes the focus while its screen is presented: 0.4 seconds, and a *hide* to a frame with no height.
    public static let presentation = KeyboardScenario(
        "focus inside a presentation",
        on: .phone375x667,
        behavior: SimulatedKeyboard.Behavior {
            $0.presentation = .underWay
            $0.hidesToZeroHeight = true
        },
        steps: [.show(.custom(height: 260)), .settle, .hide, .settle]
    )

    /// A *show* of no height comes right before the *hide*.
    public static let showOnHide = KeyboardScenario(
        "show on hide",
        on: .phone393x852,
        steps: [.show(.letters), .settle, .changeFrame(to: .custom(height: 0), animated: false), .hide, .settle]
    )

    /// After hiding, a bar of 44 points is still there.
    public static let barStaysAfterHiding = KeyboardScenario(
        "a bar stays after hiding",
        on: .phone393x852,
        steps: [.setAccessory(height: 44), .show(.letters), .settle, .attachHardwareKeyboard, .settle]
    )

    /// *did* comes long before the move has ended.
    public static let earlyDid = KeyboardScenario(
        "did comes early",
        on: .phone393x852,
        faults: Faults([.didEarly]),
        steps: [.show(.letters), .settle, .hide, .settle]
    )

    /// The *did* of the first height comes when the second has been told.
    public static let lateDidOfTheOldHeight = KeyboardScenario(
        "did comes late, with the old height",
        on: .phone375x667,
        faults: Faults([.didLate]),
        steps: [.show(.letters), .wait(.milliseconds(300)), .setPredictions(true), .settle, .hide, .settle]
    )

    /// *did* never comes.
    public static let missingDid = KeyboardScenario(
        "did is missing",
        on: .phone393x852,
        faults: Faults([.didMissing]),
        steps: [.show(.letters), .settle, .hide, .settle]
    )

    /// Everything is told twice.
    public static let doubledEvents = KeyboardScenario(
        "everything twice",
        on: .phone393x852,
        faults: Faults([.willDoubled, .didDoubled]),
        steps: [.show(.letters), .settle, .hide, .settle]
    )

    /// End frames are zero.
    public static let zeroFrames = KeyboardScenario(
        "zero frames",
        on: .phone393x852,
        faults: Faults([.zeroFrame]),
        steps: [.show(.letters), .settle, .hide, .settle]
    )

    /// End frames are in somebody else's coordinates.
    public static let wrongCoordinates = KeyboardScenario(
        "frames in the wrong coordinates",
        on: .tablet768x1024,
        orientation: .landscape,
        faults: Faults([.wrongCoordinates]),
        steps: [.show(.letters), .settle, .hide, .settle]
    )
}
