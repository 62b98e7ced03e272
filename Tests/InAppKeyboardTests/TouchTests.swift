import Foundation
import InAppKeyboard
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation
import TestSupport
import Testing

/// Fingers on the keys.
@MainActor
struct TouchTests {
    private let bed = KeyboardBed()
    private let entry: Entry
    private var keyboard: AppKeyboard { bed.keyboard }

    init() {
        entry = bed.focusedEntry()
    }

    /// What fingers do, and what the keys and the field show.
    ///
    /// A number after a key is a finger, and a number alone is the time in milliseconds that passes.
    private nonisolated static let stories = """
        a key acts when the finger leaves: press a, pressed a, types, lift a, free, types a
        a finger slides to another key: press a, move s, up a, preview s, lift d, types d
        a finger that slides off types nothing: press a, move away, free, lift away, press a, cancel, free, types
        fast typing with two fingers keeps its order: press t 1, press o 2, types t, lift t 1, lift o 2, types to
        a finger that begins twice is one finger: press a, press b, lift b, lift b, types b

        shift applies to one letter: tap shift, on, tap A, off, tap b, types Ab
        shift twice slowly is off: tap shift, 301, tap shift, off
        shift twice quickly locks: tap shift, 300, tap shift, locked, tap A, tap B, tap shift, tap c, types ABc
        shift twice quickly locks also if shift was on: tap shift, 1000, tap shift, 100, tap shift, tap A, tap B,
            types AB, tap shift, 100, tap shift, tap C, tap d, types ABCd
        a held shift key applies until it is released: press shift 1, press A 2, lift A 2, press B 2, lift B 2,
            pressed shift, lift shift 1, tap c, types ABc
        a held shift key applies to a key that is released later: press shift 1, press T 2, press O 3, lift shift 1,
            lift O 3, tap m, types TOm
        a held shift key that was on applies until it is released: tap shift, 1000, press shift 1, press A 2, lift A 2,
            press B 2, lift B 2, lift shift 1, tap c, types ABc
        // A person who lifts the shift key first types fast. Otherwise, the person has held the shift key.
        a locked shift key stays on after fast typing: tap shift, press shift 1, press A 2, lift shift 1, lift A 2,
            types A, on
        a locked shift key is off after a hold: tap shift, press shift 1, press A 2, lift A 2, lift shift 1, types A,
            off
        a finger that returns to shift has pressed it once: 1000, press shift, move A, move shift, lift shift, on,
            unlocked
        a finger that returns to shift that was on has pressed it once: tap shift, 1000, press shift, move A,
            move shift, lift shift, off, unlocked
        shift is off after a letter that is released later: press shift 1, press A 2, lift A 2, press B 2,
            lift shift 1, on, lift away 2, types A, off
        shift is off after a return key that is released later: press shift 1, press A 2, lift A 2, press return 2,
            lift shift 1, on, lift away 2, types A, off
        a held delete key does not keep shift on: press shift 1, press A 2, lift A 2, press delete 2, lift shift 1,
            off, press shift 1, lift shift 1, on
        a used shift finger that drifts types nothing: press shift 1, press A 2, lift A 2, lift Z 1, types A, off
        shift that was on is off after a slide to a letter: tap shift, 1000, press shift, move A, lift away, types, off
        a finger slides from shift to a letter: press shift, move A, preview A, lift A, tap b, types Ab
        a finger that slides from shift begins a long press: press shift, move S, 400, offers ß Ś Š Ș

        a long press offers alternatives: press e, 399, offers, 1, offers é è ê ë ē ė ę ě, chosen 0, preview none,
            slide 2, chosen 2, choose 2, types ê, offers
        a long press that is released at once types the first alternative: press o, 400, lift o, types ó
        a finger that leaves the alternatives types nothing: press e, 400, lift corner, types, offers
        shift applies to alternatives: tap shift, press E, 400, offers É È Ê Ë Ē Ė Ę Ě, lift E, types É
        a finger that slides begins a new long press: press e, 300, move u, 300, offers, 100, offered ú

        a held delete key repeats: text 123456789, press delete, types 12345678, 399, types 12345678, 1, types 1234567,
            120, types 12345, lift delete, 1000, types 12345
        a finger that leaves the delete key stops the repetition: text 123456789, press delete, move p, free, 1000,
            lift p, types 12345678
        """

