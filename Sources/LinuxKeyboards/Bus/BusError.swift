import KeyboardObservation

enum BusError: Error, Hashable, CustomStringConvertible {
    case unreachable(reason: String)

    /// The bus has ended the connection, or the bus itself has not answered in time.
    case connectionLost

    case timedOut

    /// A call also fails with this error if the called process ends before it replies.
    case notRunning

    case refused(name: String, message: String)

    case malformedReply

    /// One line without control characters.
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
