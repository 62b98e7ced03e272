import Foundation
import KeyboardObservation

/// The measurements of a new screen.
///
/// A conformance compares the runs of the screen with these measurements.
struct ScreenReference {
    /// The motion of the content during a *show*.
    ///
    /// If the content jumps or does not move, the property is `nil`.
    var showing: ContentMotion?

    /// The motion of the content during a *hide*.
    ///
    /// If the content jumps or does not move, the property is `nil`.
    var hiding: ContentMotion?

    /// The measurements of a new screen in each orientation of a scenario.
    var places: [SimulatedScreen.Orientation: PlaceReference] = [:]

    /// The bottom inset minus the covered height of the view, while the device is upright.
    var uprightMargin: InsetMargin?

    /// The times that the content of a new screen takes to move.
    ///
    /// The key is the duration of a transition. Each array contains one time for each element of
    /// `ScreenSample.positions`. If the scenario uses only the usual duration, the dictionary is empty. Otherwise, the
    /// dictionary has an entry for each duration of the scenario, and for the usual duration.
    var times: [Double: (showing: [Duration], hiding: [Duration])] = [:]

    /// Whether the screen follows only the keyboard of its own display.
    var knowsItsDisplay = false
}

/// The measurements of a new screen in one orientation of a device.
struct PlaceReference {
    /// The properties of a screen that never had a keyboard.
    var hidden: ScreenSample

    /// The difference between the bottom inset of the screen and the covered height of its view.
    ///
    /// If the screen has no inset, the property is `nil`.
    var margin: InsetMargin?
}

/// The difference between the bottom inset of a screen and the covered height of its view.
///
/// The covered height is the height of the part that the keyboard covers. The difference can be a margin or the height
/// of a bar.
struct InsetMargin {
    /// The tolerance for equal insets.
    ///
    /// Toolkits round insets. Therefore two insets count as equal if they differ by at most the tolerance.
    static let tolerance: CGFloat = 0.5
    /// The height of the largest safe area below the content, as on an upright iPhone X.
    ///
    /// Some insets do not include the safe area.
    private static let largestSafeArea: CGFloat = 34
    /// The largest allowed difference between the margins in the two orientations.
    ///
    /// In UIKit, the safe area below the content is 34 points high in portrait and 21 points high in landscape. A
    /// toolbar of UIKit is 44 points high in portrait and 32 points high in landscape.
    private static let largestDifference: CGFloat = 16

    /// The inset without a keyboard.
    let rest: CGFloat
    /// The inset minus the height that the keyboard covers.
    let added: CGFloat
    /// The inset minus `max(covered, rest)`, where `covered` is the height of the covered part.
    private let addedToLarger: CGFloat
    /// Whether the screen wrongly uses the height of the keyboard as its inset.
    ///
    /// The height of the keyboard is the wrong inset if the view ends above the bottom edge of the screen.
    let isHeight: Bool

    init(rest: CGFloat, inset: CGFloat, layout: ScreenLayout) {
        self.rest = max(rest, 0)
        added = inset - layout.covered
        addedToLarger = inset - max(layout.covered, self.rest)
        let gap = layout.bounds.maxY - layout.view.maxY
        isHeight = gap > Self.tolerance && layout.covered > 0 && abs(added - gap) <= Self.tolerance
    }

    /// Whether the content ends above the keyboard's top edge.
    ///
    /// The content can also end below this edge, by at most the height of the largest safe area.
    var isEnough: Bool {
        added >= -Self.largestSafeArea - Self.tolerance
    }

    /// Returns whether the inset is correct if the keyboard covers `covered` points of the view.
    func accepts(_ inset: CGFloat, covered: CGFloat) -> Bool {
        expected(covered).contains { abs(inset - $0) <= Self.tolerance }
    }

    /// Returns the correct insets if the keyboard covers `covered` points of the view.
    ///
    /// Some screens add their margin only while the keyboard covers a part of the view. Therefore `rest` is also
    /// correct if the keyboard covers no part of the view.
    func expected(_ covered: CGFloat) -> [CGFloat] {
        let expected = [covered + added, max(covered, rest) + addedToLarger].map { max($0, rest) }
        return covered > 0 ? expected : expected + [rest]
    }

