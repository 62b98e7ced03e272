import Foundation
import KeyboardForms
import TestSupport
import Testing

/// Widgets in C that are destroyed while a form calls the app.
@MainActor
struct DestroyedWidgetTests {
    private enum Destruction: CaseIterable {
        case focusedWidget, allWidgets
    }

    /// An app that destroys widgets during one call of the form.
    @MainActor
    private final class App {
        private(set) var callCount = 0
        private(set) var lastCall = ""
        var misreads: [String] = []
        var widgets: [Widget] = []
        weak var focused: Widget?
        var model: [Int?] = [1, 2, 3]
        let center = NotificationCenter()
        private let destruction: Destruction
        private let call: Int?

        init(_ destruction: Destruction, at call: Int?) {
            (self.destruction, self.call) = (destruction, call)
        }

        func receive(_ name: String) {
            defer { callCount += 1 }
            guard callCount == call else { return }
            lastCall = name
            switch destruction {
            case .focusedWidget: focused?.destroy()
            case .allWidgets: for widget in widgets { widget.destroy() }
            }
        }
    }

    @safe private final class Widget: FormFieldAdapter, SelectableField {
        private let app: App
        private var storedText = ""
        private var storedSelection = 0..<0
        private var pointer: UnsafeMutableRawPointer?
        let reportsFocus: Bool

        init(_ app: App, reportsFocus: Bool) {
            (self.app, self.reportsFocus) = (app, reportsFocus)
            super.init(center: app.center, diagnostics: FormDiagnostics())
            unsafe pointer = retainedPointer()
            formState.canBecomeFirstResponder = { [app] in
                app.receive("canBecomeFirstResponder")
                return true
            }
            formState.frame = { [app] in
                app.receive("frame")
                return .zero
            }
            formState.onTraitChange = { [app] in app.receive("onTraitChange \($0)") }
        }

        func destroy() {
            guard !isWidgetDestroyed else { return }
            if app.focused === self { app.focused = nil }
            unsafe FormFieldAdapter.widgetWasDestroyed(pointer)
        }

        private func read<Value>(_ member: String, _ value: Value) -> Value {
            if isWidgetDestroyed { app.misreads.append(member) }
            return value
        }

        override var text: String {
            get { read("text", storedText) }
            set {
                guard read("text =", newValue) != storedText else { return }
                storedText = newValue
                fieldDidChange()
            }
        }
        var selectedTextRange: Range<Int> {
            get { read("selectedTextRange", storedSelection) }
            set { storedSelection = read("selectedTextRange =", newValue) }
        }
        var hasMarkedText: Bool { read("hasMarkedText", false) }
        override var isHidden: Bool { read("isHidden", false) }
        override var isEnabled: Bool { read("isEnabled", true) }
        override var isMultiLine: Bool { read("isMultiLine", false) }
        override var isFirstResponder: Bool { read("isFirstResponder", app.focused === self) }

        override func becomeFirstResponder() -> Bool {
            let old = read("becomeFirstResponder", app.focused)
            if let old, old !== self {
                app.focused = nil
                if old.reportsFocus { old.fieldDidEndEditing() }
            }
            guard !isWidgetDestroyed, app.focused == nil else { return app.focused === self }
            app.focused = self
            if reportsFocus { fieldDidBeginEditing() }
            return app.focused === self
        }

        override func resignFirstResponder() -> Bool {
            guard read("resignFirstResponder", app.focused === self) else { return true }
            app.focused = nil
            app.receive("resignFirstResponder")
            if reportsFocus, !isWidgetDestroyed { fieldDidEndEditing() }
            return true
        }

        func type(_ text: String) {
            guard !isWidgetDestroyed else { return }
            storedText = text
            storedSelection = text.count..<text.count
            fieldDidChange()
        }
    }

    private final class Container: FormContainer {
        let formState = FieldState()
        private let app: App

        init(_ app: App) { self.app = app }

        var formElements: [any FormElement] {
            app.receive("formElements")
            return app.widgets
        }
        var isHidden: Bool {
            app.receive("isHidden of the container")
            return false
        }
        var isFocusGroup: Bool {
            app.receive("isFocusGroup")
            return false
        }
    }

    private final class Button: SubmitTarget {
        private let app: App

        init(_ app: App) { self.app = app }

        var isEnabled: Bool {
            app.receive("isEnabled of the button")
            return true
        }
        func submit() { app.receive("submit") }
    }

    private struct Story {
        let reportsFocus: Bool
        let isLinked: Bool
        let isLive: Bool
    }

