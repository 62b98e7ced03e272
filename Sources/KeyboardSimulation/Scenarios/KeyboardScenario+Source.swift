import Foundation
import KeyboardObservation

extension KeyboardScenario {
    /// A Swift expression that creates an equal scenario.
    ///
    /// Paste the expression into a test that imports Foundation and `KeyboardSimulation`. The expression omits
    /// properties with default values.
    public var swiftSource: String {
        var lines = ["KeyboardScenario(", "    \(name.debugDescription),", "    on: \(SwiftSource.expression(model)),"]
        if orientation != .portrait { lines.append("    orientation: .\(orientation),") }
        let changes = SwiftSource.changes(of: behavior)
        if !changes.isEmpty {
            lines.append("    behavior: SimulatedKeyboard.Behavior {")
            lines += changes.map { "        \($0)" } + ["    },"]
        }
        if faults != .none { lines.append("    faults: \(SwiftSource.expression(faults)),") }
        guard !steps.isEmpty else { return (lines + ["    steps: []", ")"]).joined(separator: "\n") }
        lines += ["    steps: ["] + steps.map { "        \(SwiftSource.expression($0))," } + ["    ]", ")"]
        return lines.joined(separator: "\n")
    }
}

extension KeyboardScenario: CustomStringConvertible {
    /// A table that lists the name, the device, and the steps with their times.
    public var description: String {
        var time = Duration.zero
        var lines = ["\(name) (\(model.name), \(orientation))"]
        for step in steps {
            if step.waitingTime == .zero {
                lines.append(String(format: "%8.3f s  ", time / .seconds(1)) + SwiftSource.expression(step))
            }
            time += step.waitingTime
        }
        lines.append(String(format: "%8.3f s  ", time / .seconds(1)) + "end")
        return lines.joined(separator: "\n")
    }
}

/// Writes values as Swift expressions.
///
/// `SwiftSource` uses reflection to read the cases of enumerations and the properties of a behaviour. You can therefore
/// add a step or a property without changing `SwiftSource`. An enumeration in a scenario must not conform to
/// `CustomStringConvertible`, because the description would replace the name of the case.
private enum SwiftSource {
    static func expression(_ value: Any) -> String {
        switch value {
        case let value as String: value.debugDescription
        case let value as Bool: "\(value)"
        case let value as Double: number(value)
        case let value as CGFloat: number(Double(value))
        case let value as CGRect:
            "CGRect(x: \(number(value.origin.x)), y: \(number(value.origin.y)), "
                + "width: \(number(value.size.width)), height: \(number(value.size.height)))"
        case let value as CGPoint: "CGPoint(x: \(number(value.x)), y: \(number(value.y)))"
        case let value as CGSize: "CGSize(width: \(number(value.width)), height: \(number(value.height)))"
        case let value as Duration: duration(value)
        case let value as SimulatedScreenModel: model(value)
        case is KeyboardRecording: "recording"
        case let value as SimulatedKeyboard.FaultInjection: faults(value)
        case let value as SimulatedKeyboard.Behavior: behavior(value)
        default: reflected(value)
        }
    }

    /// Returns an assignment for each property that differs from the default behaviour.
    static func changes(of behavior: SimulatedKeyboard.Behavior) -> [String] {
        let defaults = Mirror(reflecting: SimulatedKeyboard.Behavior()).children.map { expression($0.value) }
        return zip(Mirror(reflecting: behavior).children, defaults).compactMap { property, standard in
            let value = expression(property.value)
            guard let name = property.label, value != standard else { return nil }
            return "$0.\(name) = \(value)"
        }
    }

    /// Returns the expression of an optional, an array or an enumeration case.
    private static func reflected(_ value: Any) -> String {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional:
            return mirror.children.first.map { expression($0.value) } ?? "nil"
        case .collection:
            return "[" + mirror.children.map { expression($0.value) }.joined(separator: ", ") + "]"
        case .enum:
            guard let payload = mirror.children.first, let name = payload.label else { return ".\(value)" }
            return ".\(name)(\(arguments(payload.value)))"
        default:
            return "\(value)"
        }
    }

    private static func arguments(_ payload: Any) -> String {
        let mirror = Mirror(reflecting: payload)
        guard mirror.displayStyle == .tuple else { return expression(payload) }
        return mirror.children.map { argument in
            // If an argument has no label, the mirror returns a number such as ".0" as the label.
            guard let label = argument.label, !label.hasPrefix(".") else { return expression(argument.value) }
            return "\(label): \(expression(argument.value))"
        }.joined(separator: ", ")
    }

    private static func number(_ value: Double) -> String {
        if value.isNaN { return ".nan" }
        if value.isInfinite { return value < 0 ? "-.infinity" : ".infinity" }
        return value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : "\(value)"
    }

    private static func duration(_ duration: Duration) -> String {
        let units: [(String, Int128)] = [
            ("seconds", 1_000_000_000_000_000_000), ("milliseconds", 1_000_000_000_000_000),
            ("microseconds", 1_000_000_000_000), ("nanoseconds", 1_000_000_000),
        ]
        for (name, unit) in units where duration.attoseconds % unit == 0 {
            if let count = Int64(exactly: duration.attoseconds / unit) { return ".\(name)(\(count))" }
        }
        return "Duration(attoseconds: \(duration.attoseconds))"
    }

    private static func model(_ model: SimulatedScreenModel) -> String {
        if let constant = SimulatedScreenModel.constants.first(where: { $0.value == model }) {
            return ".\(constant.key)"
        }
        func heights(_ heights: SimulatedScreenModel.KeyboardHeights) -> String {
            "SimulatedScreenModel.KeyboardHeights(letters: \(number(heights.letters)), "
                + "lettersWithPredictions: \(number(heights.lettersWithPredictions)))"
        }
        return "SimulatedScreenModel(name: \(model.name.debugDescription), "
            + "portraitSize: \(expression(model.portraitSize)), portrait: \(heights(model.portrait)), "
            + "landscape: \(heights(model.landscape)), isPhone: \(model.isPhone))"
    }

    private static func faults(_ faults: SimulatedKeyboard.FaultInjection) -> String {
        // The order of a set changes with each launch, but the order of `allCases` does not change.
        let kinds = SimulatedKeyboard.Fault.allCases.filter(faults.kinds.contains).map { ".\($0)" }
        return "SimulatedKeyboard.FaultInjection([\(kinds.joined(separator: ", "))], rate: \(number(faults.rate)), "
            + "seed: \(faults.seed))"
    }

    private static func behavior(_ behavior: SimulatedKeyboard.Behavior) -> String {
        let changes = changes(of: behavior)
        guard !changes.isEmpty else { return "SimulatedKeyboard.Behavior()" }
        return "SimulatedKeyboard.Behavior { \(changes.joined(separator: "; ")) }"
    }
}
