import Foundation
import KeyboardObservation

/// A random pane with whole numbers, and a search for its best offset.
///
/// The search shares no formula with the library.
struct PaneCase: CustomStringConvertible {
    private final class Owner: Sendable {}
    private static let owner = Owner()

    var isSheet = false
    var top = 0
    var height = 40
    var contentHeight = 100
    var offset = 0
    var safeTop = 0
    var safeBottom = 0
    var ownBottom = 0
    var coveredTop = 0
    var coveredBottom = 0
    var screenHeight = 60
    var margin = 0
    /// The caret, the field and the group, in the order of their importance.
    ///
    /// Each of them has a top and a height.
    var caret: (top: Int, height: Int)?
    var field = (top: 0, height: 4)
    var group: (top: Int, height: Int)?

    init(_ random: inout some RandomNumberGenerator) {
        func number(_ range: ClosedRange<Int>) -> Int { 2 * Int.random(in: range, using: &random) }
        isSheet = Bool.random(using: &random)
        screenHeight = number(20...40)
        height = number(5...25)
        top = isSheet ? number(0...10) : 0
        height = min(height, screenHeight - top)
        contentHeight = isSheet ? height : number(1...60)
        safeTop = isSheet || Bool.random(using: &random) ? 0 : number(0...2)
        safeBottom = isSheet || Bool.random(using: &random) ? 0 : number(0...2)
        ownBottom = isSheet || Bool.random(using: &random) ? 0 : number(0...8)
        if Int.random(in: 0..<8, using: &random) == 0, !isSheet {
            coveredTop = number(0...height / 2)
        } else {
            // The keyboard can cover a whole sheet, and can reach above the sheet.
            coveredBottom = number(0...(isSheet ? top + height : height) / 2)
        }
        margin = number(0...3)
        field.height = number(1...height / 2 + 2)
        field.height = min(field.height, contentHeight)
        field.top = number(0...(contentHeight - field.height) / 2)
        if Bool.random(using: &random) {
            let lines = min(number(1...2), field.height)
            caret = (field.top + number(0...(field.height - lines) / 2), lines)
        }
        if Bool.random(using: &random) {
            let first = number(0...field.top / 2)
            group = (first, number(0...4) + field.top + field.height - first)
        }
        let range = range
        offset = number(range.lowerBound / 2...range.upperBound / 2)
    }

    var pane: PaneGeometry {
        let frame = CGRect(x: 0, y: Double(top), width: 30, height: Double(height))
        guard !isSheet else { return .sheet(frame: frame, offset: CGFloat(offset)) }
        return .scrollView(
            frame: frame,
            contentHeight: CGFloat(contentHeight),
            offset: CGFloat(offset),
            safeArea: KeyboardInsets(top: CGFloat(safeTop), bottom: CGFloat(safeBottom)),
            contentInsets: KeyboardInsets(bottom: CGFloat(ownBottom))
        )
    }

    var content: FocusedContent {
        func frame(_ part: (top: Int, height: Int)) -> CGRect {
            CGRect(x: 0, y: Double(part.top), width: 20, height: Double(part.height))
        }
        return FocusedContent(
            Self.owner,
            field: frame(field),
            caret: caret.map(frame),
            group: group.map(frame)
        )
    }

    var covered: KeyboardInsets {
        KeyboardInsets(top: CGFloat(coveredTop), bottom: CGFloat(coveredBottom))
    }

    var screen: CGRect {
        CGRect(x: 0, y: 0, width: 30, height: Double(screenHeight))
    }

    func result(margin: Int? = nil, offset: CGFloat? = nil, covered: KeyboardInsets? = nil) -> CGFloat {
        var pane = pane
        if let offset { pane.offset = offset }
        return pane.offset(
            showing: content,
            covered: covered ?? self.covered,
            screen: screen,
            margin: CGFloat(margin ?? self.margin)
        )
    }

    // MARK: The search

    /// The first and the last row of the pane that show content.
    var room: (top: Int, bottom: Int) {
        guard !isSheet else { return (-top, coveredBottom > 0 ? height - coveredBottom : screenHeight - top) }
        return (max(safeTop, coveredTop), height - max(safeBottom + ownBottom, coveredBottom))
    }

    /// The offsets at which the pane may rest.
    var range: ClosedRange<Int> {
        if isSheet {
            guard coveredBottom > 0 else { return 0...0 }
            // A sheet that fits between the screen's top and the keyboard stays between them.
            let fits = height <= top + height - coveredBottom
            return 0...(fits ? min(coveredBottom + margin, top) : coveredBottom + margin)
        }
        let first = -max(safeTop, coveredTop)
        return first...max(first, contentHeight - height + max(safeBottom + ownBottom, coveredBottom))
    }

    /// The best offset in the range, found by a comparison of all offsets.
    var bestOffset: Int {
        let lowestCaret = caret?.height ?? 1
        guard room.bottom - room.top >= max(lowestCaret, 1) else {
            return min(max(offset, range.lowerBound), range.upperBound)
        }
        if let caret, field.height > room.bottom - room.top, caret.top - offset >= room.top,
            caret.top + caret.height - offset <= room.bottom
        {
            return offset
        }
        let parts = [caret, field, group].compactMap(\.self)
        var best = Array(range)
        for part in parts { best = mostVisible(part, among: best) }
        if best.contains(offset) { return offset }
        for part in parts {
            let space = max(room.bottom - room.top - part.height, 0) / 2
            let around = min(margin, space)
            best = mostVisible((part.top - around, part.height + 2 * around), among: best)
        }
        return best.min { abs($0 - offset) < abs($1 - offset) } ?? offset
    }

    private func mostVisible(_ part: (top: Int, height: Int), among offsets: [Int]) -> [Int] {
        let room = room
        var best: [Int] = []
        var most = Int.min
        for offset in offsets {
            let (top, bottom) = (part.top - offset, part.top + part.height - offset)
            let rows = min(room.bottom, bottom) - max(room.top, top)
            // If no row is visible, a part that is nearer to the free space has a higher score.
            let score = rows > 0 ? rows : -max(room.top - bottom, top - room.bottom, 0)
            if score > most { (best, most) = ([], score) }
            if score == most { best.append(offset) }
        }
        return best
    }

    var description: String {
        "\(isSheet ? "sheet" : "list") top \(top) height \(height) content \(contentHeight) offset \(offset) "
            + "safe \(safeTop), \(safeBottom) own \(ownBottom) covered \(coveredTop), \(coveredBottom) "
            + "screen \(screenHeight) margin \(margin) caret \(caret.map { "\($0)" } ?? "none") field \(field) "
            + "group \(group.map { "\($0)" } ?? "none")"
    }
}
