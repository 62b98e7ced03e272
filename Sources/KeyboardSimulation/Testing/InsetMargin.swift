import Foundation
import KeyboardObservation

/// The part of a screen's inset that the keyboard does not cause: a safe area, a margin or a bar.
struct InsetMargin {
    /// The inset without a keyboard.
    let rest: CGFloat
    /// The inset while a keyboard is shown, minus the height that the keyboard covers.
    ///
    /// If the result of the subtraction cannot come from a safe area, a margin or a bar, the value is 0.
    let added: CGFloat

    func accepts(_ inset: CGFloat, covered: CGFloat) -> Bool {
        Self.isEqual(inset, expected(covered)) || covered == 0 && Self.isEqual(inset, rest)
    }

    func expected(_ covered: CGFloat) -> CGFloat {
        max(covered + added, rest)
    }

    /// Toolkits round lengths, so a difference of half a point is accepted.
    static func isEqual(_ inset: CGFloat, _ other: CGFloat) -> Bool {
        abs(inset - other) <= 0.5
    }
}

@MainActor
final class InsetMargins<Screen: AnyObject> {
    private struct Device: Hashable {
        var model: SimulatedScreenModel
        var orientation: SimulatedScreen.Orientation
    }

    private let conformance: ScreenConformance<Screen>
    private var known: [Device: InsetMargin] = [:]

    init(_ conformance: ScreenConformance<Screen>) {
        self.conformance = conformance
    }

    func margin(
        on model: SimulatedScreenModel,
        _ orientation: SimulatedScreen.Orientation,
        _ inset: @MainActor (Screen) -> CGFloat
    ) async -> InsetMargin {
        let device = Device(model: model, orientation: orientation)
        if let margin = known[device] { return margin }
        let margin = await measure(device, inset)
        known[device] = margin
        return margin
    }

    private func measure(
        _ device: Device,
        _ inset: @MainActor (Screen) -> CGFloat
    ) async -> InsetMargin {
        let bed = KeyboardTestBed(device.model, device.orientation, SimulatedKeyboard.Behavior())
        return await KeyboardObserverPool.$current.withValue(bed.pool) { @MainActor in
            // A new screen may focus a field at once. Because a hardware keyboard is attached, no keys appear.
            bed.keyboard.perform(.attachHardwareKeyboard)
            let screen = conformance.makeScreen(bed)
            await bed.runTasks()
            bed.keyboard.hide()
            await bed.settle()
            let rest = inset(screen)
            bed.keyboard.perform(.detachHardwareKeyboard)
            bed.keyboard.show(.letters)
            await bed.settle()
            let view = conformance.viewFrame?(screen) ?? bed.screen.bounds
            let added = inset(screen) - view.height(coveredBy: bed.keyboard.frame, in: bed.screen.bounds)
            let gap = bed.screen.bounds.maxY - view.maxY
            conformance.close(screen)
            // On an iPhone, a safe area is 34 points high, and a toolbar is 44 points high. By mistake, a screen can
            // set its inset to the full height of the keyboard, not to the height that the keyboard covers. The inset
            // is then too large by the gap between the view and the bottom of the screen.
            let isPlausible = (-34.5...64.5).contains(added) && !(gap > 0.5 && InsetMargin.isEqual(added, gap))
            return InsetMargin(rest: max(rest, 0), added: isPlausible ? added : 0)
        }
    }
}

extension CGRect {
    /// The height includes a gap below an undocked keyboard.
    func height(coveredBy keyboard: CGRect, in bounds: CGRect?) -> CGFloat {
        guard let view = visible(in: bounds), view.maxX > keyboard.minX, view.minX < keyboard.maxX else { return 0 }
        return min(max(view.maxY - keyboard.minY, 0), view.height)
    }
}
