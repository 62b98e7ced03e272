import CGTKChecks
import Foundation
import InAppKeyboard
import KeyboardForms
import KeyboardObservation

/// A text and the state of a drawn keyboard, as a person expects them.
private struct Model {
    enum Shift { case off, once, locked }

    var text = ""
    var caret = 0
    var shift = Shift.off
    var layout = 0
    var isLetters = true

    mutating func type(_ character: Character) {
        text.insert(character, at: text.index(text.startIndex, offsetBy: caret))
        caret += 1
    }

    /// Types a letter with the drawn keyboard, and returns the letter.
    mutating func typeLetter(_ letter: Character) {
        type(shown(letter))
        if shift == .once { shift = .off }
    }

    func shown(_ letter: Character) -> Character { shift == .off ? letter : Character(letter.uppercased()) }

    mutating func deleteBackward() {
        guard caret > 0 else { return }
        caret -= 1
        text.remove(at: text.index(text.startIndex, offsetBy: caret))
    }
}

/// Clicks, drags, turns of the wheel and keys, each of which changes the text as a person expects.
func checkRandomEvents(_ desktop: Desktop) {
    desktop.draw { keyboard in
        let entry = unsafe gtk_entry_new()!
        let window = unsafe desktop.open(column([entry]))
        // A key without alternatives can be held. The names of the keys do not matter.
        keyboard.layouts = [
            AppKeyboard.Layout(language: "en", rows: RandomEvents.layouts[0], alternatives: ["e": "é"]),
            AppKeyboard.Layout(language: "ru", rows: RandomEvents.layouts[1]),
        ]
        unsafe desktop.tap(entry)
        desktop.wait { desktop.phase == .shown && !keyboard.isSliding }
        let events = unsafe RandomEvents(desktop, keyboard, entry)
        let begin = ContinuousClock.now
        var count = 0
        while count < 1_000, events.next() { count += 1 }
        Check.that(count == 1_000, "\(count) random events in \(ContinuousClock.now - begin)\(events.failure)")
        unsafe desktop.closed(window)
    }
}

@safe
private final class RandomEvents {
    static let layouts = [
        ["q w e r t y", "a s d f g", "z x c v"], ["й ц у к е н", "ф ы в а п", "я ч с м и"],
    ]
    private let desktop: Desktop
    private let keyboard: AppKeyboard
    private let entry: WidgetPointer
    private var model = Model()
    private var random = SplitMix(
        state: UInt64(ProcessInfo.processInfo.environment["KEYBOARD_OBSERVATION_SEED"] ?? "") ?? 2_026
    )
    private var log: [String] = []
    /// Whether another press of the shift key could lock it.
    private var canLock = false
    /// The number of presses that the keyboard has not yet received.
    private var waitingPresses = 0

    init(_ desktop: Desktop, _ keyboard: AppKeyboard, _ entry: WidgetPointer) {
        (self.desktop, self.keyboard) = (desktop, keyboard)
        unsafe self.entry = unsafe entry
        keyboard.onKeyPress = { [weak self] _ in self?.waitingPresses -= 1 }
    }

    /// What was expected, and what has happened after the latest presses; empty if the text is the expected one.
    var failure: String {
        guard !isReached else { return "" }
        let typed = unsafe String(cString: gtk_editable_get_text(OpaquePointer(entry)))
        let caret = unsafe gtk_editable_get_position(OpaquePointer(entry))
        let shift = keyboard.keys.first { $0.kind == .shift }.map { $0.isOn ? $0.label : "off" } ?? "hidden"
        return """
            : \(typed) with the caret at \(caret), shift \(shift), \(keyboard.keys.count { $0.isPressed }) pressed keys
            and not \(model), \(waitingPresses) more presses, after \(log.suffix(6))
            """
    }

    /// Whether the keyboard has received each click.
    private var isAtRest: Bool { waitingPresses == 0 && !keyboard.keys.contains { $0.isPressed } }

