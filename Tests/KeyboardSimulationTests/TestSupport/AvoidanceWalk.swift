import Foundation
import KeyboardObservation
import KeyboardSimulation

/// A walk: a sequence of steps of the keyboard, the focus, the content, the toolkit and a person.
struct AvoidanceWalk: CustomStringConvertible {
    enum Step: Hashable {
        case show(height: Int)
        case hide
        /// The focus moves to a field with this upper edge, or is lost.
        case focus(Int?)
        /// The field and the content grow by lines, and the caret is in the last line.
        case grow(lines: Int)
        /// The caret moves within its line.
        case type
        /// The content grows above the field, and the toolkit may scroll by the same height.
        case insert(height: Int, isAnchored: Bool)
        /// The focused field and its content are removed.
        case die
        /// The pane takes another place on the screen. Of a sheet, only the upper edge changes.
        case place(top: Int, height: Int)
        /// A person scrolls to a part of the range, in percent.
        case scroll(percent: Int)
        /// The toolkit scrolls by itself to a part of the range, in percent, and reports it.
        case toolkitScroll(percent: Int)
        case layout
        /// A finger drags the keyboard down by a part of its height, in percent, and releases it.
        case drag(percent: Int, isCancelled: Bool)
        case frames(Int)
        case settle

        /// Whether the step changes something.
        ///
        /// The other steps only let time pass or lay out the pane.
        var isChange: Bool {
            switch self {
            case .frames, .settle, .layout: false
            default: true
            }
        }
    }

    /// The pane, and what is special about it.
    enum Setting: CaseIterable {
        /// A list.
        case list
        /// A list that stays at its end.
        case chat
        /// A list below a bar of the app that moves with the keyboard.
        case listWithBar
        /// A list, and a keyboard that reports its frames.
        case listWithReportedFrames
        /// A sheet that moves as a whole.
        case sheet
    }

    let setting: Setting
    let toolkit: TestPane.Toolkit
    /// Whether the toolkit reports scrolling.
    let reports: Bool
    var offset: Int
    var steps: [Step]

    init(seed: UInt64, length: Int) {
        var random = SeededRandom(seed: seed)
        let setting = Setting.allCases.randomElement(using: &random) ?? .list
        self.setting = setting
        toolkit = TestPane.Toolkit.allCases.randomElement(using: &random) ?? .unlimited
        reports = Bool.random(using: &random)
        offset = setting == .sheet ? 0 : Int.random(in: 0...900, using: &random)
        steps = (0..<length).map { _ in
            switch Int.random(in: 0..<20, using: &random) {
            case 0...2: .show(height: [216, 291, 336, 500].randomElement(using: &random) ?? 291)
            case 3, 4: .hide
            case 5, 6: .focus(Int.random(in: 0..<20, using: &random))
            case 7: .focus(nil)
            case 8: .grow(lines: Int.random(in: 1...12, using: &random))
            case 9: .insert(height: Int.random(in: 2...200, using: &random), isAnchored: Bool.random(using: &random))
            case 10: .scroll(percent: Int.random(in: 0...100, using: &random))
            case 11: .layout
            case 12: .drag(percent: Int.random(in: 1...99, using: &random), isCancelled: Bool.random(using: &random))
            case 13: .frames(Int.random(in: 1...20, using: &random))
            case 14: .type
            case 15: .toolkitScroll(percent: Int.random(in: 0...100, using: &random))
            case 16: .die
            case 17:
                .place(top: Int.random(in: 0...150, using: &random), height: Bool.random(using: &random) ? 450 : 702)
            default: .settle
            }
        }
    }

    var description: String {
        "\(setting), \(toolkit), \(reports ? "reporting" : "silent"), offset \(offset), "
            + steps.map { "\($0)" }.joined(separator: ", ")
    }
}
