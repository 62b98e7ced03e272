import Foundation
import KeyboardObservation

extension SimulatedKeyboard {
    // Logged on an iPad (github.com/omnigroup/OmniGroup, OUIDocumentRenameViewController.m, 5346c68): the did pair of
    // the hide comes 24 ms after its will pair, the will pair of the show 144 ms after the beginning, and its did pair
    // 421 ms after that.
    private static let hideDidDelay = 0.024
    private static let showDelay = 0.144
    private static let showDidDelay = 0.421

    /// Turns the device. A keyboard that is up tells *hide*, and then *show* in the new coordinates, as the system
    /// turns its content.
    public func rotate(to orientation: SimulatedScreen.Orientation) {
        perform { keyboard in
            guard orientation != keyboard.screen.orientation else { return }
            guard keyboard.presence.kind != .nothing || keyboard.turn != nil else {
                keyboard.turnScreen(to: orientation)
                return
            }
            keyboard.turn?.cancel()
            keyboard.turn = keyboard.scheduler.schedule(after: .delay(seconds: Self.showDelay)) { [weak keyboard] in
                keyboard?.perform { keyboard in
                    guard keyboard.turn?.isWaiting == false else { return }
                    keyboard.turn = nil
                    keyboard.update(MoveStyle(didDelay: Self.showDidDelay, oddity: .rotationComing))
                }
            }
            // With a turn to come nothing is to be on screen.
            keyboard.update(MoveStyle(didDelay: Self.hideDidDelay, oddity: .rotationGoing))
            keyboard.turnScreen(to: orientation)
        }
    }

    /// Ends a rotation under way without telling anything.
    func endTurn() {
        turn?.cancel()
        turn = nil
        presence = desiredPresence
        if presence.kind != .nothing { frame = presence.frame }
        motion = nil
    }

    private func turnScreen(to orientation: SimulatedScreen.Orientation) {
        screen.orientation = orientation
        frame = CGRect(x: 0, y: screen.size.height, width: screen.size.width, height: frame.height)
        motion = nil
    }
}
