public import Foundation
import KeyboardForms
import KeyboardObservation

struct KeyTouches {
    struct ShiftHold {
        let finger: Int
        /// The shift key's frame before the press, enlarged to contain the place where the touch began.
        ///
        /// In the shifted rows, the shift key can have another frame.
        let frame: CGRect
        /// Whether the shift state was `once` both before and after the press of the shift key.
        let wasOn: Bool
        /// Whether another finger has typed a character while this finger holds the shift key.
        var isUsed = false
    }

    struct Press {
        let finger: Int
        var point: CGPoint
        /// The index of the key below the finger; `nil` if the finger has left the keys.
        var key: Int?
        /// Whether the touch began on the delete key.
        var isDeleting = false
        var alternative: Int?
        var endsShift = false
        var beganOnShift = false
    }

    var press: Press?
    var shiftHold: ShiftHold?
    /// The time of a shift press that can be the first of two quick presses.
    var shiftTime: Duration?
    /// The time of a space that can be the first of two quick spaces.
    var spaceTime: Duration?
    /// The scheduled action that begins a long press or repeats the delete key.
    var timer: KeyboardScheduledAction?
}

// MARK: - Touches

extension AppKeyboard {
    /// Begins a touch.
    ///
    /// The delete key and the shift key act immediately. All other keys act when the finger is lifted. A held delete
    /// key repeats after 400 ms, and then every 60 ms. If a second finger goes down while the first finger presses a
    /// key, the first key acts immediately. Fast typing thus keeps the order of the characters.
    ///
    /// A finger can hold the shift key while another finger types. Two presses of the shift key within 300 ms lock the
    /// shift key.
    ///
    /// - Parameters:
    ///   - finger: A number that identifies the finger until the touch ends.
    ///   - point: The place of the finger, in the coordinates of the keyboard.
    public func touchBegan(_ finger: Int = 0, at point: CGPoint) {
        touchCancelled(finger)
        releasePress()
        checkField()
        guard isShown, let index = keyIndex(at: point) else { return }
        let key = keys[index]
        if key.kind == .shift {
            guard touches.shiftHold == nil else { return }
            update {
                let wasOn = arrangement.shift == .once
                changeShift(isHeld: true)
                touches.shiftHold = KeyTouches.ShiftHold(
                    finger: finger,
                    frame: key.frame.union(CGRect(origin: point, size: .zero)),
                    wasOn: wasOn && arrangement.shift == .once
                )
                keysDidChange()
            }
            onKeyPress?(key)
        } else {
            touches.press = KeyTouches.Press(finger: finger, point: point, key: index, isDeleting: key.kind == .delete)
            if key.kind == .delete { repeatDelete(of: finger, after: .milliseconds(400)) } else { waitForLongPress() }
            keysDidChange()
            onKeyPress?(key)
            if key.kind == .delete, touches.press?.finger == finger { perform(.delete) }
        }
    }

    /// Moves a finger.
    ///
    /// The moved finger presses the key that is now below the finger. During a long press, the finger chooses one of
    /// the ``alternatives``.
    public func touchMoved(_ finger: Int = 0, to point: CGPoint) {
        if let hold = touches.shiftHold, hold.finger == finger {
            guard touches.press == nil, !hold.isUsed, !hold.frame.contains(point), let index = keyIndex(at: point),
                keys[index].kind != .shift
            else { return }
            touches.shiftHold = nil
            touches.press = KeyTouches.Press(
                finger: finger,
                point: point,
                key: index,
                endsShift: hold.wasOn,
                beganOnShift: true
            )
            waitForLongPress()
        } else if let press = touches.press, press.finger == finger {
            touches.press?.point = point
            if !alternatives.isEmpty {
                touches.press?.alternative = alternativeIndex(at: point, of: press)
            } else {
                let index = keyIndex(at: point)
                guard index != press.key else { return }
                if press.isDeleting {
                    touches.timer?.cancel()
                    touches.press?.key = nil
                } else {
                    touches.press?.key = index
                    waitForLongPress()
                }
            }
        } else {
            return
        }
        keysDidChange()
    }

