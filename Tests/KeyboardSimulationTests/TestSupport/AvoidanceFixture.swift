import Foundation
import KeyboardObservation
import KeyboardSimulation
import Observation
import Testing

/// A scroll view or a sheet of a toolkit, which a test can scroll like a person.
@MainActor
final class TestPane: KeyboardPane {
    var layout: PaneGeometry
    var insets = KeyboardInsets()
    /// The insets and offsets that an avoider has set.
    private(set) var calls: [(insets: KeyboardInsets, offset: CGFloat)] = []
    /// How the toolkit changes an offset before it stores it.
    var adjust: (CGFloat) -> CGFloat = { $0 }
    /// The insets of the last layout of a toolkit that is late; `nil` if the toolkit lays out at once.
    private var laidOutInsets: KeyboardInsets?
    private var isDeferred = false
    var onCall: (@MainActor () -> Void)?
    private(set) var readingCount = 0

    init(_ layout: PaneGeometry) {
        self.layout = layout
    }

    var offset: CGFloat {
        get { layout.offset }
        set { layout.offset = newValue }
    }

    /// The least and the largest offset with the current insets.
    var range: ClosedRange<CGFloat> { range(with: insets) }

    private func range(with insets: KeyboardInsets) -> ClosedRange<CGFloat> {
        let first = -(layout.safeArea.top + insets.top)
        let last = layout.contentHeight - (layout.frame.height - layout.safeArea.bottom - insets.bottom)
        return first...max(first, last)
    }

    /// How a toolkit stores an offset.
    enum Toolkit: CaseIterable {
        /// It stores each offset.
        case unlimited
        /// It limits the offset to its range.
        case limited
        /// It stores whole offsets.
        case rounding
        /// It limits the offset to the range of its last layout. It lays out after each display frame.
        case late
        /// It stores each offset, and limits it in its next layout to the range of the layout before.
        case deferred
    }

    func behave(like toolkit: Toolkit) {
        switch toolkit {
        case .rounding: adjust = { $0.rounded() }
        case .limited where layout.kind == .scrollView: limitOffsets()
        case .late where layout.kind == .scrollView: limitOffsetsUntilLayout()
        case .deferred where layout.kind == .scrollView: (laidOutInsets, isDeferred) = (insets, true)
        case .unlimited, .limited, .late, .deferred: break
        }
    }

    /// Limits each offset to the range of the insets.
    func limitOffsets() {
        adjust = { [unowned self] in limit($0, with: insets) }
    }

    private func limit(_ offset: CGFloat, with insets: KeyboardInsets) -> CGFloat {
        let range = range(with: insets)
        return min(max(offset, range.lowerBound), range.upperBound)
    }

    /// Limits each offset to the range of the insets that were set before the last layout.
    func limitOffsetsUntilLayout() {
        laidOutInsets = insets
        adjust = { [unowned self] in limit($0, with: laidOutInsets ?? insets) }
    }

    /// Lays out a pane that is late.
    ///
    /// - Returns: Whether the layout has changed anything.
    func layOut() -> Bool {
        guard let before = laidOutInsets, before != insets else { return false }
        layout.offset = limit(layout.offset, with: isDeferred ? before : insets)
        laidOutInsets = insets
        return true
    }

    var paneGeometry: PaneGeometry {
        readingCount += 1
        return layout
    }

    func avoidKeyboard(_ insets: KeyboardInsets, offset: CGFloat) {
        calls.append((insets, offset))
        self.insets = insets
        layout.offset = adjust(offset)
        onCall?()
    }

    func removeCalls() {
        calls = []
    }
}

/// The fields of a form, and the focused content.
@MainActor @Observable
final class TestForm {
    final class Field {}

    @ObservationIgnored let fields = (0..<20).map { _ in Field() }
    var focused: FocusedContent?

    func focus(_ number: Int, top: CGFloat, height: CGFloat = 40) {
        focused = content(number, top: top, height: height)
    }

    func content(_ number: Int, top: CGFloat, height: CGFloat = 40) -> FocusedContent {
        FocusedContent(fields[number], field: CGRect(x: 20, y: top, width: 300, height: height))
    }
}

/// A pane that avoids a simulated keyboard.
///
/// The pane is a list of 2,000 points on a screen of 852 points. A keyboard with letters covers 291 points of the
/// screen.
@MainActor
final class AvoidanceFixture {
    let center = NotificationCenter()
    let scheduler = ManualScheduler()
    let pool: KeyboardObserverPool
    let keyboard: SimulatedKeyboard
    let form = TestForm()
    let pane: TestPane
    private let toolkit: TestPane.Toolkit
    private let reports: Bool
    private(set) var avoider: KeyboardAvoider?

