#if GTK4
    import CKeyboardGTK
    import Foundation
    import KeyboardObservation

    protocol PaneWindow: AnyObject {
        var isScrolling: Bool { get }
        /// Tells the window that a person scrolls. `isScrolling` is `false` again when the content rests.
        func personScrolls()
        /// Returns the height that the bar covers at the bottom of a frame.
        func barInset(of frame: CGRect) -> CGFloat
    }

    /// The pane adds the insets of the keyboard to the margins that the app has set for the content.
    ///
    /// Without a viewport, the pane adds the insets to the margins of the scrolled window.
    @safe
    final class ScrolledPane: KeyboardPane, Attachment {
        private static let name = "keyboard-gtk-pane"

        private var scrolled: WidgetPointer?
        private(set) var avoider: KeyboardAvoider?
        private weak let pool: KeyboardObserverPool?
        private var content: ScrolledContent? { unsafe scrolled.map { unsafe ScrolledContent($0) } }
        private var insets = Margins()
        private var scrollsToFocus = true
        private var hasReplacedPolicy = false
        weak var window: (any PaneWindow)?
        /// Whether the avoider has called `avoidKeyboard(_:offset:)` during the current call of `windowDidLayOut()`.
        private var isSet = false
        /// The height of the space that the pane itself adds below the content, in points.
        private var space: CInt = 0
        private var heldOffset: Double?
        private var lastOffset: Double?

        /// The closure is `nil` if the pane contains no focused text widget.
        var focusedContent: ((ScrolledContent) -> FocusedContent?)? {
            didSet { avoider?.layoutDidChange() }
        }

        private struct Margins: Equatable {
            var top: CInt = 0, bottom: CInt = 0
        }

        static func of(_ scrolled: WidgetPointer, pool: KeyboardObserverPool) -> ScrolledPane {
            unsafe attachment(of: scrolled, name) { unsafe ScrolledPane(scrolled, pool) }
        }

        private init(_ scrolled: WidgetPointer, _ pool: KeyboardObserverPool) {
            unsafe self.scrolled = unsafe scrolled
            self.pool = pool
            avoider = KeyboardAvoider(self, pool: pool) { [weak self] in
                self?.contentWithMargin()
            }
            avoider?.geometry.undocked = .avoid
            // The window reports when a person scrolls, so the avoider does not need to detect the scrolling.
            avoider?.scrollDidChange(byUser: false)
            // If a form would fit into its window without the keyboard, SwiftCrossUI sets the policy "never" at each
            // update of the form.
            unsafe connect(scrolled, "notify::vscrollbar-policy") { [weak self] in self?.policyDidChange() }
            // GTK emits this signal when a key scrolls the content.
            unsafe connect(scrolled, "scroll-child") { [weak self] in self?.window?.personScrolls() }
        }

        func detach() {
            unsafe scrolled = nil
            avoider = nil
        }

        /// The widget to which the pane adds the insets of the keyboard as margins.
        private var inset: WidgetPointer? { unsafe content?.viewport == nil ? scrolled : content?.content }

        private var margins: Margins {
            guard let inset = unsafe inset else { return Margins() }
            return unsafe Margins(top: gtk_widget_get_margin_top(inset), bottom: gtk_widget_get_margin_bottom(inset))
        }

        /// The margins that the app itself has set.
        private var own: Margins {
            let margins = margins
            let bottom = unsafe insets.bottom + (content?.viewport == nil ? 0 : space)
            return Margins(top: max(margins.top - insets.top, 0), bottom: max(margins.bottom - bottom, 0))
        }

        private func contentWithMargin() -> FocusedContent? {
            guard let content, var focused = focusedContent?(content) else { return nil }
            // In the frames of `focused`, y = 0 is the lower edge of the app's top margin. The content of the pane
            // begins at the upper edge of this margin.
            let top = unsafe content.viewport == nil ? 0 : CGFloat(own.top)
            focused.field = focused.field.offsetBy(dx: 0, dy: top)
            focused.caret = focused.caret?.offsetBy(dx: 0, dy: top)
            focused.group = focused.group?.offsetBy(dx: 0, dy: top)
            return focused
        }

        var paneGeometry: PaneGeometry {
            guard let content, let adjustment = unsafe content.adjustment else {
                return .scrollView(frame: .zero, contentHeight: 0, offset: 0)
            }
            var frame = unsafe content.port.contentFrameOnScreen
            let offset = unsafe gtk_adjustment_get_value(adjustment) - Double(insets.top)
            let (bar, height) = (window?.barInset(of: frame) ?? 0, height)
            if height == nil {
                // Without a viewport, the insets have made the scrolled window itself smaller.
                frame.origin.y -= CGFloat(insets.top)
                frame.size.height += CGFloat(insets.top + insets.bottom)
            }
            return unsafe .scrollView(
                frame: frame,
                contentHeight: height ?? gtk_adjustment_get_upper(adjustment),
                offset: offset,
                contentInsets: KeyboardInsets(bottom: bar)
            )
        }

        /// The height of a viewport's content without the insets of the keyboard; `nil` if there is no viewport.
        private var height: CGFloat? {
            guard let content, let viewport = unsafe content.viewport, let child = unsafe content.content else {
                return nil
            }
            let width = unsafe gtk_widget_get_width(viewport)
            // Before the first layout, the width is 0. GTK 4.18 would print a warning for this width.
            guard width > 0 else { return nil }
            let isNatural = unsafe gtk_scrollable_get_vscroll_policy(OpaquePointer(viewport)) == GTK_SCROLL_NATURAL
            let height = unsafe child.height(atWidth: width, isNatural: isNatural)
            return CGFloat(height - insets.top - insets.bottom)
        }

        /// Keeps the scroll offset while a pointer is down on the content.
        func setHeld(_ isHeld: Bool) {
            heldOffset = isHeld ? offset : nil
            avoider?.isPaused = isHeld
        }

        /// Returns whether the method has changed the layout.
        func windowDidLayOut() -> Bool {
            let isScrolling = window?.isScrolling == true
            if isScrolling, heldOffset != nil, let adjustment = unsafe content?.adjustment {
                let value = unsafe gtk_adjustment_get_value(adjustment)
                // If the content is scrolled to its end, GTK may have reduced `value`, so `heldOffset` keeps the
                // earlier value.
                let end = unsafe gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment)
                if value < end { heldOffset = value }
            }
            isSet = updateSpace()
            if isScrolling {
                if offset != lastOffset { window?.personScrolls() }
                avoider?.scrollDidChange(byUser: true)
            } else {
                avoider?.layoutDidChange()
            }
            lastOffset = offset
            return isSet
        }

        private var offset: Double? { unsafe content?.adjustment.map { unsafe gtk_adjustment_get_value($0) } }

        /// While the keyboard is on screen, the space makes room for the margin between the lowest text widget and the
        /// keyboard.
        ///
        /// If the window grows while a pointer is down, the pane enlarges the space so that the content does not move
        /// under the pointer.
        ///
        /// - Returns: Whether the space has changed.
        private func updateSpace() -> Bool {
            guard let content, let pool, let adjustment = unsafe content.adjustment else { return false }
            let isKeyboardShown = ![.unknown, .hidden].contains(pool.keyboard.phase)
            var new = isKeyboardShown && (focusedContent != nil || space > 0) ? avoider?.margin.rounded() ?? 0 : 0
            let page = unsafe gtk_adjustment_get_page_size(adjustment)
            let upper =
                unsafe height.map { $0 + CGFloat(insets.top + insets.bottom) }
                ?? gtk_adjustment_get_upper(adjustment)
            if let heldOffset { new = max(new, heldOffset + page - (upper - CGFloat(space))) }
            // The margin comes from the app, and can be negative, infinite or not a number.
            new = new.isFinite ? min(max(new, 0), page) : 0
            guard CInt(new) != space else { return false }
            if let child = unsafe content.content {
                unsafe gtk_widget_set_margin_bottom(child, margins.bottom - space + CInt(new))
            } else if unsafe content.port.isTextView {
                let margin = unsafe gtk_text_view_get_bottom_margin(content.port.as())
                unsafe gtk_text_view_set_bottom_margin(content.port.as(), margin - space + CInt(new))
                // Without this call, the text view would change its scroll range while GTK draws the text view.
                unsafe gtk_widget_queue_allocate(content.port)
            } else {
                return false
            }
            space = CInt(new)
            updatePolicy()
            if let heldOffset {
                unsafe gtk_adjustment_set_upper(adjustment, max(heldOffset + page, upper))
                unsafe gtk_adjustment_set_value(adjustment, heldOffset)
            }
            return true
        }

        func avoidKeyboard(_ insets: KeyboardInsets, offset: CGFloat) {
            guard let inset = unsafe inset, let content, let adjustment = unsafe content.adjustment else { return }
            isSet = true
            let (own, height) = (own, height)
            let new = Margins(top: CInt(insets.top.rounded()), bottom: CInt(insets.bottom.rounded()))
            let hadInsets = self.insets != Margins()
            self.insets = new
            if let viewport = unsafe content.viewport.map({ OpaquePointer($0) }), hadInsets != (new != Margins()) {
                // While the content has insets, GTK must not scroll to the focused widget. GTK would scroll
                // immediately, and would ignore the keyboard.
                if !hadInsets { scrollsToFocus = unsafe gtk_viewport_get_scroll_to_focus(viewport) != 0 }
                unsafe gtk_viewport_set_scroll_to_focus(viewport, hadInsets && scrollsToFocus ? 1 : 0)
            }
            updatePolicy()
            unsafe gtk_widget_set_margin_top(inset, own.top + new.top)
            unsafe gtk_widget_set_margin_bottom(inset, own.bottom + new.bottom + (height == nil ? 0 : space))
            // GTK updates `upper` only at the next layout, and the old `upper` would limit the new offset.
            if let height, new != Margins() {
                let upper = height + CGFloat(new.top + new.bottom)
                unsafe gtk_adjustment_set_upper(adjustment, max(upper, gtk_adjustment_get_page_size(adjustment)))
            }
            unsafe gtk_adjustment_set_value(adjustment, offset + CGFloat(new.top))
        }

        // MARK: The policy "never"

        /// If the app sets the policy "automatic" or "always", this policy stays when the keyboard disappears.
        private func policyDidChange() {
            if content?.policies.vertical != GTK_POLICY_EXTERNAL { hasReplacedPolicy = false }
            updatePolicy()
        }

        /// With the policy "never", the margins would enlarge the window.
        private func updatePolicy() {
            let hasInsets = insets != Margins() || space > 0
            guard let scrolled = unsafe scrolled, let policies = content?.policies,
                hasInsets ? policies.vertical == GTK_POLICY_NEVER : hasReplacedPolicy
            else { return }
            // GTK can call `policyDidChange()` after this method has returned, so this method itself sets
            // `hasReplacedPolicy`.
            hasReplacedPolicy = hasInsets
            unsafe gtk_scrolled_window_set_policy(
                OpaquePointer(scrolled),
                policies.horizontal,
                hasInsets ? GTK_POLICY_EXTERNAL : GTK_POLICY_NEVER
            )
        }
    }
#endif
