public import Foundation
public import KeyboardObservation

/// Follows what a source tells, event by event, and finds what a screen would stumble over.
///
/// It knows no source and no center: give it events and their times as they come, and say when all should be settled.
public struct StoryChecker {
    /// What a story may do that others may not.
    public struct Allowances: OptionSet, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Moves may begin elsewhere than the last one ended: begin frames of another height, screens that turn.
        public static let disconnectedFrames = Allowances(rawValue: 1)

        /// Keyboards may show elsewhere than at the bottom, hide to where they are still seen, and have no height.
        public static let anyPlace = Allowances(rawValue: 2)

        /// *Will* events may tell the same twice, without a *did* between.
        public static let repeatedWills = Allowances(rawValue: 4)

        /// Frame events need not tell what *show* and *hide* tell: their frames may differ, and a *show* may come after
        /// its frame pair.
        public static let oddFrames = Allowances(rawValue: 8)

        /// *Did* events may come at any time.
        public static let anyTime = Allowances(rawValue: 16)
    }

    /// What was found so far.
    public private(set) var findings: [SourceFinding] = []

    /// Whether the last *show* or *hide* was told to have happened: `true` for a *show*, `nil` before the first.
    public private(set) var isShown: Bool?

    private let screenSize: CGSize?
    private let capabilities: KeyboardSourceCapabilities
    private let allowances: Allowances
    private let tolerance: Double

    private var count = 0
    private var last: KeyboardEvent?
    private var waiting: [KeyboardEvent.Kind: (event: KeyboardEvent, time: Duration)] = [:]
    private var end: CGRect?

    /// Makes a checker for a source that has told nothing yet.
    ///
    /// - Parameters:
    ///   - capabilities: what the source says that it can tell.
    ///   - screenSize: the screen's size, in points, to check frames against; `nil` to leave that.
    ///   - allowances: what the story may do that others may not.
    ///   - tolerance: how far from its duration's end a *did* may come, in seconds. UIKit's was logged 35 ms late.
    public init(
        capabilities: KeyboardSourceCapabilities,
        screenSize: CGSize? = nil,
        allowances: Allowances = [],
        tolerance: Double = 0.1
    ) {
        self.capabilities = capabilities
        self.screenSize = screenSize
        self.allowances = allowances
        self.tolerance = tolerance
    }

    /// Takes the next event, told at this time.
    public mutating func receive(_ event: KeyboardEvent, at time: Duration) {
        if event.kind.isWill {
            receiveWill(event, at: time)
        } else {
            receiveDid(event, at: time)
        }
        checkPayload(event)
        checkOrder(event)
        last = event
        count += 1
    }

    /// Says that everything should have come to rest: what still waits for its *did* is found.
    public mutating func settle() {
        guard capabilities.contains(.didEvents) else { return }
        for kind in KeyboardEvent.Kind.allCases where waiting[kind] != nil {
            add(.willNeedsDid, "a \(kind) never had its did", eventNumber: nil)
        }
        waiting = [:]
    }

    private mutating func receiveWill(_ event: KeyboardEvent, at time: Duration) {
        if let same = waiting[event.kind]?.event, same.info == event.info, !allowances.contains(.repeatedWills) {
            add(.doubled, "a \(event.kind) was told again before its did")
        }
        // A will supersedes those of the move before; its own pair is not complete before the second half.
        if event.kind == .willChangeFrame {
            waiting = [:]
            checkConnection(event)
        }
        waiting[event.kind] = (event, time)
    }

    private mutating func receiveDid(_ event: KeyboardEvent, at time: Duration) {
        guard let will = event.kind.will else { return }
        guard let (told, start) = waiting.removeValue(forKey: will) else {
            let isAgain = last?.kind.isWill == false && event.info.frameEnd == end && event.info.frameEnd != nil
            add(
                isAgain ? .doubled : .didNeedsWill,
                isAgain ? "a \(event.kind) was told twice" : "a \(event.kind) came without a \(will) that waited for it"
            )
            return
        }
        switch event.kind {
        case .didShow: isShown = true
        case .didHide: isShown = false
        default: break
        }
        guard !allowances.contains(.anyTime), let duration = told.info.animationDuration else { return }
        let late = (time - start) / .seconds(1) - duration
        if abs(late) > tolerance {
            let milliseconds = Int((abs(late) * 1_000).rounded())
            add(.didInTime, "a \(event.kind) came \(milliseconds) ms \(late < 0 ? "early" : "late")")
        }
    }

    private mutating func checkOrder(_ event: KeyboardEvent) {
        let expected: KeyboardEvent.Kind
        switch event.kind {
        case .willShow, .willHide: expected = .willChangeFrame
        case .didShow, .didHide: expected = .didChangeFrame
        case .willChangeFrame, .didChangeFrame: return
        }
        guard !allowances.contains(.oddFrames) else { return }
        guard let last, last.kind == expected, last.info == event.info else {
            add(.frameFirst, "a \(event.kind) did not follow a \(expected) of the same payload")
            return
        }
    }

    private mutating func checkPayload(_ event: KeyboardEvent) {
        let info = event.info
        guard capabilities.contains(.frames) else { return }
        guard let end = info.frameEnd else {
            add(.payloadIsComplete, "a \(event.kind) told no end frame")
            return
        }
        if event.kind.isWill, info.animationDuration == nil || info.animationCurve == nil {
            add(.payloadIsComplete, "a \(event.kind) told no \(info.animationDuration == nil ? "duration" : "curve")")
        }
        for frame in [info.frameBegin, end].compactMap(\.self) {
            let numbers = [frame.minX, frame.minY, frame.maxX, frame.maxY]
            if !numbers.allSatisfy(\.isFinite) || frame.size.width < 0 || frame.size.height < 0 {
                add(.framesAreFinite, "a \(event.kind) told the frame \(frame)")
            }
        }
        self.end = end
        checkPlace(event, end)
    }

    private mutating func checkPlace(_ event: KeyboardEvent, _ end: CGRect) {
        guard let screenSize, !allowances.contains(.anyPlace) else { return }
        let isAtBottom = abs(end.maxY - screenSize.height) < 0.5 && end.minX >= 0 && end.maxX <= screenSize.width
        switch event.kind {
        case .willShow, .didShow:
            if end.height <= 0 || end.width <= 0 || !isAtBottom {
                add(.framesFitTheScreen, "a \(event.kind) told \(end), on a screen of \(screenSize)")
            }
        case .willHide, .didHide:
            // Foundation's rectangles intersect where they but touch.
            let seen = end.intersection(CGRect(origin: .zero, size: screenSize))
            if (seen.width > 0 && seen.height > 0) || end.width <= 0 {
                add(.framesFitTheScreen, "a \(event.kind) told \(end), on a screen of \(screenSize)")
            }
        case .willChangeFrame, .didChangeFrame:
            break
        }
    }

    private mutating func checkConnection(_ event: KeyboardEvent) {
        guard !allowances.contains(.disconnectedFrames), let end, let begin = event.info.frameBegin else { return }
        if abs(begin.minY - end.minY) > 0.5 || abs(begin.minX - end.minX) > 0.5 {
            add(.framesConnect, "a \(event.kind) begins at \(begin.origin), and the last move ended at \(end.origin)")
        }
    }

    private mutating func add(_ rule: SourceFinding.Rule, _ sentence: String) {
        add(rule, sentence, eventNumber: count)
    }

    private mutating func add(_ rule: SourceFinding.Rule, _ sentence: String, eventNumber: Int?) {
        findings.append(SourceFinding(rule: rule, sentence: sentence, eventNumber: eventNumber))
    }
}

extension KeyboardEvent.Kind {
    /// Whether it tells what is about to happen.
    var isWill: Bool {
        will == nil
    }

    /// What a *did* waits for; `nil` of a *will*.
    var will: KeyboardEvent.Kind? {
        switch self {
        case .didShow: .willShow
        case .didHide: .willHide
        case .didChangeFrame: .willChangeFrame
        case .willShow, .willHide, .willChangeFrame: nil
        }
    }
}