    /// Whether the text and the drawn keyboard are as expected.
    ///
    /// A window manager grabs a press. Therefore the pointer stays at a key until the keyboard has received the click.
    private var isReached: Bool {
        guard isAtRest else { return false }
        let shift = keyboard.keys.first { $0.kind == .shift }
        let isShiftRight =
            !model.isLetters
            || shift?.isOn == (model.shift != .off) && (shift?.label == "⇪") == (model.shift == .locked)
        return unsafe String(cString: gtk_editable_get_text(OpaquePointer(entry))) == model.text
            && gtk_editable_get_position(OpaquePointer(entry)) == CInt(model.caret) && isShiftRight
            && keyboard.keys.contains { $0.kind == .page(model.isLetters ? .symbols : .letters) }
            && keyboard.keys.contains { $0.kind == .nextLayout && $0.label == ["RU", "EN"][model.layout] }
    }

    /// Sends an event, and returns whether its effect is the expected one.
    func next() -> Bool {
        let kind = Int.random(in: 0..<100, using: &random)
        switch kind {
        case 0..<30: clickLetter()
        case 30..<55: pressHardwareKey()
        case 55..<67: drag()
        case 67..<75: turnWheel()
        case 75..<90: clickFunctionKey()
        case 90..<96: clickShift()
        case 96..<98: clickWithOtherButton()
        case 98: if model.isLetters, model.layout == 0 { pressLong() }
        default: hideAndShow()
        }
        return desktop.wait { self.isReached }
    }

    // MARK: The events

    private func clickLetter() {
        guard model.isLetters else {
            model.type("@")
            return click(.character("@"))
        }
        let letter = letter()
        let kind = AppKeyboard.Key.Kind.character(String(model.shown(letter)))
        let count = letter == "e" ? 1 : Int.random(in: 1...3, using: &random)
        if count == 2 {
            press(kind)
            pause()
            Input.button(isPressed: false)
            return model.typeLetter(letter)
        }
        // The capital letter and the letter are at the same place.
        click(kind, count: count)
        for _ in 0..<count { model.typeLetter(letter) }
    }

    private func pressLong() {
        press(.character(String(model.shown("e"))))
        desktop.wait { !self.keyboard.alternatives.isEmpty }
        Input.button(isPressed: false)
        model.typeLetter("é")
    }

    private func pressHardwareKey() {
        switch Int.random(in: 0..<8, using: &random) {
        case 0:
            Input.pressKey(XK_BackSpace)
            model.deleteBackward()
        case 1:
            Input.pressKey(XK_Left)
            model.caret = max(model.caret - 1, 0)
        case 2:
            Input.pressKey(XK_Right)
            model.caret = min(model.caret + 1, model.text.count)
        case 3:
            Input.pressKey(XK_Home)
            model.caret = 0
        case 4:
            Input.pressKey(XK_End)
            model.caret = model.text.count
        default:
            let offset = UInt8.random(in: 0..<26, using: &random)
            Input.pressKey(XK_a + CInt(offset))
            model.type(Character(Unicode.Scalar(UInt8(ascii: "a") + offset)))
        }
    }

    private func drag() {
        guard model.isLetters else { return }
        let (first, last) = (letter(), letter())
        let target = place(of: .character(String(model.shown(last))))
        switch Int.random(in: 0..<5, using: &random) {
        case 0, 1:
            press(.character(String(model.shown(first))))
            move(to: target, isSlow: true)
            model.typeLetter(last)
        case 2:
            press(.character(String(model.shown(first))))
            move(to: (180, 200), isSlow: true)
        case 3:
            // The gap between the field and the keyboard takes no click.
            Input.move(x: 180, y: 200)
            Input.button(isPressed: true)
            pause()
            move(to: target, isSlow: false)
        default:
            guard model.shift == .off, !canLock else { return }
            press(.shift)
            move(to: target, isSlow: false)
            model.type(Character(last.uppercased()))
        }
        Input.button(isPressed: false)
        canLock = false
        pause()
    }

