import Foundation
import InAppKeyboard
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation
import Testing

/// The keyboard appears for the focused field.
@MainActor
struct FocusTests {
    private let bed = KeyboardBed()
    private var keyboard: AppKeyboard { bed.keyboard }

    @Test func aFieldThatTakesTheFocusShowsTheKeyboard() {
        bed.entry().becomeFirstResponder()
        #expect(keyboard.isShown)
        #expect(bed.kinds == [.willChangeFrame, .willShow])
        bed.advance(250)
        #expect(bed.kinds == [.willChangeFrame, .willShow, .didChangeFrame, .didShow])
        #expect(bed.pool.keyboard.frame == keyboard.frame)
        #expect(bed.pool.keyboard.placement == .docked)
    }

    @Test func theKeyboardHidesAHundredMillisecondsAfterTheFocusIsLost() {
        let entry = bed.focusedEntry()
        entry.resignFirstResponder()
        bed.advance(99)
        #expect(keyboard.isShown)
        #expect(bed.kinds.isEmpty)
        bed.advance(1)
        #expect(!keyboard.isShown)
        #expect(bed.kinds == [.willChangeFrame, .willHide])
    }

    @Test func aFieldThatWantsNoKeyboardHasNone() {
        let (field, picker) = (bed.entry(), bed.entry())
        picker.formState.wantsKeyboard = false
        let navigator = TextFieldNavigator(field, picker)
        picker.becomeFirstResponder()
        #expect(!keyboard.isShown && bed.kinds.isEmpty && picker.formState.accessory === navigator)
        #expect(navigator.order.moveFocus(.previous))
        #expect(keyboard.isShown)
        bed.settle()
        #expect(field.fieldReturnKeyTapped())
        #expect(!keyboard.isShown && picker.isFirstResponder && bed.kinds == [.willChangeFrame, .willHide])
        picker.formState.wantsKeyboard = true
        #expect(keyboard.isShown)
        picker.formState.wantsKeyboard = false
        #expect(!keyboard.isShown)
        // A person, or the app, can still show it.
        try? keyboard.requestShow()
        #expect(keyboard.isShown)
    }

    @Test func aKeyboardThatIgnoresTheFocusStaysHidden() {
        let entry = bed.focusedEntry()
        entry.resignFirstResponder()
        bed.settle()
        keyboard.ignoreFocus()
        entry.becomeFirstResponder()
        #expect(!keyboard.isShown && bed.kinds.isEmpty)
    }

    @Test func aMoveOfTheFocusPostsNothing() {
        let first = bed.focusedEntry()
        let second = bed.entry()
        second.becomeFirstResponder()
        first.becomeFirstResponder()
        first.resignFirstResponder()
        bed.advance(90)
        second.becomeFirstResponder()
        bed.advance(1_000)
        #expect(keyboard.isShown)
        #expect(bed.kinds.isEmpty)
    }

    @Test func theHideKeyHidesImmediatelyAndTakesTheFocusAway() {
        let entry = bed.focusedEntry()
        bed.tap(.hide)
        #expect(!keyboard.isShown)
        #expect(!entry.isFirstResponder)
        bed.advance(1_000)
        #expect(bed.kinds == [.willChangeFrame, .willHide, .didChangeFrame, .didHide])
    }

    @Test func theHideKeyAlsoHidesAboveAFieldThatKeepsTheFocus() throws {
        let entry = bed.focusedEntry()
        entry.refusesToResign = true
        bed.tap(.hide)
        bed.advance(1_000)
        #expect(!keyboard.isShown)
        try keyboard.requestShow()
        bed.settle()
        bed.tap("a")
        #expect(entry.text == "a")
    }

    @Test(
        arguments: [
            (KeyboardType.default, "q"), (.asciiCapable, "q"), (.numbersAndPunctuation, "1"), (.url, "q"),
            (.numberPad, "1"), (.phonePad, "1"), (.namePhonePad, "q"), (.emailAddress, "q"), (.decimalPad, "1"),
            (.webSearch, "q"), (.asciiCapableNumberPad, "1"),
        ]
    )
    func eachKeyboardTypeHasItsKeys(type: KeyboardType, first: String) {
        _ = bed.focusedEntry(type)
        #expect(keyboard.keys.first?.label == first)
        #expect((bed.returnKey != nil) == type.hasReturnKey)
        #expect(bed.key(.hide) != nil)
        #expect(bed.key(.delete) != nil)
        #expect((bed.key(.character("@")) != nil) == [.emailAddress, .numbersAndPunctuation].contains(type))
        #expect((bed.key(.character("+")) != nil) == [.phonePad, .numbersAndPunctuation].contains(type))
        #expect((bed.key(.character("/")) != nil) == [.url, .numbersAndPunctuation].contains(type))
    }

