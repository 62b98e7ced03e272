import KeyboardObservation

/// The reason why a connection or a call has failed.
enum BusError: Error, Hashable, CustomStringConvertible {
    /// The address of the bus is not a valid address.
    case malformedAddress(reason: String)

    /// The address has a transport other than `unix:`.
    ///
    /// The transports `autolaunch:` and `unixexec:` start programs, and the transport `tcp:` blocks while it connects.
    case unsupportedTransport(String)

    /// No connection to the address can be opened.
    case unreachable(reason: String)

    /// The bus has ended the connection.
    case connectionLost

    /// No reply has arrived in time.
    case timedOut

    /// No process owns the name of the service.
    ///
    /// A call also fails with this error if the called process ends before it replies.
    case notRunning

    /// A path is invalid, or a service, an interface or a method has an invalid name.
    case invalidName(String)

    /// An argument has a value that the bus cannot transfer.
    ///
    /// For example, the bus cannot transfer a string with a null character.
    case invalidArgument

    /// Too many calls wait for a reply, or too many bytes wait in the send queue.
    case tooManyCalls

    /// The service or the bus has replied with an error.
    case refused(name: String, message: String)

    /// The reply has unexpected types, or is too large.
    case malformedReply

    /// A description of the error in one line, without control characters.
    var description: String {
        let line =
            switch self {
            case .malformedAddress(let reason): "the address of the bus is malformed: \(reason)"
            case .unsupportedTransport(let transport):
                "the address of the bus begins with “\(transport):”, and only “unix:” is supported"
            case .unreachable(let reason): "the bus is not reachable: \(reason)"
            case .connectionLost: "the connection to the bus is lost"
            case .timedOut: "no reply has arrived in time"
            case .notRunning: "the service is not running"
            case .invalidName(let name): "“\(name)” is not a valid name on the bus"
            case .invalidArgument: "an argument has a value that the bus cannot transfer"
            case .tooManyCalls: "too many calls wait for a reply"
            case .refused(let name, let message): "the call was refused with \(name): \(message)"
            case .malformedReply: "the reply is too large or has unexpected types"
            }
        return line.escapingControlCharacters()
    }
}
