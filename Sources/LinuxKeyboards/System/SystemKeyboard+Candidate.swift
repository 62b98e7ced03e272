#if SystemKeyboards
    public import KeyboardObservation

    extension SystemKeyboard {
        /// A kind of on-screen keyboard.
        public enum Kind: Sendable, Hashable, CaseIterable, CustomStringConvertible {
            /// ``OnboardKeyboard``.
            case onboard
            /// ``OSK0Keyboard``: squeekboard or stevia.
            case osk0
            /// ``KWinKeyboard``.
            case kwin
            /// ``X11Keyboard``.
            case x11

            /// The name of the keyboard, for a log or a status line.
            public var description: String {
                switch self {
                case .onboard: "Onboard"
                case .osk0: "squeekboard"
                case .kwin: "the virtual keyboard of KWin"
                case .x11: "an X11 keyboard"
                }
            }
        }

        /// A keyboard that a ``SystemKeyboard`` may choose.
        public struct Candidate: Sendable, Hashable, CustomStringConvertible {
            /// The kind of the keyboard.
            public let kind: Kind

            /// Whether the keyboard can be reached.
            ///
            /// A keyboard that is available and does not post runs beside the one that was chosen.
            public let status: KeyboardSourceStatus

            /// The kind and the status, for a log.
            public var description: String {
                "\(kind): \(status)"
            }
        }
    }
#endif
