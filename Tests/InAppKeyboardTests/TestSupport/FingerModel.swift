import InAppKeyboard

/// A model of the documented behavior of fingers and fields, without geometry.
///
/// For each finger, the model receives the kind of the key below the finger. Times are in milliseconds.
struct FingerModel {
    typealias Kind = AppKeyboard.Key.Kind

    struct Field {
        var text: [Character] = []
        var selection = 0..<0
        var page = AppKeyboard.Key.Page.letters
        var maximum: Int?
        var isMultiLine = false
    }

    /// A touch of a finger; `kind` is `nil` while the finger does not press a key.
    struct Press {
        var finger: Int
        var kind: Kind?
        var isDelete = false
        /// The time at which the long press or the next repetition is due.
        var due: Int?
        /// The characters that the long press offers, and the index of the chosen character.
        var offer: [String] = []
        var choice: Int?
        /// Whether the end of the press turns shift off.
        var endsShift = false
        var beganOnShift = false
    }

    enum Shift {
        case off, once, locked
    }

    var fields: [Field]
    var focus: Int?
    var isShown = false
    var isStarted = true
    var page = AppKeyboard.Key.Page.letters
    var shift = Shift.off
    var press: Press?
    var shiftFinger: Int?
    private var usedHeldShift = false
    private var heldShiftWasOn = false
    private var shiftTime: Int?
    private var hideTime: Int?
    private(set) var now = 0

    init(_ fields: [Field]) {
        self.fields = fields
    }

    var isOnScreen: Bool { isShown && isStarted }

    /// The characters that a long press offers, for the English letters and for the symbols on the pages of this test.
    static let offers: [String: String] = [
        "e": "é è ê ë ē ė ę ě", "r": "ř ŕ", "t": "ț ť þ", "y": "ý ÿ", "u": "ú ù û ü ū ů ű ų", "i": "í ì î ï ī į",
        "o": "ó ò ô ö õ ø œ ő", "a": "á à â ä ã å æ ā ă ą", "s": "ß ś š ș", "d": "ď đ ð", "g": "ģ ġ", "h": "ħ",
        "k": "ķ", "l": "ł ľ ĺ ļ", "z": "ž ź ż", "c": "ç ć č ċ", "n": "ñ ń ň ņ",
        "-": "– — ·", "/": "\\", ":": "…", "(": "[ { <", ")": "] } >", "&": "§",
        "\"": "„ “ ” « »", ".": "? ! … : ; ' \" -", ",": "; : '", "?": "¿", "!": "¡", "'": "’ ‘ ‚ `", "%": "‰",
        "+": "±", "=": "≠ ≈", "*": "° †", "1": "¹ ½ ¼", "2": "²", "3": "³ ¾", "0": "°", "$": "€ £ ¥ ₽ ₴ ₺ ₹ ₪",
        "€": "$ £ ¥ ₽ ₴ ₺ ₹ ₪", "£": "$ € ¥ ₽ ₴ ₺ ₹ ₪", "¥": "$ € £ ₽ ₴ ₺ ₹ ₪",
    ]

    private func offer(_ kind: Kind?) -> [String] {
        guard case .character(let text)? = kind, page != .numbers else { return [] }
        if let own = Self.offers[text] { return own.split(separator: " ").map(String.init) }
        let letters = Self.offers[text.lowercased()] ?? ""
        // The uppercase form of "ß" has two characters, so the keyboard offers "ß" itself.
        return letters.split(separator: " ").map { $0 == "ß" ? "ß" : $0.uppercased() }
    }

    // MARK: Fingers

    mutating func begin(_ finger: Int, _ kind: Kind?) {
        guard isOnScreen, let kind else { return }
        if kind == .shift {
            guard shiftFinger == nil else { return }
            shiftFinger = finger
            (usedHeldShift, heldShiftWasOn) = (false, shift == .once)
            pressShift(isHeld: true)
            if shift == .locked { heldShiftWasOn = false }
        } else {
            press = Press(finger: finger, kind: kind, isDelete: kind == .delete, due: now + 400)
            if kind == .delete { perform(.delete) }
        }
    }

    /// Ends the earlier press, as the keyboard does before it looks for the key of a new touch.
    mutating func prepareBegin(_ finger: Int) {
        cancel(finger)
        release()
    }

