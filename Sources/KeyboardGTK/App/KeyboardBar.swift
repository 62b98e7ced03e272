#if GTK4
    import CKeyboardGTK
    import Foundation
    import KeyboardForms
    import KeyboardObservation

    /// The bar is a direct child of the window, so the app's widgets keep their parents.
    @safe
    final class KeyboardBar {
        enum Action: Int, CaseIterable {
            case previous, next, done
        }

        static let height: CGFloat = 44

        let labels: TextFieldNavigator.Labels
        private var window: WidgetPointer?
        private let box: WidgetPointer?
        private var buttons: [WidgetPointer] = unsafe []
        private let pool: KeyboardObserverPool
        private let guide: KeyboardLayoutGuide
        private var token: KeyboardObservationToken?
        private let items: () -> Set<Action>?
        private var enabled: Set<Action>?
        /// The height that the keyboard covers at the bottom of the window when the keyboard is at rest.
        private var restInset: CGFloat = 0

        init(
            in window: WidgetPointer,
            _ manager: KeyboardManager,
            items: @escaping () -> Set<Action>?
        ) {
            unsafe self.window = unsafe window
            (pool, labels, self.items) = (manager.pool, manager.options.barLabels, items)
            guide = KeyboardLayoutGuide(pool: pool)
            unsafe box = unsafe gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
            guard let box = unsafe box else { return }
            unsafe gtk_widget_set_parent(box, window)
            for style in ["toolbar", "background", "keyboard-bar"] { unsafe gtk_widget_add_css_class(box, style) }
            for (action, label) in zip(Action.allCases, [labels.previous, labels.next, labels.done]) {
                let icon = ["go-up-symbolic", "go-down-symbolic"].dropFirst(action.rawValue).first
                let new = unsafe icon.map { unsafe gtk_button_new_from_icon_name($0) }
                guard let button = unsafe new ?? gtk_button_new_with_label(label) else { continue }
                // Screen readers read the label instead of the name of the icon.
                unsafe keyboard_gtk_set_accessible_label(button, label)
                unsafe gtk_widget_set_tooltip_text(button, label)
                // If a button took the focus from the text widget, the keyboard would disappear.
                unsafe gtk_widget_set_focusable(button, 0)
                unsafe gtk_widget_set_focus_on_click(button, 0)
                unsafe connect(button, "clicked") { [weak manager] in manager?.perform(action) }
                unsafe gtk_box_append(box.as(), button)
                unsafe buttons.append(button)
            }
            if let done = unsafe buttons.last {
                unsafe gtk_widget_set_hexpand(done, 1)
                unsafe gtk_widget_set_halign(done, GTK_ALIGN_END)
            }
            unsafe gtk_widget_set_visible(box, 0)
            guide.viewFrameProvider = { [weak self] in unsafe self?.window?.frameOnScreen ?? .zero }
            guide.onChange = { [weak self] _ in self?.update() }
            token = pool.observeState { [weak self] _ in self?.update() }
        }

        /// Call `remove()` before the window is destroyed.
        func remove() {
            if unsafe window != nil, let box = unsafe box { unsafe gtk_widget_unparent(box) }
            unsafe window = nil
            token = nil
        }

        func contains(_ widget: WidgetPointer) -> Bool {
            guard unsafe window != nil, let box = unsafe box else { return false }
            return unsafe widget == box || gtk_widget_is_ancestor(widget, box) != 0
        }

        func updateItems() {
            // While a click on *Next* moves the focus, no widget has the focus for a moment. If the bar were hidden
            // during this moment, GTK would lose the next click on the bar.
            whenIdle { [weak self] in
                guard let self, unsafe window != nil else { return }
                enabled = items()
                unsafe zip(Action.allCases, buttons).forEach { action, button in
                    unsafe gtk_widget_set_sensitive(button, enabled?.contains(action) == true ? 1 : 0)
                }
                update()
            }
        }

        /// Returns 0 if the keyboard covers a part of the frame.
        ///
        /// For such a frame, the `KeyboardAvoider` itself adds the height of the bar to the insets.
        func inset(of frame: CGRect) -> CGFloat {
            guard let window = unsafe window, isShown, frame.maxY > 0 else { return 0 }
            let bottom = unsafe window.frameOnScreen.maxY - restInset
            return frame.maxY <= bottom ? max(frame.maxY - (bottom - Self.height), 0) : 0
        }

        private var isShown: Bool { enabled != nil && pool.keyboard.isOnScreen }

        private func update() {
            guard let window = unsafe window, let box = unsafe box else { return }
            let keyboard = pool.keyboard
            if keyboard.isOnScreen {
                let frame = unsafe window.frameOnScreen
                restInset = guide.geometry.insets(of: frame, in: keyboard.screenBounds ?? frame, with: keyboard).bottom
            }
            let isMoving = guide.bottomInset > 0 && guide.bottomInset < restInset
            unsafe gtk_widget_set_visible(box, isShown || isMoving && restInset > 0 && enabled != nil ? 1 : 0)
            unsafe gtk_widget_queue_allocate(window)
        }

        /// While the keyboard appears, the visible height of the bar grows from 0 to `height`.
        func windowDidLayOut() {
            // The window may have moved or shrunk.
            guide.layoutDidChange()
            guard let window = unsafe window, let box = unsafe box, unsafe gtk_widget_get_visible(box) != 0 else {
                return
            }
            let progress = restInset > 0 ? min(guide.bottomInset / restInset, 1) : 1
            let rise = (guide.bottomInset + Self.height * progress).rounded()
            // GTK prints a warning if a widget is allocated before it is measured.
            unsafe gtk_widget_measure(box, GTK_ORIENTATION_HORIZONTAL, -1, nil, nil, nil, nil)
            var rectangle = unsafe GdkRectangle(
                x: 0,
                y: gtk_widget_get_height(window) - CInt(rise),
                width: gtk_widget_get_width(window),
                height: CInt(Self.height)
            )
            unsafe gtk_widget_size_allocate(box, &rectangle, -1)
        }
    }
#endif
