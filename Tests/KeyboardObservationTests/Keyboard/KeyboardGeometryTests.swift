import Foundation
import KeyboardObservation
import KeyboardSimulation
import TestSupport
import Testing

/// The part of a view that the keyboard covers.
struct KeyboardGeometryTests {
    private let screen = CGRect(x: 0, y: 0, width: 1_024, height: 768)
    private let docked = KeyboardState(
        phase: .shown,
        placement: .docked,
        frame: CGRect(x: 0, y: 416, width: 1_024, height: 352)
    )
    private let geometry = KeyboardGeometry()

    private func state(_ placement: KeyboardState.Placement, _ frame: CGRect?) -> KeyboardState {
        KeyboardState(phase: .shown, placement: placement, frame: frame)
    }

    @Test func aFullScreenIsCoveredByTheKeyboardsHeight() {
        #expect(geometry.overlap(of: screen, in: screen, with: docked).height == 352)
        #expect(geometry.insets(of: screen, in: screen, with: docked).bottom == 352)
    }

    @Test func aFormSheetIsCoveredByLessThanTheKeyboardsHeight() {
        let sheet = CGRect(x: 242, y: 74, width: 540, height: 620)
        #expect(
            geometry.overlap(of: sheet, in: screen, with: docked) == CGRect(x: 242, y: 416, width: 540, height: 278)
        )
        #expect(geometry.insets(of: sheet, in: screen, with: docked).bottom == 278)
    }

    @Test func anotherAppsKeyboardCoversThisApp() {
        let left = CGRect(x: 0, y: 0, width: 500, height: 768)
        var other = docked
        other.isLocal = false
        #expect(geometry.overlap(of: left, in: screen, with: other) == CGRect(x: 0, y: 416, width: 500, height: 352))
        let strict = KeyboardGeometry(countsOtherApps: false)
        #expect(strict.overlap(of: left, in: screen, with: other) == .zero)
    }

    @Test func aKeyboardOnAnotherScreenCoversNothing() {
        let (mine, another) = (NSObject(), NSObject())
        var keyboard = docked
        keyboard.sender = ObjectIdentifier(another)
        #expect(geometry.overlap(of: screen, in: screen, with: keyboard).height == 352)
        let strict = KeyboardGeometry(screen: ObjectIdentifier(mine))
        #expect(strict.overlap(of: screen, in: screen, with: keyboard) == .zero)
        keyboard.sender = ObjectIdentifier(mine)
        #expect(strict.overlap(of: screen, in: screen, with: keyboard).height == 352)
        keyboard.sender = nil
        #expect(strict.overlap(of: screen, in: screen, with: keyboard).height == 352)
    }

    @Test func aTabBarAndASafeAreaAreNotCountedTwice() {
        let aboveTabBar = CGRect(x: 0, y: 0, width: 1_024, height: 719)
        #expect(geometry.insets(of: aboveTabBar, in: screen, with: docked).bottom == 303)
        let safeArea = KeyboardInsets(bottom: 34)
        #expect(geometry.insets(of: screen, in: screen, with: docked, safeArea: safeArea).bottom == 318)
        let bar = state(.accessoryBarOnly, CGRect(x: 0, y: 740, width: 1_024, height: 28))
        #expect(geometry.insets(of: screen, in: screen, with: bar, safeArea: safeArea).bottom == 0)
    }

    /// Some of these lengths are so large that a difference of two lengths is not finite.
    @Test(arguments: [-1e308, -CGFloat.greatestFiniteMagnitude, -.infinity, .nan, -1])
    func aSafeAreaThatIsNoLengthIsIgnored(length: CGFloat) {
        let safeArea = KeyboardInsets(top: length, bottom: length)
        #expect(
            geometry.insets(of: screen, in: screen, with: docked, safeArea: safeArea) == KeyboardInsets(bottom: 352)
        )
        let atTop = state(.dockedAtTop, CGRect(x: 0, y: 0, width: 1_024, height: 352))
        #expect(geometry.insets(of: screen, in: screen, with: atTop, safeArea: safeArea) == KeyboardInsets(top: 352))
    }

    @Test func aRotatedScreenHasItsOwnOverlap() {
        let upright = CGRect(x: 0, y: 0, width: 768, height: 1_024)
        let keyboard = state(.docked, CGRect(x: 0, y: 760, width: 768, height: 264))
        #expect(geometry.insets(of: upright, in: upright, with: keyboard).bottom == 264)
    }

    @Test func aBarWithoutKeysCoversItsOwnHeight() {
        let bar = state(.accessoryBarOnly, CGRect(x: 0, y: 724, width: 1_024, height: 44))
        #expect(geometry.insets(of: screen, in: screen, with: bar).bottom == 44)
    }

    @Test(arguments: [CGRect.zero, CGRect(x: 0, y: 768, width: 1_024, height: 0), .null, .infinite, nil])
    func anInvalidFrameCoversNothing(frame: CGRect?) {
        #expect(geometry.overlap(of: screen, in: screen, with: state(.offScreen, frame)) == .zero)
        let covered = geometry.overlap(of: screen, in: screen, with: state(.docked, frame))
        #expect(covered.height >= 0 && covered.height <= screen.height)
    }

    @Test func viewsThatOnlyTouchAreNotCovered() {
        let above = CGRect(x: 0, y: 0, width: 1_024, height: 416)
        #expect(geometry.overlap(of: above, in: screen, with: docked) == .zero)
        #expect(geometry.insets(of: above, in: screen, with: docked) == KeyboardInsets())
    }

    @Test func anOverlapBelowTheMinimumIsZero() {
        let view = CGRect(x: 0, y: 0, width: 1_024, height: 416.5)
        #expect(geometry.overlap(of: view, in: screen, with: docked) == .zero)
        let beside = CGRect(x: 1_023.8, y: 0, width: 300, height: 768)
        #expect(geometry.overlap(of: beside, in: beside, with: docked) == .zero)
        let exact = KeyboardGeometry(minimumOverlap: 0)
        #expect(exact.overlap(of: view, in: screen, with: docked).height == 0.5)
        let coarse = KeyboardGeometry(minimumOverlap: 100)
        #expect(coarse.overlap(of: CGRect(x: 0, y: 0, width: 10, height: 500), in: screen, with: docked) == .zero)
    }

    @Test func aFloatingKeyboardIsIgnoredFollowedOrAvoided() {
        let view = CGRect(x: 0, y: 0, width: 1_024, height: 768)
        let high = state(.floating, CGRect(x: 300, y: 50, width: 320, height: 200))
        let low = state(.split, CGRect(x: 0, y: 500, width: 1_024, height: 200))
        #expect(geometry.insets(of: view, in: screen, with: high) == KeyboardInsets())
        #expect(geometry.overlap(of: view, in: screen, with: low) == .zero)

        let following = KeyboardGeometry(undocked: .follow)
        #expect(following.insets(of: view, in: screen, with: high) == KeyboardInsets(bottom: 718))
        #expect(following.overlap(of: view, in: screen, with: low) == CGRect(x: 0, y: 500, width: 1_024, height: 268))

        let avoiding = KeyboardGeometry(undocked: .avoid)
        #expect(avoiding.insets(of: view, in: screen, with: high) == KeyboardInsets(top: 250))
        #expect(avoiding.insets(of: view, in: screen, with: low) == KeyboardInsets(bottom: 268))
        let safeArea = KeyboardInsets(top: 20, bottom: 34)
        #expect(avoiding.insets(of: view, in: screen, with: high, safeArea: safeArea) == KeyboardInsets(top: 230))
        #expect(avoiding.insets(of: view, in: screen, with: low, safeArea: safeArea) == KeyboardInsets(bottom: 234))
        #expect(avoiding.overlap(of: view, in: screen, with: high) == CGRect(x: 300, y: 50, width: 320, height: 200))
    }

    @Test func theOverlapLiesInTheViewAndTheKeyboard() {
        var random = SeededRandom(seed: RandomTestSize.firstSeed + 5)
        func frame() -> CGRect {
            func length() -> CGFloat { CGFloat(Int.random(in: -200...900, using: &random)) / 2 }
            return CGRect(x: length(), y: length(), width: abs(length()), height: abs(length()))
        }
        for round in 0..<(RandomTestSize.isFull ? 20_000 : 1_000) {
            let (view, screen, keyboard) = (frame(), frame(), frame())
            let rules = KeyboardGeometry(
                undocked: KeyboardGeometry.UndockedPolicy.allCases.randomElement(using: &random) ?? .ignore,
                minimumOverlap: CGFloat(Int.random(in: 0...20, using: &random))
            )
            let placement = KeyboardState.Placement.allCases.randomElement(using: &random) ?? .docked
            let state = KeyboardState(phase: .shown, placement: placement, frame: keyboard)
            let covered = rules.overlap(of: view, in: screen, with: state)
            let insets = rules.insets(of: view, in: screen, with: state)
            let comment = Comment(
                rawValue: "seed 5, round \(round): \(view) \(screen) \(keyboard) \(placement) \(rules)"
            )

            #expect(covered.width >= 0 && covered.height >= 0 && insets.top >= 0 && insets.bottom >= 0, comment)
            #expect(insets.top <= view.height && insets.bottom <= view.height, comment)
            if !covered.isEmpty {
                #expect(covered.minX >= view.minX && covered.maxX <= view.maxX, comment)
                #expect(covered.minY >= view.minY && covered.maxY <= view.maxY, comment)
            }
            if placement == .docked {
                let width = min(view.maxX, screen.maxX, keyboard.maxX) - max(view.minX, screen.minX, keyboard.minX)
                let height = min(view.maxY, screen.maxY, keyboard.maxY) - max(view.minY, screen.minY, keyboard.minY)
                let isCovered = width > 0 && height > 0 && min(width, height) >= rules.minimumOverlap
                #expect(covered.isEmpty != isCovered, comment)
            }
            // Coordinates in half points have no rounding errors. If all frames move by the same offset, the overlap
            // therefore moves by exactly this offset.
            let moved = rules.overlap(
                of: view.offsetBy(dx: 64, dy: -32),
                in: screen.offsetBy(dx: 64, dy: -32),
                with: KeyboardState(
                    phase: .shown,
                    placement: placement,
                    frame: keyboard.offsetBy(dx: 64, dy: -32)
                )
            )
            #expect(moved == (covered.isEmpty ? .zero : covered.offsetBy(dx: 64, dy: -32)), comment)
        }
    }
}
