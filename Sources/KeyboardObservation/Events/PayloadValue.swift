import Foundation

/// Looks into what a payload holds without a dynamic cast, which costs more than all the rest of the reading.
///
/// Each gives the value where it was boxed as this very type, and `nil` where it was boxed as another, even one that
/// bridges. They are not one generic function, for that would not be specialised and would take twice as long.
enum PayloadValue {
    static func string(_ value: Any) -> String? {
        func open<Held>(_ held: Held) -> String? {
            // Safe, here and below: the types are the same.
            Held.self == String.self ? unsafe unsafeBitCast(held, to: String.self) : nil
        }
        return open(value)
    }

    static func frame(_ value: Any) -> CGRect? {
        func open<Held>(_ held: Held) -> CGRect? {
            Held.self == CGRect.self ? unsafe unsafeBitCast(held, to: CGRect.self) : nil
        }
        return open(value)
    }

    static func flag(_ value: Any) -> Bool? {
        func open<Held>(_ held: Held) -> Bool? {
            Held.self == Bool.self ? unsafe unsafeBitCast(held, to: Bool.self) : nil
        }
        return open(value)
    }

    static func number(_ value: Any) -> NSNumber? {
        func open<Held>(_ held: Held) -> NSNumber? {
            guard Held.self == NSNumber.self else { return nil }
            // The compiler has an object be downcast, and that would bridge it first.
            return unsafe withUnsafePointer(to: held) { unsafe UnsafeRawPointer($0).load(as: NSNumber.self) }
        }
        return open(value)
    }
}
