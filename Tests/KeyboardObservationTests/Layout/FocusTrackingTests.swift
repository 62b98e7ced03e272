import Observation
import Synchronization
import Testing

@testable import KeyboardObservation

struct FocusTrackingTests {
    @Observable
    final class Form {
        var focus = 0
    }

    final class Owner: Sendable {}

    @Test func aFormRetainsNothingOfATrackingThatHasEnded() {
        let form = Form()
        var (tracking, owner): (FocusTracking?, Owner?) = (FocusTracking(), Owner())
        weak let retained = owner
        let end = Mutex(0)
        _ = tracking?.track(
            { form.focus },
            onChange: { [owner] in withExtendedLifetime(owner) { end.withLock { $0 += 1 } } }
        )
        owner = nil
        #expect(retained != nil)
        tracking = nil
        #expect(retained == nil)
        form.focus = 1
        #expect(end.withLock(\.self) == 0)
    }
}
