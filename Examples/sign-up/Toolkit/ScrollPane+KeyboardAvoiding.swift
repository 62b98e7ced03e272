package import Foundation
package import KeyboardObservation

/// The scroll pane's way to stay above the keyboard: copy these lines for the scroll view of your toolkit.
extension ScrollPane: KeyboardAvoiding {
    package var keyboardPane: KeyboardPane {
        .scrollView(frame: frame, contentHeight: contentHeight, offset: scrollOffset)
    }

    package func avoidKeyboard(_ insets: KeyboardInsets, offset: CGFloat) {
        bottomInset = insets.bottom
        scrollOffset = offset
    }
}
