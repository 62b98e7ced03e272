import Foundation
package import KeyboardObservation

package struct EventSequenceChecker {
    /// A source can post events forever, so the number of findings is limited.
    static let capacity = 1_000

    package private(set) var findings: [SourceConformance.Finding] = []

    /// The value is `nil` until an event reports whether the keyboard is shown.
    package private(set) var isShown: Bool?

    package var capabilities: KeyboardSourceCapabilities
    private var count = 0
    private var last: KeyboardEvent?
    private var lastWill: KeyboardEvent?
    private var isAnswered = false
    private var lastObscured: Bool?
    /// The *will* events that have no *did* event yet.
    private var waiting: [KeyboardEvent] = []

    package init(capabilities: KeyboardSourceCapabilities) {
        self.capabilities = capabilities
    }

    package mutating func receive(_ event: KeyboardEvent) {
        let isObscuring = event.info.isObscured != nil && event.info.isObscured != lastObscured
        checkPayload(event)
        checkPair(event)
        if event.kind.will == nil {
            receiveWill(event, isObscuring: isObscuring)
            if !capabilities.contains(.didEvents) { noteShown(event) }
        } else {
            receiveDid(event)
            noteShown(event)
        }
        last = event
        count += 1
    }

    package mutating func finishTransitions() {
        if capabilities.contains(.didEvents) {
            for will in waiting { add(.willNeedsDid, "a \(will.kind) has no did event", isOfEvent: false) }
        }
        waiting = []
    }

    private mutating func receiveWill(_ event: KeyboardEvent, isObscuring: Bool) {
        switch event.kind {
        case .willChangeFrame:
            if event.info.frameEnd != nil, waiting.contains(where: { $0.kind == event.kind && $0.info == event.info }) {
                add(.doubled, "a willChangeFrame was posted again before its did")
            }
            // A new transition replaces the previous transition. If an event changes only *isObscured*, the previous
            // transition continues.
            if !isObscuring || event.info.frameBegin != event.info.frameEnd { waiting = [] }
        default:
            if let lastWill, lastWill.kind == event.kind {
                if event.kind == .willHide {
                    add(.doubled, "a willHide was posted for a keyboard that is hiding or hidden")
                } else if !isAnswered, lastWill.info.announcesSame(as: event.info) {
                    add(.doubled, "a willShow was posted again before its did")
                }
            }
            (lastWill, isAnswered) = (event, false)
        }
        waiting.append(event)
    }

    private mutating func receiveDid(_ event: KeyboardEvent) {
        if !capabilities.contains(.didEvents) {
            add(.capabilitiesAreTrue, "a \(event.kind) was posted, which the capabilities exclude")
        }
        guard let index = waiting.lastIndex(where: { $0.kind == event.kind.will }) else {
            let isAgain = last?.kind.will != nil && last?.info.frameEnd == event.info.frameEnd
            return isAgain
                ? add(.doubled, "a \(event.kind) was posted twice")
                : add(.didNeedsWill, "a \(event.kind) has no will event that waits for it")
        }
        let will = waiting.remove(at: index)
        if will.kind == lastWill?.kind { isAnswered = true }
        if will.sender != event.sender {
            add(.didMatchesWill, "a \(event.kind) reports another sender than its \(will.kind)")
        }
        if !event.info.frameEnd.isClose(to: will.info.frameEnd) {
            add(.didMatchesWill, "a \(event.kind) reports another end frame than its \(will.kind)")
        }
    }

    /// A floating keyboard posts only *frame* events.
    private mutating func noteShown(_ event: KeyboardEvent) {
        switch event.kind {
        case .willShow, .didShow: isShown = true
        case .willHide, .didHide: isShown = false
        case .willChangeFrame, .didChangeFrame:
            guard let end = event.info.frameEnd, let bounds = event.info.screenBounds else { return }
            isShown = end.visible(in: bounds) != nil
        }
    }

    private mutating func checkPair(_ event: KeyboardEvent) {
        let frame: KeyboardEvent.Kind
        switch event.kind {
        case .willShow, .willHide: frame = .willChangeFrame
        case .didShow, .didHide: frame = .didChangeFrame
        case .willChangeFrame, .didChangeFrame: return
        }
        if last?.kind == frame, last?.info == event.info, last?.sender == event.sender { return }
        if isDocking(event) { return }
        add(.frameFirst, "a \(event.kind) did not follow a \(frame) of the same payload")
    }

    /// A keyboard that has docked may post a *show* without another *frame* event.
    private func isDocking(_ event: KeyboardEvent) -> Bool {
        guard let last, last.info.frameEnd == event.info.frameEnd, let begin = last.info.frameBegin else {
            return false
        }
        let isAfter =
            (last.kind, event.kind) == (.didChangeFrame, .willShow) || (last.kind, event.kind) == (.willShow, .didShow)
        return isAfter && begin.visible(in: event.info.screenBounds) != nil
    }

    private mutating func checkPayload(_ event: KeyboardEvent) {
        let info = event.info
        // If a *will* event does not contain *isObscured*, a pool assumes that no window covers the keyboard.
        if lastObscured != nil, info.isObscured == nil, event.kind.will == nil {
            add(.payloadIsComplete, "a \(event.kind) does not report isObscured, but an earlier event does")
        }
        lastObscured = info.isObscured ?? lastObscured
        guard capabilities.contains(.frames) else {
            guard info.frameBegin != nil || info.frameEnd != nil else { return }
            return add(.capabilitiesAreTrue, "a \(event.kind) reports a frame, which the capabilities exclude")
        }
        let isComplete = [info.frameBegin, info.frameEnd].allSatisfy { frame in
            frame.map { $0.isFinite && $0.size.width >= 0 && $0.size.height >= 0 } ?? false
        }
        if !isComplete {
            let frames =
                "\(info.frameBegin.map { "\($0)" } ?? "nothing") to \(info.frameEnd.map { "\($0)" } ?? "nothing")"
            add(.payloadIsComplete, "a \(event.kind) reports a move from \(frames), where frames are expected")
        }
        if info.screenBounds == nil { add(.payloadIsComplete, "a \(event.kind) has no screen bounds") }
    }

    private mutating func add(_ rule: SourceConformance.Finding.Rule, _ sentence: String, isOfEvent: Bool = true) {
        guard findings.count < Self.capacity else { return }
        findings.append(.init(rule: rule, sentence: sentence, eventNumber: isOfEvent ? count : nil))
    }
}

extension Notification.KeyboardInfo {
    /// A source may post a second *show* to correct the duration.
    fileprivate func announcesSame(as other: Self) -> Bool {
        frameEnd == other.frameEnd && animationDuration == other.animationDuration
    }
}

extension CGRect? {
    fileprivate func isClose(to other: CGRect?) -> Bool {
        guard let self, let other else { return self == other }
        return self == other
            || abs(self.minX - other.minX) <= 0.5 && abs(self.minY - other.minY) <= 0.5
                && abs(self.width - other.width) <= 0.5 && abs(self.height - other.height) <= 0.5
    }
}

extension KeyboardEvent.Kind {
    fileprivate var will: KeyboardEvent.Kind? {
        switch self {
        case .didShow: .willShow
        case .didHide: .willHide
        case .didChangeFrame: .willChangeFrame
        case .willShow, .willHide, .willChangeFrame: nil
        }
    }
}
