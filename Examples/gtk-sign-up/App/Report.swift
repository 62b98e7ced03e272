import CGTK
import Foundation
import KeyboardForms
import KeyboardObservation

/// Prints the state of a window after each display frame that changes the state.
///
/// The lines are for a program that drives the app.
final class Report {
    /// A rectangle on the screen, in points: x, y, width and height.
    typealias Frame = [Double]

    /// The visible state of a window.
    struct Line: Encodable, Equatable {
        var window: String
        var isFullScreen = false
        var phase: String
        var isObscured: Bool
        var keyboard: Frame?
        /// The heights that the visible keyboard covers at the bottom and at the top of the form.
        var covered: [Double]
        var port: Frame
        var bar: Frame?
        var offset: Double
        var focused: String?
        var caret: Frame?
        var selection: [String: [Int]]
        var fields: [String: Frame]
        var buttons: [String: Frame]
        var texts: [String: String]
        var messages: [String: String]
        /// The accessibility properties of each field, such as "invalid".
        var accessible: [String: [String]]
        var answer: String?
    }

    private let guide = KeyboardLayoutGuide()
    private let encoder = JSONEncoder()

    init() {
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    }

    func add(_ view: SignUpView, _ screen: SignUpScreen) {
        guide.geometry.undocked = .avoid
        guide.viewFrameProvider = { [weak view] in view?.scrolled.pointer.frameOnScreen ?? .zero }
        observe(view.window) { [weak view, weak screen] in
            guard let view, let screen else { return nil }
            let names = ["name", "mail", "password", "budget", "note"]
            var line = self.line(
                "form",
                view.scrolled,
                view.content,
                zip(names, view.rows).map { ($0, $1) },
                screen.order
            )
            let bar = view.bar
            line.bar = bar.map { Self.frame($0.frameOnScreen) }
            line.buttons = ["invite": Self.frame(view.invite), "submit": Self.frame(view.submit)]
            for (index, button) in (bar?.children ?? []).enumerated() {
                line.buttons[["previous", "next", "done"][index]] = Self.frame(button.frameOnScreen)
            }
            line.answer = view.answer
            line.isFullScreen = gtk_window_is_fullscreen(view.window.pointer.as()) != 0
            return line
        }
    }

    func add(_ view: InviteView, _ screen: InviteScreen) {
        observe(view.window) { [weak view, weak screen] in
            guard let view, let screen else { return nil }
            var line = self.line("dialog", view.scrolled, view.content, [("friend", view.mail)], screen.order)
            line.buttons = ["cancel": Self.frame(view.cancel), "send": Self.frame(view.send)]
            return line
        }
    }

    private func observe(_ window: Widget, _ line: @escaping () -> Line?) {
        var last: Line?
        let clock = gpointer(gtk_widget_get_frame_clock(window.pointer))!
        connect(clock, "after-paint") { [self] in
            guard let line = line(), line != last, let data = try? encoder.encode(line) else { return }
            last = line
            try? FileHandle.standardOutput.write(contentsOf: data + [0x0A])
        }
    }

    private func line(
        _ window: String,
        _ scrolled: Widget,
        _ content: Widget,
        _ rows: [(String, FormRow)],
        _ order: FocusOrder
    ) -> Line {
        let keyboard = KeyboardObserverPool.current.keyboard
        var line = Line(
            window: window,
            phase: keyboard.phase.rawValue,
            isObscured: keyboard.isObscured,
            keyboard: keyboard.frame.map(Self.frame),
            covered: [guide.bottomInset, guide.topInset],
            port: Self.frame(scrolled),
            offset: gtk_adjustment_get_value(gtk_scrolled_window_get_vadjustment(OpaquePointer(scrolled.pointer))),
            selection: [:],
            fields: [:],
            buttons: [:],
            texts: [:],
            messages: [:],
            accessible: [:]
        )
        for ((name, row), field) in zip(rows, order.fields) {
            line.fields[name] = Self.frame(row.input)
            line.messages[name] = row.message
            line.accessible[name] = Self.accessible(row.input)
            // A password is not printed.
            line.texts[name] = field.formState.isSecureTextEntry ? nil : field.text
            if let range = (field as? any SelectableField)?.selectedTextRange {
                line.selection[name] = [range.lowerBound, range.upperBound]
            }
            if field === order.focusedField {
                line.focused = name
                let origin = content.pointer.frameOnScreen.origin
                line.caret = field.formState.caretRectangle().map {
                    Self.frame($0.offsetBy(dx: origin.x, dy: origin.y))
                }
            }
        }
        return line
    }

    private static func accessible(_ widget: Widget) -> [String] {
        let accessible = OpaquePointer(widget.pointer)
        var facts: [String] = []
        if gtk_test_accessible_has_relation(accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY) != 0 {
            facts.append("labelled")
        }
        if gtk_test_accessible_has_relation(accessible, GTK_ACCESSIBLE_RELATION_DESCRIBED_BY) != 0 {
            facts.append("described")
        }
        if is_accessible_invalid(widget.pointer) != 0 { facts.append("invalid") }
        return facts
    }

    private static func frame(_ widget: Widget) -> Frame {
        frame(widget.pointer.frameOnScreen)
    }

    private static func frame(_ frame: CGRect) -> Frame {
        [frame.minX, frame.minY, frame.width, frame.height].map { ($0 * 100).rounded() / 100 }
    }
}
