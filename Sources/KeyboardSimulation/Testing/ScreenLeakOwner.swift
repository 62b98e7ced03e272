import Foundation
import KeyboardObservation

/// Finds the object that retains a dropped screen.
///
/// After a run, ``DroppedScreen`` keeps a weak reference to the screen. The screen leaks if it still exists two seconds
/// after the last release of an object.
///
/// The search releases the possible owners one after the other. If the screen is deallocated after the release of an
/// owner, this owner retained the screen.
@MainActor
enum ScreenLeakOwner {
    /// Returns a description of the owner; `nil` if the screen is already deallocated.
    static func reason<Screen: AnyObject>(
        _ bed: KeyboardTestBed,
        screen: () -> Screen?
    ) async -> String? {
        guard screen() != nil else { return nil }
        let properties = screen().map { OwnedObjects(of: $0).properties } ?? []
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

    /// Returns a description of the possible owners.
    ///
    /// The search calls the method if no known owner retains the screen.
    ///
    /// The method cannot distinguish a weak property from a strong property.
    private static func unknownReason(_ properties: [OwnedProperty]) -> String {
        func list(_ isIncluded: (OwnedProperty.Owner) -> Bool) -> String? {
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

    private static func reason<Screen: AnyObject>(
        among properties: [OwnedProperty],
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
}
