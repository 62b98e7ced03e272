/// One step of a random walk.
///
/// A number selects one of the objects that exist when the step runs. Therefore a walk is still valid if steps are
/// removed.
enum FingerStep: CustomStringConvertible {
    case begin(finger: Int, key: Int)
    case move(finger: Int, key: Int)
    /// Moves to one of the offered alternatives.
    case choose(finger: Int, alternative: Int)
    case moveOff(finger: Int)
    case end(finger: Int)
    case cancel(finger: Int)
    case wait(milliseconds: Int)
    case focus(Int)
    case blur
    case select(Int, Int)
    case rotate
    case requestShow
    case requestHide
    case restart

    var description: String {
        switch self {
        case .begin(let finger, let key): "begin \(finger) \(key)"
        case .move(let finger, let key): "move \(finger) \(key)"
        case .choose(let finger, let alternative): "choose \(finger) \(alternative)"
        case .moveOff(let finger): "off \(finger)"
        case .end(let finger): "end \(finger)"
        case .cancel(let finger): "cancel \(finger)"
        case .wait(let milliseconds): "wait \(milliseconds)"
        case .focus(let field): "focus \(field)"
        case .blur: "blur"
        case .select(let lower, let upper): "select \(lower) \(upper)"
        case .rotate: "rotate"
        case .requestShow: "show"
        case .requestHide: "hide"
        case .restart: "restart"
        }
    }

    static func random(_ random: inout some RandomNumberGenerator) -> FingerStep {
        func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
        let finger = number(0..<3)
        // The five listed numbers occur more often. They belong to the shift key, the delete key and keys of the bottom
        // row.
        let key = number(0..<3) > 0 ? number(0..<60) : [19, 27, 28, 31, 33][number(0..<5)]
        switch number(0..<48) {
        case 0..<15: return .begin(finger: finger, key: key)
        case 15..<19: return .move(finger: finger, key: key)
        case 19..<21: return .choose(finger: finger, alternative: number(0..<6))
        case 21: return .moveOff(finger: finger)
        case 22..<35: return .end(finger: finger)
        case 35: return .cancel(finger: finger)
        case 36..<41: return .wait(milliseconds: [1, 30, 60, 100, 200, 300, 400, 500, 1_000][number(0..<9)])
        case 41..<43: return .focus(number(0..<5))
        case 43: return .blur
        case 44: return .select(number(0..<6), number(0..<6))
        case 45: return .rotate
        case 46: return [.requestShow, .requestHide][number(0..<2)]
        default: return .restart
        }
    }
}
