import Foundation
import KeyboardObservation

extension SimulatedKeyboard {
    /// Posts the *will* notifications now and the *did* notifications later, as far as faults let it.
    func tell(_ post: KeyboardPost, didAfter delay: Double, then next: (@MainActor (SimulatedKeyboard) -> Void)?) {
        let faults = faultsOfNextMove()
        var post = post
        for fault in faults { spoil(&post, fault) }
        let did = post.did

        endOfMove?.cancel()
        moveCount += 1
        let move = moveCount
        let isDidOnTime = !faults.contains { [.didEarly, .didLate, .didMissing].contains($0) }
        endOfMove = scheduler.schedule(after: .delay(seconds: delay)) { [weak self] in
            self?.perform { keyboard in
                // It may have been interrupted while it waited for a pair to be complete.
                guard keyboard.moveCount == move else { return }
                keyboard.endOfMove = nil
                keyboard.nextFrame?.cancel()
                if isDidOnTime { keyboard.post(did) }
                if keyboard.moveCount == move { next?(keyboard) }
            }
        }
        self.post(post.will)
        tellFrames()
        guard !isDidOnTime, !faults.contains(.didMissing) else { return }
        // 7 ms: logged of an instant hide that told 250 ms, react-native-keyboard-controller #539 (6861faf).
        tellLater(did, after: faults.contains(.didEarly) ? min(0.007, delay) : delay + 0.5)
    }

    /// Tells where the keyboard is to be seen, now and every 20 ms as long as it moves: Onboard's own step.
    func tellFrames() {
        nextFrame?.cancel()
        guard behavior.tellsFramesInMotion, draggedTop != nil || motion != nil else { return }
        nextFrame = scheduler.schedule(after: .milliseconds(20)) { [weak self] in
            self?.perform { keyboard in
                keyboard.tellFrame()
                if keyboard.motion?.isVisible(at: keyboard.scheduler.now) == true { keyboard.tellFrames() }
            }
        }
    }

    func tellFrame() {
        guard behavior.tellsFramesInMotion else { return }
        let frame = currentFrame
        center?.post(
            name: .keyboardFrameInMotion,
            object: behavior.tellsScreen ? screen : nil,
            userInfo: [KeyboardUserInfoKey.frameEnd: frame]
        )
    }

    /// A *did* that comes out of its time is not called back by the next move.
    private func tellLater(_ did: [KeyboardEvent], after delay: Double) {
        lateDids.removeAll { !$0.isWaiting }
        lateDids.append(
            scheduler.schedule(after: .delay(seconds: delay)) { [weak self] in
                self?.perform { $0.post(did) }
            }
        )
    }

    private func post(_ events: [KeyboardEvent]) {
        guard let center else { return }
        let session = session
        for event in events {
            // A callback may have stopped the keyboard, or started it anew, between the two halves of the pair.
            guard self.session == session else { return }
            var notification = event.notification
            if behavior.tellsScreen { notification.object = screen }
            center.post(notification)
        }
    }

    /// In the order of their declaration, for one spoils what another has left.
    private func faultsOfNextMove() -> [Fault] {
        Fault.allCases.filter { fault in
            faults.kinds.contains(fault) && Double.random(in: 0..<1, using: &faultRandom) < faults.rate
        }
    }

    private func spoil(_ post: inout KeyboardPost, _ fault: Fault) {
        switch fault {
        case .didEarly, .didLate, .didMissing:
            break
        case .didDoubled:
            post.did += post.did
        case .willDoubled:
            post.will += post.will
        case .zeroFrame:
            post.changeEndFrames { _ in .zero }
        case .emptyFrame:
            let size = screen.size
            post.changeEndFrames { _ in CGRect(x: 0, y: size.height, width: size.width, height: 0) }
        case .infiniteFrame:
            post.changeEndFrames { CGRect(x: $0.minX, y: $0.minY, width: $0.width, height: .infinity) }
        case .missingKeys:
            post.changeInfos { info in
                info.frameEnd = nil
                info.animationDuration = nil
                info.animationCurve = nil
                info.screenBounds = nil
            }
        case .wrongCoordinates:
            let height = screen.size.height
            post.changeEndFrames { $0.turned(onScreenOfHeight: height) }
        }
    }
}

extension KeyboardPost {
    fileprivate mutating func changeEndFrames(_ change: (CGRect) -> CGRect) {
        changeInfos { $0.frameEnd = $0.frameEnd.map(change) }
    }

    fileprivate mutating func changeInfos(_ change: (inout Notification.KeyboardInfo) -> Void) {
        for index in will.indices { change(&will[index].info) }
        for index in did.indices { change(&did[index].info) }
    }
}
