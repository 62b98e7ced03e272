/// Finds block observers that refer to a deallocated screen or to its objects.
///
/// A block observer can retain an object of the screen, such as the screen's model. If a block observer captures the
/// screen weakly, the center retains the block and its weak reference, but not the screen.
@MainActor
struct ReferenceWatch {
    private let objects: [WatchedObject]

    init(_ owned: OwnedObjects) {
        objects = owned.objects.map(WatchedObject.init)
    }

    /// Returns whether an action releases an object of the screen.
    ///
    /// The method also returns `true` if the action releases only a weak reference to an object of the screen.
    ///
    /// The action must not suspend. During a suspension, another task could release an object or a weak reference.
    func areReleased(by action: () -> Void) -> Bool {
        let (deallocated, others) = (objects.filter(\.isDeallocated), objects.filter { !$0.isDeallocated })
        let before = deallocated.map(\.weakReferenceCount)
        action()
        return others.contains(where: \.isDeallocated)
            || zip(deallocated, before).contains { $0.weakReferenceCount < $1 }
    }
}

/// Counts the weak references to an object, even after the object is deallocated.
@safe
private final class WatchedObject {
    private weak let object: AnyObject?
    /// An unowned reference to the object.
    ///
    /// After the object is deallocated, this reference keeps the memory of the object. `weakReferenceCount` reads this
    /// memory.
    private unowned let memory: AnyObject
    private let address: UnsafeMutableRawPointer

    init(_ object: AnyObject) {
        self.object = object
        memory = object
        unsafe address = Unmanaged.passUnretained(object).toOpaque()
    }

    var isDeallocated: Bool {
        object == nil
    }

    /// The number of weak references, including the property `object`.
    ///
    /// To count the references, the standard library reads only the object's header. The unowned reference `memory`
    /// keeps the header in memory.
    var weakReferenceCount: UInt {
        unsafe _getWeakRetainCount(Unmanaged<AnyObject>.fromOpaque(address).takeUnretainedValue())
    }
}
