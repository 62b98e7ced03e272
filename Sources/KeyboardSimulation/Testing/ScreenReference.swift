import Foundation
import KeyboardObservation

/// The behaviour of an undisturbed screen, as the standard for all other runs.
struct ScreenReference {
    /// The motion of the content in a *show*.
    ///
    /// If the content moves at once or not at all, the property is `nil`.
    var showing: ContentMotion?

    /// The motion of the content in a *hide*.
    ///
    /// If the content moves at once or not at all, the property is `nil`.
    var hiding: ContentMotion?

    /// The properties of the undisturbed screen in each orientation of a scenario.
    var places: [SimulatedScreen.Orientation: PlaceReference] = [:]

    /// The length that an upright screen adds to the covered part of its view.
    var uprightMargin: InsetMargin?

    /// How long an undisturbed screen moves each position of the content, for each duration of a transition.
    ///
    /// If the scenario uses only the usual duration, the dictionary is empty. Otherwise the keys are the usual duration
    /// and the durations of the scenario.
    var times: [Double: (showing: [Duration], hiding: [Duration])] = [:]

    /// Whether the screen follows the keyboard of its own display, and ignores the keyboard of another display.
    var knowsItsDisplay = false
}

/// A screen in one orientation of a device.
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
/// The keyboard covers a part of the view. The added length can be a margin or a bar.
struct InsetMargin {
    /// The largest difference between two insets that count as equal.
    ///
    /// Toolkits round insets.
    static let tolerance: CGFloat = 0.5
    /// The height of the largest safe area below the content, as on an upright iPhone X.
    ///
    /// An inset may leave out the safe area.
    private static let largestSafeArea: CGFloat = 34
    /// The largest difference between the lengths that a screen adds in two orientations.
    ///
    /// UIKit's safe area below the content is 34 points high upright and 21 points high in landscape. A toolbar of
    /// UIKit is 44 points high upright and 32 points high in landscape.
    private static let largestDifference: CGFloat = 16

    /// The inset without a keyboard.
    let rest: CGFloat
    /// The length that is added to the covered part.
    let added: CGFloat
    /// The length that is added to the larger of two lengths.
    ///
    /// The two lengths are the covered part and the inset without a keyboard.
    private let addedToLarger: CGFloat
    /// Whether the inset of a raised view is the height of the keyboard.
    ///
    /// A raised view ends above the screen's bottom edge.
    let isHeight: Bool

    init(rest: CGFloat, inset: CGFloat, layout: ScreenLayout) {
        self.rest = max(rest, 0)
        added = inset - layout.covered
        addedToLarger = inset - max(layout.covered, self.rest)
        let gap = layout.bounds.maxY - layout.view.maxY
        isHeight = gap > Self.tolerance && layout.covered > 0 && abs(added - gap) <= Self.tolerance
    }

    /// Whether the content ends above the keyboard's top edge, or only slightly below the edge.
    ///
    /// The content may end below the edge by at most the height of a safe area.
    var isEnough: Bool {
        added >= -Self.largestSafeArea - Self.tolerance
    }

    /// Returns whether an inset for another covered part adds the same length as this margin.
    func accepts(_ inset: CGFloat, covered: CGFloat) -> Bool {
        expected(covered).contains { abs(inset - $0) <= Self.tolerance }
    }

    /// Returns the correct insets for a covered part.
    ///
    /// Some screens add their margin only to a covered part. If no part of the view is covered, the inset without a
    /// keyboard is therefore also right.
    func expected(_ covered: CGFloat) -> [CGFloat] {
        let expected = [covered + added, max(covered, rest) + addedToLarger].map { max($0, rest) }
        return covered > 0 ? expected : expected + [rest]
    }

    /// Returns whether the added length is almost the same in another orientation.
    func isAlike(_ other: InsetMargin) -> Bool {
        abs(added - other.added) <= Self.largestDifference
    }
}

extension ScreenRun {
    /// Returns the properties of a screen in the orientation of the scenario.
    func place() async -> PlaceReference {
        PlaceReference(hidden: await withHiddenKeyboard(isAttached: true) { conformance.probes.sample($0) })
    }

    /// Returns the margin of the screen above a keyboard with letters.
    ///
    /// The screen adds the margin to the covered part of its view. `rest` is the inset without a keyboard.
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

    /// Returns how long the screen moves each position of the content.
    ///
    /// The times are measured in a *show* and in a *hide*.
    func times() async -> (showing: [Duration], hiding: [Duration]) {
        await withHiddenKeyboard { _ in
            (await records(of: .show(.letters)).map(\.time), await records(of: .hide).map(\.time))
        }
    }

    /// Returns whether a property of the screen follows only the keyboard of the screen's display.
    ///
    /// The other display has the same size. A screen that follows every keyboard therefore also moves with the keyboard
    /// of the other display.
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
        // A new screen can focus a field at once. An attached hardware keyboard keeps the on-screen keyboard hidden.
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
