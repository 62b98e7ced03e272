package import KeyboardObservation

/// Decodes bytes, and uses time-outs to recognize the Escape key and the end of a paste.
@MainActor
package final class InputReader {
    /// The time for which the reader waits for the rest of a sequence.
    ///
    /// A terminal writes a sequence at once. A slow connection may split the sequence, but all parts arrive within this
    /// time.
    package static let patience = Duration.milliseconds(50)
    /// The time for which the reader waits for the rest of a paste.
    ///
    /// A long paste arrives in many pieces.
    package static let pastePatience = Duration.seconds(2)

    package var onInput: (@MainActor (TerminalInput) -> Void)?

    private var decoder = InputDecoder()
    private let scheduler: any KeyboardScheduler
    private var timeout: KeyboardScheduledAction?

    package init(scheduler: any KeyboardScheduler) {
        self.scheduler = scheduler
    }

    package func receive(_ bytes: some Sequence<UInt8>) {
        timeout?.cancel()
        timeout = nil
        report(decoder.decode(bytes))
        guard decoder.isWaiting else { return }
        let patience = decoder.isPasting ? Self.pastePatience : Self.patience
        timeout = scheduler.schedule(after: patience) { [weak self] in
            guard let self else { return }
            report(decoder.flush())
        }
    }

    private func report(_ input: [TerminalInput]) {
        for event in input { onInput?(event) }
    }
}
