// The Swift blocks of the articles on the core and on the simulation use these declarations.

import Foundation
import KeyboardObservation
import KeyboardSimulation

/// The screen of the article "Your first screen".
@MainActor
class LoginScreen: KeyboardObservable, CommonKeyboardPresentable {
    var bottomMargin: CGFloat { declared() }

    init() {}

    func keyboardWillBeShown(keyboardHeight: CGFloat, duration: TimeInterval) {}
    func keyboardWillBeHidden(duration: TimeInterval) {}
}

/// A screen that a source passes as the `object` of its notifications.
class DeviceScreen {}

/// The source of the article "Write a source".
@MainActor
class PanelKeyboard: KeyboardSource {
    let capabilities: KeyboardSourceCapabilities = declared()

    init(frame: CGRect, screenBounds: CGRect, scheduler: any KeyboardScheduler) {}

    func start(postingTo center: NotificationCenter) {}
    func stop() {}
}

/// A toolkit's clock.
@MainActor
class FrameClock {
    /// Calls `tick` at the next display frame.
    func requestTick(_ tick: @escaping @MainActor () -> Void) {}
}

extension Context {
    var event: KeyboardEvent { declared() }
    var frameClock: FrameClock { declared() }
    var hiddenFrame: CGRect { declared() }
    var kioskScreen: DeviceScreen { declared() }
}
