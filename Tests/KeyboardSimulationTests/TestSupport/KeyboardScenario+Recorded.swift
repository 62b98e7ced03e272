import Foundation
import KeyboardSimulation

extension KeyboardScenario {
    /// Scenarios that reproduce logs of real keyboards.
    ///
    /// The name of each scenario is the name of its log.
    ///
    /// The events of a scenario contain the same frames and durations as the log.
    static let recorded: [KeyboardScenario] = [
        log(
            "omni-hardware-keyboard",
            .tablet768x1024,
            [.attachHardwareKeyboard, .show(.letters), .hide],
            behavior: iOS5
        ),
        log("iphonex-show-hide", .phone375x812, [.show(.custom(height: 333)), .hide]),
        // The keyboard appears with a height of 0.
        //
        // Later, the height of the keyboard increases without an animation.
        log(
            "ipad-zero-then-398",
            .tablet768x1024,
            [.show(.custom(height: 0)), .changeFrame(to: .lettersWithPredictions, animated: false)],
            orientation: .landscape
        ),
        log("414x896-show-begin-height-54", .phone414x896, [.show(.letters)], behavior: .init { $0.beginHeight = 54 }),
        log("414x896-show-346", .phone414x896, [.show(.lettersWithPredictions)]),
        log("ios7-curve7", .phone320x480, [.show(.letters)], behavior: .init { $0.reportsIsLocal = false }),
        log("ios6-curve0", .phone320x568, [.show(.letters)], behavior: iOS5),
        log(
            "grow-instant-216-254",
            .phone320x568,
            [.show(.letters), .changeFrame(to: .custom(height: 254), animated: false)]
        ),
        // The begin frame is 568 points below the end frame, and the screen is 568 points high.
        log(
            "modal-present-0.4-fullscreen-offset",
            .phone320x568,
            [.show(.letters)],
            behavior: .init { ($0.reportsIsLocal, $0.duration, $0.hiddenDistance) = (false, 0.4, 352) }
        ),
        log(
            "show-0.4-375",
            .phone375x667,
            [.show(.letters)],
            behavior: .init { ($0.reportsIsLocal, $0.duration) = (false, 0.4) }
        ),
        log(
            "begin-height-differs-216-258",
            .phone375x667,
            [.show(.lettersWithPredictions)],
            behavior: .init { $0.beginHeight = 216 }
        ),
        log("show-258-didshow", .phone375x667, [.show(.lettersWithPredictions)]),
        log("show-271-plus", .phone414x736, [.show(.lettersWithPredictions)]),
        log("show-226-plus-no-quicktype", .phone414x736, [.show(.letters)]),
        // A web view shows an accessory bar above the keys.
        log("show-380-accessory-x", .phone375x812, [.setAccessory(height: 45), .show(.lettersWithPredictions)]),
        // When a password field takes the focus, the keyboard posts the *show* events twice.
        //
        // The second *show* event reports a height that includes an additional row for passwords.
        log("rnkc-secure-text-291-336", .phone393x852, [.show(.letters), .show(.lettersWithPredictions)]),
        // The *will* event reports a duration of 250 ms, but the keyboard posts didHide after 7 ms.
        log("rnkc-instant-hide", .phone393x852, [.show(.letters), .hide], faults: .init([.didEarly])),
        log("ios8-thirdparty-apple", .phone320x568, [.show(.thirdParty(heights: [224]))]),
    ]

    /// Creates a scenario from a log of UIKit, which waits after each step.
    ///
    /// UIKit's payloads do not contain the bounds of the screen.
    private static func log(
        _ name: String,
        _ model: SimulatedScreenModel,
        _ steps: [SimulatedKeyboard.Step],
        orientation: SimulatedScreen.Orientation = .portrait,
        behavior: SimulatedKeyboard.Behavior = SimulatedKeyboard.Behavior(),
        faults: SimulatedKeyboard.FaultInjection = .none
    ) -> KeyboardScenario {
        var behavior = behavior
        behavior.reportsScreenBounds = false
        let steps = steps.flatMap { [$0, .settle] }
        return Self(name, on: model, orientation: orientation, behavior: behavior, faults: faults, steps: steps)
    }

    private static let iOS5 = SimulatedKeyboard.Behavior {
        $0.reportsIsLocal = false
        $0.curve = 0
    }
}
