import Foundation
import KeyboardObservation

/// A property that the search of ``OwnedObjects`` has found.
struct OwnedProperty {
    var path: String
    var owner: Owner

    /// A kind of value that can retain the screen.
    enum Owner {
        case token(KeyboardObservationToken)
        case guide(KeyboardLayoutGuide)
        case task(@Sendable () -> Void)
        case action(KeyboardScheduledAction)
        case avoider(KeyboardAvoider)
        /// The token of a block observer in a NotificationCenter.
        case blockObserver(any NSObjectProtocol)
        /// A closure that can capture the screen.
        case closure
        /// A strong or weak reference to the screen.
        case screen
        /// A collection that contains the screen and therefore retains it.
        case element
    }
}

/// The objects that a screen refers to, directly or through other objects.
///
/// The search follows a path of at most four properties, and ignores the objects of the test bed.
@MainActor
struct OwnedObjects {
    /// The first 100 properties that possibly retain the screen.
    private(set) var properties: [OwnedProperty] = []
    /// The screen and all objects that the search has found.
    private(set) var objects: [AnyObject]
    private var visited: Set<ObjectIdentifier>

    init(of screen: AnyObject) {
        objects = [screen]
        visited = [ObjectIdentifier(screen)]
        visit(screen, "", 0)
    }

    /// Whether an object belongs to a test bed.
    private static func isShared(_ object: AnyObject) -> Bool {
        object is KeyboardObserverPool || object is SimulatedKeyboard || object is SimulatedScreen
            || object is ManualScheduler || object is NotificationCenter || object is KeyboardTestBed
    }

    /// The keyboard observation tokens in `properties`.
    var tokens: [KeyboardObservationToken] {
        properties.compactMap { property in
            if case .token(let token) = property.owner { token } else { nil }
        }
    }

    private mutating func visit(_ value: Any, _ path: String, _ depth: Int, isElement: Bool = false) {
        guard properties.count < 100, depth < 5 else { return }
        let mirror = Mirror(reflecting: value)
        // If the value is an instance of a class, the cast does not create a box.
        let object = mirror.displayStyle == .class ? value as AnyObject : nil
        let isScreen = depth > 0 && object === objects[0]
        let owner = isScreen ? (isElement ? .element : .screen) : OwnedProperty.Owner(value, mirror)
        if let owner {
            // A simulated field sets the closure `onTraitChangeOfWidget`. This closure does not retain the screen.
            if !path.hasSuffix(".onTraitChangeOfWidget") { properties.append(OwnedProperty(path: path, owner: owner)) }
            return
        }
        if let object, depth > 0 {
            guard !Self.isShared(object), visited.insert(ObjectIdentifier(object)).inserted else { return }
            objects.append(object)
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
}

extension OwnedProperty.Owner {
    fileprivate init?(_ value: Any, _ mirror: Mirror) {
        switch value {
        case let token as KeyboardObservationToken: self = .token(token)
        case let guide as KeyboardLayoutGuide: self = .guide(guide)
        case let action as KeyboardScheduledAction: self = .action(action)
        case let avoider as KeyboardAvoider: self = .avoider(avoider)
        case let task as Task<Void, Never>: self = .task { task.cancel() }
        case let task as Task<Void, any Error>: self = .task { task.cancel() }
        // In Foundation, the token of a block observer has no public type.
        case let token as any NSObjectProtocol where "\(type(of: value))".contains("ObserverToken"):
            self = .blockObserver(token)
        // The type name of a closure contains `->`. Other type names can also contain `->`, for example the type name
        // of an array of closures. The mirror of an array has a display style, but the mirror of a closure has no
        // display style.
        case _ where mirror.displayStyle == nil && "\(type(of: value))".contains("->"):
            self = .closure
        default: return nil
        }
    }
}
