import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

@MainActor
struct ScreenPatienceTests {
    private let server = Server()

    @Test func aRequestThatEndsInRealTimeIsNoLeak() async {
        var conformance = ScreenConformance { [server] _ in RequestScreen(server) }
        conformance.patience = Patience { [server] _ in
            await server.answer(all: true)
        }
        let findings = await conformance.findings(in: .showAndHide) + conformance.findings(lifetimes: 250)
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test func theWaitContinuesWhileScreensAreReleased() async {
        var pauses = 0
        var conformance = ScreenConformance { [server] _ in RequestScreen(server) }
        conformance.patience = Patience { [server] _ in
            pauses += 1
            await server.answer(all: false)
        }
        let findings = await conformance.findings(lifetimes: 450)
        #expect(findings.isEmpty, "\(findings)")
        #expect(pauses >= 300)
    }

    @Test func theWaitEndsTwoSecondsAfterTheLastRelease() async {
        var waited = Duration.zero
        var conformance = ScreenConformance { [server] _ in RequestScreen(server) }
        conformance.patience = Patience { waited += $0 }
        let findings = await conformance.findings(in: KeyboardScenario("show", on: .phone393x852, steps: [.show()]))
        #expect(findings.map(\.rule) == [.isDeallocated])
        #expect(waited == .seconds(2))
        waited = .zero
        let findingsOfLifetimes = await conformance.findings(lifetimes: 300)
        #expect(findingsOfLifetimes.map(\.rule) == [.isDeallocated])
        #expect(waited == .seconds(2))
        server.answerAll()
    }

    @Test func aLeakBesideARequestIsFoundWithItsScenario() async {
        var conformance = ScreenConformance { [server] _ in LeakingRequestScreen(server) }
        conformance.patience = Patience { [server] _ in
            await server.answer(all: true)
        }
        let findings = await conformance.findings(in: .smallerHeight)
        #expect(findings.map(\.rule) == [.isDeallocated])
        #expect(findings.first?.scenario?.steps == KeyboardScenario.smallerHeight.steps)
    }

    @Test func nothingWaitsForACorrectScreen() async {
        var pauses = 0
        var conformance = ScreenConformance { bed in HeightScreen(bed) }
        conformance.patience = Patience { _ in pauses += 1 }
        _ = await conformance.findings(in: .showAndHide)
        _ = await conformance.findings(lifetimes: 100)
        #expect(pauses == 0)
    }
}

/// Answers requests when a test calls it.
@MainActor
private final class Server {
    private var requests: [CheckedContinuation<Void, Never>] = []

    func request() async {
        await withCheckedContinuation { requests.append($0) }
    }

    func answerAll() {
        while !requests.isEmpty { requests.removeFirst().resume() }
    }

    /// Answers the first request or all requests, and lets their tasks run.
    ///
    /// If there is no request yet, the task that makes the request may still wait behind the tasks of parallel tests.
    func answer(all: Bool) async {
        let turns = requests.isEmpty ? 100 : 1
        if all { answerAll() } else if !requests.isEmpty { requests.removeFirst().resume() }
        for _ in 0..<turns { await Task.yield() }
    }
}

/// Requests suggestions at a show if no request is running.
private class RequestScreen: KeyboardObservable, CommonKeyboardPresentable {
    private let server: Server
    private var task: Task<Void, Never>?

    init(_ server: Server) {
        self.server = server
        subscribeOnKeyboardNotifications()
    }

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) {
        guard task == nil else { return }
        task = Task {
            await server.request()
            task = nil
        }
    }

    func keyboardWillBeHidden(duration: TimeInterval) {}
}

/// Retains itself when the keyboard is small.
private final class LeakingRequestScreen: RequestScreen {
    private var itself: LeakingRequestScreen?

    override func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) {
        super.keyboardWillBeShown(keyboardHeight: keyboardHeight, duration: duration)
        if keyboardHeight == 120 { itself = self }
    }
}
