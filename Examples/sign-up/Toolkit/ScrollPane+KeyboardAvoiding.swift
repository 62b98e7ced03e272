package import Foundation
package import KeyboardObservation

/// Keeps the scroll pane above the keyboard.
///
/// Copy these lines for the scroll view of your toolkit.
extension ScrollPane: KeyboardAvoiding {
    package var keyboardPane: KeyboardPane {
        .scrollView(frame: frame, contentHeight: contentHeight, offset: scrollOffset)
    }

    package func avoidKeyboard(_ insets: KeyboardInsets, offset: CGFloat) {
        bottomInset = insets.bottom
        scrollOffset = offset
    }
}
