import Foundation
import KeyboardObservation

/// An implementation that is measured.
enum Implementation: String, CaseIterable, CodingKeyRepresentable, Encodable {
    case ours, surf, handwritten, stream, floor

    /// Returns the largest number of screens in a measurement.
    ///
    /// The time for Surf's subscriptions grows with the square of their number. 10,000 subscriptions take some seconds,
    /// and 100,000 subscriptions would take a quarter of an hour. 100,000 streams also take some seconds.
    func largestSize(isQuick: Bool) -> Int {
        switch self {
        case .surf: isQuick ? 1_000 : 10_000
        case .stream: isQuick ? 10_000 : .max
        default: .max
        }
    }
}

/// What is measured, with the names of the rows.
enum Work: String, CaseIterable {
    case deliver, pair, subscribe, lifetime, decode, sequence, frame, guide, avoider
    case postObject = "post_object"
    case memoryBytes = "memory_bytes"
    case sweepPause = "sweep_pause"
    case formMove = "form_move"
    case formKey = "form_key"

    /// The settings that have no effect on the work.
    var unused: [Setting] {
        switch self {
        case .decode, .lifetime: [.screens]
        case .memoryBytes: [.warmUp, .events]
        default: []
        }
    }

    var sizeName: String? {
        switch self {
        case .decode, .lifetime: nil
        case .formMove, .formKey: "fields"
        case .guide: "guides"
        case .avoider: "avoiders"
        case .sweepPause: "orphans"
        default: "screens"
        }
    }

    @MainActor
    var implementations: [Implementation] {
        Implementation.allCases.filter { job(of: $0, size: 1) != nil }
    }

    /// Returns `nil` if the implementation cannot do this work.
    @MainActor
    func job(of implementation: Implementation, size: Int) -> Job? {
        switch (self, implementation) {
        case (.sequence, .ours): SequenceScreen.job(.deliver, size)
        case (.sequence, .stream): StreamScreen.job(.deliver, size)
        case (.sequence, _): nil
        case (.sweepPause, .ours): Sweep(orphans: size).job
        case (.sweepPause, _): nil
        case (.decode, _): PayloadReading.job(of: implementation)
        case (.formMove, _), (.formKey, _): Form.job(self, of: implementation, fields: size)
        case (.frame, _), (.guide, _), (.avoider, _): FollowerJobs.job(self, of: implementation, size)
        case (_, .ours): OurScreen.job(self, size)
        case (_, .surf): SurfScreen.job(self, size)
        case (_, .handwritten): HandwrittenScreen.job(self, size)
        case (_, .stream): StreamScreen.job(self, size)
        case (.deliver, .floor), (.memoryBytes, .floor): FloorScreen.job(size)
        case (_, .floor): nil
        }
    }
}
