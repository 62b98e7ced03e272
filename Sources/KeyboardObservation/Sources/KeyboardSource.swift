public import Foundation

/// What posts keyboard notifications: a simulated keyboard, or a real one.
///
/// A source knows only the center that it posts to, never a pool or a screen. It posts on the main actor, in UIKit's
/// order: *frame* before *show* and *hide*, the *will* pair before the *did* pair, and no *did* without its *will*.
/// `SourceConformance` of `KeyboardSimulation` checks that.
///
/// `SimulatedKeyboard` and `KeyboardRecordingPlayer` of `KeyboardSimulation` are sources to begin with. The player
/// tells what was recorded, be that in order or not.
@MainActor
public protocol KeyboardSource: AnyObject {
    /// What this source can tell and do. It does not change while the source is started.
    var capabilities: KeyboardSourceCapabilities { get }

    /// Begins to post to `center`. A source that is started already stops first.
    ///
    /// The source holds the center until it stops, and posts nothing to it afterwards.
    func start(postingTo center: NotificationCenter) throws(KeyboardSourceError)

    /// Stops posting, at once. What was under way is not told any more. Nothing happens where it is not started.
    func stop()

    /// Asks the keyboard to come. That it does is told by its events, not by the return of this call.
    ///
    /// - Throws: ``KeyboardSourceError/unsupported(_:)`` where `capabilities` lacks `visibilityRequests`.
    func requestShow() throws(KeyboardSourceError)

    /// Asks the keyboard to go. That it does is told by its events, not by the return of this call.
    ///
    /// - Throws: ``KeyboardSourceError/unsupported(_:)`` where `capabilities` lacks `visibilityRequests`.
    func requestHide() throws(KeyboardSourceError)
}

extension KeyboardSource {
    public func requestShow() throws(KeyboardSourceError) {
        throw .unsupported(.visibilityRequests)
    }

    public func requestHide() throws(KeyboardSourceError) {
        throw .unsupported(.visibilityRequests)
    }
}
