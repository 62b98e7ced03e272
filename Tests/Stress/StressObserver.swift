import KeyboardObservation

/// An observer of the pool with a record of its calls.
@MainActor
final class StressObserver {
    /// The object that subscribes.
    enum Subscriber {
        case screen(any StressScreen)
        case owner(Owner)
        /// A token, an iteration or a guide.
        case other(any AnyObject & Sendable)
    }

    let record: CallRecord
    let subscriber: Subscriber

    init(_ record: CallRecord, _ subscriber: Subscriber) {
        self.record = record
        self.subscriber = subscriber
    }

    var object: any AnyObject & Sendable {
        switch subscriber {
        case .screen(let screen): screen
        case .owner(let owner): owner
        case .other(let object): object
        }
    }

    func check(inCallOf caller: CallRecord? = nil) {
        record.check(object, inCallOf: caller)
    }
}

/// The owner of a closure, which receives this owner as its argument.
@MainActor
final class Owner {
    let record: CallRecord
    var token: KeyboardObservationToken?
    private let lifetime = CountedLifetime(.owner)

    init(_ record: CallRecord) {
        self.record = record
    }
}
