import Foundation
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation
import Testing

/// A chat bar that rides on the keyboard, and a bar that appears with the keyboard.
@MainActor
struct BarRecipeTests {
    private func isNear(_ one: CGFloat, _ other: CGFloat) -> Bool { abs(one - other) < 0.001 }

    // MARK: A chat bar

    @Test func theChatBarIsOnTheKeyboardInEachFrame() throws {
        try KeyboardTestBed.run { bed in
            let view = View(frame: bed.screen.bounds), messages = View()
            let bar = View(frame: CGRect(x: 0, y: 617, width: 375, height: 50))
            let screen = ChatScreen(in: view, messages: messages, bar: bar)
            var margins: [CGFloat] = []
            bar.onMove = {
                margins.append(bar.bottomMargin)
                #expect(isNear(bar.bottomMargin, bed.coveredHeight))
            }
            @MainActor func ride(_ count: Int) {
                margins = []
                bed.eachFrame(count) {
                    #expect(isNear(bar.bottomMargin, bed.coveredHeight))
                    #expect(messages.bottomMargin == bar.bottomMargin + 50)
                }
            }
            #expect(messages.bottomMargin == 50)
            bed.keyboard.show(.letters)
            ride(6)
            #expect(Set(margins).count == 6)
            bed.keyboard.hide()
            ride(6)
            bed.keyboard.show(.lettersWithPredictions)
            ride(120)
            #expect(margins.last == 258)
            bed.keyboard.show(.numberPad)
            ride(120)
            #expect(margins.last == 216)
            bed.keyboard.hide()
            ride(120)
            #expect(margins.last == 0)
            withExtendedLifetime(screen) {}
        }
    }

    @Test func theChatBarFollowsAFinger() throws {
        try KeyboardTestBed.run(behavior: SimulatedKeyboard.Behavior { $0.reportsFrames = true }) { bed in
            let view = View(frame: bed.screen.bounds), bar = View()
            let screen = ChatScreen(in: view, messages: View(), bar: bar)
            bed.keyboard.show(.letters)
            bed.settle()
            bed.keyboard.perform(.beginDismissing)
            for top in stride(from: 460, through: 600, by: 20) {
                bed.keyboard.perform(.moveDismissing(toTop: CGFloat(top)))
                #expect(667 - bar.bottomMargin == CGFloat(top))
            }
            bed.keyboard.perform(.endDismissing())
            bed.settle()
            #expect(bar.bottomMargin == 0)
            withExtendedLifetime(screen) {}
        }
    }

    @Test func aChatUnderAShownKeyboardHasItsBarOnTheKeyboardAtOnce() throws {
        try KeyboardTestBed.run { bed in
            bed.keyboard.show(.letters)
            bed.settle()
            let view = View(frame: bed.screen.bounds), bar = View()
            let screen = ChatScreen(in: view, messages: View(), bar: bar)
            #expect(bar.bottomMargin == 216)
            bed.settle()
            #expect(bar.bottomMargin == 216)
            withExtendedLifetime(screen) {}
        }
    }

    @Test func aTallerChatBarMovesTheMessages() throws {
        try KeyboardTestBed.run { bed in
            let view = View(frame: bed.screen.bounds), messages = View(), bar = View()
            let screen = ChatScreen(in: view, messages: messages, bar: bar)
            bed.keyboard.show(.letters)
            bed.settle()
            bar.height = 90
            screen.layOut()
            #expect(messages.bottomMargin == 306)
        }
    }

    // MARK: A bar that appears with the keyboard

    @Test func theBarAppearsWithTheKeyboardInEachFrame() throws {
        try KeyboardTestBed.run { bed in
            let view = View(frame: bed.screen.bounds), bar = View(frame: CGRect(x: 0, y: 0, width: 375, height: 44))
            let screen = EditorScreen(in: view, bar: bar)
            var opacities: [CGFloat] = []
            @MainActor func ride(_ count: Int) {
                opacities = []
                bed.eachFrame(count) {
                    let covered = bed.coveredHeight
                    #expect(isNear(bar.bottomMargin, covered))
                    #expect(isNear(bar.opacity, min(covered / 44, 1)))
                    opacities.append(bar.opacity)
                }
            }
            #expect(bar.opacity == 0)
            bed.keyboard.show(.letters)
            ride(4)
            #expect(opacities.contains { 0 < $0 && $0 < 1 })
            bed.keyboard.hide()
            ride(4)
            bed.keyboard.show(.lettersWithPredictions)
            ride(120)
            #expect(bar.opacity == 1 && bar.bottomMargin == 258)
            bed.keyboard.hide()
            ride(120)
            #expect(opacities.contains { 0 < $0 && $0 < 1 })
            #expect(bar.opacity == 0 && bar.bottomMargin == 0)
            withExtendedLifetime(screen) {}
        }
    }

    @Test func theBarIsPlacedAtOnceWithoutAnAnimation() throws {
        try KeyboardTestBed.run(behavior: .squeekboard) { bed in
            let bar = View(frame: CGRect(x: 0, y: 0, width: 375, height: 44))
            let screen = EditorScreen(in: View(frame: bed.screen.bounds), bar: bar)
            bed.keyboard.show(.letters)
            #expect(bar.bottomMargin == 216 && bar.opacity == 1)
            bed.keyboard.hide()
            #expect(bar.bottomMargin == 0 && bar.opacity == 0)
            withExtendedLifetime(screen) {}
        }
    }

    @Test func theBarOfAKeyboardAtTheTopIsAtTheBottom() throws {
        try KeyboardTestBed.run { bed in
            let view = View(frame: bed.screen.bounds), bar = View(frame: CGRect(x: 0, y: 0, width: 375, height: 44))
            let screen = EditorScreen(in: view, bar: bar)
            let shown = CGRect(x: 0, y: 0, width: 375, height: 216), hidden = shown.offsetBy(dx: 0, dy: -216)
            @MainActor
            func post(_ will: KeyboardEvent.Kind, _ did: KeyboardEvent.Kind, from begin: CGRect, to end: CGRect) {
                let info = Notification.KeyboardInfo(
                    frameBegin: begin,
                    frameEnd: end,
                    animationDuration: 0.25,
                    animationCurve: 7,
                    screenBounds: bed.screen.bounds
                )
                bed.center.post(KeyboardEvent(will, info: info).notification)
                bed.eachFrame { #expect(bar.bottomMargin == 0) }
                bed.center.post(KeyboardEvent(did, info: info).notification)
            }
            post(.willShow, .didShow, from: hidden, to: shown)
            #expect(bar.opacity == 1)
            post(.willHide, .didHide, from: shown, to: hidden)
            #expect(bar.opacity == 0)
            withExtendedLifetime(screen) {}
        }
    }

    @Test func anEditorUnderAShownKeyboardHasItsBar() throws {
        try KeyboardTestBed.run { bed in
            bed.keyboard.show(.letters)
            bed.settle()
            let bar = View(frame: CGRect(x: 0, y: 0, width: 375, height: 44))
            let screen = EditorScreen(in: View(frame: bed.screen.bounds), bar: bar)
            bed.advance(by: .zero)
            #expect(bar.bottomMargin == 216 && bar.opacity == 1)
            withExtendedLifetime(screen) {}
        }
    }
}
