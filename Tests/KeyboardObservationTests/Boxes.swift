import KeyboardObservation
import Synchronization

/// Carries a token to another thread, to be dropped there.
final class TokenBox: Sendable {
    private let token: Mutex<KeyboardObservationToken?>

    init(_ token: KeyboardObservationToken) {
        self.token = Mutex(token)
    }

    func empty() {
        token.withLock { $0 = nil }
    }
}

/// Carries a screen to another thread, to be dropped there.
final class ScreenBox: Sendable {
    private let screen: Mutex<RawScreen?>

    @MainActor
    init(_ screen: RawScreen) {
        self.screen = Mutex(screen)
    }

    func empty() {
        screen.withLock { $0 = nil }
    }
}

/// Carries a pool to another thread, to be dropped there.
final class PoolBox: Sendable {
    private let pool: Mutex<KeyboardObserverPool?>

    @MainActor
    init(_ pool: KeyboardObserverPool) {
        self.pool = Mutex(pool)
    }

    func empty() {
        pool.withLock { $0 = nil }
    }
}

/// Carries an iterator from the thread that made it, to be dropped elsewhere.
final class IteratorBox: Sendable {
    private let iterator: Mutex<KeyboardEvents.Iterator?>

    init(_ iterator: sending KeyboardEvents.Iterator) {
        self.iterator = Mutex(iterator)
    }

    func empty() {
        iterator.withLock { $0 = nil }
    }
}
