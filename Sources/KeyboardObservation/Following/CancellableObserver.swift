/// An observer that can be cancelled on any thread.
protocol CancellableObserver: AnyObject, Sendable {
    /// Ends all calls to the observer.
    ///
    /// This method can be called on any thread.
    func cancel()
}
