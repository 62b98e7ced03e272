import Foundation
import InAppKeyboard
import KeyboardForms
import KeyboardObservation
import Testing

/// The keyboard types into the focused field.
@MainActor
struct TypingTests {
    /// Texts before the caret, after which the shift key is on for one letter.
    @Test(arguments: [
        ("", true, true), ("ada", false, false), ("ada ", true, false), ("ada. ", true, true), ("ada.", false, false),
        ("Yes! \"", true, true), ("“Yes?” ", true, true), ("(a", false, false), ("say (", true, false),
        ("3.5", false, false), ("end\n", true, true), ("a, ", true, false), ("don'", false, false), ("…  ", true, true),
        (" ", true, true), ("¿", true, true),
    ])
    func theShiftKeyFollowsTheText(text: String, isWord: Bool, isSentence: Bool) {
        for (type, isOn) in [(AutocapitalizationType.none, false), (.words, isWord), (.sentences, isSentence)] {
            let bed = KeyboardBed()
            let entry = bed.entry()
            entry.isMultiLine = true
            entry.formState.autocapitalizationType = type
            entry.text = text
            entry.selectedTextRange = text.count..<text.count
            entry.becomeFirstResponder()
            #expect(bed.key(.shift)?.isOn == isOn, "\(type)")
        }
    }

    @Test func theShiftKeyFollowsTheTyping() {
        let bed = KeyboardBed()
        let entry = bed.focusedEntry()
        entry.formState.autocapitalizationType = .sentences
        bed.tap("Ada")
        #expect(bed.key(.shift)?.isOn == false)
        bed.tap(". B")
        bed.tap(.delete)
        bed.tap("C")
        bed.tap(.delete)
        // A person can turn the shift key off, and lock it.
        bed.tap(.shift)
        bed.tap("d")
        #expect(entry.text == "Ada. d")
        bed.advance(1_000)
        for _ in 0..<2 { bed.tap(.shift) }
        bed.tap("EF")
        #expect(entry.text == "Ada. dEF")
        bed.tap(.shift)
        // The app and other keyboards change the text, too.
        entry.text = ""
        entry.fieldDidChange()
        #expect(bed.key(.shift)?.isOn == true)
        entry.formState.autocapitalizationType = .none
        #expect(bed.key(.shift)?.isOn == false)
    }

    @Test func twoQuickSpacesEndASentence() {
        let bed = KeyboardBed()
        let entry = bed.focusedEntry()
        entry.formState.autocapitalizationType = .sentences
        bed.tap("Ada  ")
        #expect(entry.text == "Ada. ")
        #expect(bed.key(.shift)?.isOn == true)
        bed.tap(" ")
        #expect(entry.text == "Ada.  ")
        // Slow spaces, and those of a field that capitalizes nothing, stay.
        bed.tap("B ")
        bed.advance(1_200)
        bed.tap(" ")
        #expect(entry.text == "Ada.  B  ")
        entry.formState.autocapitalizationType = .none
        bed.tap("c  ")
        #expect(entry.text == "Ada.  B  c  ")
    }

    @Test func aLayoutWithoutCapitalsIsNotShifted() {
        let bed = KeyboardBed(locale: "ar_EG")
        bed.entry().formState.autocapitalizationType = .words
        let entry = bed.entry()
        entry.formState.autocapitalizationType = .words
        entry.becomeFirstResponder()
        #expect(bed.key(.shift)?.isOn != true)
    }

    private let bed = KeyboardBed()

    @Test func theTextReplacesTheSelection() {
        let entry = bed.focusedEntry(text: "hello")
        entry.selectedTextRange = 1..<4
        bed.tap("ip")
        #expect(entry.text == "hipo")
        #expect(entry.selectedTextRange == 3..<3)
        entry.selectedTextRange = 1..<3
        bed.tap(.delete)
        #expect(entry.text == "ho")
        #expect(entry.selectedTextRange == 1..<1)
    }

