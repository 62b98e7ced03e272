// The Swift blocks of the documentation use these declarations. DocumentBlockTests compiles the blocks with these
// declarations. Nothing here is run.

import Foundation
import InAppKeyboard
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation
import LinuxKeyboards

/// Stands for a value of any type.
///
/// The function has no body, because nothing here is run.
@_silgen_name("declared")
func declared<Value>() -> Value

/// A screen with a model and a view.
///
/// Most blocks become methods of this class.
@MainActor
class Context {
    // The core.
    let pool: KeyboardObserverPool = declared()
    let center: NotificationCenter = declared()
    var guide: KeyboardLayoutGuide = declared()
    let geometry: KeyboardGeometry = declared()
    var token: KeyboardObservationToken = declared()
    var task: Task<Void, Never>? = declared()
    let model: InputModel = declared()
    let screen: any KeyboardObservable = declared()

    // The toolkit.
    let view: View = declared()
    let content: View = declared()
    let toolbar: Toolbar = declared()
    let frame: CGRect = declared()
    let viewFrame: CGRect = declared()
    let bounds: CGRect = declared()
    let screenBounds: CGRect = declared()
    let safeArea: KeyboardInsets = declared()
    var inset: CGFloat = declared()
    let scrollView: any KeyboardPane = declared()
    var avoider: KeyboardAvoider = declared()
    let focused: FocusedContent = declared()
    let field: any FormField = declared()
    let requester: KeyboardRequester = declared()

    // The form.
    let nameField: any FormChangeable = declared()
    let mailField: any FormChangeable = declared()
    let phoneField: any FormChangeable = declared()
    let budgetField: any FormChangeable = declared()
    let birthdayField: any FormChangeable = declared()
    let nicknameField: any FormChangeable = declared()
    let notesView: any FormChangeable = declared()
    let fields: [any FormField] = declared()
    let signUpButton: Button = declared()
    var navigator: TextFieldNavigator = declared()
    let order: FocusOrder = declared()
    var budget: Decimal? = declared()
    var budgetInput: NumberInput<Decimal>? = declared()
    var birthday: Date? = declared()
    var birthdayInput: ValueInput<Date> = declared()
    let errorLabel: Label = declared()
    var profile: Profile = declared()
    var nameInput: ValueInput<String> = declared()
    var name: String = declared()
    let locale: Locale = declared()
    let numberFormatter: NumberFormatter = declared()
}

/// A button of a toolkit, which submits a form.
@MainActor
class Button: SubmitTarget {
    var isEnabled = true

    func submit() {}
}

// The blocks that show a test also use the following declarations.

@MainActor let scheduler: ManualScheduler = declared()
@MainActor let keyboard: SimulatedKeyboard = declared()
@MainActor let appKeyboard: AppKeyboard = declared()
@MainActor let poster: KeyboardTransitionPoster = declared()
@MainActor let source: any KeyboardSource = declared()
@MainActor let scenario: KeyboardScenario = declared()
let seed: UInt64 = declared()
@MainActor let file: URL = declared()

struct Color: Equatable {
    var name: String

    init(name: String) throws { self.name = name }
}

struct Profile {
    var nickname: String?
}

extension Context {
    func updateTotal() {}

    func drawBar() {}

    func updateBar() {}
}

@MainActor
class InputModel {
    var isKeyboardOnScreen = false
}

/// A view of a toolkit.
@MainActor
class View {
    var frameOnScreen = CGRect.zero
    var frameInContent = CGRect.zero
    var height: CGFloat = 0
    var opacity: CGFloat = 1
    var bottomMargin: CGFloat = 0
    var bottomInset: CGFloat = 0

    init(frame: CGRect = .zero) {}

    func redraw() {}

}

/// A scroll view of a toolkit.
@MainActor
class ScrollView: KeyboardPane {
    var frameOnScreen = CGRect.zero
    var paneGeometry: PaneGeometry { declared() }

    func avoidKeyboard(_ insets: KeyboardInsets, offset: CGFloat) {}
}

/// A list of a toolkit.
@MainActor
class ListView {
    var frameOnScreen = CGRect.zero
    var contentHeight: CGFloat = 0
    var scrollOffset: CGFloat = 0
    var bottomInset: CGFloat = 0
}

/// A sheet of a toolkit.
@MainActor
class FormSheet {
    var frameAtRest = CGRect.zero
    var shift: CGFloat = 0
}

@MainActor
class Label {
    var text = ""
}

@MainActor
class Toolbar {
    var height: CGFloat = 44
    var isHidden = false
    var bottomMargin: CGFloat = 0
    var items: [TextFieldNavigator.Item] = []

    func update() {}
}

/// An entry of a toolkit that is not a field of a form.
@MainActor
class Widget {
    var buffer = ""
    var isVisible = true
    var isSensitive = true
    var hasFocus = false

    init() {}

    func grabFocus() -> Bool { true }

    func dropFocus() -> Bool { true }
}

// A toolkit in C.

func entry_set_data(
    _ entry: OpaquePointer,
    _ data: UnsafeMutableRawPointer?,
    _ destroy: @convention(c) (UnsafeMutableRawPointer?) -> Void
) {}

func entry_on_change(_ entry: OpaquePointer, _ callback: @convention(c) (UnsafeMutableRawPointer?) -> Void) {}
func entry_on_focus_in(_ entry: OpaquePointer, _ callback: @convention(c) (UnsafeMutableRawPointer?) -> Void) {}
func entry_on_focus_out(_ entry: OpaquePointer, _ callback: @convention(c) (UnsafeMutableRawPointer?) -> Void) {}
func entry_on_return(_ entry: OpaquePointer, _ callback: @convention(c) (UnsafeMutableRawPointer?) -> Void) {}

func entry_get_text(_ entry: OpaquePointer) -> UnsafePointer<CChar> { declared() }

func entry_set_text(_ entry: OpaquePointer, _ text: UnsafePointer<CChar>) {}

func entry_has_focus(_ entry: OpaquePointer) -> Bool { declared() }

func entry_grab_focus(_ entry: OpaquePointer) -> Bool { declared() }

func entry_drop_focus(_ entry: OpaquePointer) -> Bool { declared() }
