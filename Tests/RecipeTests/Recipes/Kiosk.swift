import Foundation
import KeyboardObservation
import LinuxKeyboards
import Observation

@MainActor
final class Kiosk {
    private let keyboard: any KeyboardSource, requester: KeyboardRequester, notice: Label

    init(_ keyboard: any KeyboardSource, notice: Label, scheduler: (any KeyboardScheduler)? = nil) {
        (self.keyboard, self.notice) = (keyboard, notice)
        requester = KeyboardRequester(of: keyboard, scheduler: scheduler)
    }

    func start(postingTo center: NotificationCenter = .default) {
        do { try keyboard.start(postingTo: center) } catch { return notice.text = "No keyboard: \(error)." }
        showStatus()
    }

    func fieldDidTakeFocus(_ field: AnyObject) { requester.focusBegan(in: field) }
    func fieldDidLoseFocus(_ field: AnyObject) { requester.focusEnded(in: field) }
    func fieldWasTapped() { requester.fieldTapped() }

    private func showStatus() {
        let (status, capabilities) = withObservationTracking {
            (keyboard.status, keyboard.capabilities)
        } onChange: { [weak self] in
            Task { @MainActor in self?.showStatus() }
        }
        notice.text =
            switch status {
            case .unavailable(let error): "No keyboard: \(error)."
            case .available where !capabilities.contains(.visibilityRequests): "Open the keyboard with its own button."
            default: ""
            }
    }
}
