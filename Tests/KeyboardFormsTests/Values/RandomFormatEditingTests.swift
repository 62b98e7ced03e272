import Foundation
import KeyboardForms
import KeyboardSimulation
import TestSupport
import Testing

/// Random edits in 33 formats and 12 locales.
///
/// After each edit, the field shows the stored value or has an error. The stored value has the digits and the sign that
/// were typed. A refused text leaves the value from before the typing, and no text that was stored before a change of the
/// model is written after it. 500,000 edits are made if the environment has `KEYBOARD_OBSERVATION_FULL`, and 3,000
/// otherwise.
@MainActor
struct RandomFormatEditingTests {
    private enum Edit: CustomStringConvertible {
        case focus, blur, tapReturn, tapEscape
        case insert(String)
        case paste(displayedText: Int)
        case delete(Int)
        case caret(Int)
        case model(Int?)

        var description: String {
            switch self {
            case .focus: "focus"
            case .blur: "blur"
            case .tapReturn: "return"
            case .tapEscape: "escape"
            case .insert(let text): "insert “\(text)”"
            case .paste(let index): "paste the displayed text \(index)"
            case .delete(let count): "delete \(count)"
            case .caret(let offset): "caret to \(offset)"
            case .model(let index): "model to \(index.map { "\($0)" } ?? "nil")"
            }
        }
    }

    private static let seed = RandomTestSize.firstSeed + 3_838
    private static let editsPerWalk = 30
    private static let locales = [
        "en_US", "de_DE", "fr_FR", "tr_TR", "pl_PL", "ar_EG", "fa_IR", "hi_IN", "ja_JP", "es_AR", "hu_HU", "bg_BG",
    ]
    private static let typed = [
        "0", "1", "2", "3", "5", "7", "9", "0", "1", "2", ".", ",", "-", " ", ":", "/", "\u{202F}", "٣", "۵", "２", "p",
        "m",
        "a", "e", "€", "%", "(", ")", "x", "½", "²", "१", "٫", "٬", "’", "−", "\u{301}", "\t", "\u{2029}",
    ]
    private static let pasted = [
        "1,234.56", "1.234,56", "-3", "2024-3-5", "5.3.2024", "7:00", "5:00 PM", "17:00", "1e3", "0x1F", "Feb 30, 2024",
        "12 34", "5 m2", "3K", "١٬٢٣٤", "+7", "(5)", "",
    ]

    private func randomEdit(_ random: inout SeededRandom) -> Edit {
        switch Int.random(in: 0..<20, using: &random) {
        case 0, 1: .focus
        case 2: .blur
        case 3, 4: .tapReturn
        case 5: .tapEscape
        case 6: .model(Bool.random(using: &random) ? Int.random(in: 0..<8, using: &random) : nil)
        case 7: .insert(Self.pasted.randomElement(using: &random) ?? "")
        case 8: .paste(displayedText: Int.random(in: 0..<8, using: &random))
        case 9: .caret(Int.random(in: 0..<20, using: &random))
        case 10...13: .delete(Int.random(in: 1...3, using: &random))
        default: .insert(Self.typed.randomElement(using: &random) ?? "")
        }
    }

    private func replace(_ range: Range<Int>, with text: String, in field: ReportingWidget) {
        var characters = Array(field.text)
        characters.replaceSubrange(range.clamped(to: 0..<characters.count), with: Array(text))
        let end = min(range.lowerBound + text.count, characters.count)
        field.text = String(characters)
        field.selectedTextRange = end..<end
    }

    private func apply(_ edit: Edit, _ format: EditedFormat) {
        let field = format.field
        let range = field.selectedTextRange.clamped(to: 0..<field.text.count)
        switch edit {
        case .focus: _ = field.becomeFirstResponder()
        case .blur: if field.isFirstResponder { _ = field.resignFirstResponder() }
        case .tapReturn: if field.isFirstResponder { _ = field.fieldReturnKeyTapped() }
        case .tapEscape: _ = field.fieldEscapeKeyTapped()
        case .model(let index): format.setModel(index)
        case .caret(let offset):
            let offset = min(offset, field.text.count)
            field.selectedTextRange = offset..<offset
        case .insert(let text): if field.isFirstResponder { replace(range, with: text, in: field) }
        case .paste(let index):
            let text = format.texts[index % format.texts.count]
            if field.isFirstResponder { replace(0..<field.text.count, with: text, in: field) }
        case .delete(let count):
            if field.isFirstResponder {
                replace(max(range.lowerBound - count, 0)..<range.upperBound, with: "", in: field)
            }
        }
    }