    @Test(arguments: Story.table(stories))
    func aStory(_ story: Story) {
        for step in story.steps { #expect(perform(step.components(separatedBy: " ")), "\(step): \(entry.text)") }
    }

    private func kind(_ name: String) -> AppKeyboard.Key.Kind {
        switch name {
        case "shift": .shift
        case "delete": .delete
        case "return": .returnKey(.default)
        default: .character(name)
        }
    }

    private func place(_ name: String) -> CGPoint {
        switch name {
        case "away": CGPoint(x: 5, y: -300)
        case "corner": CGPoint(x: 370, y: 220)
        default: bed.place(kind(name))
        }
    }

    /// Performs a step, and returns whether its check succeeds.
    private func perform(_ words: [String]) -> Bool {
        let name = words.count > 1 ? words[1] : ""
        let finger = words.count > 2 ? Int(words[2]) ?? 0 : 0
        let (shift, alternatives) = (bed.key(.shift), keyboard.alternatives)
        switch words[0] {
        case "press": keyboard.touchBegan(finger, at: place(name))
        case "move": keyboard.touchMoved(to: place(name))
        case "lift": keyboard.touchEnded(finger, at: place(name))
        case "tap": bed.tap(kind(name))
        case "cancel": keyboard.touchCancelled()
        case "slide": keyboard.touchMoved(to: alternatives[Int(name) ?? 0].frame.middle)
        case "choose": keyboard.touchEnded(at: alternatives[Int(name) ?? 0].frame.middle)
        case "text": (entry.text, entry.selectedTextRange) = (name, name.count..<name.count)
        case "types": return entry.text == name
        case "pressed", "up": return bed.key(kind(name))?.isPressed == (words[0] == "pressed")
        case "free": return !bed.isAnyKeyPressed
        case "on", "off": return shift?.isOn == (words[0] == "on")
        case "locked", "unlocked": return shift?.accessibilityLabel == (words[0] == "locked" ? "caps lock" : "shift")
        case "preview": return keyboard.previewedKey?.label == (name == "none" ? nil : name)
        case "offers": return alternatives.map(\.label) == Array(words.dropFirst())
        case "offered": return alternatives.first?.label == name
        case "chosen": return alternatives.indices.filter { alternatives[$0].isPressed } == [Int(name)]
        default:
            guard let milliseconds = Int(words[0]) else { return false }
            bed.advance(milliseconds)
        }
        return true
    }

    @Test func theGapAtTheEndOfARowBelongsToTheNearestKey() throws {
        let frame = try #require(bed.key(.character("a"))).frame
        #expect(frame.minX > 0)
        let point = CGPoint(x: 1, y: frame.midY)
        keyboard.touchBegan(at: point)
        keyboard.touchEnded(at: point)
        #expect(entry.text == "a")
    }

    @Test func theEdgeBetweenTwoRowsBelongsToTheLowerRow() throws {
        let frame = try #require(bed.key(.character("s"))).frame
        let point = CGPoint(x: frame.midX, y: frame.minY)
        keyboard.touchBegan(at: point)
        keyboard.touchEnded(at: point)
        #expect(entry.text == "s")
    }

    @Test func unusablePointsAreNotOnAKey() {
        let values: [CGFloat] = [.nan, .infinity, -.infinity, 1e300, -1]
        for value in values {
            keyboard.touchBegan(at: CGPoint(x: value, y: 1))
            keyboard.touchEnded(at: CGPoint(x: 1, y: value))
        }
        #expect(entry.text.isEmpty)
        #expect(!bed.isAnyKeyPressed)
    }

    // MARK: Shift

    @Test func aTapOnShiftTypesNothingIfTheShiftedRowsAreLonger() throws {
        for (rows, shifted) in [(["a b c", "d e"], ["A B C", "D E F G"]), (["a b"], ["A B C D E F G", "H I J"])] {
            keyboard.layouts = [AppKeyboard.Layout(language: "en", rows: rows, shiftedRows: shifted)]
            let frame = try #require(bed.key(.shift)).frame
            for x in [frame.minX + 1, frame.midX, frame.maxX - 1] {
                let point = CGPoint(x: x, y: frame.midY)
                keyboard.touchBegan(at: point)
                keyboard.touchEnded(at: point)
                #expect(entry.text.isEmpty)
                #expect(bed.key(.shift)?.isOn == true)
                bed.advance(1_000)
                bed.tap(.shift)
            }
        }
    }

    @Test func shiftIsOffInTheNextField() {
        bed.tap(.shift)
        let other = bed.focusedEntry()
        bed.tap("b")
        #expect(other.text == "b")
    }

    @Test func aKeyboardThatAppearsAgainShowsTheFirstPageWithoutShift() throws {
        for pages in [[], [AppKeyboard.Key.Page.symbols]] {
            for _ in 0..<2 { bed.tap(.shift) }
            for page in pages { bed.tap(.page(page)) }
            try keyboard.requestHide()
            bed.settle()
            try keyboard.requestShow()
            bed.settle()
            #expect(bed.key(.shift)?.isOn == false)
            bed.tap(.shift)
            keyboard.stop()
            keyboard.start(postingTo: bed.center)
            #expect(bed.key(.shift)?.isOn == false)
        }
        bed.tap("b")
        #expect(entry.text == "b")
    }

    // MARK: Long press

    @Test func theFirstAlternativeBelongsToTheWholeKey() throws {
        bed.tap(.page(.symbols))
        for symbol in ["$", "."] {
            let frame = try #require(bed.key(.character(symbol))).frame
            for x in [frame.minX + 1, frame.maxX - 1] {
                keyboard.touchBegan(at: CGPoint(x: x, y: frame.midY))
                bed.advance(400)
                keyboard.touchMoved(to: CGPoint(x: x, y: frame.midY + 1))
                #expect(keyboard.alternatives.map(\.isPressed).firstIndex(of: true) == 0)
                keyboard.touchMoved(to: keyboard.alternatives[1].frame.middle)
                #expect(keyboard.alternatives[1].isPressed)
                keyboard.touchCancelled()
            }
        }
    }

    @Test func theAlternativesAreOnScreenAndAboveTheKey() throws {
        for letter in ["a", "o", "l", "$", "."] where bed.key(.character(letter)) != nil {
            let key = try #require(bed.key(.character(letter)))
            bed.press(letter)
            bed.advance(400)
            for alternative in keyboard.alternatives {
                #expect(alternative.frame.minX >= -0.01)
                #expect(alternative.frame.maxX <= keyboard.frame.width + 0.01)
                #expect(alternative.frame.maxY == key.frame.minY)
            }
            keyboard.touchCancelled()
        }
    }

    // MARK: Interruptions

    @Test func aKeyThatIsHeldWhileTheFieldLeavesTypesNothing() {
        let other = bed.entry()
        bed.press("a")
        other.becomeFirstResponder()
        #expect(!bed.isAnyKeyPressed)
        bed.lift("a")
        bed.press(.delete)
        other.resignFirstResponder()
        bed.advance(50)
        #expect(!bed.isAnyKeyPressed)
        #expect(entry.text.isEmpty && other.text.isEmpty)
    }

    @Test func aRotationInThePressOfAKeyTypesNothing() {
        bed.press(.shift, finger: 1)
        bed.press("A", finger: 2)
        keyboard.screenBounds = CGRect(x: 0, y: 0, width: 667, height: 375)
        #expect(!bed.isAnyKeyPressed)
        keyboard.touchEnded(2, at: bed.place("A"))
        bed.lift(.shift, finger: 1)
        bed.advance(1_000)
        #expect(entry.text.isEmpty)
        #expect(bed.pool.keyboard.frame == keyboard.frame)
    }

    @Test func theReturnKeyOfAFingerActsBeforeTheKeyOfTheNextFinger() {
        let second = bed.entry()
        let order = FocusOrder([entry, second])
        bed.press(.returnKey(.next), finger: 1)
        bed.press("a", finger: 2)
        bed.lift(.returnKey(.next), finger: 1)
        bed.lift("a", finger: 2)
        #expect(entry.text.isEmpty)
        #expect(second.text == "a")
        withExtendedLifetime(order) {}
    }

    @Test func aHiddenKeyboardIgnoresTouches() throws {
        bed.press("a")
        try keyboard.requestHide()
        bed.lift("a")
        bed.tap("b")
        keyboard.stop()
        bed.tap("c")
        #expect(entry.text.isEmpty)
        #expect(!bed.isAnyKeyPressed)
    }

    // MARK: Sounds and changes

    @Test func eachPressAndEachRepetitionIsReported() {
        var presses: [AppKeyboard.Key.Kind] = []
        keyboard.onKeyPress = { presses.append($0.kind) }
        bed.tap("a")
        bed.tap(.shift)
        bed.press(.delete)
        bed.advance(400)
        bed.lift(.delete)
        #expect(presses == [.character("a"), .shift, .delete, .delete])
    }

    @Test func eachChangeIsReported() {
        var count = 0
        keyboard.onChange = { count += 1 }
        func changes(_ action: () -> Void) -> Bool {
            count = 0
            action()
            return count > 0
        }
        #expect(changes { bed.press("e") })
        #expect(changes { bed.advance(400) })
        #expect(changes { keyboard.touchMoved(to: keyboard.alternatives[1].frame.middle) })
        #expect(changes { keyboard.touchCancelled() })
        #expect(changes { bed.tap(.shift) })
        #expect(changes { bed.tap(.page(.symbols)) })
        #expect(changes { keyboard.screenBounds.size.width = 300 })
        #expect(
            changes {
                entry.resignFirstResponder(); bed.advance(100)
            }
        )
        #expect(changes { bed.advance(250) })
        #expect(changes { keyboard.stop() })
        #expect(changes { keyboard.start(postingTo: bed.center) })
    }
}
