import Foundation
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation
import Observation
import TestSupport
import Testing

/// Fields with the names a to f, which an order, links or a screen connect, and their values.
@MainActor
struct FocusStoryTests {
    /// How the fields are connected, what a person does, and where the focus is.
    ///
    /// `set a b` sets a link, `link` registers links, `[a b]` is a group in an order, and ⏎ is the return key. `value a`
    /// is a number up to 99, and `send` submits the order.
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

        submit commits all values: value a 30, value c 10, order a b c, submit, text a 31, tap c, text c 20, send, is a 31,
            is c 20, submits 1, nowhere
        return at the end commits the text and then submits: value b, order a b, submit, tap b, key b go, type 42⏎,
            submits 1, is b 42, nowhere
        a required field without a value is refused: value a, value b 10, order a b, submit, ready, require a, refused a,
            valid a, tap b, refuse, in a, says a Please enter a value., refused a, tap b, in b, tap a, text a 7, ready,
            send, is a 7, submits 1, tap a, text a, refuse, submits 1, permit a, ready
        a required field that has the focus is refused: value a 5, order a b, require a, tap a, text a, refused a, refuse,
            in a, says a Please enter a value.
        submit focuses the first invalid field: value b 30, value c 10, order a b c, submit, text b 100, text c 5, tap a,
            refuse, submits 0, in b, shows b 100, says b “100” is not between 0 and 99., refusals b, is c 5, refused b,
            text b 99, ready, send, submits 1, is b 99
        an error of a text that was restored refuses one submit: value a 30, order a b, submit, tap a, type x, tap b,
            refuse, in a, shows a 30, error a, send, valid a, submits 1
        hidden and disabled fields do not prevent a submit: value a, value b, order a [ b ] c, text a x, text b x,
            refused a, disable a, refused b, hide sheet, ready, send, enable a, refused a
        a filled invalid field that moves skip prevents a submit: value a, order a b, skip filled, text a x, refuse, in a
        a field that keeps the focus prevents a submit: order a, button on, tap a, keep a, refuse, presses 0, let a, send,
            presses 1, order, send
        a disabled button refuses before the keyboard closes: order a, button off, refuse, tap a, refuse, type ⏎, in a,
            button on, type ⏎, nowhere, presses 1, button gone, tap a, type ⏎, nowhere
        return on an invalid last field refuses the form: value b, order a b, submit, tap b, text b x, type ⏎,
            refusals b, in b, shows b x, error b, refuse, refusals b b, submits 0
        return on an invalid last field focuses the first one: value a, value c, order a b c, submit, text a x, tap c,
            text c x, type ⏎, in a, refusals a
        return on an invalid field in mid-form refuses no form: value a, order a b, submit, tap a, text a x, type ⏎, in a,
            refusals, error a, remove b, type ⏎, submits 0, text a 6, valid a, type ⏎, submits 1, is a 6
        an error in another field refuses the form: value a, order a b, submit, tap a, type x⏎, in a, tap b, error a,
            type ⏎, submits 0, in a, error a, type 1⏎⏎, submits 1, is a 1
        a model that was corrected without a refresh is submitted: value a 30, order a b, submit, tap a, type x, tap b,
            error a, model a 5, send, submits 1, valid a, shows a 5
        a model that a later commit corrects is submitted: value a 30, value b 10, order a b, copy b a, tap a, type x,
            tap b, error a, text b 7, send, shows a 7, ready
        an invalid text that stays refuses the form in spite of its model: value a 30, preserve a, order a b, tap a,
            text a x, tap b, model a 5, refuse, in a, error a
        return keeps a focus that the commit has moved: value a 5, order a b c, focus c after a, tap a, text a 6, type ⏎,
            in c
        return does not submit after the commit has moved the focus: value a 5, order a, submit, focus f after a, tap a,
            text a 6, type ⏎, in f, submits 0
        submit closes the keyboard of a field that a commit has focused: value a 30, order a b, submit, focus b after a,
            tap a, text a 31, send, submits 1, nowhere
        return inserts a line break into a text that is not yet valid: multiline a, value a 5, tap a, text a x, type ⏎,
            shows a x⏎, valid a, is a 5