    /// Ends a touch, and performs the effect of the key below the finger.
    ///
    /// The touch has no effect if the finger has left the keys, or if the focus has moved during the touch. The touch
    /// also has no effect if the keyboard has changed its place during the touch.
    public func touchEnded(_ finger: Int = 0, at point: CGPoint) {
        touchMoved(finger, to: point)
        if touches.shiftHold?.finger == finger { releaseShift() }
        if touches.press?.finger == finger { releasePress() }
    }

    /// Ends a touch without an effect.
    ///
    /// The toolkit calls `touchCancelled(_:)` if the window system cancels the touch. If the finger holds the shift
    /// key, `touchCancelled(_:)` releases the shift key.
    public func touchCancelled(_ finger: Int = 0) {
        if touches.shiftHold?.finger == finger { releaseShift() }
        if touches.press?.finger == finger { removePress() }
    }

    /// The pressed key that the toolkit shows enlarged above the finger; `nil` if there is none.
    ///
    /// In a secure field, no key is shown enlarged.
    public var previewedKey: Key? {
        guard let index = touches.press?.key, alternatives.isEmpty, keys.indices.contains(index),
            case .character(let text) = keys[index].kind, text != " ", field?.formState.isSecureTextEntry != true
        else { return nil }
        return keys[index]
    }

    func cancelTouches() {
        if touches.press != nil { removePress() }
        if touches.shiftHold != nil { releaseShift() }
        touches.shiftTime = nil
    }

    func keysDidChange() {
        // The shift key can change the number of keys, and thereby the index of the delete key.
        if let press = touches.press, press.isDeleting, press.key != nil {
            touches.press?.key = keys.firstIndex { $0.kind == .delete }
        }
        for index in keys.indices {
            let isPressed = index == touches.press?.key || touches.shiftHold != nil && keys[index].kind == .shift
            if keys[index].isPressed != isPressed { keys[index].isPressed = isPressed }
        }
        for index in alternatives.indices {
            alternatives[index].isPressed = index == touches.press?.alternative
        }
        didChange()
    }
}

// MARK: - Keys

extension AppKeyboard {
    private func releasePress() {
        guard let press = touches.press else { return }
        let kind =
            alternatives.isEmpty
            ? press.key.map { keys[$0].kind } : press.alternative.map { alternatives[$0].kind }
        // The app can begin another touch in `onChange`, so `update(_:)` calls `onChange` after the key has acted.
        update {
            removePress()
            // The delete key and the shift key have already acted at the start of the touch.
            let isDone = press.isDeleting || press.beganOnShift && kind == .shift
            if let kind, !isDone { perform(kind) }
        }
    }

    private func removePress() {
        touches.timer?.cancel()
        let endsShift = touches.press?.endsShift == true
        touches.press = nil
        alternatives = []
        if endsShift { setShift(.off) } else { keysDidChange() }
    }

    /// The longest time between two spaces that become a full stop.
    ///
    /// Android's keyboard uses the same value.
    private static let doubleSpaceTime = Duration.milliseconds(1_100)

    private func perform(_ kind: Key.Kind) {
        touches.shiftTime = kind == .shift ? touches.shiftTime : nil
        let spaceTime = touches.spaceTime
        touches.spaceTime = nil
        switch kind {
        case .character(let text):
            let isSecondSpace = text == " " && spaceTime.map { scheduler.now - $0 <= Self.doubleSpaceTime } == true
            if !isSecondSpace || field?.endSentence() != true {
                field?.type(text)
                if text == " " { touches.spaceTime = scheduler.now }
            }
            characterWasTyped()
        case .delete: field?.deleteBackward()
        case .shift: changeShift(isHeld: false)
        case .page(let page):
            // On the new page, a different key is at the place of the held shift key.
            if touches.shiftHold != nil { releaseShift() }
            show(page)
        case .nextLayout: showNextLayout()
        case .hide: dismiss()
        case .returnKey:
            if let field, !field.fieldReturnKeyTapped(), field.isMultiLine { field.type("\n") }
        }
    }

