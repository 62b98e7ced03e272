import Foundation
import InAppKeyboard
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation
import TestSupport
import Testing

/// Random fingers, fields and rotations, compared with a model.
@MainActor
struct RandomFingerTests {
    /// A keyboard with five fields, and the model of the keyboard and the fields.
    @MainActor
    private final class Walk {
        let bed = KeyboardBed()
        let entries: [Entry]
        let order: FocusOrder
        var model: FingerModel
        /// The places of the fingers that are on the screen.
        var places: [Int: CGPoint] = [:]
        private var keyboard: AppKeyboard { bed.keyboard }

        init() {
            var fields = Array(repeating: FingerModel.Field(), count: 5)
            fields[1].maximum = 4
            fields[2].page = .numbers
            fields[3].page = .symbols
            fields[4].isMultiLine = true
            model = FingerModel(fields)
            entries = [
                bed.entry(), bed.entry(), bed.entry(.decimalPad), bed.entry(.numbersAndPunctuation), bed.entry(),
            ]
            order = FocusOrder(entries)
            entries[1].formState.maximumLength = 4
            entries[4].isMultiLine = true
        }

        // MARK: Places

        private func place(_ key: Int) -> CGPoint {
            keyboard.keys[key % keyboard.keys.count].frame.middle
        }

        private func kind(at point: CGPoint) -> AppKeyboard.Key.Kind? {
            let row = keyboard.keys.filter { $0.frame.minY <= point.y && point.y < $0.frame.maxY }
            func distance(_ key: AppKeyboard.Key) -> CGFloat {
                max(abs(key.frame.midX - point.x) - key.frame.width / 2, 0)
            }
            let nearest = row.min { distance($0) < distance($1) }
            return nearest.flatMap { distance($0) <= $0.frame.width / 2 ? $0.kind : nil }
        }

        /// The index of the alternative that a finger at a point chooses; `nil` if the point is too far away.
        ///
        /// The point is the middle of a key or of an alternative, or is far above the keyboard.
        private func choice(at point: CGPoint) -> Int? {
            let frames = keyboard.alternatives.map(\.frame)
            guard let first = frames.first else { return nil }
            if let kind = kind(at: point), kind == model.press?.kind { return 0 }
            guard point.y >= first.minY - first.height, point.y < first.maxY + 2 * first.height else { return nil }
            let distances = frames.map { frame in max(frame.minX - point.x, point.x - frame.maxX, 0) }
            return distances.indices.min { distances[$0] < distances[$1] }.flatMap {
                distances[$0] <= first.width ? $0 : nil
            }
        }

        // MARK: Steps

        func perform(_ step: FingerStep) {
            switch step {
            case .begin(let finger, let key):
                // If another finger presses a key, a new touch first performs this key. The performed key can change
                // the other keys. The model therefore looks for the key of the new touch after the touch has begun.
                let point = place(key)
                model.prepareBegin(finger)
                keyboard.touchBegan(finger, at: point)
                places[finger] = point
                model.begin(finger, kind(at: point))
            case .move(let finger, let key): move(finger, place(key))
            case .choose(let finger, let alternative):
                let all = keyboard.alternatives
                if !all.isEmpty { move(finger, all[alternative % all.count].frame.middle) }
            case .moveOff(let finger): move(finger, CGPoint(x: 100, y: -1_000))
            case .end(let finger):
                guard let point = places.removeValue(forKey: finger) else { return }
                model.end(finger)
                keyboard.touchEnded(finger, at: point)
            case .cancel(let finger):
                places[finger] = nil
                model.cancel(finger)
                keyboard.touchCancelled(finger)
            case .wait(let milliseconds):
                bed.advance(milliseconds)
                model.wait(milliseconds)
            case .focus(let field):
                model.focus(on: field)
                entries[field].becomeFirstResponder()
            case .blur:
                model.blur()
                bed.window.focus(nil)
            case .select(let first, let second): select(first, second)
            case .rotate: rotate()
            case .requestShow:
                model.show()
                try? keyboard.requestShow()
            case .requestHide:
                model.hide()
                try? keyboard.requestHide()
            case .restart:
                model.showFirstPage()
                keyboard.stop()
                keyboard.start(postingTo: bed.center)
            }
        }

        private func move(_ finger: Int, _ point: CGPoint) {
            guard places[finger] != nil else { return }
            places[finger] = point
            model.move(finger, kind(at: point), choice: choice(at: point))
            keyboard.touchMoved(finger, to: point)
        }

