/// An observer that can be cancelled on any thread.
protocol CancellableObserver: AnyObject, Sendable {
    /// Ends all calls to the observer.
    ///
    /// This method may be called on any thread.
    func cancel()
}