    mutating func move(_ finger: Int, _ kind: Kind?, choice: Int?) {
        if finger == shiftFinger {
            guard let kind, kind != .shift, press == nil, !usedHeldShift else { return }
            shiftFinger = nil
            press = Press(finger: finger, kind: kind, due: now + 400, endsShift: heldShiftWasOn, beganOnShift: true)
        } else if let old = press, old.finger == finger {
            if !old.offer.isEmpty {
                press?.choice = choice
            } else if old.isDelete {
                if kind != .delete {
                    press?.kind = nil
                    press?.due = nil
                }
            } else if kind != old.kind {
                press?.kind = kind
                press?.due = now + 400
            }
        }
    }

    mutating func end(_ finger: Int) {
        if finger == shiftFinger { releaseShift() }
        if finger == press?.finger { release() }
    }

    mutating func cancel(_ finger: Int) {
        if finger == shiftFinger { releaseShift() }
        if finger == press?.finger { endPress() }
    }

    private mutating func endPress() {
        if press?.endsShift == true { shift = .off }
        press = nil
    }

    mutating func cancelAll() {
        endPress()
        if shiftFinger != nil { releaseShift() }
        shiftTime = nil
    }

    private mutating func release() {
        guard let old = press else { return }
        endPress()
        if old.isDelete { return }
        if old.offer.isEmpty {
            if let kind = old.kind, !(old.beganOnShift && kind == .shift) { perform(kind) }
        } else if let choice = old.choice {
            perform(.character(old.offer[choice]))
        }
    }

    private mutating func releaseShift() {
        shiftFinger = nil
        if let press, !press.isDelete {
            self.press?.endsShift = usedHeldShift || shift != .locked
        } else if usedHeldShift || heldShiftWasOn {
            shift = .off
        }
        (usedHeldShift, heldShiftWasOn) = (false, false)
    }

    private mutating func pressShift(isHeld: Bool = false) {
        let isDouble = shiftTime.map { now - $0 <= 300 } ?? false
        switch shift {
        case .off: shift = isDouble ? .locked : .once
        case .once: shift = isDouble ? .locked : isHeld ? .once : .off
        case .locked: shift = .off
        }
        shiftTime = shift == .once ? now : nil
    }

    // MARK: Keys

    private mutating func perform(_ kind: Kind) {
        if kind != .shift { shiftTime = nil }
        switch kind {
        case .character(let text):
            type(text)
            if shiftFinger != nil { usedHeldShift = true } else if shift == .once { shift = .off }
        case .delete: delete()
        case .shift: pressShift()
        case .page(let new):
            shiftFinger = nil
            usedHeldShift = false
            (page, shift) = (new, .off)
        case .nextLayout: break
        case .hide:
            hide()
            blur()
        case .returnKey:
            guard let focus else { return }
            if fields[focus].isMultiLine { type("\n") } else { self.focus(on: (focus + 1) % fields.count) }
        }
    }

    private mutating func type(_ text: String) {
        guard let focus else { return }
        var field = fields[focus]
        field.text.replaceSubrange(field.selection, with: Array(text))
        if let maximum = field.maximum, field.text.count > maximum, field.text.count >= fields[focus].text.count {
            return
        }
        let caret = field.selection.lowerBound + text.count
        field.selection = caret..<caret
        fields[focus] = field
    }

    private mutating func delete() {
        guard let focus else { return }
        var range = fields[focus].selection
        if range.isEmpty { range = max(range.lowerBound - 1, 0)..<range.upperBound }
        fields[focus].text.removeSubrange(range)
        fields[focus].selection = range.lowerBound..<range.lowerBound
    }

    // MARK: The focus

    mutating func focus(on field: Int) {
        guard field != focus else { return }
        cancelAll()
        focus = field
        showFirstPage()
        show()
    }

    mutating func showFirstPage() {
        cancelAll()
        (page, shift) = (focus.map { fields[$0].page } ?? .letters, .off)
    }

    mutating func blur() {
        guard focus != nil else { return }
        cancelAll()
        focus = nil
        hideTime = now + 100
    }

    mutating func show() {
        hideTime = nil
        if !isShown { showFirstPage() }
        isShown = true
    }

    mutating func hide() {
        hideTime = nil
        guard isShown else { return }
        isShown = false
        cancelAll()
    }

    // MARK: Time

    mutating func wait(_ milliseconds: Int) {
        let end = now + milliseconds
        while let next = [press?.due, hideTime].compactMap({ $0 }).min(), next <= end {
            now = next
            if hideTime == next { hide() }
            guard press?.due == next else { continue }
            if press?.isDelete == true {
                press?.due = next + 60
                perform(.delete)
            } else {
                let texts = offer(press?.kind)
                press?.due = nil
                press?.offer = texts
                press?.choice = texts.isEmpty ? nil : 0
            }
        }
        now = end
    }
}
