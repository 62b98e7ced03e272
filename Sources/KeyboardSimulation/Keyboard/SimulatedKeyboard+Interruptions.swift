extension SimulatedKeyboard {
    /// An alert comes over the form: the keyboard goes.
    public func presentAlert() {
        setAlert(true)
    }

    /// The alert goes: the keyboard comes back, where a field still has the focus.
    public func dismissAlert() {
        setAlert(false)
    }

    private func setAlert(_ isPresented: Bool) {
        perform { keyboard in
            keyboard.isAlertPresented = isPresented
            keyboard.update()
        }
    }

    /// A password field takes the focus, and the system offers its own prompt instead: *show*, and at once *hide* with
    /// a duration of 0.
    public func promptForPassword() {
        perform { keyboard in
            guard !keyboard.isPasswordPromptPresented else { return }
            keyboard.focus = .field
            keyboard.update()
            keyboard.isPasswordPromptPresented = true
            keyboard.update(duration: 0)
        }
    }

    /// The prompt goes: the keyboard comes, where the field still has the focus.
    public func dismissPasswordPrompt() {
        perform { keyboard in
            keyboard.isPasswordPromptPresented = false
            keyboard.update()
        }
    }

    /// Somebody types in another app beside this one: its keyboard covers this app as well, and is told as not local.
    /// A field of this app that had the focus has lost it.
    /// A hardware keyboard is attached to both.
    public func showOtherAppsKeyboard(_ layout: Layout = .letters) {
        perform { keyboard in
            let isOther = layout != keyboard.otherLayout
            keyboard.firstResponder?.loseFocus()
            keyboard.focus = .otherApp
            keyboard.otherLayout = layout
            keyboard.update(MoveStyle(hasOtherKeys: isOther))
        }
    }

    /// The other app's keyboard goes.
    public func hideOtherAppsKeyboard() {
        perform { keyboard in
            guard keyboard.focus == .otherApp else { return }
            keyboard.focus = .nobody
            keyboard.update()
        }
    }
}
