import Foundation
import InAppKeyboard
import KeyboardForms
import KeyboardObservation
import Testing

/// The characters, the sizes and the names of the keys.
@MainActor
struct LayoutTests {
    nonisolated private static let languages = ["ar", "de", "el", "en", "es", "fr", "he", "hi", "ru", "sv", "tr", "uk"]
    /// The types other than `default`, with which ``eachLayoutHasItsAlphabet(language:)`` types everything.
    private static let types: [KeyboardType] = [.emailAddress, .decimalPad, .phonePad]

    @Test func eachLanguageHasALayout() {
        #expect(AppKeyboard.Layout.builtIn.map(\.language) == Self.languages)
        #expect(AppKeyboard.Layout.builtIn.filter(\.isRightToLeft).map(\.language) == ["ar", "he"])
    }

    @Test(arguments: [
        ("de_AT", ["de"]), ("ru_RU", ["ru", "en"]), ("el", ["el", "en"]), ("ja_JP", ["en"]), ("", ["en"]),
    ])
    func aLocaleChoosesTheLayouts(locale: String, languages: [String]) {
        #expect(AppKeyboard.Layout.layouts(for: Locale(identifier: locale)).map(\.language) == languages)
    }

    /// The characters that the layout of each language must contain.
    nonisolated private static let alphabets = [
        "en": "abcdefghijklmnopqrstuvwxyz", "de": "abcdefghijklmnopqrstuvwxyzäöüß",
        "sv": "abcdefghijklmnopqrstuvwxyzåäö",
        "fr": "abcdefghijklmnopqrstuvwxyzàâæçéèêëîïôœùûüÿ'", "es": "abcdefghijklmnopqrstuvwxyzáéíñóúü¿¡",
        "tr": "abcçdefgğhıijklmnoöprsştuüvyzâîû", "el": "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ",
        "ru": "абвгдеёжзийклмнопрстуфхцчшщъыьэюя", "uk": "абвгґдеєжзиіїйклмнопрстуфхцчшщьюяʼ",
        "ar": "ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىي،؟؛", "he": "אבגדהוזחטיכךלמםנןסעפצץקרשת",
        "hi": "अआइईउऊऋएऐओऔकखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह।",
    ]

    @Test(arguments: languages)
    func eachLayoutHasItsAlphabet(language: String) throws {
        let typed = try Set(typeEverything(language, .default))
        let missing = try #require(Self.alphabets[language]).filter { !typed.contains(String($0)) }
        #expect(missing.isEmpty)
    }

