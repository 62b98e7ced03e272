import Foundation

extension KeyboardScenario {
    /// Scenarios for known behaviors and reported defects.
    ///
    /// The scenarios cover each known behavior of UIKit's keyboard, of Onboard and of squeekboard. The scenarios also
    /// cover the defects that users of other libraries have reported.
    ///
    /// To test a screen with all of these scenarios, use the loop `for scenario in KeyboardScenario.library { … }`.
    public static let library = ofUIKit + ofTablets + withFaults + ofLinux

    private static let ofUIKit = [
        phone("show and hide", [.show(.letters), .settle, .hide, .settle]),
        phone(
            "another height while shown",
            on: .phone375x667,
            [
                .show(.lettersWithPredictions), .settle, .show(.numberPad), .settle,
                .show(.lettersWithPredictions), .settle, .changeFrame(to: .letters), .settle, .hide, .settle,
            ]
        ),
        // A picker with a height of 120 points replaces the letters.
        phone(
            "a smaller keyboard while shown",
            [.show(.letters), .settle, .show(.custom(height: 120)), .settle, .show(.letters), .settle, .hide, .settle]
        ),
        phone(
            "another field of the same height",
            on: .phone375x667,
            [.show(.letters), .settle, .show(.letters), .settle, .show(.numberPad), .settle, .hide, .settle]
        ),
        // UIKit's toolbars are 44 points high.
        phone(
            "an accessory bar",
            [
                .show(.letters), .settle, .setAccessory(height: 44), .settle, .setAccessory(height: 0), .settle, .hide,
                .settle,
            ]
        ),
        phone(
            "growth in place",
            on: .phone320x568,
            [
                .show(.letters), .settle, .changeFrame(to: .lettersWithPredictions, animated: false), .settle, .hide,
                .settle,
            ]
        ),
        phone(
            "rotation",
            on: .phone320x568,
            [
                .show(.letters), .settle, .rotate(to: .landscape), .settle, .rotate(to: .portrait), .settle, .hide,
                .settle,
            ]
        ),
        phone(
            "rotation, interrupted",
            on: .phone320x568,
            [.show(.letters), .settle, .rotate(to: .landscape), .wait(.milliseconds(100)), .hide, .settle]
        ),
        phone(
            "an alert over the form",
            [.show(.letters), .settle, .presentAlert, .settle, .dismissAlert, .settle, .hide, .settle]
        ),
        phone("interactive dismissal", [.show(.letters), .settle] + drag(to: 650, 750) + [.endDismissing(), .settle]),
        // The whole keyboard is dragged off the screen, so the duration of the *hide* event is 0.
        phone(
            "interactive dismissal, to the end",
            [.show(.letters), .settle] + drag(to: 852) + [.endDismissing(), .settle]
        ),
        phone(
            "interactive dismissal, cancelled",
            [.show(.letters), .settle] + drag(to: 700) + [.endDismissing(cancelled: true), .settle, .hide, .settle]
        ),
        phone(
            "a third party's keyboard",
            on: .phone375x667,
            [.show(.thirdParty(heights: [0, 216, 259])), .settle, .hide, .settle]
        ),
        phone(
            "no motion",
            behavior: SimulatedKeyboard.Behavior { $0.motion = .none },
            [.show(.letters), .settle, .hide, .settle]
        ),
        phone(
            "cross-fade",
            behavior: SimulatedKeyboard.Behavior { $0.motion = .crossFade() },
            [.show(.letters), .settle, .hide, .settle]
        ),
        phone("a password prompt", [.promptForPassword, .settle, .dismissAlert, .settle, .hide, .settle]),
        phone("hide during show", [.show(.letters), .wait(.milliseconds(100)), .hide, .settle]),
        phone(
            "show during hide",
            [.show(.letters), .settle, .hide, .wait(.milliseconds(100)), .show(), .settle, .hide, .settle]
        ),
        // The focus changes every 10 ms, as in a form that reloads.
        phone(
            "fast refocus",
            [
                .show(.letters), .wait(.milliseconds(10)), .hide, .wait(.milliseconds(10)), .show(),
                .wait(.milliseconds(10)), .hide, .show(.numberPad), .settle, .hide, .settle,
            ]
        ),
        phone(
            "another duration",
            [
                .show(.letters), .settle, .hide, .settle,
                .setBehavior(SimulatedKeyboard.Behavior { $0.duration = 0.6 }),
                .show(.letters), .settle, .settle, .hide, .settle, .settle,
            ]
        ),
        twoFields,
    ]

    private static let ofTablets = [
        tablet(
            "undock, drag and dock",
            [
                .show(.letters), .settle, .undock(), .settle, .drag(to: CGPoint(x: 0, y: 200)), .settle, .dock, .settle,
                .hide, .settle,
            ]
        ),
        tablet(
            "split and dock",
            orientation: .landscape,
            [.show(.letters), .settle, .split(toTop: 300), .settle, .dock, .settle, .hide, .settle]
        ),
        tablet(
            "float",
            [
                .show(.letters), .settle, .float(in: CGRect(x: 400, y: 600, width: 320, height: 260)), .settle, .hide,
                .settle, .show(), .settle, .dock, .settle, .hide, .settle,
            ]
        ),
        tablet("a hardware keyboard, no bar", [.attachHardwareKeyboard, .show(.letters), .settle, .hide, .settle]),
        // While a hardware keyboard is attached, *hide* events report the frame of the accessory bar. A form that
        // treats the bar as a keyboard can leave a gap above the bar.
        tablet(
            "a hardware keyboard with a bar",
            [.attachHardwareKeyboard, .setAccessory(height: 55), .show(.letters), .settle, .hide, .settle]
        ),
        tablet(
            "a hardware keyboard is attached and detached",
            [
                .setAccessory(height: 44), .show(.letters), .settle, .attachHardwareKeyboard, .settle,
                .detachHardwareKeyboard, .settle, .hide, .settle,
            ]
        ),
        tablet(
            "another app's keyboard",
            orientation: .landscape,
            [.showOtherAppsKeyboard(), .settle, .hideOtherAppsKeyboard, .settle]
        ),
    ]

