import Foundation
import KeyboardObservation
import KeyboardSimulation

/// A simulated keyboard with the events that it posts.
@MainActor
final class KeyboardFixture {
    let center = NotificationCenter()
    let scheduler = ManualScheduler()
    let screen: SimulatedScreen
    let keyboard: SimulatedKeyboard
    private(set) var events: [KeyboardEvent] = []
    private(set) var notifications: [Notification] = []
    /// Called for each event with the fixture, so the closure does not have to retain the fixture.
    var onEvent: ((KeyboardFixture, KeyboardEvent) -> Void)?
    private var registrations: [any NSObjectProtocol] = []

    init(_ model: SimulatedScreenModel = .phone375x667, orientation: SimulatedScreen.Orientation = .portrait) {
        screen = SimulatedScreen(model, orientation: orientation)
        keyboard = SimulatedKeyboard(on: screen, scheduler: scheduler)
        keyboard.start(postingTo: center)
        // Observes the center without a pool, so that every notification is recorded as it was posted.
        for kind in KeyboardEvent.Kind.allCases {
            registrations.append(
                center.addObserver(forName: kind.notificationName, object: nil, queue: nil) { [weak self] in
                    // Safe: the keyboard posts on the main actor, and `assumeIsolated` checks this. The closure runs
                    // synchronously, so no other thread uses the notification.
                    nonisolated(unsafe) let notification = $0
                    MainActor.assumeIsolated { unsafe self?.record(notification) }
                }
            )
        }
    }

    private func record(_ notification: Notification) {
        guard let event = KeyboardEvent(notification) else { return }
        events.append(event)
        notifications.append(notification)
        onEvent?(self, event)
    }

    /// Returns the kinds of the recorded events and clears the events.
    func takeKinds() -> [KeyboardEvent.Kind] {
        defer { events = [] }
        return events.map(\.kind)
    }

    func show(_ layout: SimulatedKeyboard.Layout? = nil) {
        if let layout { keyboard.show(layout) } else { keyboard.show() }
        settle()
    }

    func hide() {
        keyboard.hide()
        settle()
    }

    func perform(_ step: SimulatedKeyboard.Step) {
        keyboard.perform(step)
        settle()
    }

    func settle() {
        scheduler.advance(by: .seconds(1))
    }
}
