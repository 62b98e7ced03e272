import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// The frames of a keyboard on a phone.
enum PhoneFrames {
    static let screen = CGRect(x: 0, y: 0, width: 393, height: 852)
    static let docked = CGRect(x: 0, y: 516, width: 393, height: 336)
    static let offScreen = CGRect(x: 0, y: 852, width: 393, height: 336)
    static let accessoryBar = CGRect(x: 0, y: 808, width: 393, height: 44)
    static let floating = CGRect(x: 50, y: 100, width: 200, height: 150)
}

/// A suite that posts the events of a keyboard on a phone to a pool of its own.
@MainActor
protocol PhoneSuite {
    var center: NotificationCenter { get }
    var scheduler: ManualScheduler { get }
    var pool: KeyboardObserverPool { get }
}

extension PhoneSuite {
    var screen: CGRect { PhoneFrames.screen }
    var docked: CGRect { PhoneFrames.docked }
    var offScreen: CGRect { PhoneFrames.offScreen }
    var accessoryBar: CGRect { PhoneFrames.accessoryBar }
    var floating: CGRect { PhoneFrames.floating }

    /// Posts the events, and then lets the milliseconds pass.
    func post(
        _ kinds: KeyboardEvent.Kind...,
        from begin: CGRect? = nil,
        to end: CGRect? = nil,
        duration: Double? = 0.25,
        curve: UInt? = 7,
        isLocal: Bool? = nil,
        bounds: CGRect? = nil,
        isObscured: Bool? = nil,
        sender: NSObject? = nil,
        wait: Int? = nil
    ) {
        for kind in kinds {
            let info = Notification.KeyboardInfo(
                frameBegin: begin,
                frameEnd: end,
                animationDuration: duration,
                animationCurve: curve,
                isLocal: isLocal,
                screenBounds: bounds,
                isObscured: isObscured
            )
            var notification = KeyboardEvent(kind, info: info).notification
            notification.object = sender
            center.post(notification)
        }
        if let wait { advance(wait) }
    }

    /// Compares the pool's keyboard with the values that are given.
    func expectKeyboard(
        phase: KeyboardState.Phase? = nil,
        placement: KeyboardState.Placement? = nil,
        frame: CGRect? = nil,
        isHealed: Bool? = nil,
        at location: SourceLocation = #_sourceLocation
    ) {
        if let phase { #expect(pool.keyboard.phase == phase, sourceLocation: location) }
        if let placement { #expect(pool.keyboard.placement == placement, sourceLocation: location) }
        if let frame { #expect(pool.keyboard.frame == frame, sourceLocation: location) }
        if let isHealed { #expect(pool.keyboard.isHealed == isHealed, sourceLocation: location) }
    }

    /// Reports a frame of a keyboard that moves.
    func report(_ frame: CGRect, sender: NSObject? = nil) {
        center.post(name: .keyboardFrameInMotion, object: sender, userInfo: [KeyboardUserInfoKey.frameEnd: frame])
    }

    func advance(_ milliseconds: Int) {
        scheduler.advance(by: .milliseconds(milliseconds))
    }

    func makeGuide(
        viewFrame: CGRect = PhoneFrames.screen,
        undocked: KeyboardGeometry.UndockedPolicy = .ignore
    ) -> KeyboardLayoutGuide {
        let guide = KeyboardLayoutGuide(pool: pool)
        guide.viewFrame = viewFrame
        guide.geometry.undocked = undocked
        return guide
    }
}
