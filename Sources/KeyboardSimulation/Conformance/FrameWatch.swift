import Foundation
import KeyboardObservation
import Synchronization

/// Hears the frames in motion of a center, on whatever thread they are told.
final class FrameWatch: Sendable {
    private struct State {
        var count = 0
        var unreadable = 0
        var stray = 0
    }

    private let state = Mutex(State())

    /// How many were told.
    var count: Int {
        state.withLock(\.count)
    }

    /// How many were told off the main actor.
    var strayCount: Int {
        state.withLock(\.stray)
    }

    func receive(_ notification: Notification) {
        let isReadable = notification.keyboardInfo.frameEnd != nil
        let isStray = !MainQueue.isCurrent
        state.withLock { state in
            state.count += 1
            if !isReadable { state.unreadable += 1 }
            if isStray { state.stray += 1 }
        }
    }

    /// What is wrong with them.
    func findings(of capabilities: KeyboardSourceCapabilities) -> [SourceFinding] {
        let state = state.withLock { $0 }
        var findings: [SourceFinding] = []
        if state.count > 0, !capabilities.contains(.framesInMotion) {
            let sentence = "\(state.count) frames in motion were told, which its capabilities deny"
            findings.append(SourceFinding(rule: .capabilitiesAreTrue, sentence: sentence, eventNumber: nil))
        }
        if state.unreadable > 0 {
            let sentence = "\(state.unreadable) frames in motion could not be read"
            findings.append(SourceFinding(rule: .framesAreFinite, sentence: sentence, eventNumber: nil))
        }
        return findings
    }
}
