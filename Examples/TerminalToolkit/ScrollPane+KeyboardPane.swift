package import Foundation
package import KeyboardObservation

/// The lines that let an avoider move the scroll pane.
///
/// Copy this extension for the scroll view of your toolkit.
extension ScrollPane: KeyboardPane {
    package var paneGeometry: PaneGeometry {
        .scrollView(frame: frame, contentHeight: contentHeight, offset: scrollOffset)
    }

    package func avoidKeyboard(_ insets: KeyboardInsets, offset: CGFloat) {
        bottomInset = insets.bottom
        scrollOffset = offset
    }
}