    @Test func aCharacterThatEqualsTheSelectionCollapsesIt() {
        let entry = bed.focusedEntry(text: "a")
        entry.selectedTextRange = 0..<1
        bed.tap("a")
        #expect(entry.text == "a")
        #expect(entry.selectedTextRange == 1..<1)
    }

    @Test func theCaretMovesIfTheAppChangesTheTypedLetters() {
        let entry = UppercaseEntry(center: bed.center)
        entry.becomeFirstResponder()
        bed.settle()
        bed.tap("abc")
        #expect(entry.text == "ABC")
        entry.selectedTextRange = 1..<1
        bed.tap("d")
        bed.tap(.delete)
        bed.tap("e")
        #expect(entry.text == "AEBC")
        #expect(entry.selectedTextRange == 2..<2)
    }

    @Test func aSelectionBeyondTheTextIsClamped() {
        let entry = bed.focusedEntry(text: "ab")
        entry.selectedTextRange = 5..<9
        bed.tap("c")
        #expect(entry.text == "abc")
        entry.selectedTextRange = -3..<1
        bed.tap(.delete)
        #expect(entry.text == "bc")
    }

    @Test func theFieldRefusesTextsBeyondItsMaximumLength() {
        let entry = bed.focusedEntry()
        entry.formState.maximumLength = 2
        bed.tap("abc")
        #expect(entry.text == "ab")
        bed.tap(.delete)
        bed.tap("d")
        #expect(entry.text == "ad")
    }

    @Test func theInputFilterRefusesTextsAndNoDeletions() {
        let entry = bed.focusedEntry(text: "x")
        entry.formState.inputFilter = { $0.allSatisfy { "ab".contains($0) } }
        bed.tap("a")
        #expect(entry.text == "x")
        bed.tap(.delete)
        #expect(entry.text.isEmpty)
        bed.tap("abc")
        #expect(entry.text == "ab")
    }

    @Test func theKeyboardDoesNotTypeIntoDisabledFieldsAndCompositions() {
        let entry = bed.focusedEntry(text: "x")
        entry.isEnabled = false
        bed.tap("a")
        bed.tap(.delete)
        (entry.isEnabled, entry.hasMarkedText) = (true, true)
        bed.tap("a")
        bed.tap(.delete)
        #expect(entry.text == "x")
    }

    @Test func theReturnKeyMovesTheFocusAndShowsItsAction() {
        let first = bed.focusedEntry(), second = bed.entry()
        let order = FocusOrder([first, second])
        #expect(bed.returnKey?.label == "next")
        bed.tap(.returnKey(.next))
        #expect(second.isFirstResponder)
        #expect(bed.returnKey?.kind == .returnKey(.done))
        #expect(bed.returnKey?.accessibilityLabel == "done")
        bed.tap(.returnKey(.done))
        bed.settle()
        #expect(!bed.keyboard.isShown)
        #expect(first.text.isEmpty && second.text.isEmpty)
        withExtendedLifetime(order) {}
    }

    @Test func theReturnKeyBreaksTheLineOfAMultiLineField() {
        let entry = bed.focusedEntry(text: "ab")
        bed.tap(.returnKey(.default))
        #expect(entry.text == "ab")
        entry.isMultiLine = true
        entry.selectedTextRange = 1..<1
        bed.tap(.returnKey(.default))
        #expect(entry.text == "a\nb")
    }

    @Test func aFieldInASecureEntryHasNoPreview() {
        let entry = bed.focusedEntry()
        bed.press("a")
        #expect(bed.keyboard.previewedKey?.label == "a")
        entry.formState.isSecureTextEntry = true
        #expect(bed.keyboard.previewedKey == nil)
        bed.lift("a")
        #expect(entry.text == "a")
    }

