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

        /// Moves may begin with another frame than the last one ended with: of another height, or on a screen that was
        /// turned.
        public static let disconnectedFrames = Allowances(rawValue: 1)

        /// Keyboards may show elsewhere than at the bottom, hide to where they are still seen, and lose their height.
        public static let anyPlace = Allowances(rawValue: 2)

        /// *Will* events may tell the same twice, without a *did* between, and a *hide* may follow a *hide*.
        public static let repeatedWills = Allowances(rawValue: 4)

        /// Frame events need not tell what *show* and *hide* tell, nor *did* events what their *will* told.
        public static let oddFrames = Allowances(rawValue: 8)

        /// *Did* events may come at any time.
        public static let anyTime = Allowances(rawValue: 16)
    }

    /// What was found so far.
    public private(set) var findings: [SourceFinding] = []

    /// Whether the last thing that was told to have happened is a *show*; of a source that tells no *did*, the last
    /// thing that was told at all. `nil` before the first.
    public private(set) var isShown: Bool?

    /// The end frame that was told last.
    public private(set) var frame: CGRect?

    private let screenSize: CGSize?
    private let capabilities: KeyboardSourceCapabilities
    private let allowances: Allowances
    private let tolerance: Double

    private var count = 0
    private var last: (event: KeyboardEvent, time: Duration)?
    private var isGoing = false
    private var waiting: [KeyboardEvent.Kind: (event: KeyboardEvent, time: Duration)] = [:]

    /// Makes a checker for a source that has told nothing yet.
    ///
    /// - Parameters:
    ///   - capabilities: what the source says that it can tell.
    ///   - screenSize: the screen's size, in points, to check frames against; `nil` to leave that.
    ///   - allowances: what the story may do that others may not.
    ///   - tolerance: how far from its duration's end a *did* may come, and how far the halves of a pair may be apart,
    ///     in seconds. UIKit's were logged 36 ms late, and 4 ms apart.
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
        checkOrder(event, at: time)
        last = (event, time)
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
        if !allowances.contains(.repeatedWills) {
            if let same = waiting[event.kind]?.event, same.info == event.info {
                add(.doubled, "a \(event.kind) was told again before its did")
            } else if event.kind == .willHide, isGoing {
                add(.doubled, "a \(event.kind) was told of a keyboard that goes or has gone")
            }
        }
        if event.kind != .willChangeFrame { isGoing = event.kind == .willHide }
        // A will supersedes those of the move before; its own pair is not complete before the second half.
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
            add(.capabilitiesAreTrue, "a \(event.kind) was told, and capabilities say that there are none")
        }
        guard let (told, start) = waiting.removeValue(forKey: will) else {
            let isAgain = last?.event.kind.isWill == false && frame != nil && event.info.frameEnd == frame
            add(
                isAgain ? .doubled : .didNeedsWill,
                isAgain ? "a \(event.kind) was told twice" : "a \(event.kind) came without a \(will) that waited for it"
            )
            return
        }
        noteShown(event.kind)
        if told.info.frameEnd != event.info.frameEnd, !allowances.contains(.oddFrames) {
            add(.didMatchesWill, "a \(event.kind) told another end than its \(will)")
        }
        guard !allowances.contains(.anyTime), let duration = told.info.animationDuration else { return }
        let late = (time - start) / .seconds(1) - duration
        if abs(late) > tolerance {
            let milliseconds = Int((abs(late) * 1_000).rounded())
            add(.didInTime, "a \(event.kind) came \(milliseconds) ms \(late < 0 ? "early" : "late")")
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
            if docks(event, after: last.event) { return }
        }
        add(.frameFirst, "a \(event.kind) did not follow a \(expected) of the same payload")
    }

    /// Whether this is the *show* of a keyboard that has told its docked frame before.
    private func docks(_ event: KeyboardEvent, after last: KeyboardEvent) -> Bool {
        switch (last.kind, event.kind) {
        case (.didChangeFrame, .willShow), (.willShow, .didShow): last.info.frameEnd == event.info.frameEnd
        default: false
        }
    }

    private mutating func checkPayload(_ event: KeyboardEvent) {
        let info = event.info
        guard capabilities.contains(.frames) else { return }
        guard let end = info.frameEnd else {
            add(.payloadIsComplete, "a \(event.kind) told no end frame")
            return
        }
        if info.frameBegin == nil { add(.payloadIsComplete, "a \(event.kind) told no begin frame") }
        if event.kind.isWill, info.animationDuration == nil || info.animationCurve == nil {
            add(.payloadIsComplete, "a \(event.kind) told no \(info.animationDuration == nil ? "duration" : "curve")")
        }
        for frame in [info.frameBegin, end].compactMap(\.self) {
            let numbers = [frame.minX, frame.minY, frame.maxX, frame.maxY]
            if !numbers.allSatisfy(\.isFinite) || frame.size.width < 0 || frame.size.height < 0 {
                add(.framesAreFinite, "a \(event.kind) told the frame \(frame)")
            }
        }
        self.frame = end
        checkPlace(event, end)
    }

    private mutating func checkPlace(_ event: KeyboardEvent, _ end: CGRect) {
        guard let screenSize, !allowances.contains(.anyPlace) else { return }
        let isAtBottom = abs(end.maxY - screenSize.height) < 0.5 && end.minX >= 0 && end.maxX <= screenSize.width
        switch event.kind {
        case .willShow, .didShow:
            if end.height <= 0 || end.width <= 0 || end.minY < 0 || !isAtBottom {
                add(.framesFitTheScreen, "a \(event.kind) told \(end), on a screen of \(screenSize)")
            }
        case .willHide, .didHide:
            // Foundation's rectangles intersect where they but touch.
            let seen = end.intersection(CGRect(origin: .zero, size: screenSize))
            if (seen.width > 0 && seen.height > 0) || end.width <= 0 || end.height <= 0 {
                add(.framesFitTheScreen, "a \(event.kind) told \(end), on a screen of \(screenSize)")
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
            add(.framesConnect, "a \(event.kind) begins with \(begin), and the last move ended with \(frame)")
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