    @Test func theDecimalSeparatorIsThatOfTheLocale() {
        let bed = KeyboardBed(locale: "de_DE")
        let entry = bed.focusedEntry(.decimalPad)
        bed.tap("1,5")
        #expect(entry.text == "1,5")
    }

    @Test func aChangedTraitChangesTheKeysWhileTheFieldHasTheFocus() {
        let entry = bed.focusedEntry()
        entry.formState.returnKeyType = .search
        #expect(bed.returnKey?.label == "search")
        bed.press("a")
        entry.formState.keyboardType = .numberPad
        #expect(keyboard.keys.first?.label == "1")
        bed.lift("5")
        #expect(entry.text.isEmpty)
        #expect(!bed.isAnyKeyPressed)
        entry.resignFirstResponder()
        entry.formState.keyboardType = .default
        #expect(keyboard.keys.first?.label == "1")
    }

    @Test func aFieldWithoutASelectionReceivesTheTextAtItsEnd() {
        let entry = PlainEntry(center: bed.center)
        entry.text = "a"
        entry.becomeFirstResponder()
        bed.tap("bc")
        bed.tap(.delete)
        #expect(entry.text == "ab")
    }

    @Test func aDeallocatedFieldHidesTheKeyboardAfterAHundredMilliseconds() throws {
        do {
            let entry = Entry(in: bed.window, center: bed.center)
            entry.becomeFirstResponder()
            bed.settle()
            bed.press("a")
        }
        #expect(!bed.isAnyKeyPressed)
        bed.advance(99)
        #expect(keyboard.isShown)
        bed.advance(1)
        #expect(!keyboard.isShown)
        try keyboard.requestShow()
        bed.settle()
        bed.tap("a")
        #expect(keyboard.isShown)
    }

    @Test func theKeyboardStaysForTheFieldAfterADeallocatedField() {
        do {
            let entry = Entry(in: bed.window, center: bed.center)
            entry.becomeFirstResponder()
            bed.settle()
        }
        bed.advance(99)
        bed.entry().becomeFirstResponder()
        do {
            let entry = PlainEntry(center: bed.center)
            entry.becomeFirstResponder()
            bed.entry().becomeFirstResponder()
        }
        bed.advance(1_000)
        #expect(keyboard.isShown)
        #expect(bed.kinds.isEmpty)
    }

    @Test func aDestroyedCWidgetHidesTheKeyboard() {
        final class Adapter: FormFieldAdapter {
            override var isFirstResponder: Bool { true }
        }
        let adapter = Adapter(center: bed.center, diagnostics: FormDiagnostics())
        let data = unsafe adapter.retainedPointer()
        adapter.fieldDidBeginEditing()
        bed.settle()
        unsafe FormFieldAdapter.widgetWasDestroyed(data)
        bed.advance(100)
        #expect(!keyboard.isShown)
        withExtendedLifetime(adapter) {}
    }

    @Test func theKeyboardDoesNotCallADestroyedWidget() {
        final class Widget {}
        final class Adapter: FormFieldAdapter {
            var calls = 0
            override var text: String {
                get {
                    calls += 1
                    return ""
                }
                set { calls += 1 }
            }
            override var isFirstResponder: Bool { true }
        }
        var widget: Widget? = Widget()
        let adapter = Adapter(of: widget, center: bed.center, diagnostics: FormDiagnostics())
        adapter.fieldDidBeginEditing()
        bed.settle()
        bed.tap("a")
        #expect(adapter.calls > 0)
        adapter.calls = 0
        widget = nil
        bed.tap("a")
        #expect(adapter.calls == 0)
        #expect(!keyboard.isShown)
    }

    @Test func theKeyboardRetainsNeitherFieldsNorItself() {
        weak var weakKeyboard: AppKeyboard?
        weak var weakEntry: Entry?
        let scheduler = bed.scheduler
        let count = scheduler.waitingCount
        do {
            let bed = KeyboardBed(scheduler: scheduler)
            let entry = Entry(in: bed.window, center: bed.center)
            entry.becomeFirstResponder()
            bed.press("a")
            bed.press(.delete, finger: 1)
            (weakKeyboard, weakEntry) = (bed.keyboard, entry)
        }
        #expect(weakKeyboard == nil)
        #expect(weakEntry == nil)
        // The pool of the bed has no scheduled sweep.
        #expect(scheduler.waitingCount <= count)
    }

    @Test func touchesWithoutAFieldTypeNothing() throws {
        try keyboard.requestShow()
        bed.settle()
        bed.tap("a")
        bed.tap(.delete)
        bed.tap(.returnKey(.default))
        #expect(keyboard.isShown)
    }
}
