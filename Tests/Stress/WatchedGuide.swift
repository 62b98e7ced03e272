import Foundation
import KeyboardObservation

/// Makes a guide and checks the insets that it reports.
@MainActor
func makeWatchedGuide(in pool: KeyboardObserverPool) -> KeyboardLayoutGuide {
    let guide = KeyboardLayoutGuide(pool: pool)
    let capture = CountedCapture(.layoutGuide)
    guide.viewFrame = CGRect(x: 0, y: 0, width: 400, height: 900)
    guide.onChange = { [weak guide] inset in
        withExtendedLifetime(capture) {}
        Findings.expect(guide?.bottomInset == inset, "a layout guide reported a wrong inset")
    }
    return guide
}
