import Foundation
import KeyboardObservation

/// What a screen does while nothing disturbs it.
struct UndisturbedScreen {
    /// How the content moves in a *show*; `nil` if it moves at once or not at all.
    var showing: ContentMotion?

    /// How the content moves in a *hide*; `nil` if it moves at once or not at all.
    var hiding: ContentMotion?

    /// The screen without a keyboard, in each orientation of a scenario.
    var withoutKeyboard: [SimulatedScreen.Orientation: ScreenSample] = [:]
}

extension ScreenRun {
    /// Returns the properties of a screen that never had a keyboard.
    ///
    /// A hardware keyboard is attached, because a screen may focus a field when it is created.
    func sampleWithoutKeyboard() async -> ScreenSample {
        bed.keyboard.attachHardwareKeyboard()
        return await withHiddenKeyboard { conformance.probes.sample($0) }
    }

    /// Returns how the content moves in a *show* and in a *hide*, each from rest to rest.
    func motions() async -> (showing: ContentMotion?, hiding: ContentMotion?) {
        await withHiddenKeyboard { _ in
            (ContentMotion(await positions(of: .show(.letters))), ContentMotion(await positions(of: .hide)))
        }
    }

    private func positions(of step: KeyboardScenario.Step) async -> [CGFloat] {
        recordedPositions = []
        sample(isTap: true)
        await perform(step)
        await perform(.settle)
        return recordedPositions
    }

    private func withHiddenKeyboard<Result>(_ body: @MainActor (Screen) async -> Result) async -> Result {
        await KeyboardObserverPool.$current.withValue(bed.pool) { @MainActor in
            observeEvents()
            let created = conformance.makeScreen(bed)
            screen = created
            await KeyboardTestBed.runTasks()
            bed.keyboard.hide()
            settle()
            await KeyboardTestBed.runTasks()
            let result = await body(created)
            drop()
            ownTokens.removeAll()
            return result
        }
    }
}
