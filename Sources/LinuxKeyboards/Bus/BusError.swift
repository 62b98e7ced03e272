import KeyboardObservation

/// The reason why a connection or a call has failed.
enum BusError: Error, Hashable, CustomStringConvertible {
    /// No connection to the address can be opened.
    case unreachable(reason: String)

    /// The bus has ended the connection, or does not answer.
    case connectionLost

    /// No reply has arrived in time.
    case timedOut

    /// No process owns the name of the service.
    ///
    /// A call also fails with this error if the called process ends before it replies.
    case notRunning

    /// The service or the bus has replied with an error.
    case refused(name: String, message: String)

    /// The reply has unexpected types.
    case malformedReply

    /// A description of the error in one line, without control characters.
    var description: String {
        let line =
            switch self {
            case .unreachable(let reason): "the bus is not reachable: \(reason)"
            case .connectionLost: "the connection to the bus is lost"
            case .timedOut: "no reply has arrived in time"
            case .notRunning: "the service is not running"
            case .refused(let name, let message): "the call was refused with \(name): \(message)"
            case .malformedReply: "the reply has unexpected types"
            }
        return line.escapingControlCharacters()
    }
}
