import Foundation
import InAppKeyboard
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation
import Testing

/// An app that changes the keyboard in `onChange`.
@MainActor
struct ReentrancyTests {
    private let bed = KeyboardBed()
    private var keyboard: AppKeyboard { bed.keyboard }

    /// Calls a closure in each `onChange`, at most 1,000 times.
    private func onChange(_ change: @escaping @MainActor (AppKeyboard) -> Void) -> () -> Int {
        var count = 0
        keyboard.onChange = { [weak keyboard] in
            count += 1
            if let keyboard, count <= 1_000 { change(keyboard) }
        }
        return { count }
    }

    @Test func theKeyboardStopsWhenItHasDisappeared() throws {
        _ = bed.focusedEntry()
        let count = onChange { if !$0.isShown, !$0.isSliding { $0.stop() } }
        try keyboard.requestHide()
        bed.advance(1_000)
        #expect(count() < 10)
        #expect(throws: KeyboardSourceError.notStarted) { try keyboard.requestShow() }
    }

    @Test func theKeyboardStartsAgainWhenItHasDisappeared() throws {
        _ = bed.focusedEntry()
        let center = bed.center
        var starts = 0
        let count = onChange {
            guard !$0.isShown, !$0.isSliding, starts == 0 else { return }
            starts += 1
            $0.start(postingTo: center)
        }
        try keyboard.requestHide()
        bed.advance(1_000)
        #expect(count() < 10 && starts == 1)
        try keyboard.requestShow()
        bed.settle()
        #expect(bed.pool.keyboard.phase == .shown)
    }

    @Test func aKeyboardThatTheAppKeepsOnScreenAppearsAgain() throws {
        let entry = bed.focusedEntry()
        let count = onChange { if !$0.isShown { try? $0.requestShow() } }
        try keyboard.requestHide()
        entry.resignFirstResponder()
        bed.advance(1_000)
        #expect(count() < 20)
        #expect(keyboard.isShown && bed.pool.keyboard.phase == .shown)
    }

    @Test func aRequestToHideIsNotLost() {
        let count = onChange { if $0.isShown { try? $0.requestHide() } }
        bed.entry().becomeFirstResponder()
        bed.advance(1_000)
        #expect(count() < 20)
        #expect(!keyboard.isShown && bed.pool.keyboard.phase == .hidden)
    }

    @Test func aShowAtTheEndOfAHideIsATransitionOfItsOwn() throws {
        _ = bed.focusedEntry()
        let count = onChange { if !$0.isShown, !$0.isSliding { try? $0.requestShow() } }
        try keyboard.requestHide()
        bed.advance(250)
        #expect(bed.kinds.suffix(4) == [.didChangeFrame, .didHide, .willChangeFrame, .willShow])
        bed.advance(250)
        #expect(bed.kinds.suffix(2) == [.didChangeFrame, .didShow])
        #expect(count() < 10 && keyboard.isShown)
    }

    @Test func aChangeOfTheScreenDuringAShowEndsTheSlide() {
        let count = onChange { _ in bed.keyboard.screenBounds.size.height = 500 }
        bed.entry().becomeFirstResponder()
        bed.advance(1_000)
        #expect(count() < 20)
        #expect(keyboard.currentFrame == keyboard.frame && keyboard.frame.maxY == 500)
        #expect(bed.pool.keyboard.frame == keyboard.frame)
    }

    /// A rotation during a *hide* posts the *did* events at once.
    @Test func anObserverThatStopsTheKeyboardDuringARotationIsFollowed() throws {
        let entry = bed.focusedEntry()
        try keyboard.requestHide()
        let token = bed.pool.observe([.didHide]) { _ in bed.keyboard.stop() }
        keyboard.screenBounds = CGRect(x: 0, y: 0, width: 667, height: 375)
        #expect(bed.kinds.suffix(2) == [.didChangeFrame, .didHide])
        #expect(throws: KeyboardSourceError.notStarted) { try keyboard.requestShow() }
        entry.resignFirstResponder()
        entry.becomeFirstResponder()
        bed.advance(1_000)
        #expect(!keyboard.isShown)
        #expect(bed.kinds.last == .didHide)
        withExtendedLifetime(token) {}
    }

    @Test func anObserverThatShowsTheKeyboardDuringARotationStartsASlide() throws {
        _ = bed.focusedEntry()
        try keyboard.requestHide()
        let token = bed.pool.observe([.didHide]) { _ in try? bed.keyboard.requestShow() }
        keyboard.screenBounds = CGRect(x: 0, y: 0, width: 667, height: 375)
        #expect(bed.kinds.suffix(4) == [.didChangeFrame, .didHide, .willChangeFrame, .willShow])
        #expect(keyboard.isSliding && keyboard.currentFrame.minY == 375)
        bed.advance(250)
        #expect(bed.kinds.suffix(2) == [.didChangeFrame, .didShow])
        #expect(!keyboard.isSliding && bed.pool.keyboard.frame == keyboard.frame)
        withExtendedLifetime(token) {}
    }

    @Test func aFieldThatTakesTheFocusWhenAnotherOneIsFreedKeepsTheKeyboard() {
        let next = bed.entry()
        var isFocused = false
        do {
            let entry = Entry(in: bed.window, center: bed.center)
            entry.becomeFirstResponder()
            bed.settle()
            bed.press("a")
            _ = onChange { _ in
                guard !isFocused, !bed.isAnyKeyPressed else { return }
                isFocused = true
                next.becomeFirstResponder()
            }
        }
        bed.advance(1_000)
        #expect(isFocused && keyboard.isShown)
        bed.tap("b")
        #expect(next.text == "b")
    }

    /// If an app keyboard replaces the keyboard of the desktop, the app keyboard begins on screen or off screen, like
    /// the keyboard that it replaces.
    @Test func aPreparedKeyboardBeginsOnScreenOrOffScreen() throws {
        _ = bed.focusedEntry()
        keyboard.stop()
        keyboard.prepareStart(isShown: false)
        keyboard.start(postingTo: bed.center)
        #expect(!keyboard.isShown)
        keyboard.stop()
        keyboard.prepareStart(isShown: true)
        keyboard.start(postingTo: bed.center)
        #expect(keyboard.isShown)
        let other = KeyboardBed(isStarted: false)
        other.keyboard.prepareStart(isShown: true)
        other.keyboard.start(postingTo: other.center)
        #expect(!other.keyboard.isShown)
    }

    /// The keyboard of the desktop ends between the loss of the focus and the hide.
    @Test func aPreparedKeyboardWithoutAFieldHidesInTime() {
        let entry = bed.focusedEntry()
        keyboard.stop()
        entry.resignFirstResponder()
        keyboard.prepareStart(isShown: true)
        keyboard.start(postingTo: bed.center)
        bed.advance(100)
        #expect(!keyboard.isShown)
    }
}