        private func select(_ first: Int, _ second: Int) {
            guard let focus = model.focus else { return }
            let count = model.fields[focus].text.count
            let range = min(first, second, count)..<min(max(first, second), count)
            model.fields[focus].selection = range
            entries[focus].selectedTextRange = range
        }

        private func rotate() {
            let size = keyboard.screenBounds.size
            model.cancelAll()
            keyboard.screenBounds = CGRect(x: 0, y: 0, width: size.height, height: size.width)
        }

        // MARK: Differences

        var difference: String? {
            for (index, field) in model.fields.enumerated() {
                let entry = entries[index]
                if entry.text != String(field.text) {
                    return "field \(index) has \(entry.text.debugDescription), expected \(String(field.text))"
                }
                if index == model.focus, entry.selectedTextRange != field.selection {
                    return "the selection is \(entry.selectedTextRange), expected \(field.selection)"
                }
                if entry.isFirstResponder != (index == model.focus) { return "the focus of field \(index)" }
            }
            if keyboard.isShown != model.isOnScreen { return "isShown is \(keyboard.isShown)" }
            return differenceOfKeys
        }

        private var differenceOfKeys: String? {
            let signature = keyboard.keys.first?.label ?? ""
            let expected: String =
                switch model.page {
                case .letters: model.shift == .off ? "q" : "Q"
                case .symbols, .numbers: "1"
                case .moreSymbols: "["
                }
            if signature != expected { return "the first key is \(signature), expected \(expected)" }
            if (keyboard.keys.count < 20) != (model.page == .numbers) { return "there are \(keyboard.keys.count) keys" }
            let pressed = Set(keyboard.keys.filter(\.isPressed).map(\.kind))
            var held: Set<AppKeyboard.Key.Kind> = []
            if let kind = model.press?.kind { held.insert(kind) }
            if model.shiftFinger != nil, model.page == .letters { held.insert(.shift) }
            if pressed != held { return "the pressed keys are \(pressed), expected \(held)" }
            let offer = keyboard.alternatives.map(\.label)
            if offer != model.press?.offer ?? [] { return "the alternatives are \(offer)" }
            let choice = keyboard.alternatives.firstIndex(where: \.isPressed)
            if choice != model.press?.choice { return "the chosen alternative is \(choice ?? -1)" }
            return nil
        }

        /// Lifts all fingers, waits until the keyboard is at rest, and compares the keyboard with the model.
        func finish() -> String? {
            for finger in places.keys.sorted() { perform(.end(finger: finger)) }
            perform(.wait(milliseconds: 2_000))
            if let difference { return difference }
            if bed.isAnyKeyPressed { return "a key is stuck" }
            let state = bed.pool.keyboard
            if (state.phase == .shown) != model.isOnScreen, model.isOnScreen { return "the phase is \(state.phase)" }
            if model.isOnScreen, state.frame != keyboard.frame { return "the pool has another frame" }
            if !model.isOnScreen, state.phase == .shown { return "the pool has a keyboard that is hidden" }
            return nil
        }
    }

    private func failure(_ steps: [FingerStep]) -> String? {
        let walk = Walk()
        for (number, step) in steps.enumerated() {
            walk.perform(step)
            if let difference = walk.difference { return "\(difference), after step \(number + 1)" }
        }
        return walk.finish()
    }

    /// Returns a shorter walk that still fails.
    private func shrink(_ steps: [FingerStep]) -> [FingerStep] {
        var shortest = steps
        var length = max(steps.count / 2, 1)
        while length > 0 {
            var start = 0
            while start < shortest.count {
                var shorter = shortest
                shorter.removeSubrange(start..<min(start + length, shortest.count))
                if failure(shorter) != nil { shortest = shorter } else { start += length }
            }
            length /= 2
        }
        return shortest
    }

    /// The full test runs 1,000 walks of 100 steps.
    ///
    /// The short test runs a hundredth of these walks.
    @Test func randomFingersAgreeWithTheModel() {
        for seed in RandomTestSize.seeds(RandomTestSize.cases(of: 1_000)) {
            var random = SeededRandom(seed: seed)
            let steps = [.focus(Int(seed % 5))] + (0..<100).map { _ in FingerStep.random(&random) }
            guard failure(steps) != nil else { continue }
            let shortest = shrink(steps)
            Issue.record("seed \(seed): \(failure(shortest) ?? "passes now"), in \(shortest)")
            return
        }
    }
}
