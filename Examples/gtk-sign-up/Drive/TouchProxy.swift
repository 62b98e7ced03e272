import CGTK
import Foundation

/// A socket between an app and a compositor, which turns the compositor's pointer into a touch screen.
///
/// The app sees a seat that has only a touch screen, without a pointer or a keyboard. A press becomes a finger on the
/// screen. Without this class, a headless machine has no touch screen. See ``VirtualPointer`` for the wire protocol.
final class TouchProxy: Sendable {
    let path: String
    private let listener: CInt

    /// Listens at `path` for apps, and connects each app to the compositor that listens at `compositor`.
    init(at path: String, to compositor: String) throws {
        self.path = path
        let listener = try UnixSocket.listen(at: path)
        self.listener = listener
        Thread.detachNewThread {
            while case let client = accept(listener, nil, nil), client >= 0 {
                guard let server = try? UnixSocket(compositor) else { continue }
                Thread.detachNewThread {
                    var connection = Connection(client: client, server: server.descriptor)
                    withExtendedLifetime(server) { connection.run() }
                    close(client)
                }
            }
        }
    }

    deinit {
        // `accept` then returns an error, which ends the thread.
        shutdown(listener, CInt(SHUT_RDWR))
        close(listener)
    }
}

/// One app's connection to the compositor.
private struct Connection {
    /// A Wayland message as 32-bit words.
    private typealias Message = [UInt32]

    /// The touch screen of the app, which is a pointer of the compositor.
    private struct Touch {
        var surface: UInt32 = 0
        var place: [UInt32] = [0, 0]
        /// The surface under the finger; `nil` while no finger is on the screen.
        var touched: UInt32?
    }

    private struct Stream {
        let from: CInt, to: CInt
        var bytes: [UInt8] = []
        var descriptors: [CInt] = []
    }

    private var requests: Stream
    private var events: Stream
    private var registries: Set<UInt32> = []
    private var seats: Set<UInt32> = []
    private var touches: [UInt32: Touch] = [:]

    init(client: CInt, server: CInt) {
        requests = Stream(from: client, to: server)
        events = Stream(from: server, to: client)
    }

    mutating func run() {
        var polled = [requests.from, events.from].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while poll(&polled, 2, -1) > 0 {
            if polled[0].revents != 0 {
                guard let messages = Self.receive(&requests) else { break }
                guard Self.send(messages.map { request($0) }, &requests) else { break }
            }
            if polled[1].revents != 0 {
                guard let messages = Self.receive(&events) else { break }
                guard Self.send(messages.compactMap { event($0) }, &events) else { break }
            }
        }
        shutdown(requests.from, CInt(SHUT_RDWR))
    }

    /// Returns the whole messages that have arrived; `nil` at the end of the stream.
    private static func receive(_ stream: inout Stream) -> [Message]? {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        var descriptors = [CInt](repeating: -1, count: 28)
        var count: CInt = 0
        let length = receive_descriptors(stream.from, &bytes, bytes.count, &descriptors, &count)
        guard length > 0 else { return nil }
        stream.bytes += bytes[..<length]
        stream.descriptors += descriptors[..<Int(count)]
        let words = stream.bytes.withUnsafeBytes { bytes in
            (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
        }
        var messages: [Message] = []
        var start = 0
        while start + 2 <= words.count, case let end = start + Int(words[start + 1] >> 18), end <= words.count {
            messages.append(Array(words[start..<end]))
            start = end
        }
        stream.bytes.removeFirst(start * 4)
        return messages
    }

    /// Sends messages together with the descriptors that have arrived before them.
    private static func send(_ messages: [Message], _ stream: inout Stream) -> Bool {
        var words = messages.flatMap(\.self)[...]
        while !words.isEmpty {
            let length = words.withUnsafeBytes {
                let count = CInt(stream.descriptors.count)
                return send_descriptors(stream.to, $0.baseAddress, $0.count, stream.descriptors, count)
            }
            guard length > 0, length % 4 == 0 else { return false }
            for descriptor in stream.descriptors { close(descriptor) }
            stream.descriptors = []
            words = words.dropFirst(length / 4)
        }
        return true
    }

    private static func message(_ object: UInt32, _ opcode: UInt32, _ arguments: [UInt32]) -> Message {
        [object, UInt32(arguments.count + 2) << 18 | opcode] + arguments
    }

    /// Returns the message that the compositor receives instead of the app's request.
    private mutating func request(_ message: Message) -> Message {
        let (object, opcode) = (message[0], message[1] & 0xFFFF)
        if object == 1, opcode == 1 {
            registries.insert(message[2])
        } else if registries.contains(object), opcode == 0, let id = message.last {
            // `bind` has the arguments number, interface, version and id. The interface is "wl_seat" and a zero.
            if message[3] == 8, message[4...5] == [0x735F_6C77, 0x0074_6165] { seats.insert(id) }
        } else if seats.contains(object), opcode == 2 {
            touches[message[2]] = Touch()
            return Self.message(object, 0, [message[2]])
        } else if touches[object] != nil, opcode == 0 {
            return Self.message(object, 1, [])
        }
        return message
    }

    /// Returns the message that the app receives instead of the compositor's event.
    private mutating func event(_ message: Message) -> Message? {
        let (object, opcode) = (message[0], message[1] & 0xFFFF)
        if object == 1, opcode == 1 {
            // The app can use the number of a deleted object for another object.
            seats.remove(message[2])
            touches[message[2]] = nil
        } else if seats.contains(object), opcode == 0 {
            return Self.message(object, 0, [4])
        } else if var touch = touches[object] {
            defer { touches[object] = touch }
            switch opcode {
            case 0:
                (touch.surface, touch.place) = (message[3], [message[4], message[5]])
                return nil
            case 2:
                touch.place = [message[3], message[4]]
                let isOnTouched = touch.touched == touch.surface
                return isOnTouched ? Self.message(object, 2, [message[2], 0] + touch.place) : nil
            case 3 where message[5] == 1:
                touch.touched = touch.surface
                return Self.message(object, 0, [message[2], message[3], touch.surface, 0] + touch.place)
            case 3 where touch.touched != nil:
                touch.touched = nil
                return Self.message(object, 1, [message[2], message[3], 0])
            case 5: return Self.message(object, 3, [])
            default: return nil
            }
        }
        return message
    }
}
