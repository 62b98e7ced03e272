import KeyboardObservation
import Testing

@MainActor
struct ObservingKindsTests {
    @Test(arguments: KeyboardEvent.Kind.allCases)
    func aClosureReceivesItsKindsOnly(kind: KeyboardEvent.Kind) {
        let fixture = Fixture()
        var received: [KeyboardEvent.Kind] = []
        let token = fixture.pool.observe([kind]) { received.append($0.kind) }
        let owned = fixture.pool.observe(for: fixture.log, [kind]) { received.append($1.kind) }
        for kind in KeyboardEvent.Kind.allCases { fixture.post(kind) }
        #expect(received == [kind, kind])
        withExtendedLifetime((token, owned)) {}
    }

    @Test func aClosureWithoutKindsReceivesNothing() {
        let fixture = Fixture()
        let token = fixture.pool.observe([]) { _ in Issue.record("it was called") }
        for kind in KeyboardEvent.Kind.allCases { fixture.post(kind) }
        withExtendedLifetime(token) {}
    }
}