    private func characterWasTyped() {
        if touches.shiftHold != nil {
            touches.shiftHold?.isUsed = true
        } else if arrangement.shift == .once {
            setShift(.off)
        }
        followText()
    }

    /// If the shift key is already on for one letter (`once`) when a finger begins to hold it, it stays on during the
    /// hold.
    ///
    /// The shift key turns off when the finger releases it.
    private func changeShift(isHeld: Bool) {
        let isDouble = touches.shiftTime.map { scheduler.now - $0 <= .milliseconds(300) } ?? false
        arrangement.shift =
            switch arrangement.shift {
            // If the shift state was `once` before two quick presses, the first press has turned the shift key off.
            case .off: isDouble ? .locked : .once
            case .once: isDouble ? .locked : isHeld ? .once : .off
            case .locked: .off
            }
        touches.shiftTime = arrangement.shift == .once ? scheduler.now : nil
        arrangeKeys()
    }

    /// If a second finger is pressing a key when the shift key is released, the shift key stays on at least until that
    /// finger is lifted.
    ///
    /// The delete key does not count as a pressed key. If a character was typed while the shift key was held, even a
    /// locked shift key turns off. It turns off when it is released or, if a second finger is pressing a key, when that
    /// finger is lifted.
    private func releaseShift() {
        guard let hold = touches.shiftHold else { return }
        touches.shiftHold = nil
        if touches.press?.isDeleting == false {
            touches.press?.endsShift = hold.isUsed || arrangement.shift != .locked
        } else if hold.isUsed || hold.wasOn {
            arrangement.shift = .off
        }
        arrangeKeys()
    }

    private func repeatDelete(of finger: Int, after delay: Duration) {
        touches.timer?.cancel()
        touches.timer = scheduler.schedule(after: delay) { [weak self] in
            guard let self, let press = touches.press, press.finger == finger, let index = press.key else { return }
            repeatDelete(of: finger, after: .milliseconds(60))
            onKeyPress?(keys[index])
            if touches.press?.finger == finger { perform(.delete) }
        }
    }

    private func waitForLongPress() {
        touches.timer?.cancel()
        touches.timer = scheduler.schedule(after: .milliseconds(400)) { [weak self] in
            guard let self, let press = touches.press, let index = press.key else { return }
            alternatives = arrangement.alternatives(for: keys[index])
            touches.press?.alternative = alternativeIndex(at: press.point, of: press)
            keysDidChange()
        }
    }
}

// MARK: - Places

extension AppKeyboard {
    /// A point in a gap between keys belongs to the nearest key in the row.
    ///
    /// The point can be at most half of the key's width away from the key.
    private func keyIndex(at point: CGPoint) -> Int? {
        let size = frame.size
        guard point.x >= 0, point.x < size.width, point.y >= 0, point.y < size.height else { return nil }
        let near = keys.indices.filter { index in
            let frame = keys[index].frame
            return frame.minY <= point.y && point.y < frame.maxY && keys[index].distance(to: point) <= frame.width / 2
        }
        return near.min { keys[$0].distance(to: point) < keys[$1].distance(to: point) }
    }

    /// The finger selects an alternative if it is at most one row above the alternatives and at most one row below the
    /// pressed key.
    ///
    /// To the left and to the right, the finger can be up to one key width away from the alternatives.
    private func alternativeIndex(at point: CGPoint, of press: KeyTouches.Press) -> Int? {
        guard let row = alternatives.first?.frame else { return nil }
        if let key = press.key, keyIndex(at: point) == key { return 0 }
        guard point.y >= row.minY - row.height, point.y < row.maxY + 2 * row.height else { return nil }
        let distances = alternatives.map { $0.distance(to: point) }
        guard let least = distances.min(), least <= row.width else { return nil }
        return distances.firstIndex(of: least)
    }
}

extension AppKeyboard.Key {
    /// Returns the horizontal distance from the key to a point.
    fileprivate func distance(to point: CGPoint) -> CGFloat { max(frame.minX - point.x, point.x - frame.maxX, 0) }
}
