import Foundation
import KeyboardObservation

/// A guide, and the inset that it told last.
@MainActor
func watchedGuide(in pool: KeyboardObserverPool) -> KeyboardLayoutGuide {
    let guide = KeyboardLayoutGuide(pool: pool)
    let witness = Witness(.layoutGuide)
    guide.viewFrame = CGRect(x: 0, y: 0, width: 400, height: 900)
    guide.onChange = { [weak guide] inset in
        withExtendedLifetime(witness) {}
        Findings.expect(guide?.bottomInset == inset, "a layout guide told another inset than its own")
    }
    return guide
}
