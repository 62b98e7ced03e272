/// An observer that can be cancelled on any thread.
protocol CancellableObserver: AnyObject, Sendable {
    /// Stops the calls to the observer.
    ///
    /// This method can be called on any thread.
    func cancel()
}