    @Test(arguments: languages)
    func eachLayoutTypesEachOfItsCharacters(language: String) throws {
        for type in Self.types { #expect(try !typeEverything(language, type).isEmpty) }
    }

    /// Types the characters of all pages into an empty field.
    ///
    /// The method types the letters with and without shift, and also types the alternatives of each key.
    ///
    /// - Returns: The texts of the keys.
    private func typeEverything(_ language: String, _ type: KeyboardType) throws -> [String] {
        let bed = KeyboardBed(locale: language)
        let keyboard = bed.keyboard
        let entry = bed.focusedEntry(type)
        var texts: [String] = []
        func typePage() {
            for key in keyboard.keys {
                guard case .character(let text) = key.kind else { continue }
                entry.text = ""
                bed.tap(.character(text))
                #expect(entry.text == text)
                texts.append(text)
                lock()
                texts += typeAlternatives(of: text)
            }
        }
        var isLocked = false
        /// Locks the shift key if `isLocked` is true and the key is off.
        func lock() {
            guard isLocked, bed.key(.shift)?.isOn == false else { return }
            bed.tap(.shift)
            bed.tap(.shift)
        }
        func typeAlternatives(of text: String) -> [String] {
            bed.press(text)
            bed.advance(400)
            let alternatives = keyboard.alternatives
            keyboard.touchCancelled()
            return alternatives.map { alternative in
                bed.press(text)
                bed.advance(400)
                entry.text = ""
                keyboard.touchEnded(at: alternative.frame.middle)
                #expect(alternative.kind == .character(entry.text))
                lock()
                return entry.text
            }
        }
        typePage()
        if bed.key(.shift) != nil {
            isLocked = true
            lock()
            typePage()
            bed.tap(.shift)
            isLocked = false
        }
        for page in [AppKeyboard.Key.Page.symbols, .moreSymbols] where bed.key(.page(page)) != nil {
            bed.tap(.page(page))
            typePage()
        }
        return texts
    }

    @Test(arguments: languages)
    func theKeysOfEachPageFillTheKeyboardWithoutOverlap(language: String) {
        for size in [
            CGSize(width: 320, height: 480), CGSize(width: 1920, height: 1080), CGSize(width: 667, height: 375),
        ] {
            let bed = KeyboardBed(size, locale: language)
            for type in KeyboardType.allCases {
                let entry = bed.focusedEntry(type)
                let bounds = CGRect(origin: .zero, size: bed.keyboard.frame.size)
                for (index, key) in bed.keyboard.keys.enumerated() {
                    #expect(!key.label.isEmpty || key.kind == .character(" "))
                    #expect(!key.accessibilityLabel.isEmpty)
                    #expect(bounds.insetBy(dx: -0.01, dy: -0.01).contains(key.frame))
                    for other in bed.keyboard.keys[(index + 1)...] {
                        #expect(!key.frame.insetBy(dx: 0.01, dy: 0.01).intersects(other.frame))
                    }
                }
                entry.resignFirstResponder()
            }
        }
    }

    @Test(arguments: languages)
    func eachLayoutNamesEachKindOfKey(language: String) {
        let bed = KeyboardBed(locale: language)
        let entry = bed.focusedEntry()
        var names: [String] = bed.keyboard.keys.map(\.accessibilityLabel)
        for type in ReturnKeyType.allCases {
            entry.formState.returnKeyType = type
            let name = bed.returnKey?.accessibilityLabel ?? ""
            #expect(!name.isEmpty)
            if language != "en", type != .default { #expect(name != type.rawValue) }
            names.append(name)
        }
        #expect(names.allSatisfy { !$0.contains("\n") && !$0.contains(",") || $0 == "," })
    }

    @Test func lettersOfOtherScriptsGiveWayToLatinLettersForAnAddress() {
        let bed = KeyboardBed(locale: "ru_RU")
        let entry = bed.focusedEntry()
        #expect(bed.keyboard.keys.first?.label == "й")
        entry.formState.keyboardType = .emailAddress
        #expect(bed.keyboard.keys.first?.label == "q")
        bed.entry().becomeFirstResponder()
        #expect(bed.keyboard.keys.first?.label == "й")
        bed.entry(.url).becomeFirstResponder()
        bed.tap(.nextLayout)
        #expect(bed.keyboard.keys.first?.label == "й")
        bed.press(.delete)
        bed.keyboard.layouts = [.builtIn[0]]
        bed.advance(1_000)
        #expect(!bed.isAnyKeyPressed)
    }

    @Test func thePersonChangesTheLanguage() {
        let bed = KeyboardBed(locale: "el_GR")
        let entry = bed.focusedEntry()
        #expect(bed.key(.nextLayout)?.label == "EN")
        bed.tap("α")
        bed.tap(.shift)
        bed.tap(.page(.symbols))
        bed.tap(.nextLayout)
        bed.tap("a")
        bed.tap(.shift)
        bed.tap(.nextLayout)
        bed.tap("β")
        #expect(entry.text == "αaβ")
        bed.keyboard.layouts = [.builtIn[1]]
        #expect(bed.key(.nextLayout) == nil)
        bed.tap("ä")
        bed.keyboard.layouts = []
        bed.tap("q")
        #expect(entry.text == "αaβäq")
    }

    /// The layout for a language without a layout of its own is English.
    @Test(
        arguments: [
            ("pl_PL", "ąćęłńóśźż"), ("cs_CZ", "áčďéěíňóřšťúůýž"), ("sk_SK", "áäčďéíĺľňóôŕšťúýž"),
            ("hu_HU", "áéíóöőúüű"),
            ("ro_RO", "ăâîșț"), ("hr_HR", "čćđšž"), ("sl_SI", "čšž"), ("pt_BR", "áâãàçéêíóôõú"),
            ("it_IT", "àèéìíîòóùú"),
            ("nl_NL", "áéëïóöü"), ("da_DK", "æøå"), ("nb_NO", "æøå"), ("fi_FI", "åäöšž"), ("is_IS", "áðéíóúýþæö"),
            ("mt_MT", "ċġħż"), ("ga_IE", "áéíóú"),
            ("et_EE", "äõöüšž"), ("lv_LV", "āčēģīķļņšūž"), ("lt_LT", "ąčęėįšųūž"), ("ca_ES", "àçèéíïòóúü"),
            ("sq_AL", "çë"),
        ]
    )
    func englishOffersTheLettersOfOtherLatinAlphabets(locale: String, letters: String) {
        let bed = KeyboardBed(locale: locale)
        let entry = bed.focusedEntry()
        for letter in letters {
            let base =
                ["ø": "o", "ł": "l", "đ": "d", "ħ": "h", "ð": "d", "þ": "t", "æ": "a"][letter]
                ?? String(String(letter).decomposedStringWithCanonicalMapping.unicodeScalars.prefix(1))
            for isUppercase in [false, true] {
                entry.text = ""
                let text = isUppercase ? letter.uppercased() : String(letter)
                if isUppercase { bed.tap(.shift) }
                bed.press(isUppercase ? base.uppercased() : base)
                bed.advance(400)
                let place = bed.keyboard.alternatives.first { $0.label == text }?.frame.middle
                bed.keyboard.touchEnded(at: place ?? CGPoint(x: -1, y: -1))
                #expect(entry.text == text)
            }
        }
    }

    @Test func turkishHasTwoLettersI() {
        let bed = KeyboardBed(locale: "tr_TR")
        let entry = bed.focusedEntry()
        bed.tap("iı")
        for text in ["İ", "I", "Ş"] {
            bed.tap(.shift)
            bed.tap(.character(text))
        }
        #expect(entry.text == "iıİIŞ")
    }

    @Test func eachLetterOfInScriptIsOnItsOwnShiftedKey() {
        let bed = KeyboardBed(locale: "hi_IN")
        let entry = bed.focusedEntry()
        for (letter, shifted) in [("व", "ऴ"), ("ल", "ळ")] {
            let place = bed.place(letter)
            bed.tap(.shift)
            bed.keyboard.touchBegan(at: place)
            bed.keyboard.touchEnded(at: place)
            #expect(entry.text == shifted)
            entry.text = ""
        }
    }

    @Test func rightToLeftChangesTheDeleteSymbol() {
        for (locale, symbol) in [("he_IL", "⌦"), ("en_US", "⌫")] {
            let bed = KeyboardBed(locale: locale)
            _ = bed.focusedEntry()
            #expect(bed.key(.delete)?.label == symbol)
            #expect(bed.keyboard.isRightToLeft == (locale == "he_IL"))
        }
    }

    @Test func combiningMarksStandOnACircle() {
        let bed = KeyboardBed(locale: "hi_IN")
        _ = bed.focusedEntry()
        #expect(bed.key(.character("ा"))?.label == "◌ा")
        #expect(bed.key(.character("ा"))?.accessibilityLabel == "ा")
    }

    @Test func theKeyOfTheLettersShowsTheFirstLettersOfTheAlphabet() {
        let bed = KeyboardBed()
        _ = bed.focusedEntry()
        func label(_ layout: AppKeyboard.Layout) -> String? {
            bed.keyboard.layouts = [layout]
            bed.tap(.page(.symbols))
            return bed.key(.page(.letters))?.label
        }
        let expected = [
            "ar": "أ ب ج", "el": "ΑΒΓ", "he": "אבג", "hi": "कखग", "ru": "АБВ", "uk": "АБВ",
        ]
        for layout in AppKeyboard.Layout.builtIn {
            #expect(label(layout) == expected[layout.language] ?? "ABC", "\(layout.language)")
        }
        let georgian = ["ქ წ ე რ ტ", "ა ს დ ფ გ", "ზ ხ ც ვ ბ"]
        #expect(label(AppKeyboard.Layout(language: "ka", rows: georgian, shiftedRows: georgian)) == "აბგ")
        #expect(label(AppKeyboard.Layout(language: "fa", rows: ["ض ص ث ق ف", "ش س ی ب ل ا ت", "ظ ط ز"])) == "ابت")
        #expect(label(AppKeyboard.Layout(language: "en", rows: ["' , . p y", "a o e u i", "; q j k x b c"])) == "ABC")
        #expect(label(AppKeyboard.Layout(language: "en", rows: ["ा + - *"])) == "+-*")
    }

    @Test func theNumberPadHasTheDigitsOfTheLanguage() {
        for (type, text) in [(KeyboardType.numberPad, "١٢"), (.asciiCapableNumberPad, "12"), (.phonePad, "12")] {
            let bed = KeyboardBed(locale: "ar_EG")
            let entry = bed.focusedEntry(type)
            bed.tap(text)
            #expect(entry.text == text)
        }
    }

    @Test func theDigitsAreThoseOfTheLocale() {
        for (locale, digits) in [("ar_SA", "١٢٣"), ("ar_MA", "123"), ("hi_IN", "123"), ("ru_RU", "123")] {
            let bed = KeyboardBed(locale: locale)
            let entry = bed.focusedEntry()
            #expect(bed.key(.page(.symbols))?.label == digits)
            entry.formState.keyboardType = .decimalPad
            #expect(bed.keyboard.keys.prefix(3).map(\.label).joined() == digits)
        }
    }

    @Test func aFieldThatNeedsASCIIDigitsHasThemOnAllPages() {
        let bed = KeyboardBed(locale: "ar_EG")
        let entry = bed.focusedEntry()
        #expect(bed.key(.page(.symbols))?.label == "١٢٣")
        entry.formState.needsASCIIDigits = true
        #expect(bed.key(.page(.symbols))?.label == "123")
        bed.tap(.page(.symbols))
        bed.tap("1")
        for type in [KeyboardType.numberPad, .decimalPad, .numbersAndPunctuation] {
            entry.formState.keyboardType = type
            bed.tap("2")
        }
        #expect(entry.text == "1222")
    }

    @Test func aPadOffersNoAlternatives() {
        for type in [KeyboardType.numberPad, .decimalPad, .phonePad, .asciiCapableNumberPad] {
            let bed = KeyboardBed()
            _ = bed.focusedEntry(type)
            for key in bed.keyboard.keys {
                bed.press(key.kind)
                bed.advance(400)
                #expect(bed.keyboard.alternatives.isEmpty)
                bed.keyboard.touchCancelled()
            }
        }
    }

    @Test func aFieldThatNeedsASCIIDigitsIsOfferedNoOtherNumbers() {
        let bed = KeyboardBed(locale: "ar_EG")
        let entry = bed.focusedEntry(.numbersAndPunctuation)
        func offer(_ key: String) -> [String] {
            bed.press(key)
            bed.advance(400)
            defer { bed.keyboard.touchCancelled() }
            return bed.keyboard.alternatives.map(\.label)
        }
        entry.formState.needsASCIIDigits = true
        #expect(offer("1").isEmpty && offer("0") == ["°"] && offer("-") == ["–", "—", "·"])
        entry.formState.needsASCIIDigits = false
        entry.formState.keyboardType = .decimalPad
        #expect(bed.key(.character("٫")) != nil)
        entry.formState.needsASCIIDigits = true
        #expect(bed.key(.character("٫")) == nil && bed.key(.character(".")) != nil)
        entry.formState.decimalSeparator = ","
        #expect(bed.key(.character(",")) != nil)
    }

    @Test(arguments: [
        ("en_US", "$"), ("en_GB", "£"), ("de_DE", "€"), ("de_CH", "€"), ("fr_CA", "$"), ("hi_IN", "₹"), ("tr_TR", "₺"),
        ("ja_JP", "¥"),
    ])
    func theCurrencySignIsThatOfTheRegion(locale: String, sign: String) {
        let bed = KeyboardBed(locale: locale)
        _ = bed.focusedEntry(.numbersAndPunctuation)
        bed.press(sign)
        bed.advance(400)
        let signs = ["$", "€", "£", "¥", "₽", "₴", "₺", "₹", "₪"]
        #expect(bed.keyboard.alternatives.map(\.label) == signs.filter { $0 != sign })
    }

    @Test(arguments: [["1a 1b"], ["1a 1b", "2a"], ["1a 1b", "2a", "3a"]])
    func theFirstTwoRowsOfSymbolsAreShownOnce(rows: [String]) {
        let bed = KeyboardBed()
        _ = bed.focusedEntry()
        bed.keyboard.layouts = [AppKeyboard.Layout(language: "en", rows: ["a"], symbols: rows)]
        bed.tap(.page(.symbols))
        let labels = bed.keyboard.keys.map(\.label)
        #expect(labels.count { $0 == "1a" } == 1)
        #expect(labels.count { $0 == "2a" } == min(rows.count - 1, 1))
    }

    @Test func anAppAddsALayout() {
        let bed = KeyboardBed()
        let entry = bed.focusedEntry()
        bed.keyboard.layouts = [
            AppKeyboard.Layout(
                language: "de",
                rows: ["ab c", "d", "e f", "g"],
                shiftedRows: ["X Y", "D", "E F", "G"],
                alternatives: ["d": "ð"]
            )
        ]
        bed.tap(.character("ab"))
        bed.tap(.shift)
        bed.press("D")
        bed.advance(400)
        bed.lift("D")
        #expect(entry.text == "abÐ")
        #expect(bed.key(.delete)?.accessibilityLabel == "Löschen")
        #expect(bed.keyboard.keys.allSatisfy { $0.frame.maxY <= bed.keyboard.frame.height + 0.01 })
    }

    @Test func shiftedRowsMayHaveMoreKeys() {
        let bed = KeyboardBed()
        let entry = bed.focusedEntry()
        bed.keyboard.layouts = [
            AppKeyboard.Layout(
                language: "x",
                rows: ["a"],
                shiftedRows: ["A B C D E", "F G"],
                alternatives: ["e": "é"],
                punctuation: "; :"
            )
        ]
        bed.tap(";")
        bed.tap(":")
        bed.press(.shift, finger: 1)
        bed.press("E", finger: 2)
        bed.advance(400)
        #expect(bed.keyboard.alternatives.isEmpty)
        bed.lift("E", finger: 2)
        bed.press("G", finger: 2)
        bed.advance(400)
        #expect(bed.keyboard.alternatives.isEmpty)
        bed.lift("G", finger: 2)
        #expect(entry.text == ";:EG")
        bed.press(.delete, finger: 2)
        bed.lift(.shift, finger: 1)
        #expect(bed.key(.delete)?.isPressed == true)
        bed.advance(400)
        bed.lift(.delete, finger: 2)
        #expect(entry.text == ";:")
        #expect(bed.key(.character("a")) != nil)
    }

    // MARK: Sizes

    @Test func theDensityDeterminesTheSizes() {
        // Each line contains the size and the density of a screen. The last two numbers are the expected height of a
        // row, and the expected width of the key "q".
        let screens: [(CGSize, CGFloat?, row: CGFloat, key: CGFloat)] = [
            (CGSize(width: 375, height: 667), nil, 58.125, 37.5),
            (CGSize(width: 375, height: 667), 6, 54, 37.5),
            (CGSize(width: 1280, height: 800), nil, 800 / 12.0, 128),
            (CGSize(width: 1280, height: 800), 5, 800 / 12.0, 95),
            (CGSize(width: 1280, height: 400), 5, 400 / 12.0, 95),
            (CGSize(width: 667, height: 375), nil, 31.25, 62.5),
            (CGSize(width: 667, height: 375), 6, 31.25, 66.7),
            (CGSize(width: 400, height: 400), 6, 50, 40),
            (CGSize(width: 3840, height: 2160), 4, 56, 76),
        ]
        for (size, density, row, width) in screens {
            let bed = KeyboardBed(size)
            bed.keyboard.pointsPerMillimeter = density
            _ = bed.focusedEntry()
            #expect(abs(bed.keyboard.frame.height - 4 * row) < 0.01)
            #expect(abs((bed.key(.character("q"))?.frame.width ?? 0) - width) < 0.01)
            #expect(bed.keyboard.frame.height <= size.height / (size.width > size.height ? 3 : 2) + 0.01)
            #expect(bed.keyboard.frame.maxY == size.height)
        }
    }

    @Test func newLayoutsBeginWithTheKeysOfTheField() {
        func layouts(_ languages: [String]) -> [AppKeyboard.Layout] {
            languages.compactMap { language in AppKeyboard.Layout.builtIn.first { $0.language == language } }
        }
        let bed = KeyboardBed()
        func has(_ label: String) -> Bool { bed.keyboard.keys.contains { $0.label == label } }
        _ = bed.focusedEntry()
        for _ in 0..<2 { bed.tap(.shift) }
        #expect(has("A"))
        bed.keyboard.layouts = layouts(["de"])
        #expect(has("ü") && !has("Ü"), "the shift key was locked in the earlier layout")
        _ = bed.focusedEntry(.emailAddress)
        bed.keyboard.layouts = layouts(["ru", "en"])
        #expect(has("a"), "an address needs Latin letters")
    }

    @Test func unusableSizesHaveFiniteKeys() {
        let values: [CGFloat] = [.nan, .infinity, -1, 0, 1e300]
        for value in values {
            let bed = KeyboardBed()
            _ = bed.focusedEntry()
            bed.keyboard.pointsPerMillimeter = value
            bed.keyboard.screenBounds = CGRect(x: value, y: 0, width: 100, height: value)
            #expect(bed.keyboard.frame.height >= 0)
            bed.keyboard.screenBounds = CGRect(x: 0, y: value, width: 100, height: 100)
            #expect(bed.keyboard.frame.height >= 0)
            bed.keyboard.slideDuration = value
            bed.tap("a")
            try? bed.keyboard.requestHide()
            bed.settle()
            let frames = bed.keyboard.keys.map(\.frame) + [bed.keyboard.frame, bed.keyboard.currentFrame]
            #expect(
                frames.allSatisfy { $0.minX.isFinite && $0.minY.isFinite && $0.width.isFinite && $0.height.isFinite }
            )
        }
    }
}