    @Test func onlyCharactersHaveAPreview() {
        _ = bed.focusedEntry()
        for kind: AppKeyboard.Key.Kind in [.character(" "), .shift, .delete, .page(.symbols), .returnKey(.default)] {
            bed.press(kind)
            #expect(bed.keyboard.previewedKey == nil)
            bed.keyboard.touchCancelled()
        }
    }

    @Test func deletingRemovesTheLastMarkOfACombiningSequence() {
        let bed = KeyboardBed(locale: "hi_IN")
        let entry = bed.focusedEntry()
        for text in ["क", "्", "त", "ि"] { bed.tap(.character(text)) }
        #expect(entry.text == "क्ति")
        #expect(entry.selectedTextRange.lowerBound == entry.text.count)
        var texts: [String] = []
        // The filter refuses every text, but the keyboard can still delete.
        entry.formState.inputFilter = { _ in false }
        while !entry.text.isEmpty {
            bed.tap(.delete)
            texts.append(entry.text)
        }
        #expect(texts == ["क्त", "क्", "क", ""])
    }

    @Test(arguments: ["\u{200D}", "\u{200C}"])
    func deletingRemovesTheJoinerAfterALetter(joiner: String) {
        let entry = bed.focusedEntry(text: "क्" + joiner)
        bed.tap(.delete)
        #expect(entry.text == "क्")
    }

    /// In Devanagari, a caret can be between the letters of one character.
    @Test(arguments: [
        ("त", 0, ["क", "्", "र"], "क्रत"), ("नक्त", 3, ["र"], "नक्रत"), ("नक्त", 3, [""], "नकत"),
        ("नक्त", 4, [""], "नक्"), ("नक्त", 1, ["", "क"], "कक्त"),
    ])
    func aFieldOfUnicodeScalarsKeepsItsCaretInsideACharacter(
        text: String,
        caret: Int,
        keys: [String],
        expected: String
    ) {
        let bed = KeyboardBed(locale: "hi_IN")
        let entry = ScalarEntry(center: bed.center)
        entry.text = text
        entry.typedRange = caret..<caret
        entry.becomeFirstResponder()
        bed.settle()
        for key in keys { bed.tap(key.isEmpty ? .delete : .character(key)) }
        #expect(entry.text.unicodeScalars.elementsEqual(expected.unicodeScalars))
        let end = caret + keys.reduce(0) { $0 + ($1.isEmpty ? -1 : 1) }
        #expect(entry.typedRange == end..<end)
    }

    @Test(arguments: ["👩‍👩‍👧", "🇸🇪", "1️⃣", "❤️", "\r\n", "ℹ️", "Ⓜ️", "🅰️"])
    func deletingRemovesOtherCharactersAsAWhole(text: String) {
        let entry = bed.focusedEntry(text: "a" + text)
        bed.tap(.delete)
        #expect(entry.text == "a")
    }

    @Test func arabicIsTypedInLogicalOrder() {
        let bed = KeyboardBed(locale: "ar_EG")
        let entry = bed.focusedEntry()
        for text in ["س", "لا", "م"] { bed.tap(.character(text)) }
        #expect(entry.text == "سلام")
        #expect(entry.selectedTextRange == 4..<4)
        bed.tap(.delete)
        #expect(entry.text == "سلا")
    }

    private final class Model {
        var budget: Decimal? = 12
        var name = ""
        var temperature = 20.0
        var count: UInt = 1
    }

    /// The decimal pad has the separator that the number input reads.
    @Test(arguments: [("de_DE", "en_US", "."), ("en_US", "de_DE", ","), ("ar_EG", "ar_EG", "٫")])
    func aDecimalIsTypedInTheLocaleOfItsFormat(keyboard: String, format: String, separator: String) {
        let model = Model()
        model.budget = nil
        let bed = KeyboardBed(locale: keyboard)
        let entry = bed.entry()
        let number = NumberInput(
            entry,
            title: "Budget",
            value: .of(model, \.budget),
            format: .style(.number, locale: Locale(identifier: format))
        )
        entry.becomeFirstResponder()
        bed.settle()
        let digits = bed.keyboard.keys.map(\.label)
        for key in [digits[0], separator, digits[5]] { bed.tap(.character(key)) }
        bed.tap(.hide)
        #expect(model.budget == Decimal(string: "1.5"))
        // The input of a text has no decimal separator.
        let name = ValueInput(entry, title: "Name", value: .of(model, \.name), format: .text)
        #expect(entry.formState.decimalSeparator == nil)
        withExtendedLifetime((number, name)) {}
    }

