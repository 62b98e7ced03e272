package import Foundation
package import KeyboardObservation

/// Checks each event of a source against the rules of ``SourceConformance/Finding/Rule``.
///
/// The checker does not observe a notification center. The caller passes each event and the event's time to the
/// checker.
package struct EventSequenceChecker {
    /// A permitted deviation from the rules.
    package enum Allowance: Sendable {
        /// Allows a transition to begin at a frame that differs from the previous end frame.
        ///
        /// For example, the height of the keyboard can change, or the device can rotate. A ``SourceConformance`` with
        /// this allowance does not check the rule `framesRepeat`.
        case disconnectedFrames
        /// Allows unusual positions and heights of the keyboard.
        ///
        /// - The keyboard can appear above the bottom of the screen.
        /// - The keyboard can stay visible after a *hide* event.
        /// - The height of the keyboard can be 0.
        case anyPlace
        /// Allows a source to post a *will* event twice before the *did* event.
        ///
        /// The source can post a *will hide* event even if the keyboard is already hidden.
        case repeatedWills
        /// Allows a *show* or *hide* event that does not follow a *frame* event with the same payload.
        ///
        /// The payload of a *did* event can differ from the payload of its *will* event.
        case oddFrames
        /// Allows *did* events that are early or late.
        case anyTime
        /// Allows the begin frame and the end frame of a *hide* event to have different sizes.
        ///
        /// For example, the height of the end frame can be 0.
        case losesHeight
    }

    /// The maximum number of findings.
    ///
    /// A source can post any number of events, so the number of findings needs a limit.
    package static let capacity = 1_000

    /// The findings about the events that the checker has received.
    package private(set) var findings: [SourceConformance.Finding] = []

    /// Whether the events report that the keyboard is shown; `nil` if no event has determined the value yet.
    ///
    /// The last *did* event determines `isShown`. If the source posts no *did* events, the last *will* event determines
    /// `isShown`.
    ///
    /// A *frame* event can change `isShown` only if the keyboard is undocked. An undocked keyboard can appear without a
    /// *show* event and disappear without a *hide* event.
    package private(set) var isShown: Bool?

    /// The last `willShow` or `willHide` event.
    package private(set) var lastWill: KeyboardEvent?

    /// The last reported end frame.
    package private(set) var frame: CGRect?

    /// The capabilities of the source.
    ///
    /// Set the capabilities before you pass an event to the checker.
    package var capabilities: KeyboardSourceCapabilities

    private let screenSize: CGSize?
    private let allowances: Set<Allowance>
    private let tolerance: Double

    private var count = 0
    private var last: (event: KeyboardEvent, time: Duration)?
    private var isHiding = false
    /// The last value of *isObscured* that a *will* event has reported.
    private var isObscured: Bool?
    /// A *will* event that changes only *isObscured* and has no *did* event yet.
    private var obscuringWill: KeyboardEvent?
    /// The begin frame of the last transition.
    private var begin: CGRect?
    private var waiting: [KeyboardEvent.Kind: (event: KeyboardEvent, time: Duration)] = [:]
    /// The *will show* event that the latest *will change frame* event has superseded.
    ///
    /// If the *will change frame* event reports an end frame, the property is `nil`.
    private var supersededShow: KeyboardEvent?

    /// Creates a checker.
    ///
    /// - Parameters:
    ///   - capabilities: The capabilities of the source.
    ///   - screenSize: The size of the screen, in points. If the size is `nil`, the checker does not check whether
    ///     frames are on the screen.
    ///   - allowances: The deviations that the checker accepts.
    ///   - tolerance: A time limit in seconds. The limit applies to the time between the end of a transition and its
    ///     *did* event. The limit also applies to the time between the two events of a pair. In logs of UIKit, *did*
    ///     events are up to 36 ms late, and the events of a pair are up to 4 ms apart.
    package init(
        capabilities: KeyboardSourceCapabilities,
        screenSize: CGSize? = nil,
        allowances: Set<Allowance> = [],
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
    /// The checker adds a finding for each *will* event without a *did* event. If the capabilities of the source
    /// exclude *did* events, the method has no effect.
    package mutating func finishTransitions() {
        guard capabilities.contains(.didEvents) else { return }
        for kind in KeyboardEvent.Kind.allCases where waiting[kind] != nil || obscuringWill?.kind == kind {
            add(.willNeedsDid, "a \(kind) has no did event", eventNumber: nil)
        }
        (waiting, obscuringWill) = ([:], nil)
    }

    private mutating func receiveWill(_ event: KeyboardEvent, at time: Duration) {
        let isChange = event.info.isObscured != nil && event.info.isObscured != isObscured
        // If an event does not report *isObscured*, a pool assumes that the keyboard is visible.
        if isObscured != nil, event.info.isObscured == nil {
            add(.payloadIsComplete, "a \(event.kind) does not report isObscured, but an earlier event does")
        }
        isObscured = event.info.isObscured ?? isObscured
        if isChange, event.kind == .willChangeFrame, event.info.frameEnd == frame, event.info.frameBegin == frame {
            // An event that changes only *isObscured* does not supersede a running transition.
            if capabilities.contains(.didEvents) { obscuringWill = event }
            return
        }
        if !allowances.contains(.repeatedWills) {
            // A *show* can interrupt a *hide*. If the source reports no frames, the *frame* event of the *show* is
            // equal to the *frame* event of the *hide*.
            let isComparable = event.kind != .willChangeFrame || event.info.frameEnd != nil
            let last = waiting[event.kind]?.event ?? (event.kind == .willShow ? supersededShow : nil)
            if isComparable, let last, last.info == event.info {
                add(.doubled, "a \(event.kind) was posted again before its did")
            } else if event.kind == .willHide, isHiding {
                add(.doubled, "a \(event.kind) was posted for a keyboard that is hiding or hidden")
            }
        }
        if event.kind != .willChangeFrame { isHiding = event.kind == .willHide }
        // A *will change frame* event begins a transition and supersedes the previous transition. A *will show* or
        // *will hide* event belongs to the same transition as the preceding *will change frame* event.
        if event.kind == .willChangeFrame {
            supersededShow = event.info.frameEnd == nil ? waiting[.willShow]?.event : nil
            (waiting, obscuringWill) = ([:], nil)
            checkConnection(event)
            begin = event.info.frameBegin ?? frame
        }
        waiting[event.kind] = (event, time)
        if event.kind != .willChangeFrame { lastWill = event }
        if !capabilities.contains(.didEvents) { noteShown(event.kind, in: event.info) }
    }

    private mutating func noteShown(_ kind: KeyboardEvent.Kind, in info: Notification.KeyboardInfo) {
        switch kind {
        case .willShow, .didShow: isShown = true
        case .willHide, .didHide: isShown = false
        case .willChangeFrame, .didChangeFrame: noteShown(in: info)
        }
    }

    /// Updates `isShown` after a *frame* event.
    ///
    /// Only an undocked keyboard can appear or disappear without a *show* or *hide* event. A later *show* or *hide*
    /// event of the same transition replaces the value of `isShown`.
    private mutating func noteShown(in info: Notification.KeyboardInfo) {
        guard let end = info.frameEnd, end.isFinite else { return }
        if isUndocked(end, in: info, other: begin) {
            isShown = true
        } else if let begin, isUndocked(begin, in: info, other: end), isOffScreen(end, in: info, other: begin) {
            isShown = false
        }
    }

    /// Returns whether a keyboard with this frame is on the screen and undocked.
    ///
    /// The bottom edge of an undocked keyboard is above the bottom edge of the screen, or the keyboard is narrower than
    /// the screen.
    ///
    /// - Parameters:
    ///   - frame: The begin frame or the end frame of a transition.
    ///   - info: The payload of the transition.
    ///   - other: The other frame of the same transition. If `frame` is the begin frame, `other` is the end frame.
    ///     Otherwise, `other` is the begin frame.
    /// - Returns: Whether the keyboard is on the screen and undocked.
    private func isUndocked(_ frame: CGRect, in info: Notification.KeyboardInfo, other: CGRect?) -> Bool {
        guard frame.size.width > 0.5, frame.size.height > 0.5, !isOffScreen(frame, in: info, other: other) else {
            return false
        }
        if let bounds = bounds(in: info) {
            return frame.maxY < bounds.maxY - 0.5 || frame.width < bounds.width - 0.5
        }
        // If the size of the screen is unknown, the method assumes that a hidden keyboard lies directly below the
        // bottom edge of the screen.
        guard let other, other.minY >= frame.maxY - 0.5 || frame.minY >= other.maxY - 0.5 else { return true }
        return other.minY > frame.maxY + 0.5
    }

    private func isOffScreen(_ frame: CGRect, in info: Notification.KeyboardInfo, other: CGRect?) -> Bool {
        if let bounds = bounds(in: info) { return !frame.isVisible(in: bounds) }
        return other.map { frame.minY >= $0.maxY - 0.5 } ?? false
    }

    private func bounds(in info: Notification.KeyboardInfo) -> CGRect? {
        screenSize.map { CGRect(origin: .zero, size: $0) } ?? info.screenBounds
    }

    private mutating func receiveDid(_ event: KeyboardEvent, at time: Duration) {
        guard let will = event.kind.will else { return }
        if let same = obscuringWill, event.kind == .didChangeFrame, differences(of: event, from: same).isEmpty {
            obscuringWill = nil
            return
        }
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
        // In the log of a rotation, the didChangeFrame event reports the begin frame as its end frame. Therefore the
        // checker uses the frame of the *will* event. If the end frame of the *will* event is missing or empty, the
        // checker uses the frame of the *did* event. For example, the *will* event of a drag can report an empty end
        // frame.
        let isFrameKnown = willEvent.info.frameEnd.map { $0.width > 0 && $0.height > 0 } ?? false
        noteShown(event.kind, in: isFrameKnown ? willEvent.info : event.info)
        for value in differences(of: event, from: willEvent) {
            add(.didMatchesWill, "a \(event.kind) reports another \(value) than its \(will)")
        }
        guard !allowances.contains(.anyTime), let duration = willEvent.info.animationDuration else { return }
        // The subtraction of two extreme `Duration` values can trap. Therefore the code converts the times to numbers.
        let late = time / .seconds(1) - start / .seconds(1) - duration
        if abs(late) > tolerance {
            // The code does not convert the number to an `Int`, because a source can report a duration that is too
            // large for an `Int`.
            let milliseconds = String(format: "%.15g", (abs(late) * 1_000).rounded())
            add(.didInTime, "a \(event.kind) is \(milliseconds) ms \(late < 0 ? "early" : "late")")
        }
    }

    /// Returns the names of the values that differ between a *did* event and its *will* event.
    ///
    /// A missing sender differs from a reported sender. A missing end frame differs from a reported end frame. Other
    /// missing values do not count as differences.
    private func differences(of did: KeyboardEvent, from will: KeyboardEvent) -> [String] {
        var names: [String] = []
        if did.sender != will.sender { names.append("sender") }
        guard !allowances.contains(.oddFrames) else { return names }
        func differ<Value: Equatable>(_ value: KeyPath<Notification.KeyboardInfo, Value?>) -> Bool {
            guard let new = did.info[keyPath: value], let old = will.info[keyPath: value] else { return false }
            return new != old
        }
        if !did.info.frameEnd.isClose(to: will.info.frameEnd) { names.append("end frame") }
        if did.info.frameBegin != nil, will.info.frameBegin != nil,
            !did.info.frameBegin.isClose(to: will.info.frameBegin)
        {
            names.append("begin frame")
        }
        if differ(\.animationDuration) { names.append("duration") }
        if differ(\.animationCurve) { names.append("curve") }
        if differ(\.isLocal) { names.append("isLocal") }
        if differ(\.screenBounds) { names.append("screen") }
        return names
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
            let isClose = time / .seconds(1) - last.time / .seconds(1) <= tolerance
            let isSame = last.event.info == event.info && last.event.sender == event.sender
            if last.event.kind == expected, isSame, isClose { return }
            if isDocking(event, after: last.event) { return }
        }
        add(.frameFirst, "a \(event.kind) did not follow a \(expected) of the same payload")
    }

    /// Returns whether a *show* event reports that an undocked keyboard docks.
    private func isDocking(_ event: KeyboardEvent, after last: KeyboardEvent) -> Bool {
        guard last.info.frameEnd == event.info.frameEnd else { return false }
        switch (last.kind, event.kind) {
        case (.didChangeFrame, .willShow):
            // If the begin frame is off the screen, the keyboard was hidden, and not undocked.
            return begin.map { !isOffScreen($0, in: event.info, other: event.info.frameEnd) } ?? false
        case (.willShow, .didShow): return true
        default: return false
        }
    }

    private mutating func checkPayload(_ event: KeyboardEvent) {
        let info = event.info
        guard capabilities.contains(.frames) else {
            if info.frameBegin != nil || info.frameEnd != nil {
                add(.capabilitiesAreTrue, "a \(event.kind) reports a frame, which the capabilities exclude")
            }
            return
        }
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
        guard !allowances.contains(.anyPlace) else { return }
        var screen: String { screenSize.map { " on a screen of \($0)" } ?? "" }
        switch event.kind {
        case .willShow, .didShow:
            let isEmpty = end.height <= 0 || end.width <= 0
            if isEmpty || screenSize.map({ !end.isDocked(on: $0) }) ?? false {
                add(.framesFitTheScreen, "a \(event.kind) reports \(end)\(screen)")
            }
        case .willHide, .didHide:
            if let screenSize, end.isVisible(in: CGRect(origin: .zero, size: screenSize)) {
                add(.framesFitTheScreen, "a \(event.kind) reports \(end)\(screen)")
            }
            if let begin = event.info.frameBegin { checkHeight(event.kind, begin, end) }
        case .willChangeFrame, .didChangeFrame:
            break
        }
    }

    private mutating func checkHeight(_ kind: KeyboardEvent.Kind, _ begin: CGRect, _ end: CGRect) {
        guard !allowances.contains(.losesHeight), !allowances.contains(.oddFrames) else { return }
        let isSame = abs(begin.width - end.width) <= 0.5 && abs(begin.height - end.height) <= 0.5
        if !isSame || end.width <= 0 || end.height <= 0 {
            add(.framesFitTheScreen, "a \(kind) ends with a size of \(end.size), but begins with \(begin.size)")
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
        guard findings.count < Self.capacity else { return }
        findings.append(SourceConformance.Finding(rule: rule, sentence: sentence, eventNumber: eventNumber))
    }
}

extension CGRect {
    /// Returns whether a keyboard with this frame is on the screen and docked.
    ///
    /// A docked keyboard is at the bottom edge or the top edge of the screen.
    fileprivate func isDocked(on screen: CGSize) -> Bool {
        let isInside = minX >= -0.5 && minY >= -0.5 && maxX <= screen.width + 0.5 && maxY <= screen.height + 0.5
        let question = KeyboardPlacementQuestion(verb: .show, frame: self, begin: nil, previous: .offScreen)
        let placement = question.placement(in: CGRect(origin: .zero, size: screen))
        return isInside && (placement == .docked || placement == .dockedAtTop)
    }

    /// Returns whether the frame and the bounds overlap by more than half a point in width and height.
    fileprivate func isVisible(in bounds: CGRect) -> Bool {
        let visible = intersection(bounds)
        return visible.width > 0.5 && visible.height > 0.5
    }

    /// Returns whether the frames differ by at most half a point.
    func isClose(to other: CGRect) -> Bool {
        abs(minX - other.minX) <= 0.5 && abs(minY - other.minY) <= 0.5 && abs(width - other.width) <= 0.5
            && abs(height - other.height) <= 0.5
    }
}

extension CGRect? {
    fileprivate func isClose(to other: CGRect?) -> Bool {
        guard let self, let other else { return self == other }
        return self == other || self.isClose(to: other)
    }
}

extension KeyboardEvent.Kind {
    /// Whether the kind is `willShow`, `willHide` or `willChangeFrame`.
    fileprivate var isWill: Bool {
        will == nil
    }

    /// For a *did* event, the kind of its *will* event; `nil` for a *will* event.
    var will: KeyboardEvent.Kind? {
        switch self {
        case .didShow: .willShow
        case .didHide: .willHide
        case .didChangeFrame: .willChangeFrame
        case .willShow, .willHide, .willChangeFrame: nil
        }
    }
}
