/// The header of a message on the bus.
struct BusHeader: Hashable, Sendable {
    /// The type of a message.
    enum Kind: Hashable, Sendable {
        case methodCall, methodReturn, error, signal
    }

    var kind: Kind
    var sender = ""
    var path = ""
    var interface = ""
    var member = ""
    var errorName = ""
    var signature = ""

    /// The serial number of the call that the message answers.
    ///
    /// If the message is not a reply, the property is 0.
    var replySerial: UInt32 = 0

    /// Whether the sender of the call expects a reply.
    var expectsReply = false
}

/// The reason why a received message was dropped.
enum BusDropReason: String, CaseIterable, Sendable {
    /// The sender of a signal does not own the name of the service.
    case foreignSender

    /// The owner of the service's name sent a signal that the client does not observe.
    case unknownSignal

    /// The reply belongs to no waiting call, or does not come from the called process.
    case unexpectedReply

    /// The arguments have unexpected types.
    case unexpectedTypes

    /// The strings of the message have more bytes than the limit.
    case overBudget

    /// Another process called a method, but this connection has no methods.
    case methodCall
}

/// The standard names of D-Bus.
enum BusName {
    static let bus = "org.freedesktop.DBus"
    static let busPath = "/org/freedesktop/DBus"
    static let properties = "org.freedesktop.DBus.Properties"
    static let local = "org.freedesktop.DBus.Local"
}