    /// Makes edits in an empty field, and returns what is wrong after one of them.
    private func failure(_ edits: [Edit], _ format: EditedFormat, isLive: Bool) -> String? {
        let field = format.field
        if field.isFirstResponder { _ = field.resignFirstResponder() }
        format.setModel(nil)
        field.selectedTextRange = 0..<0
        // The value that nobody has typed over, and whether the model has a newer one than the text.
        var (chosen, isModelNewer) = (format.stored(), false)
        for edit in edits {
            let (typed, before, hadError) = (field.text, format.stored(), format.error() != nil)
            apply(edit, format)
            let error = format.error()
            if !field.isFirstResponder, error == nil, field.text != format.shown() {
                return "shows “\(field.text)” and not “\(format.shown())”"
            }
            switch edit {
            case .blur, .tapReturn:
                if error == nil, format.stored() != before, let mistake = format.mistake(typed) { return mistake }
                if error != nil, ![before, chosen].contains(format.stored()) {
                    return "\(before ?? "nil") has changed in spite of an error"
                }
                if error != nil, isLive, format.stored() != chosen { return "nobody chose \(before ?? "nil")" }
                if isModelNewer, !hadError, format.stored() != before { return "an older text was written" }
                chosen = format.stored()
                if error?.description.isEmpty == true { return "an error without a sentence" }
            case .model: if format.stored() != before { (chosen, isModelNewer) = (format.stored(), true) }
            case .focus, .tapEscape: chosen = field.text == typed ? chosen : format.stored()
            case .insert, .paste, .delete:
                if field.text != typed { isModelNewer = false }
                if error == nil, format.stored() != before, let mistake = format.mistake(field.text) { return mistake }
            default: break
            }
        }
        return nil
    }

    /// Removes edits as long as the failure remains.
    private func shrunk(_ edits: [Edit], _ format: EditedFormat, isLive: Bool) -> [Edit] {
        var edits = edits
        var index = 0
        while index < edits.count {
            var fewer = edits
            fewer.remove(at: index)
            if failure(fewer, format, isLive: isLive) == nil { index += 1 } else { edits = fewer }
        }
        return edits
    }

    @Test func whatIsShownIsStoredOrAnErrorSaysWhy() {
        var formats: [String: EditedFormat] = [:]
        let walks = (RandomTestSize.isFull ? 500_000 : 3_000) / Self.editsPerWalk
        var failures = 0
        for walk in 0..<UInt64(walks) {
            var random = SeededRandom(seed: Self.seed + walk)
            let locale = Self.locales[Int.random(in: 0..<Self.locales.count, using: &random)]
            let isLive = Bool.random(using: &random)
            let all = EditedFormat.all(Locale(identifier: locale), isLive: isLive)
            let index = Int.random(in: 0..<all.count, using: &random)
            let format = formats["\(locale) \(isLive) \(index)"] ?? all[index]()
            formats["\(locale) \(isLive) \(index)"] = format
            // Foundation displays one amount in two forms, such as "IRR 12 İran riyali" and "IRR 1 İran riyali2".
            if locale == "tr_TR", format.name.hasSuffix("name") { continue }
            let edits = (0..<Self.editsPerWalk).map { _ in randomEdit(&random) }
            guard let reason = failure(edits, format, isLive: isLive) else { continue }
            let shrunk = shrunk(edits, format, isLive: isLive)
            Issue.record("seed \(Self.seed + walk), \(format.name) in \(locale), live \(isLive): \(reason), \(shrunk)")
            failures += 1
            if failures == 20 { return }
        }
    }
}
