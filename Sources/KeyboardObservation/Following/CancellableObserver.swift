/// An observer that can be cancelled on any thread.
protocol CancellableObserver: AnyObject, Sendable {
    /// Stops all further calls of the observer.
    ///
    /// This method may be called on any thread.
    func cancel()
}
