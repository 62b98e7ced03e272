package import Foundation
package import KeyboardObservation

/// Checks each event of a source against the rules of ``SourceConformance/Finding/Rule``.
///
/// The checker does not depend on a source or a center. It receives events with their times.
package struct EventSequenceChecker {
    /// The findings so far.
    package private(set) var findings: [SourceConformance.Finding] = []

    /// Whether the last *did* event reports a shown keyboard.
    ///
    /// For a source without *did* events, the last *will* event determines the value.
    ///
    /// The property is `nil` before the first event.
    package private(set) var isShown: Bool?

    /// The last reported end frame.
    package private(set) var frame: CGRect?

    private let screenSize: CGSize?
    private let capabilities: KeyboardSourceCapabilities
    private let allowances: SourceConformance.Allowances
    private let tolerance: Double

    private var count = 0
    private var last: (event: KeyboardEvent, time: Duration)?
    private var isHiding = false
    private var waiting: [KeyboardEvent.Kind: (event: KeyboardEvent, time: Duration)] = [:]

    /// Creates a checker.
    ///
    /// - Parameters:
    ///   - capabilities: The capabilities of the source.
    ///   - screenSize: The size of the screen, in points. If it is `nil`, frames are not compared with the screen.
    ///   - allowances: Accepted deviations.
    ///   - tolerance: The largest difference between the time of a *did* event and the end of its transition, and
    ///     between the times of the two events of a pair, in seconds. In logs of UIKit, *did* events are up to 36 ms
    ///     late, and the two events of a pair are up to 4 ms apart.
    package init(
        capabilities: KeyboardSourceCapabilities,
        screenSize: CGSize? = nil,
        allowances: SourceConformance.Allowances = [],
        tolerance: Double = 0.1
    ) {
        self.capabilities = capabilities
        self.screenSize = screenSize
        self.allowances = allowances
        self.tolerance = tolerance
    }

    /// Checks the next event, which was posted at `time`.
    package mutating func receive(_ event: KeyboardEvent, at time: Duration) {
        if event.kind.isWill {
            receiveWill(event, at: time)
        } else {
            receiveDid(event, at: time)
        }
        checkPayload(event)
        checkOrder(event, at: time)
        last = (event, time)
        count += 1
    }

    /// Ends every transition.
    ///
    /// Each *will* event without its *did* event is a finding.
    package mutating func finishTransitions() {
        guard capabilities.contains(.didEvents) else { return }
        for kind in KeyboardEvent.Kind.allCases where waiting[kind] != nil {
            add(.willNeedsDid, "a \(kind) has no did event", eventNumber: nil)
        }
        waiting = [:]
    }

    private mutating func receiveWill(_ event: KeyboardEvent, at time: Duration) {
        if !allowances.contains(.repeatedWills) {
            if let same = waiting[event.kind]?.event, same.info == event.info {
                add(.doubled, "a \(event.kind) was posted again before its did")
            } else if event.kind == .willHide, isHiding {
                add(.doubled, "a \(event.kind) was posted for a keyboard that is hiding or hidden")
            }
        }
        if event.kind != .willChangeFrame { isHiding = event.kind == .willHide }
        // A *frame* event begins a transition and supersedes the previous transition. A *show* or *hide* event
        // completes the pair of the transition.
        if event.kind == .willChangeFrame {
            waiting = [:]
            checkConnection(event)
        }
        waiting[event.kind] = (event, time)
        if !capabilities.contains(.didEvents) { noteShown(event.kind) }
    }

    private mutating func noteShown(_ kind: KeyboardEvent.Kind) {
        switch kind {
        case .willShow, .didShow: isShown = true
        case .willHide, .didHide: isShown = false
        case .willChangeFrame, .didChangeFrame: break
        }
    }

    private mutating func receiveDid(_ event: KeyboardEvent, at time: Duration) {
        guard let will = event.kind.will else { return }
        if !capabilities.contains(.didEvents) {
            add(.capabilitiesAreTrue, "a \(event.kind) was posted, which the capabilities exclude")
        }
        guard let (willEvent, start) = waiting.removeValue(forKey: will) else {
            let isAgain = last?.event.kind.isWill == false && frame != nil && event.info.frameEnd == frame
            add(
                isAgain ? .doubled : .didNeedsWill,
                isAgain ? "a \(event.kind) was posted twice" : "a \(event.kind) has no \(will) that waits for it"
            )
            return
        }
        noteShown(event.kind)
        if willEvent.info.frameEnd != event.info.frameEnd, !allowances.contains(.oddFrames) {
            add(.didMatchesWill, "a \(event.kind) reports another end frame than its \(will)")
        }
        guard !allowances.contains(.anyTime), let duration = willEvent.info.animationDuration else { return }
        let late = (time - start) / .seconds(1) - duration
        if abs(late) > tolerance {
            // The number is not converted to an `Int`, because the source may report any duration.
            let milliseconds = String(format: "%.15g", (abs(late) * 1_000).rounded())
            add(.didInTime, "a \(event.kind) is \(milliseconds) ms \(late < 0 ? "early" : "late")")
        }
    }

    private mutating func checkOrder(_ event: KeyboardEvent, at time: Duration) {
        let expected: KeyboardEvent.Kind
        switch event.kind {
        case .willShow, .willHide: expected = .willChangeFrame
        case .didShow, .didHide: expected = .didChangeFrame
        case .willChangeFrame, .didChangeFrame: return
        }
        guard !allowances.contains(.oddFrames) else { return }
        if let last {
            let isClose = (time - last.time) / .seconds(1) <= tolerance
            if last.event.kind == expected, last.event.info == event.info, isClose { return }
            if isDocking(event, after: last.event) { return }
        }
        add(.frameFirst, "a \(event.kind) did not follow a \(expected) of the same payload")
    }

    /// Returns whether the event is the *show* event that follows the *frame* events of a keyboard that docks.
    private func isDocking(_ event: KeyboardEvent, after last: KeyboardEvent) -> Bool {
        switch (last.kind, event.kind) {
        case (.didChangeFrame, .willShow), (.willShow, .didShow): last.info.frameEnd == event.info.frameEnd
        default: false
        }
    }

    private mutating func checkPayload(_ event: KeyboardEvent) {
        let info = event.info
        guard capabilities.contains(.frames) else { return }
        guard let end = info.frameEnd else {
            add(.payloadIsComplete, "a \(event.kind) has no end frame")
            return
        }
        if info.frameBegin == nil { add(.payloadIsComplete, "a \(event.kind) has no begin frame") }
        if event.kind.isWill, info.animationDuration == nil || info.animationCurve == nil {
            add(.payloadIsComplete, "a \(event.kind) has no \(info.animationDuration == nil ? "duration" : "curve")")
        }
        for frame in [info.frameBegin, end].compactMap(\.self) {
            if !frame.isFinite || frame.size.width < 0 || frame.size.height < 0 {
                add(.framesAreFinite, "a \(event.kind) reports the frame \(frame)")
            }
        }
        self.frame = end
        checkPosition(event, end)
    }

    private mutating func checkPosition(_ event: KeyboardEvent, _ end: CGRect) {
        guard let screenSize, !allowances.contains(.anyPlace) else { return }
        let isAtBottom = abs(end.maxY - screenSize.height) < 0.5 && end.minX >= 0 && end.maxX <= screenSize.width
        switch event.kind {
        case .willShow, .didShow:
            if end.height <= 0 || end.width <= 0 || end.minY < 0 || !isAtBottom {
                add(.framesFitTheScreen, "a \(event.kind) reports \(end) on a screen of \(screenSize)")
            }
        case .willHide, .didHide:
            // Foundation's rectangles intersect if they share an edge.
            let visible = end.intersection(CGRect(origin: .zero, size: screenSize))
            if (visible.width > 0 && visible.height > 0) || end.width <= 0 || end.height <= 0 {
                add(.framesFitTheScreen, "a \(event.kind) reports \(end) on a screen of \(screenSize)")
            }
        case .willChangeFrame, .didChangeFrame:
            break
        }
    }

    private mutating func checkConnection(_ event: KeyboardEvent) {
        guard !allowances.contains(.disconnectedFrames), let frame, let begin = event.info.frameBegin else { return }
        let distances = [
            begin.minX - frame.minX, begin.minY - frame.minY, begin.maxX - frame.maxX, begin.maxY - frame.maxY,
        ]
        if distances.contains(where: { abs($0) > 0.5 }) {
            add(.framesConnect, "a \(event.kind) begins with \(begin), but the last transition ended with \(frame)")
        }
    }

    private mutating func add(_ rule: SourceConformance.Finding.Rule, _ sentence: String) {
        add(rule, sentence, eventNumber: count)
    }

    private mutating func add(_ rule: SourceConformance.Finding.Rule, _ sentence: String, eventNumber: Int?) {
        findings.append(SourceConformance.Finding(rule: rule, sentence: sentence, eventNumber: eventNumber))
    }
}

extension KeyboardEvent.Kind {
    /// Whether the event announces a change.
    fileprivate var isWill: Bool {
        will == nil
    }

    /// The *will* kind of a *did* kind.
    ///
    /// The property is `nil` for a *will* kind.
    fileprivate var will: KeyboardEvent.Kind? {
        switch self {
        case .didShow: .willShow
        case .didHide: .willHide
        case .didChangeFrame: .willChangeFrame
        case .willShow, .willHide, .willChangeFrame: nil
        }
    }
}
