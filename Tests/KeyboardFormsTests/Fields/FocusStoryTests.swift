import Foundation
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation
import TestSupport
import Testing

/// Fields with the names a to f, which an order, links or a screen connect.
@MainActor
struct FocusStoryTests {
    /// How the fields are connected, what a person does, and where the focus is.
    ///
    /// `set a b` sets a link, `link` registers links, `[a b]` is a group in an order, and ⏎ is the return key.
    private nonisolated static let stories = """
        an order contains each field once: order a b c a, fields a b c, add b, fields a b c
        the focus stops at the ends: order a b, tap a, may not previous, no previous, next, may not next, no next, in b
        the focus wraps if the order wraps: wrapping a b, tap b, may next, next, in a, previous, in b, hide a,
            may not next, no next
        return moves the focus and closes the keyboard at the end: order a b, tap a, key a next, type ⏎, in b,
            key b done, type ⏎, nowhere
        the return key changes with the fields that follow: order a b, tap a, hide b, key a done, show b, key a next,
            submit, remove b, key a go
        an order moves the focus to its first field and ends editing: disable a, order a b c, no next, first, in b,
            end, nowhere
        an empty order has no first field: order, no first
        the neighbors of a field skip hidden ones: hide b, order a b c, after a c, before c a, after c none, after f none
        the focused field can become a skipped one: order a b c, tap b, hide b, may next, may previous, previous, in a
        the rules can change: fill b, order a b, tap a, may next, skip filled, may not next

        a move neither leaves nor enters a group: order a [ b c ] d e, tap a, next, in d, previous, in a, tap b,
            may not previous, next, may not next, no next, in c, first, in b
        a group wraps within itself: order a [ b c ] d, wrap, tap c, next, in b, previous, in c
        return at the end of a group in mid-form does not submit: order a [ b c ] d, submit, tap c, key c done,
            type ⏎, nowhere, submits 0, tap d, key d go, type ⏎, submits 1
        return at the end of a group at the end of the form submits: order a [ b c ], submit, tap c, key c go,
            type ⏎, submits 1

        a linked field is the next one: set a b, tap a, change, in b
        return moves along links and closes the keyboard at the end: link a b, tap a, type Ada⏎ada@example.org, in b,
            rest, type ⏎, texts Ada ada@example.org, nowhere, posts willChangeFrame willHide
        text fields and text views share one chain: multiline b, link a b c, tap a, type a⏎b⏎c, texts a b c
        a move back closes the keyboard at the start: link back a b c, tap c, change back, change back, in a,
            no change back, nowhere
        a linked text view moves the focus and inserts no line break: multiline a, set a b, tap a, type line⏎,
            texts line, in b
        an unlinked text view inserts line breaks: multiline a, tap a, type one⏎two, texts one⏎two, in a
        return in the target of a link closes the keyboard: set a b, tap b, type ⏎, nowhere
        a registration sets both links of each of its fields and no other: link a b c d, link b c, linked a b, linked b c,
            linked c none, linked d none, back a none, back b none, back c b, back d c
        a registration extends a chain: link a b c, link c d, linked a b, linked b c, linked c d, linked d none, tap a,
            type a⏎b⏎c⏎d⏎, texts a b c d, nowhere
        a link changes no other link: link a b c, set a c, linked a c, linked b c, back b a, back c b, tap a, type ⏎,
            in c
        two fields may have one successor: set b c, set a c, tap b, type ⏎, in c, tap a, type ⏎, in c, set a none, tap b,
            type ⏎, in c
        return follows the links and the bar the order: link a c, bar a b c, tap a, key a default, type ⏎, in c, tap a,
            press next, in b, type ⏎, in c, key c done, type ⏎, nowhere
        the order of a chain submits at its end: link a b, order a b, submit, tap a, type ⏎, in b, key b go, type ⏎,
            submits 1, nowhere
        return in the only text view of a chain of two closes the keyboard: multiline b, link a b, tap b, type x⏎,
            texts none x, nowhere
        a text view removed from its chain inserts line breaks: multiline a, link b a, link b, link a, tap a,
            type one⏎two, texts one⏎two
        a field removed from its chain belongs to its order: link a b, set a none, order a c, tap a, type ⏎, in c
        a repeated field counts once: link a b a, linked a b, linked b none
        a move does not close the keyboard: link a b, tap a, rest, change, pause, posts, in b
        a move along a ring ends: link a b c, set c a, tap c, type ⏎, in a, hide b, hide c, no change, nowhere, set a a,
            tap a, no change
        unavailable fields are skipped: link a b c d e, hide b, disable c, refuse d, tap a, change, in e
        empty and single collections are registered: link, keys, link a, keys a, linked a none, key a done, tap a,
            type ⏎, nowhere

        a screen's return key is next if an empty field follows: screen a b c, tap a, key a next, fill c, tap b,
            key b done
        return in a screen's last field closes the keyboard: screen a b, tap b, key b done, type ⏎, nowhere
        return focuses a screen's first empty field that follows: fill b, screen a b c d, tap a, type a⏎, in c
        return closes the keyboard if all following fields are filled: fill b, fill c, screen a b c, tap a, type ⏎,
            nowhere
        a screen skips hidden and disabled fields: hide b, disable d, fill c, screen a b c d e, tap a,
            key a next, type ⏎, in e, hide e, set up a, key a done
        a screen skips an empty field that refuses the focus: refuse b, screen a b c, tap a, type ⏎, in c

        the arrows of a bar are enabled by position: bar a b c, tap a, enabled next done, tap b,
            enabled previous next done, tap c, enabled previous done
        the items of a bar move the focus and close the keyboard: bar a b, tap a, press next, in b, press previous,
            in a, press done, nowhere, enabled
        a bar is updated when fields are added and removed: bar b, tap b, enabled done, insert a b, add c,
            enabled previous next done, remove c, enabled previous done, remove a, enabled done
        a bar is updated when fields are hidden or disabled: bar a b c, tap b, hide a, disable c, enabled done, show a,
            enable c, enabled previous next done
        tab moves the focus and is not handled at the ends: order a b c, tap a, no tab previous, tab next, tab next,
            no tab next, in c, tab previous, in b, wrap, tap c, tab next, in a, tap f, no tab next
        tab moves along links: link a b, tap a, tab next, no tab next, in b, tab previous, in a, no tab previous
        // Otherwise, the toolkit would move the focus.
        tab in a field that keeps the focus is handled: order a b, tap a, keep a, tab next, in a
        """

