extension SimulatedKeyboard {
    /// Attaches a hardware keyboard: the keys go, and only an accessory bar stays, where there is one. Fields that take
    /// the focus tell nothing, or a *hide* whose frame is the bar.
    public func attachHardwareKeyboard() {
        setHardwareKeyboard(true)
    }

    /// Detaches the hardware keyboard: the keys come, where a field has the focus.
    public func detachHardwareKeyboard() {
        setHardwareKeyboard(false)
    }

    private func setHardwareKeyboard(_ isAttached: Bool) {
        perform { keyboard in
            keyboard.hasHardwareKeyboard = isAttached
            keyboard.update()
        }
    }
}