    /// The number input reads the sign that the decimal pad types.
    @Test(arguments: [
        "en_US", "de_DE", "fr_FR", "sv_SE", "nb_NO", "sl_SI", "ar_EG", "fa_IR", "he_IL", "hi_IN", "ne_NP",
    ])
    func aNegativeNumberIsTypedInTheLocaleOfItsFormat(locale: String) {
        let model = Model()
        let bed = KeyboardBed(locale: locale)
        let entry = bed.entry()
        let number = NumberInput(
            entry,
            title: "Temperature",
            value: .of(model, \.temperature),
            format: .style(.number, locale: Locale(identifier: locale)),
            range: -40...60,
            update: .live
        )
        entry.becomeFirstResponder()
        bed.settle()
        entry.text = ""
        let digits = bed.keyboard.keys.map(\.label)
        for key in ["-", digits[0], digits[1]] {
            bed.tap(.character(key))
            #expect(number.error == nil)
        }
        #expect(model.temperature == -12)
        bed.tap(.hide)
        #expect(model.temperature == -12)
    }

    @Test func theDecimalPadHasASignKeyIfTheNumberCanBeNegative() {
        let model = Model()
        let bed = KeyboardBed()
        let plain = bed.focusedEntry(.decimalPad)
        let labels = bed.keyboard.keys.map(\.label)
        #expect(!labels.contains("-"))
        let style = FloatingPointFormatStyle<Double>(locale: Locale(identifier: "en_US"))
        func input(_ range: (any InclusiveRange<Double>)?) -> NumberInput<Double> {
            NumberInput(plain, title: "", value: .of(model, \.temperature), format: .style(style), range: range)
        }
        let ranges: [((any InclusiveRange<Double>)?, Bool)] = [
            (-40...60, true), (nil, true), (...60, true), (-0.5...0, true), (0...60, false), (0..., false),
            (1...9, false),
        ]
        for (range, hasSign) in ranges {
            let number = input(range)
            #expect(
                bed.keyboard.keys.map(\.label) == (hasSign ? labels.withSign : labels),
                "\(String(describing: range))"
            )
            withExtendedLifetime(number) {}
        }
        let signed = input(nil)
        let count = NumberInput(plain, title: "", value: .of(model, \.count), format: .style(.number))
        #expect(bed.key(.character("-")) == nil)
        let again = input(nil)
        #expect(bed.key(.character("-")) != nil)
        // The input of a text has no sign.
        let name = ValueInput(plain, title: "Name", value: .of(model, \.name), format: .text)
        #expect(bed.key(.character("-")) == nil)
        withExtendedLifetime((signed, count, again, name)) {}
    }

    @Test func theSeparatorOfANumberInputReplacesThatOfTheKeyboard() {
        let bed = KeyboardBed(locale: "de_DE")
        let entry = bed.focusedEntry(.decimalPad)
        #expect(bed.key(.character(",")) != nil)
        entry.formState.decimalSeparator = "."
        #expect(bed.key(.character(",")) == nil && bed.key(.character(".")) != nil)
    }

    @Test func theFieldReportsEachChangeOnce() {
        let entry = bed.focusedEntry()
        entry.changeCount = 0
        bed.tap("abc")
        #expect(entry.changeCount == 3)
    }
}

extension [String] {
    /// The labels of a pad, with a sign key before the digit 0.
    fileprivate var withSign: [String] {
        flatMap { $0 == "0" ? ["-", $0] : [$0] }
    }
}
