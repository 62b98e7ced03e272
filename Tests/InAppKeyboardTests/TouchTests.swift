import Foundation
import InAppKeyboard
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation
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

    @Test func aKeyActsWhenTheFingerLeaves() {
        bed.press("a")
        #expect(bed.key(.character("a"))?.isPressed == true)
        #expect(entry.text.isEmpty)
        bed.lift("a")
        #expect(!bed.isAnyKeyPressed)
        #expect(entry.text == "a")
    }

    @Test func aFingerSlidesToAnotherKey() {
        bed.press("a")
        keyboard.touchMoved(to: bed.place("s"))
        #expect(bed.key(.character("a"))?.isPressed == false)
        #expect(keyboard.previewedKey?.label == "s")
        bed.lift("d")
        #expect(entry.text == "d")
    }

    @Test func aFingerThatSlidesOffTypesNothing() {
        bed.press("a")
        keyboard.touchMoved(to: CGPoint(x: 10, y: -5))
        #expect(!bed.isAnyKeyPressed)
        keyboard.touchEnded(at: CGPoint(x: 10, y: -5))
        bed.press("a")
        keyboard.touchCancelled()
        #expect(!bed.isAnyKeyPressed)
        #expect(entry.text.isEmpty)
    }

    @Test func fastTypingWithTwoFingersKeepsItsOrder() {
        bed.press("t", finger: 1)
        bed.press("o", finger: 2)
        #expect(entry.text == "t")
        bed.lift("t", finger: 1)
        bed.lift("o", finger: 2)
        #expect(entry.text == "to")
    }

    @Test func aFingerThatBeginsTwiceIsOneFinger() {
        bed.press("a")
        bed.press("b")
        bed.lift("b")
        bed.lift("b")
        #expect(entry.text == "b")
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

    @Test func noActionWaitsAfterATouch() {
        let count = bed.scheduler.waitingCount
        for finger in 0..<2 {
            bed.press("e", finger: finger)
            #expect(bed.scheduler.waitingCount > count)
            bed.lift("e", finger: finger)
            #expect(bed.scheduler.waitingCount == count)
        }
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

    @Test func shiftAppliesToOneLetter() {
        bed.tap(.shift)
        #expect(bed.key(.shift)?.isOn == true)
        bed.tap(.character("A"))
        #expect(bed.key(.shift)?.isOn == false)
        bed.tap("b")
        #expect(entry.text == "Ab")
    }

    @Test func shiftTwiceSlowlyIsOff() {
        bed.tap(.shift)
        bed.advance(301)
        bed.tap(.shift)
        #expect(bed.key(.shift)?.isOn == false)
    }

    @Test func shiftTwiceQuicklyLocks() {
        bed.tap(.shift)
        bed.advance(300)
        bed.tap(.shift)
        #expect(bed.key(.shift)?.accessibilityLabel == "caps lock")
        for letter in ["A", "B"] { bed.tap(.character(letter)) }
        bed.tap(.shift)
        bed.tap("c")
        #expect(entry.text == "ABc")
    }

    @Test func shiftTwiceQuicklyLocksAlsoIfShiftWasOn() {
        bed.tap(.shift)
        bed.advance(1_000)
        bed.tap(.shift)
        bed.advance(100)
        bed.tap(.shift)
        bed.tap("AB")
        #expect(entry.text == "AB")
        bed.tap(.shift)
        bed.advance(100)
        bed.tap(.shift)
        bed.tap("Cd")
        #expect(entry.text == "ABCd")
    }

    @Test func aHeldShiftKeyAppliesUntilItIsReleased() {
        bed.press(.shift, finger: 1)
        for letter in ["A", "B"] {
            bed.press(.character(letter), finger: 2)
            bed.lift(.character(letter), finger: 2)
        }
        #expect(bed.key(.shift)?.isPressed == true)
        bed.lift(.shift, finger: 1)
        bed.tap("c")
        #expect(entry.text == "ABc")
    }

    @Test func aHeldShiftKeyAppliesToAKeyThatIsReleasedLater() {
        bed.press(.shift, finger: 1)
        bed.press("T", finger: 2)
        bed.press("O", finger: 3)
        bed.lift(.shift, finger: 1)
        bed.lift("O", finger: 3)
        bed.tap("m")
        #expect(entry.text == "TOm")
    }

    @Test func aHeldShiftKeyThatWasOnAppliesUntilItIsReleased() {
        bed.tap(.shift)
        bed.advance(1_000)
        bed.press(.shift, finger: 1)
        for letter in ["A", "B"] {
            bed.press(.character(letter), finger: 2)
            bed.lift(.character(letter), finger: 2)
        }
        bed.lift(.shift, finger: 1)
        bed.tap("c")
        #expect(entry.text == "ABc")
    }

    /// A person presses shift twice, and then a letter before the shift key is lifted.
    ///
    /// If the shift key is lifted first, the person types fast, and shift stays locked. If the letter is lifted first,
    /// the person has held the shift key, and shift is off afterwards.
    @Test(arguments: [false, true])
    func aLockedShiftKeyIsOffAfterAHoldAndNotAfterFastTyping(liftsShiftFirst: Bool) {
        bed.tap(.shift)
        bed.press(.shift, finger: 1)
        bed.press("A", finger: 2)
        if liftsShiftFirst { bed.lift(.shift, finger: 1) }
        bed.lift("A", finger: 2)
        if !liftsShiftFirst { bed.lift(.shift, finger: 1) }
        #expect(entry.text == "A")
        #expect(bed.key(.shift)?.isOn == liftsShiftFirst)
    }

    @Test(arguments: [false, true])
    func aFingerThatReturnsToShiftHasPressedItOnce(wasOn: Bool) {
        if wasOn { bed.tap(.shift) }
        bed.advance(1_000)
        bed.press(.shift)
        keyboard.touchMoved(to: bed.place("A"))
        keyboard.touchMoved(to: bed.place(.shift))
        bed.lift(.shift)
        #expect(bed.key(.shift)?.isOn == !wasOn)
        #expect(bed.key(.shift)?.accessibilityLabel == "shift")
    }

    @Test(arguments: [AppKeyboard.Key.Kind.character("B"), .returnKey(.default)])
    func shiftIsOffAfterAKeyThatIsReleasedLater(kind: AppKeyboard.Key.Kind) {
        bed.press(.shift, finger: 1)
        bed.press("A", finger: 2)
        bed.lift("A", finger: 2)
        bed.press(kind, finger: 2)
        bed.lift(.shift, finger: 1)
        #expect(bed.key(.shift)?.isOn == true)
        keyboard.touchEnded(2, at: CGPoint(x: 5, y: -300))
        #expect(entry.text == "A")
        #expect(bed.key(.shift)?.isOn == false)
    }

    @Test func aHeldDeleteKeyDoesNotKeepShiftOn() {
        bed.press(.shift, finger: 1)
        bed.press("A", finger: 2)
        bed.lift("A", finger: 2)
        bed.press(.delete, finger: 2)
        bed.lift(.shift, finger: 1)
        #expect(bed.key(.shift)?.isOn == false)
        bed.press(.shift, finger: 1)
        bed.lift(.shift, finger: 1)
        #expect(bed.key(.shift)?.isOn == true)
    }

    @Test func aUsedShiftFingerThatDriftsTypesNothing() {
        bed.press(.shift, finger: 1)
        bed.press("A", finger: 2)
        bed.lift("A", finger: 2)
        keyboard.touchEnded(1, at: bed.place("Z"))
        #expect(entry.text == "A")
        #expect(bed.key(.shift)?.isOn == false)
    }

    @Test func shiftThatWasOnIsOffAfterASlideToALetter() {
        bed.tap(.shift)
        bed.advance(1_000)
        bed.press(.shift)
        keyboard.touchMoved(to: bed.place("A"))
        keyboard.touchEnded(at: CGPoint(x: 5, y: -300))
        #expect(entry.text.isEmpty)
        #expect(bed.key(.shift)?.isOn == false)
    }

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

    @Test func aFingerSlidesFromShiftToALetter() {
        bed.press(.shift)
        keyboard.touchMoved(to: bed.place("A"))
        #expect(keyboard.previewedKey?.label == "A")
        bed.lift("A")
        bed.tap("b")
        #expect(entry.text == "Ab")
    }

    @Test func aFingerThatSlidesFromShiftBeginsALongPress() {
        bed.press(.shift)
        keyboard.touchMoved(to: bed.place("S"))
        bed.advance(400)
        #expect(keyboard.alternatives.map(\.label) == ["ß", "Ś", "Š", "Ș"])
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

    @Test func aLongPressOffersAlternatives() {
        bed.press("e")
        bed.advance(399)
        #expect(keyboard.alternatives.isEmpty)
        bed.advance(1)
        #expect(keyboard.alternatives.map(\.label) == ["é", "è", "ê", "ë", "ē", "ė", "ę", "ě"])
        #expect(keyboard.alternatives.map(\.isPressed) == [true] + Array(repeating: false, count: 7))
        #expect(keyboard.previewedKey == nil)
        keyboard.touchMoved(to: keyboard.alternatives[2].frame.middle)
        #expect(keyboard.alternatives[2].isPressed)
        keyboard.touchEnded(at: keyboard.alternatives[2].frame.middle)
        #expect(entry.text == "ê")
        #expect(keyboard.alternatives.isEmpty)
    }

    @Test func aLongPressThatIsReleasedAtOnceTypesTheFirstAlternative() {
        bed.press("o")
        bed.advance(400)
        bed.lift("o")
        #expect(entry.text == "ó")
    }

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

    @Test func aFingerThatLeavesTheAlternativesTypesNothing() {
        bed.press("e")
        bed.advance(400)
        keyboard.touchEnded(at: CGPoint(x: 370, y: 220))
        #expect(entry.text.isEmpty)
        #expect(keyboard.alternatives.isEmpty)
    }

    @Test func shiftAppliesToAlternatives() {
        bed.tap(.shift)
        bed.press("E")
        bed.advance(400)
        #expect(keyboard.alternatives.map(\.label) == ["É", "È", "Ê", "Ë", "Ē", "Ė", "Ę", "Ě"])
        bed.lift("E")
        #expect(entry.text == "É")
    }

    @Test func aFingerThatSlidesBeginsANewLongPress() {
        bed.press("e")
        bed.advance(300)
        keyboard.touchMoved(to: bed.place("u"))
        bed.advance(300)
        #expect(keyboard.alternatives.isEmpty)
        bed.advance(100)
        #expect(keyboard.alternatives.first?.label == "ú")
    }

    // MARK: Delete

    @Test func aHeldDeleteKeyRepeats() {
        entry.text = "123456789"
        entry.selectedTextRange = 9..<9
        bed.press(.delete)
        #expect(entry.text.count == 8)
        bed.advance(399)
        #expect(entry.text.count == 8)
        bed.advance(1)
        #expect(entry.text.count == 7)
        bed.advance(120)
        #expect(entry.text.count == 5)
        bed.lift(.delete)
        bed.advance(1_000)
        #expect(entry.text.count == 5)
    }

    @Test func aFingerThatLeavesTheDeleteKeyStopsTheRepetition() {
        entry.text = "123456789"
        entry.selectedTextRange = 9..<9
        bed.press(.delete)
        keyboard.touchMoved(to: bed.place("p"))
        #expect(!bed.isAnyKeyPressed)
        bed.advance(1_000)
        bed.lift("p")
        #expect(entry.text.count == 8)
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
