import Foundation

final class BlockObservers {
    private let center: NotificationCenter
    private let registrations: [any NSObjectProtocol]

    init(
        _ center: NotificationCenter,
        _ names: [Notification.Name],
        using block: @escaping @Sendable (Notification) -> Void
    ) {
        self.center = center
        registrations = names.map { center.addObserver(forName: $0, object: nil, queue: nil, using: block) }
    }

    deinit {
        for registration in registrations { center.removeObserver(registration) }
    }
}
