#if GTK4
    import CKeyboardGTK
    import Foundation

    /// Receives the frame of KWin's keyboard through GTK's connection to the compositor.
    ///
    /// KWin sends the frame only to an app that has created a text input of the protocol `zwp_text_input_v2`.
    /// `KWinPanel` creates a text input, but never enables it. GTK itself receives the text through a newer protocol.
    @safe
    final class KWinPanel {
        private let panel = UnsafeMutablePointer<keyboard_gtk_panel>.allocate(capacity: 1)
        private let onChange: (_ isVisible: Bool, CGRect?) -> Void

        /// If the compositor is not KWin, `onChange` is never called.
        ///
        /// The frame is the covered part of the focused window, in points.
        init(onChange: @escaping (_ isVisible: Bool, CGRect?) -> Void) {
            self.onChange = onChange
            unsafe panel.initialize(to: keyboard_gtk_panel())
            unsafe panel.pointee.data = Unmanaged.passUnretained(self).toOpaque()
            unsafe panel.pointee.report = { data, isVisible, x, y, width, height in
                guard let data = unsafe data else { return }
                // Safe: `deinit` ends the calls before this object is freed.
                let panel = unsafe Unmanaged<KWinPanel>.fromOpaque(data).takeUnretainedValue()
                // When the keyboard appears, KWin first reports an empty frame. The reported frame of a hidden keyboard
                // is out of date.
                let isFrame = isVisible != 0 && width > 0 && height > 0
                let frame = isFrame ? CGRect(x: Int(x), y: Int(y), width: Int(width), height: Int(height)) : nil
                panel.onChange(isVisible != 0, frame)
            }
            if let display = unsafe gdk_display_get_default() { unsafe keyboard_gtk_panel_start(panel, display) }
        }

        isolated deinit {
            unsafe keyboard_gtk_panel_stop(panel)
            unsafe panel.deallocate()
        }

        /// Whether the compositor is KWin; `false` until GTK's event loop has received the compositor's answer.
        var isConnected: Bool { unsafe panel.pointee.input != nil }
    }
#endif
