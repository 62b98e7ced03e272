#if SystemKeyboards
    import CKeyboardDBus
    import Glibc

    /// Watches the file descriptors of a connection of libdbus.
    ///
    /// The object uses Dispatch to watch the descriptors. ``install(on:)`` gives libdbus an unretained pointer to this
    /// object. Call ``uninstall(from:)`` before you release this object.
    @MainActor
    final class BusWatches {
        /// A watch that has its own file descriptor.
        ///
        /// `close()` closes the descriptor.
        @MainActor
        private struct OwnedWatch {
            let descriptor: CInt
            let watch: DescriptorWatch

            func close() {
                watch.cancel { [descriptor] in _ = Glibc.close(descriptor) }
            }
        }

        private let onActivity: () -> Void

        /// The watches of Dispatch that this object has created.
        ///
        /// Each key is the address of a `DBusWatch` of libdbus. The value contains the watches of Dispatch for this
        /// `DBusWatch`.
        private var ownedWatches: [UInt: [OwnedWatch]] = [:]

        /// Creates an object without watches.
        ///
        /// - Parameter onActivity: A closure that is called after libdbus has used a descriptor.
        init(onActivity: @escaping () -> Void) {
            self.onActivity = onActivity
        }

        /// Watches the descriptors of a connection.
        ///
        /// - Returns: `true` on success; `false` if no descriptor or no memory is left.
        func install(on connection: OpaquePointer) -> Bool {
            // libdbus calls these closures only inside its own functions. This module calls the functions of libdbus
            // only on the main actor.
            unsafe dbus_connection_set_watch_functions(
                connection,
                { watch, list in
                    let (watch, list) = (UInt(bitPattern: watch), UInt(bitPattern: list))
                    return MainActor.assumeIsolated { BusWatches.at(list)?.add(watch) ?? false } ? 1 : 0
                },
                { watch, list in
                    let (watch, list) = (UInt(bitPattern: watch), UInt(bitPattern: list))
                    MainActor.assumeIsolated { BusWatches.at(list)?.remove(watch) }
                },
                { watch, list in
                    let (watch, list) = (UInt(bitPattern: watch), UInt(bitPattern: list))
                    MainActor.assumeIsolated { BusWatches.at(list)?.update(watch) }
                },
                Unmanaged.passUnretained(self).toOpaque(),
                nil
            ) != 0
        }

        /// Cancels all watches of a connection, and removes the pointer to this object from the connection.
        func uninstall(from connection: OpaquePointer) {
            _ = unsafe dbus_connection_set_watch_functions(connection, nil, nil, nil, nil, nil)
        }

        private static func at(_ address: UInt) -> BusWatches? {
            guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else { return nil }
            return unsafe Unmanaged.fromOpaque(pointer).takeUnretainedValue()
        }

        private func add(_ address: UInt) -> Bool {
            guard let watch = unsafe OpaquePointer(bitPattern: address) else { return false }
            let flags = unsafe dbus_watch_get_flags(watch)
            var added: [OwnedWatch] = []
            for readiness in [DescriptorWatch.Readiness.readable, .writable] where flags & readiness.flag != 0 {
                // A duplicate, because libdbus closes its own as soon as the connection is lost, while Dispatch uses it.
                let descriptor = unsafe fcntl(dbus_watch_get_unix_fd(watch), F_DUPFD_CLOEXEC, 0)
                guard descriptor >= 0 else {
                    for owned in added { owned.close() }
                    return false
                }
                let descriptorWatch = DescriptorWatch(descriptor, for: readiness) { [weak self] in
                    guard let self, ownedWatches[address] != nil,
                        let watch = unsafe OpaquePointer(bitPattern: address)
                    else { return }
                    _ = unsafe dbus_watch_handle(watch, readiness.flag)
                    onActivity()
                }
                added.append(OwnedWatch(descriptor: descriptor, watch: descriptorWatch))
            }
            ownedWatches[address] = added
            update(address)
            return true
        }

        private func remove(_ address: UInt) {
            for owned in ownedWatches.removeValue(forKey: address) ?? [] { owned.close() }
        }

        private func update(_ address: UInt) {
            guard let watch = unsafe OpaquePointer(bitPattern: address) else { return }
            let isEnabled = unsafe dbus_watch_get_enabled(watch) != 0
            for owned in ownedWatches[address] ?? [] {
                if isEnabled { owned.watch.resume() } else { owned.watch.pause() }
            }
        }
    }

    extension DescriptorWatch.Readiness {
        /// The flag that libdbus uses for this readiness.
        fileprivate var flag: CUnsignedInt {
            switch self {
            case .readable: DBUS_WATCH_READABLE.rawValue
            case .writable: DBUS_WATCH_WRITABLE.rawValue
            }
        }
    }
#endif
