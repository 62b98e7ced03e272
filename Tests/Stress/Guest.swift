import KeyboardObservation

/// Somebody in the crowd: a screen or a closure's token, and what it has heard.
@MainActor
final class Guest {
    /// What unsubscribes, subscribes, and lives on otherwise.
    enum Body {
        case screen(any StressScreen)
        case owner(Owner)
        /// Listens as long as it is there.
        case other(any AnyObject & Sendable)
    }

    let ear: Ear
    let body: Body

    init(_ ear: Ear, _ body: Body) {
        self.ear = ear
        self.body = body
    }

    var isScreen: Bool {
        if case .screen = body { true } else { false }
    }

    var object: any AnyObject & Sendable {
        switch body {
        case .screen(let screen): screen
        case .owner(let owner): owner
        case .other(let object): object
        }
    }

    func check(_ model: Model, inCallOf killer: Ear?) {
        let expected = ear.expected(model, inCallOf: killer)
        Findings.expect(ear.heard == expected, "a \(type(of: object)) heard \(ear.heard) and not \(expected)")
    }
}

/// Who holds a token whose closure gets its owner.
@MainActor
final class Owner {
    let ear: Ear
    var token: KeyboardObservationToken?
    private let mark = Mark(.owner)

    init(_ ear: Ear) {
        self.ear = ear
    }
}
