#if GTK4
    import CKeyboardGTK

    /// An object that a GTK object retains.
    protocol Attachment: AnyObject {
        /// Forgets the pointer to the GTK object before GTK frees the object.
        func detach()
    }

    func attachment<Object: Attachment>(of object: gpointer, _ name: String, make: () -> Object) -> Object {
        if let object: Object = unsafe existingAttachment(of: object, name) { return object }
        let made = make()
        let data = unsafe Unmanaged.passRetained(made as AnyObject).toOpaque()
        unsafe g_object_set_data_full(object.assumingMemoryBound(to: GObject.self), name, data) { data in
            guard let data = unsafe data else { return }
            // Safe: `passRetained` has retained the attachment for this closure, and GTK calls the closure once.
            unsafe (Unmanaged<AnyObject>.fromOpaque(data).takeRetainedValue() as? any Attachment)?.detach()
        }
        return made
    }

    func existingAttachment<Object: Attachment>(of object: gpointer, _ name: String) -> Object? {
        guard let data = unsafe g_object_get_data(object.assumingMemoryBound(to: GObject.self), name) else {
            return nil
        }
        return unsafe Unmanaged<AnyObject>.fromOpaque(data).takeUnretainedValue() as? Object
    }
#endif
