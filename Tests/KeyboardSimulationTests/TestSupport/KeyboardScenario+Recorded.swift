import Foundation
import KeyboardSimulation

extension KeyboardScenario {
    /// Scenarios that reproduce logs of real keyboards.
    ///
    /// The name of each scenario is the name of its log.
    ///
    /// The events of a scenario contain the same frames and durations as the log.
    static let recorded: [KeyboardScenario] = [
        iPadHardwareKeyboard, iPhoneXShowAndHide, zeroThenFull,
        beginHeightOf54, showWithPredictions, firstCurve7, lastCurve0, growthAtOnce,
        presentationFromOneScreenBelow, showInAPresentation, beginHeightOf216, showOf258, showOf271, showOf226,
        showWithAccessory, securePasswordField, instantHide, thirdPartyOf224,
    ]

    /// Creates a scenario from a log of UIKit.
    ///
    /// UIKit's payloads do not contain the bounds of the screen.
    private static func log(
        _ name: String,
        on model: SimulatedScreenModel,
        orientation: SimulatedScreen.Orientation = .portrait,
        behavior: SimulatedKeyboard.Behavior = SimulatedKeyboard.Behavior(),
        faults: SimulatedKeyboard.FaultInjection = .none,
        steps: [SimulatedKeyboard.Step]
    ) -> KeyboardScenario {
        var behavior = behavior
        behavior.reportsScreenBounds = false
        return KeyboardScenario(
            name,
            on: model,
            orientation: orientation,
            behavior: behavior,
            faults: faults,
            steps: steps
        )
    }

    private static let beforeIsLocal = SimulatedKeyboard.Behavior { $0.reportsIsLocal = false }

    private static let iOS5 = SimulatedKeyboard.Behavior {
        $0.reportsIsLocal = false
        $0.curve = 0
    }

    private static let iPadHardwareKeyboard = log(
        "omni-hardware-keyboard",
        on: .tablet768x1024,
        behavior: iOS5,
        steps: [.attachHardwareKeyboard, .show(.letters), .settle, .hide, .settle]
    )

    private static let iPhoneXShowAndHide = log(
        "iphonex-show-hide",
        on: .phone375x812,
        steps: [.show(.custom(height: 333)), .settle, .hide, .settle]
    )

    /// The keyboard appears with a height of 0.
    ///
    /// Later, the height of the keyboard increases without an animation.
    private static let zeroThenFull = log(
        "ipad-zero-then-398",
        on: .tablet768x1024,
        orientation: .landscape,
        steps: [
            .show(.custom(height: 0)), .settle, .changeFrame(to: .lettersWithPredictions, animated: false), .settle,
        ]
    )

    private static let beginHeightOf54 = log(
        "414x896-show-begin-height-54",
        on: .phone414x896,
        behavior: SimulatedKeyboard.Behavior { $0.beginHeight = 54 },
        steps: [.show(.letters), .settle]
    )

    private static let showWithPredictions = log(
        "414x896-show-346",
        on: .phone414x896,
        steps: [.show(.lettersWithPredictions), .settle]
    )

    private static let firstCurve7 = log(
        "ios7-curve7",
        on: .phone320x480,
        behavior: beforeIsLocal,
        steps: [.show(.letters), .settle]
    )

    private static let lastCurve0 = log(
        "ios6-curve0",
        on: .phone320x568,
        behavior: SimulatedKeyboard.Behavior {
            $0.reportsIsLocal = false
            $0.curve = 0
        },
        steps: [.show(.letters), .settle]
    )

    private static let growthAtOnce = log(
        "grow-instant-216-254",
        on: .phone320x568,
        steps: [.show(.letters), .settle, .changeFrame(to: .custom(height: 254), animated: false), .settle]
    )

    /// The begin frame is 568 points below the end frame, and the screen is 568 points high.
    private static let presentationFromOneScreenBelow = log(
        "modal-present-0.4-fullscreen-offset",
        on: .phone320x568,
        behavior: SimulatedKeyboard.Behavior {
            $0.reportsIsLocal = false
            $0.duration = 0.4
            $0.hiddenDistance = 352
        },
        steps: [.show(.letters), .settle]
    )

    private static let showInAPresentation = log(
        "show-0.4-375",
        on: .phone375x667,
        behavior: SimulatedKeyboard.Behavior {
            $0.reportsIsLocal = false
            $0.duration = 0.4
        },
        steps: [.show(.letters), .settle]
    )

    private static let beginHeightOf216 = log(
        "begin-height-differs-216-258",
        on: .phone375x667,
        behavior: SimulatedKeyboard.Behavior { $0.beginHeight = 216 },
        steps: [.show(.lettersWithPredictions), .settle]
    )

    private static let showOf258 = log(
        "show-258-didshow",
        on: .phone375x667,
        steps: [.show(.lettersWithPredictions), .settle]
    )

    private static let showOf271 = log(
        "show-271-plus",
        on: .phone414x736,
        steps: [.show(.lettersWithPredictions), .settle]
    )

    private static let showOf226 = log(
        "show-226-plus-no-quicktype",
        on: .phone414x736,
        steps: [.show(.letters), .settle]
    )

    /// A web view shows an accessory bar above the keys.
    private static let showWithAccessory = log(
        "show-380-accessory-x",
        on: .phone375x812,
        steps: [.setAccessory(height: 45), .show(.lettersWithPredictions), .settle]
    )

    /// When a password field takes the focus, the keyboard posts the *show* events twice.
    ///
    /// The second *show* event reports a height that includes an additional row for passwords.
    private static let securePasswordField = log(
        "rnkc-secure-text-291-336",
        on: .phone393x852,
        steps: [.show(.letters), .settle, .show(.lettersWithPredictions), .settle]
    )

    /// The *will* event reports a duration of 250 ms, but the keyboard posts didHide after 7 ms.
    private static let instantHide = log(
        "rnkc-instant-hide",
        on: .phone393x852,
        faults: SimulatedKeyboard.FaultInjection([.didEarly]),
        steps: [.show(.letters), .settle, .hide, .settle]
    )

    private static let thirdPartyOf224 = log(
        "ios8-thirdparty-apple",
        on: .phone320x568,
        steps: [.show(.thirdParty(heights: [224])), .settle]
    )
}
