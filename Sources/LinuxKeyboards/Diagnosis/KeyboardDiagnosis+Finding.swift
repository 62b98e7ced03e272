#if SystemKeyboards
    extension KeyboardDiagnosis {
        /// A reason why no keyboard appears or why a source posts no events, and the remedy.
        public enum Finding: Sendable, Hashable, CustomStringConvertible {
            /// The environment names neither a Wayland compositor nor an X server.
            case noDisplay
            /// The Wayland compositor did not answer.
            case compositorUnreachable(reason: String)
            /// The X server did not answer.
            case xServerUnreachable(reason: String)
            /// The environment names no session bus.
            case noSessionBus
            /// The session bus did not answer.
            case sessionBusUnreachable(reason: String)
            /// The event loop of the app does not run the main queue.
            case mainQueueNotRun
            /// No on-screen keyboard can run with the compositor.
            case noKeyboardPossible
            /// The compositor supports only version 1 of text input.
            case onlyFirstTextInput
            /// No on-screen keyboard runs.
            case noKeyboardRuns(isWayland: Bool)
            /// A running keyboard is not on the session bus of the app.
            case notOnSessionBus(keyboard: String)
            /// A running keyboard has not answered on the session bus.
            case noAnswer(keyboard: String)
            /// The setting `screen-keyboard-enabled` is off.
            case screenKeyboardDisabled(keyboard: String)
            /// GNOME Shell does not report its keyboard.
            case keyboardOfGNOMEShell
            /// KWin has no virtual keyboard.
            case noKeyboardOfKWin
            /// KWin has disabled its virtual keyboard.
            case keyboardOfKWinDisabled
            /// Onboard is not docked.
            case onboardFloats
            /// The app's window is full-screen, and is above the keyboard.
            case behindFullScreenWindow(keyboard: String)
            /// An environment variable replaces the input method of a toolkit.
            case inputMethodReplaced(variable: String, value: String)

            /// The cause in a sentence.
            public var description: String {
                switch self {
                case .noDisplay: "The environment names no display."
                case .compositorUnreachable(let reason): "The Wayland compositor does not answer: \(reason)."
                case .xServerUnreachable(let reason): "The X server does not answer: \(reason)."
                case .noSessionBus:
                    "The environment names no session bus, so squeekboard, Onboard and KWin cannot be reached."
                case .sessionBusUnreachable(let reason): "The session bus does not answer: \(reason)."
                case .mainQueueNotRun:
                    "The event loop of the app does not run the main queue, so keyboard events are not delivered."
                case .noKeyboardPossible: "The compositor offers neither a layer shell nor text input to a keyboard."
                case .onlyFirstTextInput:
                    "The compositor offers only version 1 of text input, so its keyboard does not appear in GTK apps."
                case .noKeyboardRuns: "No on-screen keyboard runs."
                case .notOnSessionBus(let keyboard): "\(keyboard) runs, but is not on the session bus of the app."
                case .noAnswer(let keyboard): "\(keyboard) runs, but does not answer on the session bus."
                case .screenKeyboardDisabled(let keyboard):
                    "The setting screen-keyboard-enabled is off, so \(keyboard) does not appear with the focus."
                case .keyboardOfGNOMEShell: "GNOME Shell does not report its keyboard, so the source posts no events."
                case .noKeyboardOfKWin: "KWin has no virtual keyboard."
                case .keyboardOfKWinDisabled: "KWin has disabled its virtual keyboard."
                case .onboardFloats:
                    "Onboard is not docked, so its events are only frame events under X11, and have no frame on Wayland."
                case .behindFullScreenWindow(let keyboard): "\(keyboard) is behind the full-screen window of the app."
                case .inputMethodReplaced(let variable, let value):
                    "\(variable)=\(value) replaces the toolkit's input method, so no keyboard sees the focus."
                }
            }

            /// A sentence that describes how to remove the cause.
            public var remedy: String {
                switch self {
                case .noDisplay: "Start the app in a graphical session."
                case .compositorUnreachable: "Compare WAYLAND_DISPLAY with the sockets in XDG_RUNTIME_DIR."
                case .xServerUnreachable: "Compare DISPLAY with the sockets in /tmp/.X11-unix."
                case .noSessionBus: "Start the app in the session of the user, or with dbus-run-session."
                case .sessionBusUnreachable: "Compare DBUS_SESSION_BUS_ADDRESS with the variable of the desktop."
                case .mainQueueNotRun: "Call MainQueueLoop.attachToGLib(), or MainQueueLoop.drain() in your own loop."
                case .noKeyboardPossible, .onlyFirstTextInput:
                    "Use another compositor, or draw a keyboard in the app."
                case .noKeyboardRuns(let isWayland):
                    isWayland ? "Start squeekboard or wvkbd." : "Start Onboard or matchbox-keyboard."
                case .notOnSessionBus: "Start the app and the keyboard with the same DBUS_SESSION_BUS_ADDRESS."
                case .noAnswer: "Start the keyboard again."
                case .screenKeyboardDisabled:
                    "Run: gsettings set org.gnome.desktop.a11y.applications screen-keyboard-enabled true"
                case .keyboardOfGNOMEShell: "Keep the window maximized, so that GNOME Shell moves it up."
                case .noKeyboardOfKWin:
                    "Install plasma-keyboard or maliit-keyboard, and choose it in the system settings."
                case .keyboardOfKWinDisabled: "Detach the hardware keyboard, or enable the keyboard in the settings."
                case .onboardFloats: "Run: gsettings set org.onboard.window docking-enabled true"
                case .behindFullScreenWindow: "Maximize the window instead."
                case .inputMethodReplaced(let variable, _): "Start the app without \(variable)."
                }
            }
        }
    }
#endif
