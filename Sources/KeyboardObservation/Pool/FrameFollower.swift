/// What follows the keyboard's visible frame for one observer, which it holds weakly.
@MainActor
protocol FrameFollower: AnyObject {
    /// Whether the observer has unsubscribed or has been deallocated.
    var isEnded: Bool { get }

    /// Reports what has changed since the last call: after an event, a display frame or a time-out.
    ///
    /// - Returns: Whether the follower needs the next display frame; `nil` if it has ended.
    func follow(_ keyboards: AllKeyboards) -> Bool?

    /// Ends the calls to an observer that has unsubscribed.
    func cancel()

    /// Reports a display frame of a moving keyboard to the first followers, as long as they have only to draw.
    ///
    /// It is faster than ``follow(_:)``, each call of which copies the transition.
    ///
    /// - Returns: The number of followers that have received the frame; the next one needs ``follow(_:)``.
    static func draw(_ keyboard: KeyboardSnapshot, _ followers: ArraySlice<any FrameFollower>) -> Int
}

extension FrameFollower {
    func cancel() {}

    static func draw(_ keyboard: KeyboardSnapshot, _ followers: ArraySlice<any FrameFollower>) -> Int { 0 }
}

/// A layout guide or an avoider.
@MainActor
protocol LayoutObserver: AnyObject {
    /// Updates the layout after the keyboards have changed.
    ///
    /// - Returns: Whether the keyboard or the observer itself moves, so that it needs the next display frame.
    func follow(_ keyboards: AllKeyboards) -> Bool
}

final class WeakFollower<Observer: LayoutObserver>: FrameFollower {
    private weak let observer: Observer?

    init(_ observer: Observer) {
        self.observer = observer
    }

    var isEnded: Bool {
        observer == nil
    }

    func follow(_ keyboards: AllKeyboards) -> Bool? {
        observer?.follow(keyboards)
    }
}
