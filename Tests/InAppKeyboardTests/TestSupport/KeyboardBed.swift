import Foundation
import InAppKeyboard
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation

/// An app keyboard, a window with entries, and the events of the keyboard, all on one clock.
@MainActor
final class KeyboardBed {
    let center = NotificationCenter()
    let scheduler: ManualScheduler
    let keyboard: AppKeyboard
    let pool: KeyboardObserverPool
    let window = Window()
    private(set) var kinds: [KeyboardEvent.Kind] = []
    private var token: KeyboardObservationToken?
    /// The entries that the bed retains, as a screen does.
    private var entries: [Entry] = []

    init(
        _ size: CGSize = CGSize(width: 375, height: 667),
        locale: String = "en_US",
        scheduler: ManualScheduler = ManualScheduler(),
        isStarted: Bool = true
    ) {
        self.scheduler = scheduler
        keyboard = AppKeyboard(
            screenBounds: CGRect(origin: .zero, size: size),
            locale: Locale(identifier: locale),
            center: center,
            scheduler: scheduler
        )
        pool = KeyboardObserverPool(center: center, scheduler: scheduler)
        token = pool.observe(for: self) { $0.kinds.append($1.kind) }
        if isStarted { keyboard.start(postingTo: center) }
    }

    /// Creates an entry, which does not have the focus.
    func entry(_ keyboardType: KeyboardType = .default) -> Entry {
        let entry = Entry(in: window, center: center, keyboardType)
        entries.append(entry)
        return entry
    }

    /// Creates an entry that has the focus, and waits until the keyboard is at rest.
    func focusedEntry(_ keyboardType: KeyboardType = .default, text: String = "") -> Entry {
        let entry = entry(keyboardType)
        entry.text = text
        entry.selectedTextRange = text.count..<text.count
        entry.becomeFirstResponder()
        settle()
        return entry
    }

    func settle() {
        scheduler.advance(by: .seconds(2))
        kinds = []
    }

    func advance(_ milliseconds: Int) {
        scheduler.advance(by: .milliseconds(milliseconds))
    }

    // MARK: Keys

    func key(_ kind: AppKeyboard.Key.Kind) -> AppKeyboard.Key? {
        keyboard.keys.first { $0.kind == kind }
    }

    /// The middle of a key; a point outside of the keyboard if the key does not exist.
    func place(_ kind: AppKeyboard.Key.Kind) -> CGPoint {
        key(kind).map(\.frame.middle) ?? CGPoint(x: -1, y: -1)
    }

    func place(_ text: String) -> CGPoint {
        place(.character(text))
    }

    func press(_ kind: AppKeyboard.Key.Kind, finger: Int = 0) {
        keyboard.touchBegan(finger, at: place(kind))
    }

    func press(_ text: String, finger: Int = 0) {
        press(.character(text), finger: finger)
    }

    /// Ends a touch at a key.
    func lift(_ kind: AppKeyboard.Key.Kind, finger: Int = 0) {
        keyboard.touchEnded(finger, at: place(kind))
    }

    func lift(_ text: String, finger: Int = 0) {
        lift(.character(text), finger: finger)
    }

    func tap(_ kind: AppKeyboard.Key.Kind) {
        let place = place(kind)
        keyboard.touchBegan(at: place)
        keyboard.touchEnded(at: place)
    }

    /// Taps the key of each character.
    func tap(_ text: String) {
        for character in text { tap(.character(String(character))) }
    }

    var isAnyKeyPressed: Bool {
        (keyboard.keys + keyboard.alternatives).contains(where: \.isPressed)
    }

    var returnKey: AppKeyboard.Key? {
        keyboard.keys.first { if case .returnKey = $0.kind { true } else { false } }
    }
}

extension CGRect {
    var middle: CGPoint {
        CGPoint(x: midX, y: midY)
    }
}
