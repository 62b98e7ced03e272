import Foundation

// What was logged of real keyboards, told again by the simulated one. Each is named for its log; what it is compared
// with stands in the tests. Numbers are the logs' own.

extension KeyboardScenario {
    /// Every scenario that tells a log again.
    public static let recorded: [KeyboardScenario] = [
        iPadShowInLandscape, iPadRotation, iPadHardwareKeyboard, iPhoneXShowAndHide, presentedFormGoes, zeroThenFull,
        beginHeightOf54, showWithPredictions, firstCurve7, lastCurve0, iPadUndockedByDragging, growthAtOnce,
        growthThenFramesOnly, presentationFromOneScreenBelow, showInAPresentation, beginHeightOf216, showOf258,
        showOf271, showOf226, showWithAccessory, securePasswordField, instantHide, thirdPartyOf224,
    ]

    /// A scenario of a log of UIKit's, whose payloads do not hold the screen's bounds.
    private static func log(
        _ name: String,
        on model: SimulatedScreenModel,
        orientation: SimulatedScreen.Orientation = .portrait,
        behavior: SimulatedKeyboard.Behavior = SimulatedKeyboard.Behavior(),
        faults: Faults = .none,
        steps: [KeyboardStep]
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

    private static let beforeIsLocal = SimulatedKeyboard.Behavior { $0.tellsIsLocal = false }

    private static let iOS5 = SimulatedKeyboard.Behavior {
        $0.tellsIsLocal = false
        $0.curve = 0
        $0.coordinates = .fixedPortrait
        $0.rotationPayload = .asLogged
    }

    /// omni-show-landscape: an iPad of iOS 5, in coordinates that do not turn.
    public static let iPadShowInLandscape = log(
        "omni-show-landscape",
        on: .tablet768x1024,
        orientation: .landscape,
        behavior: iOS5,
        steps: [.show(.letters), .settle]
    )

    /// omni-rotate-landscape-to-portrait.
    public static let iPadRotation = log(
        "omni-rotate-landscape-to-portrait",
        on: .tablet768x1024,
        orientation: .landscape,
        behavior: iOS5,
        steps: [.show(.letters), .settle, .rotate(to: .portrait), .settle]
    )

    /// omni-hardware-keyboard.
    public static let iPadHardwareKeyboard = log(
        "omni-hardware-keyboard",
        on: .tablet768x1024,
        behavior: iOS5,
        steps: [.attachHardwareKeyboard, .show(.letters), .settle, .hide, .settle]
    )

    /// iphonex-show-hide.
    public static let iPhoneXShowAndHide = log(
        "iphonex-show-hide",
        on: .phone375x812,
        steps: [.show(.custom(height: 333)), .settle, .hide, .settle]
    )

    /// modal-viewWillAppear-duration-0.4-hide-zero-height.
    public static let presentedFormGoes = log(
        "modal-viewWillAppear-duration-0.4-hide-zero-height",
        on: .phone375x667,
        behavior: SimulatedKeyboard.Behavior {
            $0.presentation = .underWay
            $0.hidesToZeroHeight = true
        },
        steps: [.show(.custom(height: 260)), .settle, .hide, .settle]
    )

    /// ipad-zero-then-398: nothing to see first, and then all of it at once.
    public static let zeroThenFull = log(
        "ipad-zero-then-398",
        on: .tablet768x1024,
        orientation: .landscape,
        steps: [
            .show(.custom(height: 0)), .settle, .changeFrame(to: .lettersWithPredictions, animated: false), .settle,
        ]
    )

    /// 414x896-show-begin-height-54.
    public static let beginHeightOf54 = log(
        "414x896-show-begin-height-54",
        on: .phone414x896,
        behavior: SimulatedKeyboard.Behavior { $0.beginHeight = 54 },
        steps: [.show(.letters), .settle]
    )

    /// 414x896-show-346.
    public static let showWithPredictions = log(
        "414x896-show-346",
        on: .phone414x896,
        steps: [.show(.lettersWithPredictions), .settle]
    )

    /// ios7-curve7.
    public static let firstCurve7 = log(
        "ios7-curve7",
        on: .phone320x480,
        behavior: beforeIsLocal,
        steps: [.show(.letters), .settle]
    )

    /// ios6-curve0.
    public static let lastCurve0 = log(
        "ios6-curve0",
        on: .phone320x568,
        behavior: SimulatedKeyboard.Behavior {
            $0.tellsIsLocal = false
            $0.curve = 0
        },
        steps: [.show(.letters), .settle]
    )

    /// ipad-undock-drag: the *will* told the begin frame and nothing else.
    public static let iPadUndockedByDragging = log(
        "ipad-undock-drag",
        on: .tablet768x1024,
        behavior: SimulatedKeyboard.Behavior {
            $0.tellsIsLocal = false
            $0.curve = 0
            $0.draggedEnd = .absent
        },
        steps: [
            .show(.custom(height: 304)), .settle, .undock(toTop: 0), .settle, .drag(to: CGPoint(x: 0, y: 300)), .settle,
        ]
    )

    /// grow-instant-216-254.
    public static let growthAtOnce = log(
        "grow-instant-216-254",
        on: .phone320x568,
        steps: [.show(.letters), .settle, .changeFrame(to: .custom(height: 254), animated: false), .settle]
    )

    /// grow-animated-216-253-then-didhide.
    public static let growthThenFramesOnly = log(
        "grow-animated-216-253-then-didhide",
        on: .phone320x568,
        behavior: SimulatedKeyboard.Behavior { $0.didPayload = .framesOnly },
        steps: [.show(.letters), .settle, .setPredictions(true), .settle, .hide, .settle]
    )

    /// modal-present-0.4-fullscreen-offset.
    public static let presentationFromOneScreenBelow = log(
        "modal-present-0.4-fullscreen-offset",
        on: .phone320x568,
        behavior: SimulatedKeyboard.Behavior {
            $0.tellsIsLocal = false
            $0.presentation = .underWayFromOneScreenBelow
        },
        steps: [.show(.letters), .settle]
    )

    /// show-0.4-375.
    public static let showInAPresentation = log(
        "show-0.4-375",
        on: .phone375x667,
        behavior: SimulatedKeyboard.Behavior {
            $0.tellsIsLocal = false
            $0.presentation = .underWay
        },
        steps: [.show(.letters), .settle]
    )

    /// begin-height-differs-216-258.
    public static let beginHeightOf216 = log(
        "begin-height-differs-216-258",
        on: .phone375x667,
        behavior: SimulatedKeyboard.Behavior { $0.beginHeight = 216 },
        steps: [.show(.lettersWithPredictions), .settle]
    )

    /// show-258-didshow.
    public static let showOf258 = log(
        "show-258-didshow",
        on: .phone375x667,
        steps: [.show(.lettersWithPredictions), .settle]
    )

    /// show-271-plus.
    public static let showOf271 = log(
        "show-271-plus",
        on: .phone414x736,
        steps: [.show(.lettersWithPredictions), .settle]
    )

    /// show-226-plus-no-quicktype.
    public static let showOf226 = log(
        "show-226-plus-no-quicktype",
        on: .phone414x736,
        steps: [.show(.letters), .settle]
    )

    /// show-380-accessory-x: a web view's bar above the keys.
    public static let showWithAccessory = log(
        "show-380-accessory-x",
        on: .phone375x812,
        steps: [.setAccessory(height: 45), .show(.lettersWithPredictions), .settle]
    )

    /// rnkc-secure-text-291-336: a password field shows twice, the second time with the row for passwords.
    public static let securePasswordField = log(
        "rnkc-secure-text-291-336",
        on: .phone393x852,
        steps: [.show(.letters), .settle, .show(.lettersWithPredictions), .settle]
    )

    /// rnkc-instant-hide: 250 ms were told, and didHide came after 7.
    public static let instantHide = log(
        "rnkc-instant-hide",
        on: .phone393x852,
        faults: Faults([.didEarly]),
        steps: [.show(.letters), .settle, .hide, .settle]
    )

    /// ios8-thirdparty-apple.
    public static let thirdPartyOf224 = log(
        "ios8-thirdparty-apple",
        on: .phone320x568,
        steps: [.show(.thirdParty(heights: [224])), .settle]
    )
}
