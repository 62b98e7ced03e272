#if SystemKeyboards
    public import Foundation

    extension SystemKeyboard: FocusAwareSource {
        /// Reports a window that the app keeps in place while GNOME Shell shows its keyboard.
        ///
        /// Under Wayland, GNOME Shell moves the window up if the keyboard would cover the caret. GNOME Shell does not
        /// report the move. The source therefore treats the keyboard as one that covers no part of the app:
        /// ``/KeyboardObservation/KeyboardState/isObscured`` is `true`. If your app prevents the move and moves its
        /// content instead, call this method. After the call, the source posts frames in the coordinates of the window.
        /// In a GTK app, `KeyboardGTK` prevents the move and calls this method.
        ///
        /// Call the method when another window takes the focus, and when the focused window has changed its size or
        /// state. With other keyboards, and under X11, the call has no effect.
        ///
        /// - Parameter frame: The frame of the focused window if this window is maximized or full screen. The frame is
        ///   in points, in the same coordinates as the frames of views. Pass `nil` if GNOME Shell may move the window.
        ///   The source assumes that the bottom edge of the window is the bottom edge of the monitor. A frame that is
        ///   empty or not finite is treated as `nil`.
        public func reportFixedWindow(_ frame: CGRect?) {
            let frame = frame.flatMap { UsableArea.isValid($0) ? $0 : nil }
            guard frame != connections.fixedWindow else { return }
            connections.fixedWindow = frame
            shellSession?.fixedWindowChanged()
        }

        func focusDidBegin(in requester: KeyboardRequester) {
            connections.requesters = connections.requesters.filter { $0.value() }
            connections.requesters[ObjectIdentifier(requester)] = { [weak requester] in requester?.hasFocus == true }
            shellSession?.schedulePoll()
        }

        var shellSession: GNOMEShellSession? {
            sessions.lazy.compactMap { $0.session as? GNOMEShellSession }.first
        }
    }
#endif
