import Foundation

/// A person fills the last field of a full-screen form with the on-screen keyboard.
///
/// Most window managers and compositors stack the keyboard under a full-screen window. Therefore the app maximizes
/// the window while the keyboard is shown. KWin draws its keyboard over the window, so the window stays full screen. In
/// a kiosk, the app draws the keyboard in the window.
///
/// A second process of the app keeps its window full screen, and reports whether its window covers the keyboard.
struct FullScreenStory {
    private let screen: any Screen
    private let pictures: Pictures
    private let app: DrivenApp
    private let steps: FormSteps
    private let checks: Checks

    /// Performs the story on each desktop and phone.
    static func runAll(_ pictures: Pictures) throws {
        try run(.openbox, .onboard, pictures)
        try run(.metacity, .onboard, pictures)
        try run(.matchbox, .matchbox, pictures)
        try run(.sway, .squeekboard, pictures)
        try run(.sway, .wvkbd, pictures)
        try run(.phoc, .squeekboard, pictures)
        try run(.phoc, .wvkbd, pictures)
        try runInKiosk(pictures)
        if DesktopScreen.hasKWin {
            try run(.kwin, .maliit, pictures)
        } else {
            report("not driven, because KWin and maliit-keyboard are not installed: the last field under KWin")
        }
    }

    static func run(
        _ windowManager: DesktopScreen.WindowManager,
        _ keyboard: DesktopScreen.Keyboard,
        _ pictures: Pictures
    ) throws {
        let key = keyboard == .onboard ? CGPoint(x: 0.2656, y: 0.5) : CGPoint(x: 0.3, y: 0.5)
        try pictures.perform(on: DesktopScreen(windowManager, keyboard), failure: "failure") {
            try FullScreenStory($0, pictures).lastField(key, leavesFullScreen: windowManager != .kwin)
            try FullScreenStory($0, pictures, ["--stays-full-screen"])
                .keyboardThatCanBeObscured("\(windowManager.rawValue) with \(keyboard.rawValue)")
        }
    }

    static func run(
        _ compositor: PhoneScreen.Compositor,
        _ keyboard: PhoneScreen.Keyboard,
        _ pictures: Pictures
    ) throws {
        let key = keyboard == .squeekboard ? CGPoint(x: 0.3, y: 0.375) : CGPoint(x: 0.333, y: 0.58)
        try pictures.perform(on: PhoneScreen(compositor, keyboard), failure: "wayland-failure") {
            try FullScreenStory($0, pictures).lastField(key)
            try FullScreenStory($0, pictures, ["--stays-full-screen"])
                .keyboardThatCanBeObscured("\(compositor.rawValue) with \(keyboard.rawValue)")
        }
    }

    static func runInKiosk(_ pictures: Pictures) throws {
        try pictures.perform(on: KioskScreen(), failure: "kiosk-failure") {
            try FullScreenStory($0, pictures, ["--draws-keyboard"]).lastFieldInKiosk()
        }
    }

    private init(_ screen: any Screen, _ pictures: Pictures, _ arguments: [String] = []) throws {
        (self.screen, self.pictures) = (screen, pictures)
        app = try DrivenApp(on: screen.children, ["--report", "--full-screen"] + arguments)
        steps = FormSteps(app: app, screen: screen)
        checks = Checks(screen: screen)
    }

    /// Types a letter into the last field, twice.
    ///
    /// `key` contains the position of the on-screen key D, as fractions of the keyboard's width and height.
    private func lastField(_ key: CGPoint, leavesFullScreen: Bool = true) throws {
        for _ in 0..<2 {
            let start = try app.wait("full-screen form") { $0.isFullScreen && $0.fields["note"]?[2] ?? 0 > 0 }
            try screen.click(start.field("note").center)
            try app.wait("focus in the note") { $0.focused == "note" }
            try screen.showKeyboard()
            try app.wait("keyboard for the note") {
                $0.focused == "note" && $0.phase == "shown" && $0.isFullScreen != leavesFullScreen
            }
            try steps.click(key: key)
            let line = try app.wait("letter of the on-screen key") { $0.texts["note"] == "d" && $0.focused == "note" }
            let picture = try pictures.save(nil, screen)
            try checks.focusedField(in: line, picture)
            try checks.keyboard(picture)
            try checks.bar(in: line, picture)
            try screen.press("BackSpace")
            try steps.clickBar("done")
            screen.hideKeyboard()
            try app.wait("full-screen form without a keyboard") { $0.isKeyboardDown && $0.isFullScreen }
        }
        try end()
    }

    private func end() throws {
        screen.children.kill("gtk-sign-up")
        try app.waitForEnd()
    }

    /// Shows the keyboard while the window stays full screen.
    ///
    /// The method checks that the app reports correctly whether its window covers the keyboard.
    private func keyboardThatCanBeObscured(_ desktop: String) throws {
        let start = try app.wait("full-screen form") { $0.isFullScreen && $0.fields["note"]?[2] ?? 0 > 0 }
        try screen.click(start.field("note").center)
        try app.wait("focus in the note") { $0.focused == "note" }
        try screen.showKeyboard()
        let line = try app.wait("keyboard of a window that stays full screen") {
            $0.focused == "note" && $0.phase == "shown" && $0.isFullScreen && $0.keyboard != nil
        }
        let isObscured = try checks.obscured(in: line, pictures.save(nil, screen))
        screen.hideKeyboard()
        try end()
        report("the last field in full screen, under \(desktop)\(isObscured ? ", which obscures its keyboard" : "")")
    }

    /// Types a letter into the last field with the keyboard that the app draws.
    ///
    /// The story clicks the key D, the delete key and the hide key, and then repeats these steps.
    private func lastFieldInKiosk() throws {
        for _ in 0..<2 {
            let start = try app.wait("full-screen form") { $0.isFullScreen && $0.fields["note"]?[2] ?? 0 > 0 }
            try screen.click(start.field("note").center)
            try app.wait("drawn keyboard") { $0.focused == "note" && $0.phase == "shown" && $0.isFullScreen }
            try steps.click(key: CGPoint(x: 0.3, y: 0.375))
            let line = try app.wait("letter of the drawn key") { $0.texts["note"] == "d" && $0.focused == "note" }
            let picture = try pictures.save("kiosk", screen)
            try checks.focusedField(in: line, picture)
            try checks.lightText(in: line.field("note"), picture)
            try checks.bar(in: line, picture)
            guard let keyboard = try screen.keyboardFrame() else { throw Failure("the keyboard is not drawn") }
            try checks.keys(in: keyboard, picture)
            try steps.click(key: CGPoint(x: 0.925, y: 0.625))
            try app.wait("deleted letter") { $0.texts["note"] == "" && $0.focused == "note" }
            try steps.click(key: CGPoint(x: 0.8, y: 0.875))
            try app.wait("full-screen form without a keyboard") {
                $0.isKeyboardDown && $0.isFullScreen && $0.focused == nil
            }
            guard try screen.keyboardFrame() == nil else { throw Failure("the drawn keyboard stays") }
        }
        report("the last field in full screen, under cage with the keyboard of the app")
    }
}