        a move takes no focus that the app has set: order a b c, link a b c, seize f from a, tap a, no next, in f, tap a,
            no change, in f
        a form is not submitted before its last field: order a b, submit, seize f from a, tap a, type ⏎, submits 0, in f
        a screen takes no focus that the app has set: screen a b c, seize f from a, tap a, type ⏎, in f
        a field that takes the focus back is asked once per move: link a b c d e, seize a from a, tap a, no change,
            seized 1, screen a b c d e, type ⏎, seized 2, in a
        a field can have the focus when it is added: tap a, bar a b, in a, enabled next done, barred a, remove a, lost,
            in a, no barred a, insert a b, enabled next done, key a next
        a removed field has no bar: bar a b, tap a, tap b, remove a, tap a, no barred a
        only a field of the order has its bar: bar a, tap a, barred a, tap f, lost, no barred f
        an order by position follows a changed frame: lower b, positioned a b, tap a, may next, raise b, may not next,
            may previous

        a change of the reach is noticed: order a b c, tap b, watch next, disable c, noticed 1, may not next
        a change that keeps the reach is not noticed: order a b c, tap a, watch next, type text, hide c, noticed 0
        added and removed fields are noticed: order a, tap a, watch next, add b, noticed 1, watch next, remove b, noticed 2,
            may not next
        the focused field is noticed: order a, watch focus, tap a, noticed 1, watch focus, end, noticed 2, lost
        the items of a bar are noticed: bar a b, watch items, tap a, noticed 1, enabled next done
        changed frames are noticed once: positioned a b c d e f, tap a, watch next, lower a, noticed 1, may not next
        the refusal is noticed while a person types: value a 30, order a b, watch ready, tap a, type 1, noticed 1,
            refused a, watch ready, text a 31, noticed 2, ready
        a refusal that nobody has read is reported: value a 30, order a, tap a, listen, text a x, text a 30, changes 2
        an order and its bar report each change: value a 30, bar a b c, listen, tap a, type 1, text a 3, next, hide c, end,
            changes 6, drawn 6, enabled, name Fertig, drawn 7
        each death is noticed: order a b, tap a, turn, watch next, die b, turn, noticed 1, may not next, add b, turn,
            watch next, die b, turn, noticed 2, may not next
        the death of the focused field is noticed: bar a b, tap b, watch items, die b, turn, noticed 1, enabled, lost
        a bar follows a death at once: bar a b, tap a, enabled next done, die b, enabled done
        an addition after a death is noticed: order a b, tap a, die b, watch next, add c, turn, noticed 1, may next
        the death of an invalid value is reported: value b, text b x, order a b, refused b, listen, forget b, turn,
            changes 1, ready
        the death of an invalid value is reported during editing: value b, text b x, order a b, tap a, refused b, listen,
            forget b, turn, changes 1, ready
        the death of a field with an invalid value is reported: value b, order a b, text b x, refused b, listen, die b,
            turn, changes 1, ready
        the death of the field of a refusal is noticed: value b, require b, order a b, watch ready, die b, turn, noticed 1,
            ready
        the label follows an added field at once: order a, tap a, key a done, trace a, add b, key a next, remove b,
            key a done, traced next done
        a death between two fields keeps the label: order a b c, tap a, trace a, die b, may next, key a next, type x, traced
        links are weak: link a b, die b, linked a none, tap a, no change, nowhere
        an order leaves the return key to a text view: multiline a, order a b, tap a, type x⏎, texts x⏎, in a
        """

    @Test(arguments: Story.table(stories))
    func aStory(_ story: Story) async {
        let form = StoryForm()
        for step in story.steps {
            #expect(form.perform(step), "\(step)")
            if step == "turn" { await Task { @MainActor in }.value }
        }
    }
}

/// The fields of a story.
@MainActor
private final class StoryForm {
    private let phone = SimulatedPhone()
    private var fields: [SimulatedTextField] = []
    private var order = FocusOrder()
    private var screen: Screen?
    private var bar: TextFieldNavigator?
    private var sheet = SimulatedContainer()
    private var submitCount = 0
    private var button: Button?
    private var refusals: [String] = []
    private var seizureCount = 0
    private var models: [String: ValueStorage<Int>] = [:]
    private var values: [String: NumberInput<Int>] = [:]
    private var tokens: [any NSObjectProtocol] = []

    private var (noticeCount, changeCount, drawCount, labels) = (0, 0, 0, [String]())

    init() { fields = (0..<6).map { [phone] _ in phone.unretainedField() } }

    isolated deinit {
        for token in tokens { phone.center.removeObserver(token) }
    }

    private func name(_ field: (any FormField)?) -> String {
        zip("abcdef", fields).first { $0.1 === field }.map { String($0.0) } ?? "none"
    }

    private func connect(_ name: String, _ value: Int?) {
        let (field, storage) = (field(name)!, ValueStorage<Int>(value))
        models[name] = storage
        let format = NumericFormat<Int>.style(.number, locale: Locale(identifier: "en_US"))
        values[name] = NumberInput(field, storage.bound, format, keyboardType: nil, range: 0...99)
    }

    private func field(_ name: String) -> SimulatedTextField? {
        zip("abcdef", fields).first { String($0.0) == name }?.1
    }

    /// Returns whether a field is the named one.
    private func isField(_ field: (any FormField)?, _ name: String?) -> Bool {
        field === name.flatMap(self.field)
    }

    private func endsWithSubmit() {
        order.end = .submit { [unowned self] in submitCount += 1 }
        order.onSubmitRefusal = { [unowned self] in refusals.append(name($0.field)) }
    }

    /// Performs a step, and returns whether its check succeeds.
    func perform(_ step: String) -> Bool {
        let words = step.components(separatedBy: " ")
        let rest = words.dropFirst(2).joined(separator: " ").replacing("⏎", with: "\n")
        let value = words.count > 1 ? values[words[1]] : nil
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
        case "hide" where words[1] == "sheet": sheet.isHidden = true
        case "hide", "show": first?.isHidden = words[0] == "hide"
        case "disable", "enable": first?.isEnabled = words[0] == "enable"
        case "keep", "let": first?.canResignFirstResponder = words[0] == "let"
        case "refuse" where words.count == 1: return order.submit() != nil
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
        case "button":
            button = words[1] == "gone" ? nil : button ?? Button()
            button?.isEnabled = words[1] == "on"
            if let button { order.end = .submit(button) }
        case "presses": return button?.count == Int(words[1])
        case "send": return order.submit() == nil
        case "ready": return order.submitRefusal == nil
        case "refused": return isField(order.submitRefusal?.field, words[1])
        case "refusals": return refusals == Array(words.dropFirst())
        case "value": connect(words[1], Int(rest))
        case "require", "permit": value?.isRequired = words[0] == "require"
        case "preserve": value?.revertsRefusedText = false
        case "copy": value?.onValueChange = { [models] in models[words[2]]?.value = $0 }
        case "focus": values[words[3]]?.onValueChange = { _ in first?.becomeFirstResponder() }
        case "text": first?.text = rest
        case "model": models[words[1]]?.value = Int(rest)
        case "is": return models[words[1]]?.value == Int(rest)
        case "shows": return first?.text == rest
        case "error", "valid": return (value?.error == nil) == (words[0] == "valid")
        case "says": return value?.error.map { ValueInputError($0.reason).description } == rest
        case "seize":
            let name = Notification.Name.fieldDidEndEditing
            tokens.append(
                phone.center.addObserver(forName: name, object: named[1], queue: nil) { [unowned self] _ in
                    MainActor.assumeIsolated {
                        seizureCount += 1
                        first?.becomeFirstResponder()
                    }
                }
            )
        case "seized": return seizureCount == Int(words[1])
        case "barred": return bar != nil && first?.accessory === bar && phone.keyboard.accessoryHeight == 44
        case "watch":
            withObservationTracking {
                switch words[1] {
                case "next": _ = order.canMoveFocus(.next)
                case "ready": _ = order.submitRefusal
                case "focus": _ = order.focusedField
                default: _ = bar?.items
                }
            } onChange: {
                MainActor.assumeIsolated { self.noticeCount += 1 }
            }
        case "noticed": return noticeCount == Int(words[1])
        case "listen":
            order.onChange = { [unowned self] in changeCount += 1 }
            bar?.onChange = { [unowned self] in drawCount += 1 }
        case "drawn": return drawCount == Int(words[1])
        case "name": bar?.labels = TextFieldNavigator.Labels(done: words[1])
        case "changes": return changeCount == Int(words[1])
        case "trace":
            first?.formState.onTraitChange = { [unowned self, weak first] in
                if $0 == .returnKeyType, let first { labels.append(first.returnKeyType.rawValue) }
            }
        case "traced": return labels == Array(words.dropFirst())
        case "die": fields[fields.firstIndex { $0 === first }!] = phone.unretainedField()
        case "forget": values[words[1]] = nil
        case "turn": break
        case "lost": return order.focusedField == nil
        case "lower", "raise": first?.frame.origin.y = words[0] == "lower" ? 100 : -100
        case "positioned": order = FocusOrder(named, sorting: .byPosition())
        default: Issue.record("unknown word: \(step)")
        }
        return true
    }
}
