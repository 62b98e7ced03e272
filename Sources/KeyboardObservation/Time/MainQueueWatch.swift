import Dispatch
import Foundation
import Synchronization

/// The main queue can also stand still because the main thread is busy, so the printed message names the event loop
/// only as a possible cause.
package enum MainQueueWatch {
    private static let hasRun = Atomic(false)

    private static let started: Void = {
        DispatchQueue.main.async { hasRun.store(true, ordering: .relaxed) }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(2)) {
            guard !hasRun.load(ordering: .relaxed) else { return }
            let call = MainQueueLoop.hasGLib ? "MainQueueLoop.attachToGLib()" : "MainQueueLoop.drain()"
            let message = """
                KeyboardObservation: the main queue has not run for 2 seconds, so keyboard events are not delivered. If \
                the event loop of the app does not run the main queue, call \(call). See the article "Foreign main loops".

                """
            try? FileHandle.standardError.write(contentsOf: Data(message.utf8))
        }
    }()

    package static func begin() { started }
}
