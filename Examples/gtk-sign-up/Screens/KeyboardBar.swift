import CGTK
import Foundation
import KeyboardForms
import KeyboardObservation

/// The bar with *Previous*, *Next* and *Done*, which stands on the keyboard.
///
/// The bar slides together with the keyboard, in front of the scroll port. The size of the scroll port does not change.
final class KeyboardBar {
    static let height: CGFloat = 44

    /// The child, and the bar in front of its lower end.
    let overlay = Widget(gtk_overlay_new())
    private let box = Widget(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
    private let guide = KeyboardLayoutGuide()
    private var token: KeyboardObservationToken?
    private var buttons: [Widget] = []
    private var actions: [() -> Void] = []
    /// The inset when the keyboard is at rest.
    private var restInset: CGFloat = 0

    init(over child: WidgetPointer) {
        gtk_overlay_set_child(OpaquePointer(overlay.pointer), child)
        gtk_overlay_add_overlay(OpaquePointer(overlay.pointer), box.pointer)
        gtk_widget_add_css_class(box.pointer, "bar")
        for index in 0..<3 {
            let button = gtk_button_new()!
            // A button that takes the focus would dismiss the keyboard.
            gtk_widget_set_focusable(button, 0)
            connect(button, "clicked") { [weak self] in self?.actions[index]() }
            gtk_box_append(box.pointer.as(), button)
            buttons.append(Widget(button))
        }
        gtk_widget_set_hexpand(buttons[2].pointer, 1)
        gtk_widget_set_halign(buttons[2].pointer, GTK_ALIGN_END)
        gtk_widget_set_visible(box.pointer, 0)
        connect(overlay.pointer, "get-child-position") { [weak self] _, allocation in
            guard let self, let allocation else { return false }
            allocation.storeBytes(of: bounds, as: GdkRectangle.self)
            return true
        }
        guide.viewFrameProvider = { [weak self] in self?.overlay.pointer.frameOnScreen ?? .zero }
        guide.onChange = { [weak self] _ in self?.update() }
        token = KeyboardObserverPool.current.observeState { [weak self] _ in self?.update() }
    }

    /// Whether the bar is shown while the keyboard is on screen.
    var isEnabled = false {
        didSet { if isEnabled != oldValue { update() } }
    }

    /// Shows the items of a form's bar.
    func show(_ items: [TextFieldNavigator.Item]) {
        actions = items.map(\.action)
        for (item, button) in zip(items, buttons) {
            gtk_button_set_label(button.pointer.as(), item.symbol ?? item.label)
            gtk_widget_set_sensitive(button.pointer, item.isEnabled ? 1 : 0)
        }
    }

    /// The frame on the screen; `nil` if the bar is hidden.
    var frameOnScreen: CGRect? {
        gtk_widget_get_visible(box.pointer) != 0 ? box.pointer.frameOnScreen : nil
    }

    /// The frames of the buttons on the screen.
    var buttonFrames: [CGRect] {
        buttons.map(\.pointer.frameOnScreen)
    }

    /// Shows or hides the bar, and moves it to the top of the keyboard.
    private func update() {
        let keyboard = KeyboardObserverPool.current.keyboard
        if keyboard.isOnScreen {
            let frame = overlay.pointer.frameOnScreen
            restInset = guide.geometry.insets(of: frame, in: keyboard.screenBounds ?? frame, with: keyboard).bottom
        }
        let isMoving = guide.bottomInset > 0 && guide.bottomInset < restInset
        gtk_widget_set_visible(box.pointer, isEnabled && keyboard.isOnScreen || isMoving && restInset > 0 ? 1 : 0)
        gtk_widget_queue_allocate(overlay.pointer)
    }

    /// The bounds of the bar in the overlay.
    ///
    /// While the keyboard appears, the visible part of the bar grows from 0.
    private var bounds: GdkRectangle {
        let progress = restInset > 0 ? min(guide.bottomInset / restInset, 1) : 1
        let rise = (guide.bottomInset + Self.height * progress).rounded()
        let (width, height) = (gtk_widget_get_width(overlay.pointer), gtk_widget_get_height(overlay.pointer))
        return GdkRectangle(x: 0, y: height - CInt(rise), width: width, height: CInt(Self.height))
    }
}
