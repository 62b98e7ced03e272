import Foundation

extension KeyboardScenario {
    /// Whether the payloads of the keyboard can mislead a screen.
    ///
    /// Misleading payloads have faults, or use the coordinates of another orientation. A step can also set a new
    /// behaviour. If the new behaviour differs from the default in more than the duration, the payloads also count as
    /// misleading.
    var misleads: Bool {
        faults != .none || behavior.usesPortraitCoordinates
            || steps.contains { step in
                switch step {
                case .setBehavior(let behavior): !behavior.isUsualExceptForDuration
                default: false
                }
            }
    }

    /// Whether the scenario plays a recording.
    var isRecorded: Bool {
        steps.contains { if case .play = $0 { true } else { false } }
    }

    /// Whether the keyboard has only its usual motion.
    ///
    /// The usual motion is a slide between the docked frame and the hidden frame, with the usual curve.
    var hasPlainMotion: Bool {
        behavior.isUsualExceptForDuration
            && !steps.contains { step in
                switch step {
                case .play, .beginDismissing, .rotate, .promptForPassword, .showOtherAppsKeyboard, .undock, .split,
                    .float, .setObscured:
                    true
                case .show(let layout?), .changeFrame(let layout, animated: true): !layout.isPlain
                case .changeFrame: true
                default: false
                }
            }
    }
}

extension SimulatedKeyboard.Behavior {
    /// Whether all properties except the duration have their default values.
    fileprivate var isUsualExceptForDuration: Bool {
        var usual = SimulatedKeyboard.Behavior()
        usual.duration = duration
        return self == usual
    }
}

extension SimulatedKeyboard.Layout {
    /// Whether the keyboard appears in one transition, with a usual height.
    fileprivate var isPlain: Bool {
        switch self {
        case .thirdParty: false
        case .custom(let height): height > 100
        default: true
        }
    }
}
