package import Dispatch
import Foundation

/// The signals of the process.
@MainActor
package enum ProcessSignal {
    /// Calls the handler for each signal with this number until the returned source is released.
    ///
    /// The default action of the signal is not performed.
    package static func observe(
        _ number: Int32,
        _ handler: @escaping @MainActor () -> Void
    ) -> any DispatchSourceProtocol {
        // Without `SIG_IGN`, the default action would end the process before the source receives the signal.
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
        source.setEventHandler { MainActor.assumeIsolated(handler) }
        source.activate()
        return source
    }

    /// Ends the process with the signal, so that the exit status contains the number of the signal.
    package static func end(by number: Int32) -> Never {
        signal(number, SIG_DFL)
        setMask(SIG_UNBLOCK, number)
        kill(getpid(), number)
        raise(number)
        exit(128 + number)
    }

    /// Performs the default action of a signal.
    ///
    /// The function returns if the action does not end the process.
    static func raiseDefault(_ number: Int32) {
        signal(number, SIG_DFL)
        setMask(SIG_UNBLOCK, number)
        raise(number)
        setMask(SIG_BLOCK, number)
    }

    /// Blocks or unblocks a signal.
    ///
    /// Dispatch blocks the signals of its sources.
    private static func setMask(_ change: Int32, _ number: Int32) {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, number)
        unsafe pthread_sigmask(change, &signals, nil)
    }
}