    /// Returns whether the lengths of the two margins differ by at most 16 points.
    func isAlike(_ other: InsetMargin) -> Bool {
        abs(added - other.added) <= Self.largestDifference
    }
}

extension ScreenRun {
    /// Returns the properties of a screen that never had a keyboard, in the orientation of the scenario.
    func place() async -> PlaceReference {
        PlaceReference(hidden: await withHiddenKeyboard(isAttached: true) { conformance.probes.sample($0) })
    }

    /// Measures the difference between the bottom inset of the screen and the covered height of its view.
    ///
    /// During the measurement, the keyboard shows letters.
    ///
    /// - Parameter rest: The inset without a keyboard.
    /// - Returns: The margin; `nil` if the screen has no inset, or if the keyboard covers no part of the view.
    func margin(rest: CGFloat) async -> InsetMargin? {
        await withHiddenKeyboard { screen in
            await perform(.show(.letters))
            settle()
            await bed.runTasks(turns: 2)
            let sample = conformance.probes.sample(screen)
            guard let inset = sample.bottomInset, inset.isFinite, let keyboard = dockedFrame else { return nil }
            let layout = ScreenLayout(sample, keyboard, bed.screen.bounds)
            return layout.covered > 0 ? InsetMargin(rest: rest, inset: inset, layout: layout) : nil
        }
    }

    /// Returns the motions of the content during a *show* and during a *hide*.
    ///
    /// Each motion begins and ends while the keyboard is at rest.
    func motions() async -> (showing: ContentMotion?, hiding: ContentMotion?) {
        await withHiddenKeyboard { _ in
            (
                ContentMotion(await records(of: .show(.letters)).first?.positions ?? []),
                ContentMotion(await records(of: .hide).first?.positions ?? [])
            )
        }
    }

    /// Measures how long the content moves during a *show* and during a *hide*.
    ///
    /// Each array contains one time for each element of `ScreenSample.positions`.
    func times() async -> (showing: [Duration], hiding: [Duration]) {
        await withHiddenKeyboard { _ in
            (await records(of: .show(.letters)).map(\.time), await records(of: .hide).map(\.time))
        }
    }

    /// Returns whether the scroll offset or the bottom inset follows only the keyboard on the screen's display.
    ///
    /// The method shows a keyboard on a second display of the same size, and then the keyboard on the screen's display.
    /// If at least one of the two properties changes only after the second step, the method returns `true`.
    func knowsItsDisplay() async -> Bool {
        await withHiddenKeyboard { screen in
            let other = bed.addKeyboard(on: scenario.model)
            let before = conformance.probes.sample(screen).positions.map(\.value)
            other.show(.letters)
            settle()
            await bed.runTasks()
            let beside = conformance.probes.sample(screen).positions.map(\.value)
            other.hide()
            settle()
            await perform(.show(.letters))
            await perform(.settle)
            let own = conformance.probes.sample(screen).positions.map(\.value)
            return before.indices.contains { beside[$0] == before[$0] && own[$0] != before[$0] }
        }
    }

    private func records(of step: SimulatedKeyboard.Step) async -> [MotionRecord] {
        track = ScreenTrack()
        sample(isTap: true)
        await perform(step)
        advanceByFrames(.seconds(1))
        await bed.runTasks()
        advanceByFrames(.seconds(1))
        return track.records
    }

    private func withHiddenKeyboard<Result>(
        isAttached: Bool = false,
        _ body: @MainActor (Screen) async -> Result
    ) async -> Result {
        // A new screen can focus a field immediately. An attached hardware keyboard keeps the on-screen keyboard
        // hidden.
        if isAttached { bed.keyboard.perform(.attachHardwareKeyboard) }
        return await KeyboardObserverPool.$current.withValue(bed.pool) { @MainActor in
            observeEvents()
            let created = conformance.makeScreen(bed)
            screen = created
            await bed.runTasks()
            bed.keyboard.hide()
            settle()
            await bed.runTasks()
            let result = await body(created)
            drop()
            endObservation()
            return result
        }
    }
}
