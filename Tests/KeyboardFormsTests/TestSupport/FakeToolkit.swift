// A toolkit with an interface like a toolkit in C: widgets are opaque pointers, callbacks receive the user data of the
// widget, and a destroy function releases the user data. The functions are called on the main actor.

typealias FakeCallback = @convention(c) (UnsafeMutableRawPointer?) -> Void

/// The events that a widget reports.
enum FakeSignal: Hashable {
    case changed, focusIn, focusOut, activated
}

/// The storage behind a pointer.
@safe final class FakeWidget {
    fileprivate(set) var text: String
    fileprivate(set) var isVisible = true
    fileprivate(set) var isSensitive = true
    fileprivate(set) var isMultiLine: Bool
    fileprivate(set) var label = ""
    fileprivate(set) var showsCharacters = true
    fileprivate var hasFocus = false
    fileprivate var data: UnsafeMutableRawPointer?
    fileprivate var destroyData: FakeCallback?
    fileprivate var callbacks: [FakeSignal: FakeCallback] = unsafe [:]
    fileprivate let window: FakeWindow

    fileprivate init(_ window: FakeWindow, text: String, isMultiLine: Bool) {
        self.window = window
        self.text = text
        self.isMultiLine = isMultiLine
    }

    fileprivate func emit(_ signal: FakeSignal) {
        unsafe callbacks[signal]?(data)
    }
}

/// A window, in which one widget has the focus.
final class FakeWindow {
    fileprivate weak var focused: FakeWidget?
}

func fake_widget_new(_ window: FakeWindow, text: String = "", isMultiLine: Bool = false) -> OpaquePointer {
    let widget = FakeWidget(window, text: text, isMultiLine: isMultiLine)
    return unsafe OpaquePointer(Unmanaged.passRetained(widget).toOpaque())
}

/// Returns the storage, which a test may read.
func fake_widget(_ pointer: OpaquePointer) -> FakeWidget {
    unsafe Unmanaged<FakeWidget>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
}

func fake_widget_set_data(_ pointer: OpaquePointer, _ data: UnsafeMutableRawPointer?, _ destroy: @escaping FakeCallback)
{
    let widget = unsafe fake_widget(pointer)
    unsafe widget.data = data
    unsafe widget.destroyData = destroy
}

func fake_widget_connect(_ pointer: OpaquePointer, _ signal: FakeSignal, _ callback: @escaping FakeCallback) {
    unsafe fake_widget(pointer).callbacks[signal] = callback
}

/// Destroys the widget.
///
/// Its memory is no longer valid, and it emits nothing.
func fake_widget_destroy(_ pointer: OpaquePointer) {
    let widget = unsafe Unmanaged<FakeWidget>.fromOpaque(UnsafeRawPointer(pointer)).takeRetainedValue()
    unsafe widget.callbacks = [:]
    unsafe widget.destroyData?(widget.data)
}

func fake_entry_get_text(_ pointer: OpaquePointer) -> String {
    unsafe fake_widget(pointer).text
}

func fake_entry_set_text(_ pointer: OpaquePointer, _ text: String) {
    let widget = unsafe fake_widget(pointer)
    guard widget.text != text else { return }
    widget.text = text
    widget.emit(.changed)
}

func fake_area_get_text(_ pointer: OpaquePointer) -> String {
    unsafe fake_entry_get_text(pointer)
}

func fake_area_set_text(_ pointer: OpaquePointer, _ text: String) {
    unsafe fake_entry_set_text(pointer, text)
}

func fake_entry_set_visibility(_ pointer: OpaquePointer, _ isVisible: Bool) {
    unsafe fake_widget(pointer).showsCharacters = isVisible
}

func fake_entry_set_label(_ pointer: OpaquePointer, _ label: String) {
    unsafe fake_widget(pointer).label = label
}

func fake_widget_set_visible(_ pointer: OpaquePointer, _ isVisible: Bool) {
    let widget = unsafe fake_widget(pointer)
    widget.isVisible = isVisible
    widget.emit(.changed)
}

func fake_widget_is_visible(_ pointer: OpaquePointer) -> Bool {
    unsafe fake_widget(pointer).isVisible
}

func fake_widget_is_sensitive(_ pointer: OpaquePointer) -> Bool {
    unsafe fake_widget(pointer).isSensitive
}

func fake_widget_has_focus(_ pointer: OpaquePointer) -> Bool {
    unsafe fake_widget(pointer).hasFocus
}

@discardableResult
func fake_widget_grab_focus(_ pointer: OpaquePointer) -> Bool {
    let widget = unsafe fake_widget(pointer)
    guard widget.isSensitive, !widget.hasFocus else { return widget.hasFocus }
    if let old = widget.window.focused {
        old.hasFocus = false
        widget.window.focused = nil
        old.emit(.focusOut)
    }
    widget.hasFocus = true
    widget.window.focused = widget
    widget.emit(.focusIn)
    return true
}

@discardableResult
func fake_widget_drop_focus(_ pointer: OpaquePointer) -> Bool {
    let widget = unsafe fake_widget(pointer)
    guard widget.hasFocus else { return true }
    widget.hasFocus = false
    widget.window.focused = nil
    widget.emit(.focusOut)
    return true
}

/// Presses the return key.
func fake_widget_press_return(_ pointer: OpaquePointer) {
    unsafe fake_widget(pointer).emit(.activated)
}