    init(
        _ layout: PaneGeometry? = nil,
        on model: SimulatedScreenModel = .phone393x852,
        behavior: SimulatedKeyboard.Behavior = SimulatedKeyboard.Behavior(),
        isShown: Bool = false,
        toolkit: TestPane.Toolkit = .unlimited,
        reports: Bool = false
    ) {
        (self.toolkit, self.reports) = (toolkit, reports)
        pool = KeyboardObserverPool(center: center, scheduler: scheduler)
        keyboard = SimulatedKeyboard(on: SimulatedScreen(model), behavior: behavior, scheduler: scheduler)
        keyboard.start(postingTo: center)
        pool.listen()
        pane = TestPane(
            layout ?? .scrollView(frame: keyboard.screen.bounds, contentHeight: 2_000, offset: 0)
        )
        pane.behave(like: toolkit)
        if isShown {
            keyboard.show(.letters)
            scheduler.advance(by: .seconds(2))
        }
        avoider = KeyboardAvoider(pane, pool: pool) { [weak form] in form?.focused }
        if reports { avoider?.scrollDidChange(byUser: false) }
    }

    /// The upper edge of the keyboard at rest.
    var keyboardTop: CGFloat { keyboard.frame.minY }

    /// Shows the keyboard, and focuses a field before if its upper edge is given.
    func show(
        _ layout: SimulatedKeyboard.Layout = .letters,
        field: CGFloat? = nil,
        offset: CGFloat? = nil,
        bottom: CGFloat? = nil,
        insets: KeyboardInsets? = nil,
        at location: SourceLocation = #_sourceLocation
    ) {
        if let field { focus(0, top: field) }
        keyboard.show(layout)
        settle(offset: offset, bottom: bottom, insets: insets, at: location)
    }

    func hide(
        offset: CGFloat? = nil,
        bottom: CGFloat? = nil,
        insets: KeyboardInsets? = nil,
        at location: SourceLocation = #_sourceLocation
    ) {
        keyboard.hide()
        settle(offset: offset, bottom: bottom, insets: insets, at: location)
    }

    func perform(
        _ step: SimulatedKeyboard.Step,
        offset: CGFloat? = nil,
        bottom: CGFloat? = nil,
        insets: KeyboardInsets? = nil,
        at location: SourceLocation = #_sourceLocation
    ) {
        keyboard.perform(step)
        settle(offset: offset, bottom: bottom, insets: insets, at: location)
    }

    /// Posts an event without a frame, like a source that reports only the visibility of its keyboard.
    func post(_ kind: KeyboardEvent.Kind) {
        center.post(KeyboardEvent(kind, info: Notification.KeyboardInfo()).notification)
    }

    func focus(
        _ number: Int,
        top: CGFloat,
        height: CGFloat = 40,
        offset: CGFloat? = nil,
        at location: SourceLocation = #_sourceLocation
    ) {
        form.focus(number, top: top, height: height)
        settle(offset: offset, at: location)
    }

    /// Scrolls like a person.
    func scroll(to offset: CGFloat) {
        pane.offset = pane.adjust(offset)
        if reports { avoider?.scrollDidChange(byUser: true) }
    }

    /// Waits until everything is at rest, and compares the pane with the values that are given.
    func settle(
        offset: CGFloat? = nil,
        bottom: CGFloat? = nil,
        insets: KeyboardInsets? = nil,
        at location: SourceLocation = #_sourceLocation
    ) {
        if toolkit == .late || toolkit == .deferred { offsets(during: 90) }
        scheduler.advance(by: .seconds(3))
        expect(offset, bottom, insets, at: location)
    }

    private func expect(_ offset: CGFloat?, _ bottom: CGFloat?, _ insets: KeyboardInsets?, at location: SourceLocation)
    {
        if let offset { #expect(isAt(offset), "\(pane.offset), not \(offset)", sourceLocation: location) }
        if let bottom { #expect(pane.insets.bottom == bottom, sourceLocation: location) }
        if let insets { #expect(pane.insets == insets, sourceLocation: location) }
    }

    /// Returns whether the pane is at an offset, as far as its toolkit can be.
    func isAt(_ offset: CGFloat) -> Bool {
        toolkit == .unlimited || toolkit == .limited ? pane.offset == offset : abs(pane.offset - offset) < 1
    }

    /// Reports a layout, and compares the offset right after it with the given one.
    func layOut(offset: CGFloat? = nil, at location: SourceLocation = #_sourceLocation) {
        avoider?.layoutDidChange()
        layOutPane()
        expect(offset, nil, nil, at: location)
    }

    private func layOutPane() {
        let shown = pane.offset
        guard pane.layOut() else { return }
        if reports, pane.offset != shown { avoider?.scrollDidChange(byUser: false) }
        avoider?.layoutDidChange()
    }

    /// Draws display frames, and returns the offset after each one.
    @discardableResult
    func offsets(during frames: Int = 90) -> [CGFloat] {
        (0..<frames).map { _ in
            scheduler.advance(by: .nanoseconds(16_666_667))
            layOutPane()
            return pane.offset
        }
    }

    /// Returns the largest change of the offset between two display frames.
    static func largestStep(_ offsets: [CGFloat]) -> CGFloat {
        zip(offsets, offsets.dropFirst()).map { abs($0 - $1) }.max() ?? 0
    }

    func dropAvoider() {
        avoider = nil
    }
}
