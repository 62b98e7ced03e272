#if GTK4
    public import Foundation
    public import KeyboardForms

    extension KeyboardManager {
        /// The options of a manager, which apply to the whole app.
        public struct Options {
            var isEnabled = true

            /// The smallest distance that the manager keeps between the focused text widget and the keyboard or the
            /// bar, in points.
            ///
            /// The default is 12. If there is not enough space above the keyboard, the distance is smaller.
            public var margin: CGFloat = 12

            /// Whether the keyboard waits for a tap or a key before it appears.
            ///
            /// The default is `true`. GTK and other toolkits give the focus to the first text widget of a new window.
            /// If `waitsForInput` is `false`, the keyboard appears together with a new window. A keyboard that is
            /// already on screen stays on screen when the focus moves to another text widget.
            public var waitsForInput = true

            /// Whether a full-screen window becomes maximized while the keyboard is on screen.
            ///
            /// The default is `true`. Most desktops draw a full-screen window in front of the keyboard, so a person
            /// cannot see the keyboard. The window leaves full screen immediately before the manager asks the keyboard
            /// to appear. The window returns to full screen after the keyboard has disappeared. If the keyboard does
            /// not appear within 3 seconds, the window also returns to full screen. The window behind a dialog also
            /// leaves full screen. If the window is inactive at this time, it returns to full screen when it becomes
            /// active.
            ///
            /// If a person or the app changes the state of the maximized window, the manager keeps the new state. The
            /// manager can change the window again after a tap or a move of the focus. GTK does not report a call of
            /// `gtk_window_unfullscreen` for a maximized window, so this window still returns to full screen.
            ///
            /// The window stays full screen in these cases:
            ///
            /// - No keyboard was found.
            /// - The app runs under GNOME Shell, or under KWin with Wayland. GNOME Shell and KWin draw their keyboards
            ///   in front of a full-screen window.
            /// - The manager draws the keyboard in the window.
            public var leavesFullScreen = true

            /// Whether the manager draws a keyboard in the app's windows if the desktop has no keyboard.
            ///
            /// The default is `false`. ``KeyboardManager/start(_:)`` reads the option only when it creates the manager.
            /// See <doc:GTKApps#A-keyboard-inside-the-app>.
            public var drawsKeyboard = false

            /// Whether a tap outside all text widgets dismisses the keyboard.
            ///
            /// The default is `false`. The tap also removes the focus from the focused text widget.
            public var dismissesOnTapOutside = false

            /// Whether the return key moves the focus to the next text widget of the window.
            ///
            /// The default is `false`. In the last text widget of the window, the return key ends the editing. Before
            /// the focus moves, the text widget emits its signal `activate`. If the field of the text widget handles
            /// the return key, the manager does not move the focus. For example, the focus order of a field can handle
            /// the return key. The manager also does not move the focus if the return key type of the field is not
            /// `default`. In a text view, the return key inserts a line break.
            public var returnKeyMovesFocus = false

            /// Whether a window with several text widgets has a bar with *Previous*, *Next* and *Done* above the
            /// keyboard.
            ///
            /// The default is `false`.
            public var showsBar = false

            /// The names of the items of the bar.
            public var barLabels = TextFieldNavigator.Labels()

            /// Creates the default options.
            public init() {}
        }
    }
#endif
