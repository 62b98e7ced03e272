#if SystemKeyboards
    import Foundation
    import KeyboardObservation

    /// A layout guide, a screen that follows transitions, and an avoider, on one pool and with one policy.
    ///
    /// All three have a view that fills the screen.
    @MainActor
    final class KeyboardFollowers {
        /// What the followers report, with an offset that is rounded to thousandths of a point.
        struct Reading: Equatable, CustomStringConvertible {
            var insets = KeyboardInsets()
            var overlap = CGRect.zero
            var paneInsets = KeyboardInsets()
            var paneOffset: CGFloat = 0

            var description: String {
                "insets \(insets.top) \(insets.bottom), overlap \(overlap), pane \(paneInsets.top) \(paneInsets.bottom) "
                    + "at \(paneOffset)"
            }
        }

        static let view = CGRect(x: 0, y: 0, width: 1_280, height: 800)
        private static let contentHeight: CGFloat = 2_000

        let undocked: KeyboardGeometry.UndockedPolicy
        /// The focused field, in the coordinates of the pane's content.
        let field: CGRect
        private let guide: KeyboardLayoutGuide
        private let screen: Screen
        private let pane = Pane()
        private let avoider: KeyboardAvoider

        init(_ pool: KeyboardObserverPool, undocked: KeyboardGeometry.UndockedPolicy, field: CGRect) {
            self.undocked = undocked
            self.field = field
            let geometry = KeyboardGeometry(undocked: undocked)
            guide = KeyboardLayoutGuide(pool: pool)
            guide.geometry = geometry
            guide.viewFrame = Self.view
            screen = Screen(pool: pool, geometry: geometry)
            screen.subscribeOnKeyboardNotifications()
            let owner = NSObject()
            avoider = KeyboardAvoider(pane, pool: pool) { FocusedContent(owner, field: field) }
            avoider.geometry = geometry
        }

        var reading: Reading {
            Reading(
                insets: KeyboardInsets(top: guide.topInset, bottom: guide.bottomInset),
                overlap: screen.overlap,
                paneInsets: pane.insets,
                paneOffset: (pane.offset * 1_000).rounded() / 1_000
            )
        }

        /// Returns the reading for a keyboard whose window has this frame.
        ///
        /// - Parameters:
        ///   - frame: The frame of the window; `nil` if it is not mapped.
        ///   - docking: Where the window is docked.
        ///   - slide: The frames between which the window slides; `nil` if the window does not move.
        /// - Returns: The reading, computed without the library's geometry.
        func expected(
            for frame: CGRect?,
            _ docking: RealDesktop.Docking,
            slide: (hidden: CGRect, shown: CGRect)? = nil
        ) -> Reading {
            var reading = Reading()
            let counts = docking != .floating || undocked != .ignore
            guard let frame, counts else { return reading }
            reading.insets = insets(frame, docking)
            reading.paneInsets = reading.insets
            let covered = frame.intersection(Self.view)
            if !covered.isNull, covered.height >= 1 { reading.overlap = covered }
            // The pane moves in proportion to the window.
            let target = offset(insets(slide?.shown ?? frame, docking))
            let progress = slide.map { ($0.hidden.minY - frame.minY) / ($0.hidden.minY - $0.shown.minY) } ?? 1
            let low = -reading.insets.top
            let high = Self.contentHeight - Self.view.height + reading.insets.bottom
            reading.paneOffset = (min(max(target * progress, low), high) * 1_000).rounded() / 1_000
            return reading
        }

        private func insets(_ frame: CGRect, _ docking: RealDesktop.Docking) -> KeyboardInsets {
            let (above, below) = (frame.minY, Self.view.height - frame.maxY)
            let isAtTop = docking == .top || docking == .floating && below > above
            let inset = isAtTop ? frame.maxY : Self.view.height - frame.minY
            guard inset >= 1 else { return KeyboardInsets() }
            return isAtTop ? KeyboardInsets(top: inset) : KeyboardInsets(bottom: inset)
        }

        /// Returns the offset that shows the field with a margin of 1.
        private func offset(_ covered: KeyboardInsets) -> CGFloat {
            let (top, bottom) = (covered.top, Self.view.height - covered.bottom)
            if field.maxY > bottom { return field.maxY + 1 - bottom }
            if field.minY < top { return field.minY - 1 - top }
            return 0
        }

        private final class Screen: KeyboardObservable, KeyboardTransitionPresentable {
            let keyboardObserverPool: KeyboardObserverPool
            let keyboardGeometry: KeyboardGeometry
            let keyboardAvoidingFrame = KeyboardFollowers.view
            private(set) var overlap = CGRect.zero

            init(pool: KeyboardObserverPool, geometry: KeyboardGeometry) {
                keyboardObserverPool = pool
                keyboardGeometry = geometry
            }

            /// Ignores this overlap, which applies only at the end of the transition.
            func keyboardTransitionWillBegin(_ transition: KeyboardTransition, overlap: CGRect) {}

            func keyboardTransitionDidProgress(_ transition: KeyboardTransition, overlap: CGRect) {
                self.overlap = overlap
            }

            func keyboardTransitionDidEnd(_ transition: KeyboardTransition, overlap: CGRect, isFinished: Bool) {
                self.overlap = overlap
            }
        }

        private final class Pane: KeyboardPane {
            private(set) var insets = KeyboardInsets()
            private(set) var offset: CGFloat = 0

            var paneGeometry: PaneGeometry {
                .scrollView(
                    frame: KeyboardFollowers.view,
                    contentHeight: KeyboardFollowers.contentHeight,
                    offset: offset
                )
            }

            func avoidKeyboard(_ insets: KeyboardInsets, offset: CGFloat) {
                (self.insets, self.offset) = (insets, offset)
            }
        }
    }
#endif
