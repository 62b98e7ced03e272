import Foundation
import KeyboardObservation
import KeyboardSimulation

/// A keyboard on a phone, and all that it tells.
@MainActor
final class Story {
    let center = NotificationCenter()
    let scheduler = ManualScheduler()
    let screen: SimulatedScreen
    let keyboard: SimulatedKeyboard
    private(set) var events: [KeyboardEvent] = []
    private(set) var notifications: [Notification] = []
    /// Is handed the story, so that it need not hold on to it.
    var onEvent: ((Story, KeyboardEvent) -> Void)?
    private var registrations: [any NSObjectProtocol] = []

    init(_ model: SimulatedScreenModel = .phone375x667, orientation: SimulatedScreen.Orientation = .portrait) {
        screen = SimulatedScreen(model, orientation: orientation)
        keyboard = SimulatedKeyboard(on: screen, scheduler: scheduler)
        keyboard.start(postingTo: center)
        // Straight from the center, so that nothing of the pool's can hide what is posted.
        for kind in KeyboardEvent.Kind.allCases {
            registrations.append(
                center.addObserver(forName: kind.notificationName, object: nil, queue: nil) { [weak self] in
                    // Safe: the keyboard posts on the main actor, which `assumeIsolated` checks, and the closure runs
                    // here and now, so nobody else has the notification.
                    nonisolated(unsafe) let notification = $0
                    MainActor.assumeIsolated { unsafe self?.hear(notification) }
                }
            )
        }
    }

    private func hear(_ notification: Notification) {
        guard let event = KeyboardEvent(notification) else { return }
        events.append(event)
        notifications.append(notification)
        onEvent?(self, event)
    }

    /// The kinds of what was told since the last look.
    func takeKinds() -> [KeyboardEvent.Kind] {
        defer { events = [] }
        return events.map(\.kind)
    }

    func settle() {
        scheduler.advance(by: .seconds(1))
    }
}