    private func turnWheel() {
        let letter = letter()
        let kind = AppKeyboard.Key.Kind.character(model.isLetters ? String(model.shown(letter)) : "@")
        let isPressed = model.isLetters && Bool.random(using: &random)
        if isPressed { press(kind) } else { move(to: place(of: kind), isSlow: false) }
        for button in [4, 5, 5] as [CUnsignedInt] { click(button) }
        pause()
        guard isPressed else { return }
        Input.button(isPressed: false)
        model.typeLetter(letter)
    }

    private func clickFunctionKey() {
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1:
            click(.delete)
            model.deleteBackward()
        case 2:
            click(.character(" "))
            model.typeLetter(" ")
        case 3: click(.returnKey(.default))
        case 4:
            click(.nextLayout)
            (model.layout, model.shift, model.isLetters) = (1 - model.layout, .off, true)
        default:
            click(.page(model.isLetters ? .symbols : .letters))
            (model.shift, model.isLetters) = (.off, !model.isLetters)
        }
    }

    private func clickShift() {
        guard model.isLetters, !canLock else { return }
        if model.shift != .locked, Bool.random(using: &random) {
            let begin = ContinuousClock.now
            click(.shift, count: 2)
            model.shift = .locked
            // On a busy machine, two presses can take longer than the 300 ms in which they lock the shift key.
            if ContinuousClock.now - begin > .milliseconds(300),
                let key = keyboard.keys.first(where: { $0.kind == .shift })
            {
                model.shift = key.label == "⇪" ? .locked : key.isOn ? .once : .off
            }
        } else {
            click(.shift)
            model.shift = model.shift == .off ? .once : .off
        }
        canLock = true
    }

    private func clickWithOtherButton() {
        move(to: place(of: .delete), isSlow: false)
        for button in [2, 3] as [CUnsignedInt] { click(button) }
        pause()
    }

    private func hideAndShow() {
        click(.hide)
        desktop.wait { self.desktop.phase == .hidden }
        unsafe desktop.tap(entry)
        desktop.wait { self.desktop.phase == .shown && !self.keyboard.isSliding }
        Input.pressKey(XK_End)
        (model.shift, model.isLetters, model.caret) = (.off, true, model.text.count)
    }

    // MARK: Help

    private func letter() -> Character {
        let letters = Self.layouts[model.layout].joined().filter { $0 != " " && $0 != "e" }
        return letters.randomElement(using: &random) ?? "q"
    }

    /// Returns the place of a key on the screen.
    private func place(of kind: AppKeyboard.Key.Kind) -> (x: CInt, y: CInt) {
        log.append("\(kind)")
        let (place, corner) = (keyboard.place(of: kind), keyboard.frame.origin)
        return (CInt(corner.x + place.x), CInt(corner.y + place.y))
    }

    private func click(_ kind: AppKeyboard.Key.Kind, count: Int = 1) {
        move(to: place(of: kind), isSlow: false)
        // A window manager that grabs a press can lose the next one.
        for _ in 0..<count {
            waitingPresses += 1
            click(1)
            desktop.wait { self.isAtRest }
        }
        canLock = false
    }

    private func click(_ button: CUnsignedInt) {
        for isPressed in [true, false] { Input.button(button, isPressed: isPressed) }
    }

    private func press(_ kind: AppKeyboard.Key.Kind) {
        move(to: place(of: kind), isSlow: false)
        Input.button(isPressed: true)
        waitingPresses += 1
        desktop.wait { self.keyboard.keys.contains { $0.isPressed } }
        canLock = false
    }

    private func move(to place: (x: CInt, y: CInt), isSlow: Bool) {
        if isSlow {
            Input.move(x: 187, y: 600)
            pause()
        }
        Input.move(x: place.x, y: place.y)
    }

    private func pause() {
        let end = ContinuousClock.now + .milliseconds(15)
        desktop.wait { ContinuousClock.now > end }
    }
}

/// A generator whose numbers are the same in each run.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
