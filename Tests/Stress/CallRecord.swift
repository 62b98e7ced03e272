import KeyboardObservation

/// The calls that an observer receives for each event.
enum CallPattern: Int, CaseIterable {
    case none, raw, common, full, rawCommonAndFull, closure, showsAndHidesClosure

    enum Method: Int {
        case raw, common, full, closure
    }

    /// The methods for one event, in the order of the calls.
    func methods(_ kind: KeyboardEvent.Kind) -> [Method] {
        let isFrame = kind == .willChangeFrame || kind == .didChangeFrame
        switch self {
        case .none: return []
        case .raw: return [.raw]
        case .common: return isFrame ? [] : [.common]
        case .full: return [.full]
        case .rawCommonAndFull: return isFrame ? [.raw, .full] : [.raw, .common, .full]
        case .closure: return [.closure]
        case .showsAndHidesClosure: return isFrame ? [] : [.closure]
        }
    }

    /// Whether the observer is called at most once per event.
    var isAtMostOnce: Bool { self != .rawCommonAndFull }
}

extension RollingHash {
    mutating func append(_ method: CallPattern.Method, _ kind: KeyboardEvent.Kind, _ number: Int) {
        append((number * 8 + kind.number) * 4 + method.rawValue)
    }
}

/// The calls that one observer received, and the calls that the model expects.
@MainActor
final class CallRecord {
    let pattern: CallPattern
    private let model: DeliveryModel
    private(set) var received = RollingHash()
    /// The action that runs once, during the next call.
    var nextAction: (@MainActor () -> Void)?

    /// The expected calls before the last subscription.
    private(set) var expectedBefore = RollingHash()
    private var deliveredBefore = RollingHash()
    /// The position in the order of subscription.
    private(set) var ordinal = 0
    private var eventOfSubscription = 0
    private(set) var isSubscribed = false

    init(_ pattern: CallPattern, _ model: DeliveryModel) {
        self.pattern = pattern
        self.model = model
    }

    func receive(_ method: CallPattern.Method, _ kind: KeyboardEvent.Kind, _ number: Int) {
        received.append(method, kind, number)
        model.willCall(ordinal)
        guard let nextAction else { return }
        self.nextAction = nil
        nextAction()
    }

    func willSubscribe() {
        guard !isSubscribed else { return }
        isSubscribed = true
        deliveredBefore = model.delivered(pattern)
        ordinal = model.nextOrdinal()
        eventOfSubscription = model.eventCount
    }

    /// - Parameter caller: The observer that is being called, or `nil` outside of a call.
    func willUnsubscribe(inCallOf caller: CallRecord?) {
        expectedBefore = expected(inCallOf: caller)
        isSubscribed = false
    }

    /// Returns the expected calls.
    func expected(inCallOf caller: CallRecord? = nil) -> RollingHash {
        guard isSubscribed else { return expectedBefore }
        var expected = expectedBefore
        // Observers are called in the order of subscription. If this observer follows the caller, it still waits for
        // the current event.
        let isWaiting = caller.map { $0.ordinal < ordinal && eventOfSubscription < model.eventCount } ?? false
        expected.append(isWaiting ? model.deliveredBefore(pattern) : model.delivered(pattern), after: deliveredBefore)
        return expected
    }

    func check(_ observer: AnyObject, inCallOf caller: CallRecord? = nil) {
        let expected = expected(inCallOf: caller)
        Findings.expect(
            received == expected,
            received.count == expected.count
                ? "a \(type(of: observer)) received other calls, or in another order"
                : "a \(type(of: observer)) received \(received.count) calls and not \(expected.count)"
        )
    }
}
