#if SystemKeyboards
    public import Foundation

    extension SystemKeyboard {
        /// Reports the part of the app's window that the keyboard covers.
        ///
        /// The virtual keyboard of KWin needs this report, because KWin reports the frame of its keyboard only to the
        /// window with the focus. With other keyboards, the report has no effect. KWin draws its keyboard above a
        /// full-screen window. KWin moves or shrinks a window that is not full screen, so that the keyboard does not
        /// cover the window. KWin sends the frame to a full-screen window in the event `input_panel_state` of the
        /// protocol `zwp_text_input_v2`. Report this frame. If the app uses the manager of `KeyboardGTK`, the manager
        /// reports the frame.
        ///
        /// Call the method after each `input_panel_state` event. If the keyboard is already shown, the source posts a
        /// second *show* with the frame. With KWin 5.27, the frame arrives up to a second after the keyboard was asked
        /// to appear. While the source is stopped or has no connection to the session bus, the call has no effect.
        ///
        /// - Parameter frame: The frame in points, in the same coordinates as the frames of views. Pass `nil` if the
        ///   keyboard is hidden or covers no part of the window. While the keyboard is shown, `nil` does not remove the
        ///   frame that the source has already posted. A frame that is empty or not finite counts as `nil`.
        public func reportKeyboardFrame(_ frame: CGRect?) {
            let session = sessions.lazy.compactMap { $0.session as? KWinSession }.first
            session?.frameChanged(to: frame.flatMap { UsableArea.isValid($0) ? $0 : nil })
        }
    }
#endif
