#if SystemKeyboards
    public import KeyboardObservation

    extension SystemKeyboard {
        /// A kind of on-screen keyboard.
        public enum Kind: Sendable, Hashable, CaseIterable, CustomStringConvertible {
            /// Onboard, on a desktop with X11 or with Wayland.
            ///
            /// On Wayland, Onboard 1.4.4 has no X window. On a compositor that is based on wlroots, the events of a
            /// docked Onboard without an X window have frames. The events of a floating Onboard without an X window
            /// have no frames. The source does not ask a docked Onboard without an X window to disappear, because it
            /// would never appear again.
            ///
            /// For an Onboard with an X window, the source posts the *will* events before the keyboard moves. The
            /// *will* events contain the end frame. While the keyboard slides, the source posts the frame of each step.
            /// The source posts the *did* events when the window has stopped.
            case onboard
            /// squeekboard or its successor stevia, on a phone with Wayland.
            ///
            /// The bus name of both keyboards is `sm.puri.OSK0`.
            ///
            /// On a compositor that is based on wlroots, such as sway or phoc, the events have frames. On other
            /// compositors, the events have frames after the app has called
            /// ``SystemKeyboard/reportUsableArea(_:isFullScreen:)``. Neither squeekboard nor stevia reports when a
            /// transition ends. The source therefore posts the *did* events immediately after the *will* events. The
            /// source was tested with squeekboard 1.21, which has the same interface as stevia.
            case osk0
            /// wvkbd, on a compositor that is based on wlroots, such as sway and phoc.
            ///
            /// The source measures the height of the strip that wvkbd occupies. If the strip is less than 100 points
            /// high, the source assumes that the strip belongs to a panel. The source sends the signals `SIGUSR1` and
            /// `SIGUSR2` to wvkbd. The app and wvkbd must run as the same user. The source was tested with wvkbd 0.12
            /// and 0.17.
            case wvkbd
            /// The virtual keyboard of KWin, on a Plasma desktop with Wayland.
            ///
            /// KWin makes a maximized window smaller, so that the keyboard does not cover the window. Without a report
            /// from the app, the events have no frames. Report the area of a maximized window with
            /// ``SystemKeyboard/reportUsableArea(_:isFullScreen:)``, or the frame of the keyboard with
            /// ``SystemKeyboard/reportKeyboardFrame(_:)``. KWin shows its keyboard only while a text field of a Wayland
            /// client has the focus.
            ///
            /// KWin hides its keyboard for up to 0.2 seconds when the focus moves to another field. The source
            /// therefore delays each *hide* event. The delay is 0.5 seconds if a field has the focus, and 0.15 seconds
            /// if no field has the focus. If KWin's virtual keyboard is missing or disabled, the source reports that
            /// the keyboard is not running.
            case kwin
            /// GNOME Shell's own keyboard.
            ///
            /// The source finds the keyboard in the accessibility tree of GNOME Shell, even if accessibility is
            /// disabled. Under Wayland, GNOME Shell moves the app's window if the keyboard would cover the caret. Under
            /// Wayland, the events have the exact frame of the keyboard on the screen, and
            /// ``/KeyboardObservation/KeyboardState/isObscured`` is `true`. See
            /// ``SystemKeyboard/reportFixedWindow(_:)``. The source posts the *hide* event when the keyboard has
            /// disappeared. After a login, the source posts the first *show* event only while a field of a
            /// ``KeyboardRequester`` has the focus. The source cannot ask the keyboard to appear. To show the keyboard,
            /// a person taps the field, or swipes up from the bottom edge. On a machine without a touch screen, a
            /// keyboard that is switched off in the settings counts as not running. The source was tested with GNOME
            /// Shell 43, 48 and 50.
            case gnomeShell
            /// A keyboard with a window on an X server, such as matchbox-keyboard.
            ///
            /// The keyboard counts as running while it has a window, and as shown while the window is mapped. A
            /// keyboard can create its window after the source was started. The source finds a new window when the
            /// keyboard maps the window for the first time. If the keyboard sets the class or the title of the window
            /// only later, the source finds the window at that time. The source watches at most 128 windows without a
            /// class. The source cannot ask the keyboard to appear.
            case x11

            /// The name of the keyboard, for a log or a status line.
            public var description: String {
                switch self {
                case .onboard: "Onboard"
                case .osk0: "squeekboard or stevia"
                case .wvkbd: "wvkbd"
                case .kwin: "the virtual keyboard of KWin"
                case .gnomeShell: "the keyboard of GNOME Shell"
                case .x11: "an X11 keyboard"
                }
            }
        }

        /// A keyboard that a ``SystemKeyboard`` can choose.
        public struct Candidate: Sendable, Hashable, CustomStringConvertible {
            /// The kind of the keyboard.
            public let kind: Kind

            /// Whether the source can reach the keyboard.
            ///
            /// Several keyboards can be available at the same time. The source posts only the events of one keyboard.
            public let status: KeyboardSourceStatus

            /// The kind and the status, for a log.
            public var description: String {
                "\(kind): \(status)"
            }
        }
    }
#endif
