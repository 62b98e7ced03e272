public import KeyboardObservation
public import Observation

/// An object that estimates whether a hardware keyboard is attached.
///
/// ```swift
/// let keyboards = HardwareKeyboards()
/// let requester = KeyboardRequester(of: keyboard, hardwareKeyboards: keyboards)
/// ```
///
/// The capabilities of a device do not show whether the device is a keyboard. A security key, a barcode scanner and the
/// receiver of a wireless mouse have the keys and the LEDs of a keyboard. A device also stays attached after a person
/// has laid it aside. If your app has more information, pass a closure that makes the decision:
///
/// ```swift
/// let keyboards = HardwareKeyboards { $0.looksLikeKeyboard && $0.vendor != 0x28e9 }
/// ```
///
/// The object reads `/sys/class/input`, and listens to the kernel. These two operations need no privileges. After an
/// input device was added, removed or changed, the object waits 0.1 seconds. Then the object reads at most 256 devices
/// on the main actor. The object ignores the kernel's events about other devices, and does not poll. In a sandbox that
/// does not receive the kernel's events, call ``update()`` yourself. Also call ``update()`` after a device was
/// inhibited.
@MainActor
@Observable
public final class HardwareKeyboards {
    /// An attached input device that has all keys for typing text.
    public struct Device: Sendable, Hashable {
        /// The name that the device reports, without control characters.
        public let name: String
        /// The number of the vendor in the list `usb.ids`; 0 if the device reports no vendor.
        public let vendor: UInt16
        /// The number that the vendor has given to the product; 0 if the device reports no product.
        public let product: UInt16
        /// Whether the device is probably a keyboard on which a person types.
        ///
        /// The value is `false` in these cases:
        ///
        /// - A program has created the device.
        /// - The name or the vendor indicates another kind of device, such as a scanner, a card reader or a security
        ///   key.
        /// - The device has no LEDs.
        /// - The device moves a pointer.
        /// - The system has inhibited the device. The kernel does not report when a device is inhibited.
        /// - The machine is a tablet, and its firmware declares the device as a PS/2 keyboard.
        public let looksLikeKeyboard: Bool
    }

    /// Whether at least one of the ``devices`` counts as a keyboard.
    ///
    /// The property is observable.
    public private(set) var isPresent = false

    /// The attached devices that have all keys for typing text, sorted by name.
    ///
    /// The property is observable.
    public private(set) var devices: [Device] = []

    private static let delay = Duration.milliseconds(100)

    @ObservationIgnored private let tree: String
    @ObservationIgnored private let isKeyboard: @MainActor (Device) -> Bool
    @ObservationIgnored private var events: KernelEvents?
    @ObservationIgnored private var pendingUpdate: KeyboardScheduledAction?

    /// Reads the devices, and follows their changes until the object is deallocated.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler that supplies the time. Pass `nil` to use
    ///     ``/KeyboardObservation/MainQueueScheduler/shared``.
    ///   - isKeyboard: A closure that decides whether a device counts as a keyboard. In each update, the object calls
    ///     the closure for one device after the other, until the closure returns `true`. The object retains the
    ///     closure.
    public convenience init(
        scheduler: (any KeyboardScheduler)? = nil,
        isKeyboard: @escaping @MainActor (Device) -> Bool = { $0.looksLikeKeyboard }
    ) {
        self.init(tree: "/sys", socket: KernelEvents.openSocket(), scheduler: scheduler, isKeyboard: isKeyboard)
    }

    /// Creates an object that reads the given tree instead of `/sys`, and receives events from the given socket.
    init(
        tree: String,
        socket: CInt?,
        scheduler: (any KeyboardScheduler)? = nil,
        isKeyboard: @escaping @MainActor (Device) -> Bool = { $0.looksLikeKeyboard }
    ) {
        self.tree = tree
        self.isKeyboard = isKeyboard
        let scheduler = scheduler ?? MainQueueScheduler.shared
        events = socket.map { socket in
            KernelEvents(descriptor: socket) { [weak self] in
                // Adding a device causes several events. The delay combines them into one update, and limits how often
                // the tree is read.
                guard let self, pendingUpdate?.isWaiting != true else { return }
                pendingUpdate = scheduler.schedule(after: Self.delay) { [weak self] in self?.update() }
            }
        }
        update()
    }

    isolated deinit {
        pendingUpdate?.cancel()
    }

    /// Reads the devices again, and updates ``devices`` and ``isPresent``.
    ///
    /// If the decision of your closure depends on other data, call the method after the data has changed. In a sandbox
    /// that does not receive the kernel's events, call the method each time that the app becomes active.
    public func update() {
        let devices = InputDevice.all(in: tree).filter(\.hasLetters).map { device in
            Device(
                name: device.name,
                vendor: device.vendor,
                product: device.product,
                looksLikeKeyboard: device.looksLikeKeyboard(inTree: tree)
            )
        }.sorted { ($0.name, $0.vendor, $0.product) < ($1.name, $1.vendor, $1.product) }
        if devices != self.devices { self.devices = devices }
        let isPresent = devices.contains(where: isKeyboard)
        if isPresent != self.isPresent { self.isPresent = isPresent }
    }
}