    @Test(arguments: Story.table(stories))
    func aStory(_ story: Story) {
        let form = StoryForm()
        for step in story.steps { #expect(form.perform(step), "\(step)") }
    }
}

/// The fields of a story.
@MainActor
private final class StoryForm {
    private let phone = SimulatedPhone()
    private var fields: [SimulatedTextField]
    private var order = FocusOrder()
    private var screen: Screen?
    private var bar: TextFieldNavigator?
    private var sheet = SimulatedContainer()
    private var submitCount = 0

    init() { fields = phone.fields(6) }

    private func field(_ name: String) -> SimulatedTextField? {
        zip("abcdef", fields).first { String($0.0) == name }?.1
    }

    /// Returns whether a field is the named one.
    private func isField(_ field: (any FormField)?, _ name: String?) -> Bool {
        field === name.flatMap(self.field)
    }

    private func endsWithSubmit() {
        order.end = .submit { [unowned self] in submitCount += 1 }
    }

    /// Performs a step, and returns whether its check succeeds.
    func perform(_ step: String) -> Bool {
        let words = step.components(separatedBy: " ")
        let named = words.dropFirst().compactMap(field)
        let first = named.first
        switch words[0] {
        case "order":
            let parts = step.components(separatedBy: CharacterSet(charactersIn: "[]"))
            let elements = parts.map { $0.split(separator: " ").compactMap { field(String($0)) } }
            order = FocusOrder(elements[0] as [any FormElement])
            guard elements.count == 3 else { break }
            sheet = SimulatedContainer(elements[1], isFocusGroup: true)
            for element in [sheet] + elements[2] as [any FormElement] { order.add(element) }
        case "wrapping": order = FocusOrder(named, end: .wrap)
        case "submitting":
            order = FocusOrder(named)
            endsWithSubmit()
        case "wrap": order.end = .wrap
        case "submit": endsWithSubmit()
        case "skip": order.skipping = [.filled]
        case "screen":
            screen = Screen(named)
            for field in named { field.returnKeyHandler = screen }
        case "bar":
            order = FocusOrder(named)
            bar = TextFieldNavigator(order)
        case "press": bar?.items.first { $0.label.lowercased() == words[1] }?.action()
        case "enabled":
            let enabled = bar?.items.filter(\.isEnabled).map { $0.label.lowercased() }
            return enabled == Array(words.dropFirst())
        case "insert": order.add(named[0], before: named[1])
        case "set" where words[1] == "up": screen?.setupReturnKeyType(for: named[0])
        case "set": first?.nextForm = named.count == 2 ? named[1] : nil
        case "link" where words.count > 1 && words[1] == "back": named.registerPreviousForm()
        case "link": named.registerNextForm()
        case "keys": named.setNextReturnKeyType()
        case "add": order.add(named[0])
        case "remove": order.remove(named[0])
        case "hide", "show": first?.isHidden = words[0] == "hide"
        case "disable", "enable": first?.isEnabled = words[0] == "enable"
        case "keep": first?.canResignFirstResponder = false
        case "refuse": first?.canBecomeFirstResponder = false
        case "fill": first?.text = "filled"
        case "multiline": fields[words[1] == "a" ? 0 : 1] = phone.field(isMultiLine: true)
        case "tap": first?.tap()
        case "tab":
            return fields.first(where: \.isFirstResponder)?.moveFocus(words[1] == "next" ? .next : .previous) == true
        case "type": phone.keyboard.type(words[1].replacing("⏎", with: "\n"))
        case "rest": phone.finishTransitions()
        case "pause": phone.scheduler.advance(by: .seconds(2))
        case "no": return !perform(words.dropFirst().joined(separator: " "))
        case "next": return order.moveFocus(.next)
        case "previous": return order.moveFocus(.previous)
        case "first": return order.moveToFirst()
        case "end": return order.endEditing()
        case "change":
            guard let focused = fields.first(where: \.isFirstResponder) else { return false }
            return words.count == 1 ? focused.changeToNextForm() : focused.changeToPreviousForm()
        case "may":
            let can = words.last == "next" ? order.canMoveFocus(.next) : order.canMoveFocus(.previous)
            return can != words.contains("not")
        case "in": return first?.isFirstResponder == true
        case "nowhere": return phone.keyboard.focusedField == nil && order.focusedField == nil
        case "fields": return order.fields.map(ObjectIdentifier.init) == named.map(ObjectIdentifier.init)
        case "after": return isField(order.next(after: named[0]), words[2])
        case "before": return isField(order.previous(before: named[0]), words[2])
        case "linked": return isField(first?.nextForm, words[2])
        case "back": return isField(first?.previousForm, words[2])
        case "key": return first?.returnKeyType.rawValue == words[2]
        case "texts":
            let texts = words.dropFirst().map { $0 == "none" ? "" : $0.replacing("⏎", with: "\n") }
            return fields.prefix(texts.count).map(\.text) == texts
        case "posts": return phone.kinds.map(\.rawValue) == Array(words.dropFirst())
        case "submits": return submitCount == Int(words[1])
        default: Issue.record("unknown word: \(step)")
        }
        return true
    }
}
