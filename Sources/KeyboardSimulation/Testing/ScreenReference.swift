import Foundation
import KeyboardObservation

/// The measurements of a new screen, for comparison with the other runs.
struct ScreenReference {
    /// The motion of the content in a *show*.
    ///
    /// If the content moves at once or not at all, the property is `nil`.
    var showing: ContentMotion?

    /// The motion of the content in a *hide*.
    ///
    /// If the content moves at once or not at all, the property is `nil`.
    var hiding: ContentMotion?

    /// The measurements of a new screen in each orientation of a scenario.
    var places: [SimulatedScreen.Orientation: PlaceReference] = [:]

    /// The length that an upright screen adds to the covered part of its view.
    var uprightMargin: InsetMargin?

    /// The time that the content of a new screen moves, for each duration of a transition.
    ///
    /// Each list contains one time for each position of the content. If the scenario uses only the usual duration, the
    /// dictionary is empty. Otherwise the keys are the usual duration and the durations of the scenario.
    var times: [Double: (showing: [Duration], hiding: [Duration])] = [:]

    /// Whether the screen follows only the keyboard of its own display.
    var knowsItsDisplay = false
}

/// The measurements of a new screen in one orientation of a device.
struct PlaceReference {
    /// The properties of a screen that never had a keyboard.
    var hidden: ScreenSample

    /// The length that the screen adds to the covered part of its view.
    ///
    /// If the screen has no inset, the property is `nil`.
    var margin: InsetMargin?
}

/// A length that a screen adds to the covered part of its view.
///
/// The covered part is the part of the view that the keyboard covers. The added length can be a margin or a bar.
struct InsetMargin {
    /// The largest difference between two insets that count as equal.
    ///
    /// Toolkits round insets.
    static let tolerance: CGFloat = 0.5
    /// The height of the largest safe area below the content, as on an upright iPhone X.
    ///
    /// An inset may leave out the safe area.
    private static let largestSafeArea: CGFloat = 34
    /// The largest allowed difference between the added lengths in two orientations.
    ///
    /// UIKit's safe area below the content is 34 points high upright and 21 points high in landscape. A toolbar of
    /// UIKit is 44 points high upright and 32 points high in landscape.
    private static let largestDifference: CGFloat = 16

    /// The inset without a keyboard.
    let rest: CGFloat
    /// The difference between the inset and the covered part.
    let added: CGFloat
    /// The inset minus the larger of two lengths: the covered part and `rest`.
    private let addedToLarger: CGFloat
    /// Whether the screen wrongly uses the height of the keyboard as its inset.
    ///
    /// The inset is wrong if the view ends above the screen's bottom edge.
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
    /// The content may end below the keyboard's top edge by up to the height of a safe area.
    var isEnough: Bool {
        added >= -Self.largestSafeArea - Self.tolerance
    }

    /// Returns whether the inset is correct for this covered part.
    func accepts(_ inset: CGFloat, covered: CGFloat) -> Bool {
        expected(covered).contains { abs(inset - $0) <= Self.tolerance }
    }

    /// Returns the correct insets for this covered part.
    ///
    /// Some screens add their margin only while the keyboard covers a part of the view. Therefore the inset without a
    /// keyboard is also correct if no part of the view is covered.
    func expected(_ covered: CGFloat) -> [CGFloat] {
        let expected = [covered + added, max(covered, rest) + addedToLarger].map { max($0, rest) }
        return covered > 0 ? expected : expected + [rest]
    }

    /// Returns whether the other margin has almost the same length.
    func isAlike(_ other: InsetMargin) -> Bool {
        abs(added - other.added) <= Self.largestDifference
    }
}

extension ScreenRun {
    /// Returns the properties of a screen in the orientation of the scenario.
    func place() async -> PlaceReference {
        PlaceReference(hidden: await withHiddenKeyboard(isAttached: true) { conformance.probes.sample($0) })
    }

    /// Measures the length that the screen adds to the covered part of its view.
    ///
    /// The keyboard shows letters.
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

    /// Returns the motions of the content in a *show* and in a *hide*.
    ///
    /// Each motion begins and ends at rest.
    func motions() async -> (showing: ContentMotion?, hiding: ContentMotion?) {
        await withHiddenKeyboard { _ in
            (
                ContentMotion(await records(of: .show(.letters)).first?.positions ?? []),
                ContentMotion(await records(of: .hide).first?.positions ?? [])
            )
        }
    }

    /// Returns how long each position of the content moves.
    ///
    /// The times are measured in a *show* and in a *hide*.
    func times() async -> (showing: [Duration], hiding: [Duration]) {
        await withHiddenKeyboard { _ in
            (await records(of: .show(.letters)).map(\.time), await records(of: .hide).map(\.time))
        }
    }

    /// Returns whether a property of the screen follows only the keyboard of the screen's display.
    ///
    /// The method shows a keyboard on another display of the same size. A screen that follows every keyboard then
    /// moves.
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

    private func records(of step: KeyboardScenario.Step) async -> [MotionRecord] {
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
