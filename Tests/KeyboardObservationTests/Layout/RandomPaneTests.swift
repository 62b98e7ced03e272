import Foundation
import KeyboardObservation
import KeyboardSimulation
import TestSupport
import Testing

/// The properties of the least offset, on random panes.
struct RandomPaneTests {
    /// Checks 100,000 random panes if the environment has `KEYBOARD_OBSERVATION_FULL`, and 5,000 panes otherwise.
    private func check(_ name: String, _ fails: (PaneCase) -> Bool) {
        let seed = RandomTestSize.firstSeed + 1_908
        var random = SeededRandom(seed: seed)
        for number in 0..<(RandomTestSize.isFull ? 100_000 : 5_000) {
            let pane = PaneCase(&random)
            guard fails(pane) else { continue }
            Issue.record("seed \(seed), case \(number), \(name): \(pane), found \(pane.result())")
            return
        }
    }

    @Test func theOffsetIsTheOneThatASearchFinds() {
        check("expected another offset") { $0.result() != CGFloat($0.bestOffset) }
    }

    @Test func theOffsetIsInTheRange() {
        check("out of range") { !(CGFloat($0.range.lowerBound)...CGFloat($0.range.upperBound)).contains($0.result()) }
    }

    @Test func aSecondComputationChangesNothing() {
        check("not idempotent") { $0.result(offset: $0.result()) != $0.result() }
    }

    @Test func aLargerKeyboardNeverLowersTheOffset() {
        check("not monotone") { pane in
            guard pane.coveredTop == 0, pane.coveredBottom > 0 else { return false }
            var larger = pane
            larger.coveredBottom = min(pane.coveredBottom + 2, pane.height + (pane.isSheet ? pane.top : 0))
            // If the free space is smaller than the caret, the pane does not move.
            guard larger.room.bottom - larger.room.top >= larger.caret?.height ?? 1 else { return false }
            // If a field does not fit, the caret decides whether the pane moves.
            let fits = [pane, larger].map { $0.field.height <= $0.room.bottom - $0.room.top }
            guard pane.caret == nil || fits[0] == fits[1] else { return false }
            // If the larger keyboard leaves too little room for a sheet, the range of the sheet's offsets changes.
            return larger.result(margin: 0) < pane.result(margin: 0)
        }
    }

    @Test func noOffsetThatIsNearerShowsAsMuch() {
        check("not the least offset") { pane in
            var exact = pane
            exact.margin = 0
            return abs(exact.result() - CGFloat(pane.offset)) > CGFloat(abs(exact.bestOffset - pane.offset))
        }
    }

    @Test func aMovedScreenMovesNothing() {
        check("depends on the origin") { pane in
            var moved = pane.pane
            moved.frame = moved.frame.offsetBy(dx: 64, dy: 128)
            let screen = pane.screen.offsetBy(dx: 64, dy: 128)
            let result = moved.offset(
                showing: pane.content,
                covered: pane.covered,
                screen: screen,
                margin: CGFloat(pane.margin)
            )
            return result != pane.result()
        }
    }

    @Test func doubledLengthsDoubleTheOffset() {
        check("does not scale") { pane in
            func double(_ rect: CGRect) -> CGRect {
                CGRect(x: 2 * rect.minX, y: 2 * rect.minY, width: 2 * rect.width, height: 2 * rect.height)
            }
            func double(_ insets: KeyboardInsets) -> KeyboardInsets {
                KeyboardInsets(top: 2 * insets.top, bottom: 2 * insets.bottom)
            }
            var doubled = pane.pane
            doubled.frame = double(doubled.frame)
            doubled.contentHeight *= 2
            doubled.offset *= 2
            doubled.unit *= 2
            (doubled.safeArea, doubled.contentInsets) = (double(doubled.safeArea), double(doubled.contentInsets))
            var content = pane.content
            content.field = double(content.field)
            content.caret = content.caret.map(double)
            content.group = content.group.map(double)
            let result = doubled.offset(
                showing: content,
                covered: double(pane.covered),
                screen: double(pane.screen),
                margin: CGFloat(2 * pane.margin)
            )
            return result != 2 * pane.result()
        }
    }
}
