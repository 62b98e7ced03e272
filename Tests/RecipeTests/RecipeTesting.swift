import Foundation
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation

extension SimulatedTextField {
    /// Creates a field that posts to a center of its own.
    convenience init(_ bed: KeyboardTestBed, top: CGFloat, height: CGFloat = 40) {
        self.init(
            on: bed.keyboard,
            frame: CGRect(x: 20, y: top, width: 300, height: height),
            center: NotificationCenter(),
            diagnostics: FormDiagnostics()
        )
    }
}

extension KeyboardTestBed {
    /// Advances the time by one second in steps of a display frame, and calls the closure after each step.
    func eachFrame(_ count: Int = 60, _ body: () -> Void) {
        for _ in 0..<count {
            advance(by: .seconds(1) / 60)
            body()
        }
    }

    /// The top edge of the keyboard as a person sees it.
    var keyboardTop: CGFloat { keyboard.currentFrame.minY }

    /// The height of the keyboard as a person sees it.
    ///
    /// By default, a view ignores a keyboard that covers less than 1 point (`KeyboardGeometry.minimumOverlap`).
    var coveredHeight: CGFloat {
        let height = screen.bounds.maxY - keyboardTop
        return height < 1 ? 0 : height
    }
}