    private static let stories = [false, true].flatMap { reportsFocus in
        [(false, false), (false, true), (true, false)].map { isLinked, isLive in
            Story(reportsFocus: reportsFocus, isLinked: isLinked, isLive: isLive)
        }
    }

    private func value(_ index: Int, of app: App, isLive: Bool) -> NumberInput<Int> {
        let value = NumberInput<Int>(
            app.widgets[index],
            BoundValue(
                get: {
                    app.receive("get")
                    return app.model[index]
                },
                set: { (value: Int?) in
                    app.receive("set")
                    app.model[index] = value
                }
            ),
            .style(.number, locale: Locale(identifier: "en_US")),
            update: isLive ? .live : .onCommit
        )
        value.revertsRefusedText = index != 1
        value.onValueChange = { _ in app.receive("onValueChange") }
        value.onErrorChange = { _ in app.receive("onErrorChange") }
        return value
    }

    /// Runs a story, and returns how often the form has called the app.
    private func run(_ story: Story, _ app: App) -> Int {
        app.widgets = (0..<3).map { _ in Widget(app, reportsFocus: story.reportsFocus) }
        let widgets = app.widgets
        let values = widgets.indices.map { value($0, of: app, isLive: story.isLive) }
        if story.isLinked { widgets.registerNextForm() }
        let (container, button) = (Container(app), Button(app))
        let order = FocusOrder([container], sorting: .byPosition())
        let navigator = TextFieldNavigator(order)
        navigator.onChange = {
            app.receive("onChange of the navigator")
            _ = navigator.items
        }
        order.skipping = [
            .unavailable,
            .when { _ in
                app.receive("skip rule")
                return false
            },
            .filled,
            .when { _ in false },
        ]
        if story.isLive { order.skipping = [.unavailable] }
        order.end = .submit(button)
        order.onChange = { app.receive("onChange") }
        order.onSubmitRefusal = { _ in app.receive("onSubmitRefusal") }
        let tokens = [Notification.Name.fieldDidBeginEditing, .fieldDidEndEditing].map { name in
            app.center.addObserver(forName: name, object: nil, queue: nil) { _ in
                MainActor.assumeIsolated { app.receive("\(name.rawValue)") }
            }
        }
        func focused(_ action: (Widget) -> Void) { if let widget = app.focused { action(widget) } }
        for text in ["x", "4"] {
            if !widgets[0].isWidgetDestroyed { _ = widgets[0].becomeFirstResponder() }
            focused { $0.type(text) }
            focused { _ = $0.fieldReturnKeyTapped() }
            focused { _ = $0.fieldEscapeKeyTapped() }
            focused { $0.type(text) }
            order.moveFocus(.next)
            focused { $0.type(text) }
            focused { $0.moveFocus(.next) }
            order.submit()
            focused { _ = $0.fieldEscapeKeyTapped() }
            order.moveFocus(.previous)
            app.model = app.model.map { $0.map { $0 + 1 } }
            for value in values { value.refresh() }
            order.moveToFirst()
            focused { $0.type("") }
            values[0].isRequired.toggle()
            for value in values { value.commit() }
            order.submit()
            order.endEditing()
        }
        withExtendedLifetime((tokens, container, button)) {}
        for widget in widgets { widget.destroy() }
        return app.callCount
    }

    @Test(arguments: [false, true])
    func noFieldHasTheFocusAfterItsWidgetWasDestroyedAtAnyCall(reportsFocus: Bool) {
        func run(_ app: App) {
            let widget = Widget(app, reportsFocus: reportsFocus)
            app.widgets = [widget]
            let order = FocusOrder(widget)
            _ = widget.becomeFirstResponder()
            #expect(order.endEditing(), "\(app.lastCall)")
            #expect(order.focusedField == nil, "\(app.lastCall)")
            widget.destroy()
        }
        let app = App(.allWidgets, at: nil)
        run(app)
        for call in 0..<app.callCount { run(App(.allWidgets, at: call)) }
    }

    /// The test runs each story many times, and destroys widgets during a different call each time.
    ///
    /// The full test selects every 11th call, and the short test selects every 401st call.
    @Test func noWidgetIsReadAfterItsDestructionAtAnyCall() {
        for (number, story) in Self.stories.enumerated() {
            let count = run(story, App(.allWidgets, at: nil))
            #expect(count > 20, "story \(number)")
            for destruction in Destruction.allCases {
                for call in stride(from: number, to: count, by: RandomTestSize.isFull ? 11 : 801) {
                    let app = App(destruction, at: call)
                    _ = run(story, app)
                    guard app.misreads.isEmpty else {
                        Issue.record("story \(number), call \(call) (\(app.lastCall)): \(app.misreads)")
                        return
                    }
                }
            }
        }
    }
}
