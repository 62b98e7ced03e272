import KeyboardSimulation

/// A random series of focus changes in three windows, taps, dismissals, and ends of the keyboard.
struct FocusWalk {
    enum Step: Hashable {
        case begin(Int), end(Int), release(Int), tap, dismiss, open, endKeyboard, restartKeyboard
    }

    /// Two fields in each of the three windows.
    static let fieldCount = 6

    /// The time in milliseconds in which the keyboard answers a request.
    let latency: Int
    /// The steps, with the time in milliseconds after each.
    let steps: [(step: Step, wait: Int)]

    init(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        latency = [0, 0, 30, 150].randomElement(using: &random) ?? 0
        steps = (0..<Int.random(in: 5...60, using: &random)).map { _ in
            let wait = [0, 0, 2, 12, 50, 99, 100, 101, 260, 1_500].randomElement(using: &random) ?? 0
            return (Step(&random), wait)
        }
    }
}

extension FocusWalk: CustomStringConvertible {
    var description: String {
        "latency \(latency): " + steps.map { "\($0.step), wait \($0.wait)" }.joined(separator: "; ")
    }
}

extension FocusWalk.Step {
    fileprivate init(_ random: inout SeededRandom) {
        let field = Int.random(in: 0..<FocusWalk.fieldCount, using: &random)
        switch Int.random(in: 0..<24, using: &random) {
        case 0..<6: self = .begin(field)
        case 6..<12: self = .end(field)
        case 12: self = .release(field)
        case 13, 14: self = .tap
        case 15, 16: self = .dismiss
        case 17: self = .open
        case 18: self = .endKeyboard
        default: self = .restartKeyboard
        }
    }
}

/// A model that derives the expected requests from a history of facts.
///
/// The model keeps the whole history, and searches it for each answer. Times are in milliseconds.
struct FocusModel {
    private enum Fact {
        case wish, dismissal, show, hide, loss, opening, openingWithFocus
    }

    private(set) var requests: [String] = []
    private var history: [Fact] = []
    private var time = 0
    /// The time of the last request to appear.
    private var showTime = -1_000
    private var focused: Set<Int> = []
    private var released: Set<Int> = []
    private var unfocusedTime: Int?
    private var isAvailable = true

    private func last(_ facts: Fact...) -> Fact? {
        history.last(where: facts.contains)
    }

    /// Whether a request to appear is in effect.
    private var isInEffect: Bool {
        let fact = last(.show, .hide, .dismissal, .loss, .openingWithFocus)
        return fact == .show || fact == .openingWithFocus
    }

    /// Whether the keyboard is asked to disappear after the focus has ended.
    private var owesHide: Bool {
        let fact = last(.show, .hide, .loss, .openingWithFocus)
        return fact == .show || fact == .openingWithFocus
    }

    private var isWanted: Bool {
        let isInGrace = unfocusedTime.map { time - $0 < 100 } ?? false
        return (!focused.isEmpty || isInGrace) && last(.wish, .dismissal) == .wish
    }

    /// Whether the keyboard is on screen when it is at rest.
    var isOnScreen: Bool {
        let isOpenedByHand = last(.show, .hide, .dismissal, .loss, .opening) == .opening
        return isAvailable && (isWanted || isOpenedByHand)
    }

    private mutating func show() {
        guard isAvailable else { return }
        history.append(.show)
        showTime = time
        requests.append("show \(time)")
    }

    private mutating func forgetReleased() {
        focused.subtract(released)
        if focused.isEmpty, unfocusedTime == nil { unfocusedTime = time }
    }

    mutating func begin(_ field: Int) {
        guard !focused.contains(field) else { return }
        forgetReleased()
        focused.insert(field)
        unfocusedTime = nil
        history.append(.wish)
        if !isInEffect { show() }
    }

    mutating func end(_ field: Int) {
        focused.remove(field)
        forgetReleased()
    }

    mutating func release(_ field: Int) {
        released.insert(field)
    }

    mutating func tap(isOnScreen: Bool) {
        forgetReleased()
        guard !focused.isEmpty else { return }
        history.append(.wish)
        if !isInEffect || !isOnScreen && time - showTime >= 100 { show() }
    }

    mutating func dismiss() {
        history.append(.dismissal)
    }

    /// A person opens the keyboard by hand.
    mutating func open() {
        let hasFocus = !focused.subtracting(released).isEmpty
        history += hasFocus ? [.wish, .openingWithFocus] : [.opening]
    }

    mutating func endKeyboard() {
        isAvailable = false
        history.append(.loss)
    }

    mutating func restartKeyboard() {
        isAvailable = true
        if isWanted { show() }
    }

    mutating func wait(_ milliseconds: Int) {
        let end = time + milliseconds
        if let unfocusedTime, (time + 1..<end + 1).contains(unfocusedTime + 100), owesHide {
            history.append(.hide)
            requests.append("hide \(unfocusedTime + 100)")
        }
        time = end
    }
}
