import Foundation
import KeyboardObservation

/// Finds the object that retains a screen.
///
/// The search releases one object after the other until the screen is deallocated.
@MainActor
enum ScreenOwner {
    static func find<Screen: AnyObject>(of screen: () -> Screen?, in bed: KeyboardTestBed) async -> String {
        let properties = screen().map(ScreenProperties.init) ?? ScreenProperties()
        for property in properties.releasable {
            property.release(bed.center)
            await KeyboardTestBed.runTasks(turns: 100) { screen() == nil }
            if screen() == nil { return "\(property.words) retains it, perhaps indirectly; capture it weakly" }
        }
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
        if let reference = properties.references.first { return "`\(reference)` refers to it and is not weak" }
        let closures = properties.closures.sorted { ($0.isCallback ? 0 : 1) < ($1.isCallback ? 0 : 1) }.map(\.path)
        if closures.isEmpty { return "an object outside of it retains it" }
        let more = closures.count > 5 ? ", and \(closures.count - 5) more" : ""
        let list = closures.prefix(5).map { "`\($0)`" }.joined(separator: ", ")
        return "capture it weakly in each closure that it stores: \(list)\(more)"
    }
}

@MainActor
private struct ScreenProperties {
    struct Releasable {
        var words: String
        var release: @MainActor (NotificationCenter) -> Void
    }

    struct Closure {
        var path: String
        var isCallback: Bool
    }

    private(set) var releasable: [Releasable] = []
    private(set) var references: [String] = []
    private(set) var closures: [Closure] = []
    private var screen: ObjectIdentifier?
    private var visited: Set<ObjectIdentifier> = []

    init() {}

    init(of screen: AnyObject) {
        self.screen = ObjectIdentifier(screen)
        visit(screen, "", depth: 0, owner: nil)
    }

    private mutating func visit(_ value: Any, _ path: String, depth: Int, owner: Any.Type?) {
        guard depth < 5, visited.count < 1_000 else { return }
        let mirror = Mirror(reflecting: value)
        if let releasable = Releasable(value, path) { return self.releasable.append(releasable) }
        // In a `Mirror`, a closure has no display style, but an array of closures has one.
        if mirror.displayStyle == nil, "\(type(of: value))".contains("->") { return addClosure(path, owner) }
        if mirror.displayStyle == .class {
            let object = value as AnyObject
            if depth > 0, ObjectIdentifier(object) == screen { return references.append(path) }
            guard !isOfTestBed(object), visited.insert(ObjectIdentifier(object)).inserted else { return }
        }
        var level: Mirror? = mirror
        while let current = level {
            let weak = mirror.displayStyle == .class ? weakProperties(of: current.subjectType) : []
            for (index, child) in current.children.prefix(100).enumerated() where !weak.contains(child.label ?? "") {
                let isOptional = current.displayStyle == .optional
                let label = child.label.map { path.isEmpty ? $0 : "\(path).\($0)" } ?? "\(path)[\(index)]"
                let owner = isOptional || current.displayStyle == .collection ? owner : current.subjectType
                visit(child.value, isOptional ? path : label, depth: isOptional ? depth : depth + 1, owner: owner)
            }
            level = current.superclassMirror
        }
    }

    /// In the library's own types, an app sets only the closures whose names begin with `on`.
    private mutating func addClosure(_ path: String, _ owner: Any.Type?) {
        let name = path.split(separator: ".").last ?? ""
        let isCallback = name.hasPrefix("on") && name != "onTraitChangeOfWidget"
        let module = owner.map { String(reflecting: $0).prefix { $0 != "." } } ?? ""
        guard isCallback || !Self.modules.contains(String(module)) else { return }
        closures.append(Closure(path: path, isCallback: isCallback))
    }

    private static let modules: Set = [
        "Swift", "Foundation", "Dispatch", "KeyboardObservation", "KeyboardForms", "KeyboardSimulation",
        "LinuxKeyboards", "InAppKeyboard", "KeyboardGTK",
    ]

    private func isOfTestBed(_ object: AnyObject) -> Bool {
        object is KeyboardObserverPool || object is SimulatedKeyboard || object is SimulatedScreen
            || object is ManualScheduler || object is NotificationCenter || object is KeyboardTestBed
    }
}

@MainActor
extension ScreenProperties.Releasable {
    fileprivate init?(_ value: Any, _ path: String) {
        switch value {
        case let token as KeyboardObservationToken:
            self.init(words: "the closure of the token `\(path)`") { _ in token.cancel() }
        case let guide as KeyboardLayoutGuide:
            self.init(words: "a closure of the layout guide `\(path)`, such as `onChange`,") { _ in
                guide.onChange = nil
                guide.viewFrameProvider = nil
            }
        case let avoider as KeyboardAvoider:
            self.init(words: "the closure of the avoider `\(path)`") { _ in avoider.end() }
        case let task as Task<Void, Never>:
            self.init(words: "the task `\(path)`") { _ in task.cancel() }
        case let task as Task<Void, any Error>:
            self.init(words: "the task `\(path)`") { _ in task.cancel() }
        case let action as KeyboardScheduledAction:
            self.init(words: "the scheduled action `\(path)`, such as a timer,") { _ in action.cancel() }
        // The type of a block observer's token is not public, so the name of the type is compared.
        case let token as any NSObjectProtocol where "\(type(of: value))".contains("ObserverToken"):
            let center = "a NotificationCenter, which keeps its block until the token is removed,"
            self.init(words: "the block observer `\(path)` of \(center)") {
                for center in [$0, .default] { center.removeObserver(token) }
            }
        default: return nil
        }
    }
}

// MARK: - Weak properties

/// A `Mirror` does not distinguish a weak property from a strong property.
///
/// So this function calls the runtime functions that `Mirror` calls.
private func weakProperties(of type: Any.Type) -> Set<String> {
    guard type is AnyClass else { return [] }
    var names: Set<String> = []
    for index in 0..<propertyCount(of: type) {
        var property = unsafe ReflectedProperty()
        _ = unsafe reflect(type, index: index, into: &property)
        guard let name = unsafe property.name else { continue }
        if unsafe !property.isStrong { unsafe names.insert(String(cString: name)) }
        unsafe property.freeName?(name)
    }
    return names
}

/// The memory layout is that of `_FieldReflectionMetadata` in Swift's `ReflectionMirror.swift`.
@unsafe
private struct ReflectedProperty {
    var name: UnsafePointer<CChar>?
    var freeName: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
    var isStrong = false
    var isVariable = false
}

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func propertyCount(of type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func reflect(_ type: Any.Type, index: Int, into property: UnsafeMutablePointer<ReflectedProperty>) -> Any.Type
