struct BusHeader: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case methodCall, methodReturn, error, signal, other
    }

    var kind: Kind
    var sender = ""
    var path = ""
    var interface = ""
    var member = ""
    var errorName = ""

    /// If the message is not a reply, the property is 0.
    var replySerial: UInt32 = 0
}

enum BusName {
    static let bus = "org.freedesktop.DBus"
    static let busPath = "/org/freedesktop/DBus"
    static let properties = "org.freedesktop.DBus.Properties"
}
