import Dispatch
import Foundation

/// The events of the kernel about added and removed devices.
///
/// Every user has permission to receive these events. In a sandbox with its own network namespace, no events arrive.
@MainActor
final class KernelEvents {
    /// The maximum number of events that are received in one turn of the main queue.
    private static let eventsPerTurn = 64

    private let descriptor: CInt
    private var watch: DescriptorWatch?

    /// Opens the socket of the kernel's events.
    ///
    /// - Returns: The descriptor of the socket, or `nil` if the system refuses to open the socket.
    static func openSocket() -> CInt? {
        // AF_NETLINK is 16 in `sys/socket.h`, and NETLINK_KOBJECT_UEVENT is 15 in `linux/netlink.h`.
        let (family, kernelEvents): (CInt, CInt) = (16, 15)
        let type = CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(family, type, kernelEvents)
        guard descriptor >= 0 else { return nil }
        var address = NetlinkAddress(family: UInt16(family))
        // Safe: `NetlinkAddress` has the layout of `sockaddr_nl`, and `bind` only reads it.
        let isBound = unsafe withUnsafeBytes(of: &address) { bytes in
            let pointer = unsafe bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
            return unsafe bind(descriptor, pointer, socklen_t(bytes.count)) == 0
        }
        guard isBound else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    /// Starts to receive events.
    ///
    /// - Parameters:
    ///   - descriptor: A non-blocking socket. The object closes the socket.
    ///   - onInputChange: A closure that is called after an input device was added, removed or changed.
    init(descriptor: CInt, onInputChange: @escaping @MainActor () -> Void) {
        self.descriptor = descriptor
        watch = DescriptorWatch(descriptor, for: .readable) { [weak self] in
            if self?.receive() == true { onInputChange() }
        }
        watch?.resume()
    }

    isolated deinit {
        watch?.cancel { [descriptor] in close(descriptor) }
    }

    /// Receives the waiting events.
    ///
    /// - Returns: `true` if an event is about an input device, or if events were lost; otherwise `false`.
    private func receive() -> Bool {
        var isInputChanged = false
        // An event of the kernel has a header with a path, and at most 2,048 further bytes.
        var event = [UInt8](repeating: 0, count: 4_096)
        for _ in 0..<Self.eventsPerTurn {
            let count = unsafe event.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
            if count > 0 {
                if Self.isAboutInput(event.prefix(count)) { isInputChanged = true }
            } else if count < 0, errno == ENOBUFS {
                isInputChanged = true
            } else {
                // Without this pause, Dispatch would call the handler of a broken socket again and again.
                if count == 0 || errno != EAGAIN && errno != EINTR { watch?.pause() }
                break
            }
        }
        return isInputChanged
    }

    private static func isAboutInput(_ event: ArraySlice<UInt8>) -> Bool {
        event.split(separator: 0).contains { $0.elementsEqual("SUBSYSTEM=input".utf8) }
    }
}

/// The structure `sockaddr_nl` of `linux/netlink.h`.
private struct NetlinkAddress {
    var family: UInt16
    var padding: UInt16 = 0
    /// The kernel chooses the port.
    var port: UInt32 = 0
    /// The multicast group 1, which receives the kernel's own events.
    var groups: UInt32 = 1
}
