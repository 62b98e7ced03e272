import KeyboardObservation
import Testing

@MainActor
struct ObservingKindsTests {
    @Test(arguments: KeyboardEvent.Kind.allCases)
    func aClosureReceivesItsKindsOnly(kind: KeyboardEvent.Kind) {
        let fixture = Fixture()
        var heard: [KeyboardEvent.Kind] = []
        let token = fixture.pool.observe([kind]) { heard.append($0.kind) }
        let owned = fixture.pool.observe(for: fixture.log, [kind]) { heard.append($1.kind) }
        for kind in KeyboardEvent.Kind.allCases { fixture.post(kind) }
        #expect(heard == [kind, kind])
        withExtendedLifetime((token, owned)) {}
    }

    @Test func aClosureWithoutKindsReceivesNothing() {
        let fixture = Fixture()
        let token = fixture.pool.observe([]) { _ in Issue.record("it was called") }
        for kind in KeyboardEvent.Kind.allCases { fixture.post(kind) }
        withExtendedLifetime(token) {}
    }
}
