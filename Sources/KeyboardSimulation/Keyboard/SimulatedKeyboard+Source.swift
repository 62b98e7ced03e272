public import Foundation
public import KeyboardObservation

extension SimulatedKeyboard {
    /// Frames, *did* events and requests; frames in motion where ``behavior`` has them.
    public var capabilities: KeyboardSourceCapabilities {
        let always: KeyboardSourceCapabilities = [.frames, .didEvents, .visibilityRequests]
        return behavior.tellsFramesInMotion ? always.union(.framesInMotion) : always
    }

    /// Posts to `center` from now on. What happened before is not told; a move under way counts as ended.
    public func start(postingTo center: NotificationCenter) {
        stop()
        self.center = center
    }

    /// Posts no more. A move under way counts as ended. The keyboard can still be shown and hidden, unheard.
    public func stop() {
        center = nil
        session += 1
        // What a callback has asked for before is done, and not told.
        performPostponed()
        endTurn()
        endOfMove?.cancel()
        endOfMove = nil
        nextFrame?.cancel()
        moveCount += 1
        for did in lateDids { did.cancel() }
        lateDids = []
    }

    /// Shows the keyboard, as ``show(_:)`` does.
    public func requestShow() throws(KeyboardSourceError) {
        guard center != nil else { throw .notStarted }
        show()
    }

    /// Hides the keyboard, as ``hide()`` does.
    public func requestHide() throws(KeyboardSourceError) {
        guard center != nil else { throw .notStarted }
        hide()
    }
}
