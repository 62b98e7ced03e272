#if GTK4
    public import Foundation
    public import KeyboardForms

    extension KeyboardManager {
        /// What a manager does, for the whole app.
        public struct Options {
            /// Whether the manager keeps focused texts visible and asks for the keyboard.
            ///
            /// The default is `true`. To exclude a window or a widget, see
            /// ``KeyboardManager/setEnabled(_:for:)-(_,UnsafeMutableRawPointer)``.
            public var isEnabled = true

            /// The distance between the focused text and the keyboard, in points.
            ///
            /// The default is 12.
            public var margin: CGFloat = 12

            /// Whether the keyboard appears only for a focus to which a tap or a key has led.
            ///
            /// The default is `true`. GTK and other toolkits give the focus to the first field of a new window. If the
            /// property is `false`, the keyboard appears together with such a window. While the keyboard is on screen,
            /// it stays for each text that takes the focus.
            public var waitsForInput = true

            /// Whether a tap outside of all texts dismisses the keyboard.
            ///
            /// The default is `false`. The tap takes the focus from the focused text.
            public var dismissesOnTapOutside = false

            /// Whether the return key moves the focus to the next text of the window.
            ///
            /// The default is `false`. In the last text, the return key ends the editing. The text first emits its signal
            /// `activate`. In a form, the focus order moves the focus instead.
            public var returnKeyMovesFocus = false

            /// Whether a bar with *Previous*, *Next* and *Done* stands on the keyboard, in a window with several texts.
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
