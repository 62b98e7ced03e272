#if SystemKeyboards
    import KeyboardObservation

    /// The open connections of a started source, and what they report.
    ///
    /// If a connection is lost, the session ends.
    @MainActor
    protocol KeyboardSession: AnyObject {
        /// Called when the keyboard starts or ends.
        var onStatusChange: (KeyboardSourceStatus) -> Void { get set }

        /// Called once when a connection is lost, after the session has closed itself.
        var onLoss: (KeyboardUnavailability) -> Void { get set }

        /// Starts to post and to report, after the closures have been set.
        func start()

        /// Closes the connections.
        ///
        /// Nothing is posted, and no closure is called afterwards.
        func close()
    }
#endif
