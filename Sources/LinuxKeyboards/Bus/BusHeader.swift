/// The header of a message on the bus.
struct BusHeader: Hashable, Sendable {
    /// The type of a message.
    enum Kind: Hashable, Sendable {
        case methodCall, methodReturn, error, signal, other
    }

    var kind: Kind
    var sender = ""
    var path = ""
    var interface = ""
    var member = ""
    var errorName = ""

    /// The serial number of the call that the message answers.
    ///
    /// If the message is not a reply, the property is 0.
    var replySerial: UInt32 = 0
}

/// The standard names of D-Bus.
enum BusName {
    static let bus = "org.freedesktop.DBus"
    static let busPath = "/org/freedesktop/DBus"
    static let properties = "org.freedesktop.DBus.Properties"
}
