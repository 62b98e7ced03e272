import Foundation
import KeyboardObservation

@MainActor
final class ChatScreen {
    private let messages: View, bar: View
    private let guide = KeyboardLayoutGuide()

    init(in view: View, messages: View, bar: View) {
        (self.messages, self.bar) = (messages, bar)
        guide.onChange = { [weak self] _ in self?.layOut() }
        guide.viewFrameProvider = { [weak view] in view?.frameOnScreen ?? .zero }
        layOut()
    }

    /// The toolkit calls this method when the height of the bar has changed.
    func layOut() {
        bar.bottomMargin = guide.bottomInset
        messages.bottomMargin = guide.bottomInset + bar.height
    }
}
