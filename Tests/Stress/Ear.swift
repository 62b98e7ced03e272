import KeyboardObservation

/// How much was told: each event's number, added up.
struct Told: Equatable {
    /// Of all events.
    var all = 0
    /// Of those that show and hide.
    var showsAndHides = 0

    init() {}

    init(_ kind: KeyboardEvent.Kind, _ number: Int) {
        all = number
        showsAndHides = kind == .willChangeFrame || kind == .didChangeFrame ? 0 : number
    }

    static func + (a: Told, b: Told) -> Told {
        var sum = a
        sum.all += b.all
        sum.showsAndHides += b.showsAndHides
        return sum
    }

    static func - (a: Told, b: Told) -> Told {
        var difference = a
        difference.all -= b.all
        difference.showsAndHides -= b.showsAndHides
        return difference
    }
}

/// What one listener has heard, and what it should have.
@MainActor
final class Ear {
    /// How often a listener hears each event.
    struct Share {
        var all = 0
        var showsAndHides = 0

        func of(_ told: Told) -> Int {
            all * told.all + showsAndHides * told.showsAndHides
        }

        /// Whether it is called at most once an event.
        var isSingle: Bool { all + showsAndHides <= 1 }
    }

    let share: Share
    private(set) var heard = 0
    /// Done at the next call, once.
    var mischief: (@MainActor () -> Void)?

    /// What it should have heard before it joined last.
    private(set) var heardBefore = 0
    private var toldBefore = Told()
    /// Its place in the order of subscription.
    private(set) var ordinal = 0
    private var eventOfJoining = 0
    private(set) var isIn = false

    init(_ share: Share) {
        self.share = share
    }

    func hear(_ number: Int) {
        heard += number
        guard let mischief else { return }
        self.mischief = nil
        mischief()
    }

    func join(_ model: Model) {
        guard !isIn else { return }
        isIn = true
        toldBefore = model.told
        ordinal = model.nextOrdinal()
        eventOfJoining = model.eventCount
    }

    /// - Parameter killer: who is being called while this happens.
    func leave(_ model: Model, inCallOf killer: Ear?) {
        heardBefore = expected(model, inCallOf: killer)
        isIn = false
    }

    /// What it should have heard.
    func expected(_ model: Model, inCallOf killer: Ear? = nil) -> Int {
        guard isIn else { return heardBefore }
        var told = model.told - toldBefore
        // Served in the order of subscription: whoever comes after the killer has not been called yet.
        if let killer, killer.ordinal < ordinal, eventOfJoining < model.eventCount { told = told - model.running }
        return heardBefore + share.of(told)
    }
}
