#if SystemKeyboards
    extension SessionFacts {
        /// A reason why no keyboard appears, or why a source posts no events.
        enum Finding: Hashable {
            case noDisplay
            case compositorUnreachable(reason: String)
            case xServerUnreachable(reason: String)
            case noSessionBus
            case sessionBusUnreachable(reason: String)
            case mainQueueNotRun
            case noKeyboardPossible
            case onlyFirstTextInput
            case noKeyboardRuns(isWayland: Bool)
            case notOnSessionBus(keyboard: String)
            case noAnswer(keyboard: String)
            case screenKeyboardDisabled(keyboard: String)
            case keyboardOfGNOMEShell
            case noKeyboardOfKWin
            case keyboardOfKWinDisabled
            case onboardFloats
            case inputMethodReplaced(variable: String, value: String)

            /// The cause and the remedy.
            var text: String {
                switch self {
                case .noDisplay:
                    "The environment names no display. Start the app in a graphical session."
                case .compositorUnreachable(let reason):
                    "The Wayland compositor does not answer: \(reason). "
                        + "Compare WAYLAND_DISPLAY with the sockets in XDG_RUNTIME_DIR."
                case .xServerUnreachable(let reason):
                    "The X server does not answer: \(reason). Compare DISPLAY with the sockets in /tmp/.X11-unix."
                case .noSessionBus:
                    "The environment names no session bus, so squeekboard, Onboard and KWin cannot be reached. "
                        + "Start the app in the session of the user, or with dbus-run-session."
                case .sessionBusUnreachable(let reason):
                    "The session bus does not answer: \(reason). "
                        + "Compare DBUS_SESSION_BUS_ADDRESS with the variable of the desktop."
                case .mainQueueNotRun:
                    "The main queue has not run for 2 seconds, so keyboard events are not delivered. "
                        + "Call MainQueueLoop.attachToGLib(), or MainQueueLoop.drain() in your own loop."
                case .noKeyboardPossible:
                    "The compositor offers neither a layer shell nor text input to a keyboard. "
                        + "Use another compositor, or draw a keyboard in the app."
                case .onlyFirstTextInput:
                    "The compositor offers only version 1 of text input, so its keyboard does not appear in GTK apps. "
                        + "Use another compositor, or draw a keyboard in the app."
                case .noKeyboardRuns(let isWayland):
                    "No on-screen keyboard runs. "
                        + (isWayland ? "Start squeekboard or wvkbd." : "Start Onboard or matchbox-keyboard.")
                case .notOnSessionBus(let keyboard):
                    "\(keyboard) runs, but is not on the session bus of the app. "
                        + "Start the app and the keyboard with the same DBUS_SESSION_BUS_ADDRESS."
                case .noAnswer(let keyboard):
                    "\(keyboard) runs, but does not answer on the session bus. Start the keyboard again."
                case .screenKeyboardDisabled(let keyboard):
                    "The setting screen-keyboard-enabled is off, so \(keyboard) does not appear with the focus. "
                        + "Run: gsettings set org.gnome.desktop.a11y.applications screen-keyboard-enabled true"
                case .keyboardOfGNOMEShell:
                    "GNOME Shell does not report its keyboard, so the source posts no events. "
                        + "Keep the window maximized, so that GNOME Shell moves it up."
                case .noKeyboardOfKWin:
                    "KWin has no virtual keyboard. "
                        + "Install plasma-keyboard or maliit-keyboard, and choose it in the system settings."
                case .keyboardOfKWinDisabled:
                    "KWin has disabled its virtual keyboard. "
                        + "Detach the hardware keyboard, or enable the keyboard in the settings."
                case .onboardFloats:
                    "Onboard is not docked, so its events are only frame events under X11, and have no frame on Wayland. "
                        + "Run: gsettings set org.onboard.window docking-enabled true"
                case .inputMethodReplaced(let variable, let value):
                    "\(variable)=\(value) replaces the toolkit's input method, so no keyboard sees the focus. "
                        + "Start the app without \(variable)."
                }
            }
        }
    }
#endif
