import Foundation
import KeyboardObservation

/// Finds what retains a screen that was dropped.
///
/// The search releases one possible owner after the other until the screen is deallocated.
@MainActor
enum ScreenLeak {
    /// Returns what retains the screen, in words; `nil` if the screen is deallocated.
    static func reason<Screen: AnyObject>(
        _ bed: KeyboardTestBed,
        screen: () -> Screen?
    ) async -> String? {
        guard screen() != nil else { return nil }
        let properties = screen().map { Self.properties(of: $0) } ?? []
        if let reason = await reason(among: properties, bed.center, screen) { return reason }
        bed.scheduler.removeAll()
        await KeyboardTestBed.runTasks()
        if screen() == nil { return "an action that waits on the scheduler retains it, such as a timer" }
        bed.pool.close()
        await KeyboardTestBed.runTasks(turns: 500) { screen() == nil }
        if screen() == nil { return "a task that iterates over the events or the states retains it" }
        bed.releaseCenter()
        await KeyboardTestBed.runTasks()
        if screen() == nil {
            return "a block observer of NotificationCenter retains it: capture it weakly, and remove the token that "
                + "addObserver(forName:) returns, because the center keeps the block until then"
        }
        return unknownReason(properties)
    }

    /// Returns the places to look at, if nothing that can be released retains the screen.
    ///
    /// A weak property cannot be distinguished from a strong one.
    private static func unknownReason(_ properties: [Property]) -> String {
        func list(_ isIncluded: (Property.Owner) -> Bool) -> String? {
            let paths = properties.filter { isIncluded($0.owner) }.prefix(5).map { "`\($0.path)`" }
            return paths.isEmpty ? nil : paths.joined(separator: ", ")
        }
        if let elements = list({ if case .element = $0 { true } else { false } }) {
            return "its own collection holds it: \(elements)"
        }
        let closures = list { if case .closure = $0 { true } else { false } }
        let references = list { if case .screen = $0 { true } else { false } }
        let places = [
            closures.map { "a closure that captures it, among \($0)" },
            references.map { "a property that refers to it and is not weak, among \($0)" },
            "an object outside of it, such as a block observer of another NotificationCenter",
        ]
        return "what retains it is unknown, and may be " + places.compactMap(\.self).joined(separator: ", or ")
    }

    /// Returns the tokens of the screen, and of what it owns.
    static func tokens(of screen: AnyObject) -> [KeyboardObservationToken] {
        properties(of: screen).compactMap { property in
            if case .token(let token) = property.owner { token } else { nil }
        }
    }

    /// A property of the screen, or of what it owns.
    private struct Property {
        var path: String
        var owner: Owner

        enum Owner {
            case token(KeyboardObservationToken)
            case guide(KeyboardLayoutGuide)
            case task(@Sendable () -> Void)
            case action(KeyboardScheduledAction)
            case avoider(KeyboardAvoider)
            /// A token of a block observer of a NotificationCenter.
            case blockObserver(any NSObjectProtocol)
            /// A closure, which may capture the screen.
            case closure
            /// A reference to the screen, which may be weak.
            case screen
            /// An element of a collection that is the screen, which is not weak.
            case element
        }
    }

    private static func reason<Screen: AnyObject>(
        among properties: [Property],
        _ center: NotificationCenter,
        _ screen: () -> Screen?
    ) async -> String? {
        for property in properties {
            let reason: String
            switch property.owner {
            case .token(let token):
                token.cancel()
                reason = "the closure of the token `\(property.path)` retains it; capture it weakly"
            case .guide(let guide):
                guide.onChange = nil
                guide.viewFrameProvider = nil
                reason = "a closure of the layout guide `\(property.path)` retains it; capture it weakly in onChange"
            case .task(let cancel):
                cancel()
                reason = "the task `\(property.path)` retains it; capture it weakly in the task"
            case .action(let action):
                action.cancel()
                reason = "the scheduled action `\(property.path)` retains it, such as a timer; capture it weakly"
            case .avoider(let avoider):
                avoider.end()
                reason = "the closure of the avoider `\(property.path)` retains it; capture it weakly"
            case .blockObserver(let token):
                for center in [center, .default] { center.removeObserver(token) }
                reason =
                    "the block observer `\(property.path)` of a NotificationCenter retains it: capture it weakly, and remove "
                    + "the token, because the center keeps the block until then"
            case .closure, .screen, .element:
                continue
            }
            await KeyboardTestBed.runTasks(turns: 100) { screen() == nil }
            if screen() == nil { return reason }
        }
        return nil
    }

    /// Returns the properties that may retain the screen, to a depth of 4.
    private static func properties(of screen: AnyObject) -> [Property] {
        var found: [Property] = []
        var visited: Set<ObjectIdentifier> = [ObjectIdentifier(screen)]
        func visit(_ value: Any, _ path: String, _ depth: Int, isElement: Bool = false) {
            guard found.count < 100, depth < 5 else { return }
            let mirror = Mirror(reflecting: value)
            if mirror.displayStyle == .class {
                // Every value is an object here.
                let object = value as AnyObject
                if object === screen, depth > 0 {
                    found.append(Property(path: path, owner: isElement ? .element : .screen))
                    return
                }
                if let owner = owner(value) {
                    found.append(Property(path: path, owner: owner))
                    return
                }
                guard depth == 0 || visited.insert(ObjectIdentifier(object)).inserted else { return }
            } else if let owner = owner(value) {
                found.append(Property(path: path, owner: owner))
                return
            }
            var level: Mirror? = mirror
            while let current = level {
                for (index, child) in current.children.prefix(100).enumerated() {
                    let isOptional = current.displayStyle == .optional
                    let label = child.label.map { path.isEmpty ? $0 : "\(path).\($0)" } ?? "\(path)[\(index)]"
                    let isElement = current.displayStyle == .collection || isOptional && isElement
                    visit(child.value, isOptional ? path : label, isOptional ? depth : depth + 1, isElement: isElement)
                }
                level = current.superclassMirror
            }
        }
        visit(screen, "", 0)
        return found
    }

    private static func owner(_ value: Any) -> Property.Owner? {
        switch value {
        case let token as KeyboardObservationToken: .token(token)
        case let guide as KeyboardLayoutGuide: .guide(guide)
        case let action as KeyboardScheduledAction: .action(action)
        case let avoider as KeyboardAvoider: .avoider(avoider)
        case let task as Task<Void, Never>: .task { task.cancel() }
        case let task as Task<Void, any Error>: .task { task.cancel() }
        // Foundation's token has no public type.
        case let token as any NSObjectProtocol where "\(type(of: value))".contains("ObserverToken"):
            .blockObserver(token)
        // The type of a closure has an arrow, and no other value of such a type has properties.
        case _ where Mirror(reflecting: value).displayStyle == nil && "\(type(of: value))".contains("->"): .closure
        default: nil
        }
    }
}