    private static let withFaults = [
        phone(
            "show on hide",
            [.show(.letters), .settle, .changeFrame(to: .custom(height: 0), animated: false), .hide, .settle]
        ),
        phone(
            "a bar stays after hiding",
            [.setAccessory(height: 44), .show(.letters), .settle, .attachHardwareKeyboard, .settle]
        ),
        phone("early did", faults: [.didEarly], [.show(.letters), .settle, .hide, .settle]),
        phone(
            "late did with the old height",
            on: .phone375x667,
            faults: [.didLate],
            [
                .show(.letters), .wait(.milliseconds(300)), .changeFrame(to: .lettersWithPredictions), .settle, .hide,
                .settle,
            ]
        ),
        phone("missing did", faults: [.didMissing], [.show(.letters), .settle, .hide, .settle]),
        phone("doubled events", faults: [.willDoubled, .didDoubled], [.show(.letters), .settle, .hide, .settle]),
    ]

    private static let ofLinux = [
        onboard("Onboard: show and hide", [.show(.letters), .settle, .hide, .settle]),
        onboard("Onboard: hide during show", [.show(.letters), .wait(.milliseconds(99)), .hide, .settle]),
        // While Onboard slides out, it ignores show requests. The app must hide Onboard a second time before a
        // request can show Onboard.
        onboard(
            "Onboard: show during hide",
            [
                .show(.letters), .settle, .hide, .wait(.milliseconds(50)), .show(), .settle, .hide,
                .wait(.milliseconds(500)), .show(), .settle, .hide, .settle,
            ]
        ),
        onboard(
            "Onboard: undock and dock",
            [.show(.letters), .settle, .float(in: onboardWindow), .settle, .dock, .settle, .hide, .settle]
        ),
        // While Onboard floats, it posts only *frame* events.
        onboard(
            "Onboard: float",
            [
                .show(.letters), .settle, .float(in: onboardWindow), .settle, .hide, .settle, .show(), .settle,
                .drag(to: CGPoint(x: 300, y: 400)), .settle, .hide, .settle,
            ]
        ),
        phone(
            "squeekboard: show and hide",
            on: .linuxPhone720x1440,
            behavior: .squeekboard,
            [.show(.letters), .settle, .hide, .settle]
        ),
        phone(
            "squeekboard: another field",
            on: .linuxPhone720x1440,
            behavior: .squeekboard,
            [.show(.letters), .settle, .show(.letters), .settle, .hide, .settle]
        ),
        phone(
            "obscured by a full-screen window",
            [
                .show(.letters), .settle, .setObscured(true), .settle, .setObscured(false), .settle,
                .setObscured(true), .settle, .show(.numberPad), .settle, .hide, .settle,
                .show(.letters), .settle, .setObscured(false), .settle, .hide, .settle,
            ]
        ),
    ]

    /// On a screen with only one field, the steps that tap the second field have no effect.
    private static let twoFields = phone(
        "two fields",
        [.tap(field: 0), .settle, .tap(field: 1), .settle, .tap(field: 0), .settle, .tap(field: 1), .settle]
            + [.hide, .settle]
    )

    static func everyField(_ count: Int) -> KeyboardScenario {
        // In a long form, the keyboard covers the last fields until the screen moves them.
        let numbers = count <= 8 ? Array(0..<count) : Array(0..<4) + Array(count - 4..<count)
        let taps = numbers.flatMap { [SimulatedKeyboard.Step.tap(field: $0), .settle] }
        return phone("every field", taps + [.tap(field: 0), .settle, .hide, .settle])
    }

    private static func phone(
        _ name: String,
        on model: SimulatedScreenModel = .phone393x852,
        behavior: SimulatedKeyboard.Behavior = SimulatedKeyboard.Behavior(),
        faults: Set<SimulatedKeyboard.Fault> = [],
        _ steps: [SimulatedKeyboard.Step]
    ) -> KeyboardScenario {
        KeyboardScenario(name, on: model, behavior: behavior, faults: .init(faults), steps: steps)
    }

    private static func tablet(
        _ name: String,
        orientation: SimulatedScreen.Orientation = .portrait,
        _ steps: [SimulatedKeyboard.Step]
    ) -> KeyboardScenario {
        KeyboardScenario(name, on: .tablet768x1024, orientation: orientation, steps: steps)
    }

    private static func onboard(_ name: String, _ steps: [SimulatedKeyboard.Step]) -> KeyboardScenario {
        KeyboardScenario(name, on: .linuxDesktop800x1280, orientation: .landscape, behavior: .onboard, steps: steps)
    }

    private static func drag(to tops: CGFloat...) -> [SimulatedKeyboard.Step] {
        [.beginDismissing] + tops.flatMap { [.moveDismissing(toTop: $0), .wait(.milliseconds(100))] }
    }

    /// The frame of Onboard's window when Onboard floats for the first time.
    private static let onboardWindow = CGRect(x: 100, y: 50, width: 700, height: 205)
}
