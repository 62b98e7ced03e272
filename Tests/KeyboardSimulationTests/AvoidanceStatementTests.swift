import Foundation
import KeyboardObservation
import KeyboardSimulation
import Testing

/// What the users of other libraries complain of, each with four panes.
///
/// The article about the avoider lists the statements in the same order.
@MainActor
struct AvoidanceStatementTests {
    /// A pane of a toolkit that tells nothing unless its name says so.
    enum Pane: CaseIterable {
        case rounding, late, reporting, silent

        var toolkit: TestPane.Toolkit {
            switch self {
            case .rounding: .rounding
            case .late: .late
            case .reporting, .silent: .limited
            }
        }
    }

    struct Statement: CustomTestStringConvertible, Sendable {
        let number: Int
        let testDescription: String
        let check: @MainActor @Sendable (Story) -> Void
    }

    /// Makes the fixtures of a statement.
    @MainActor
    struct Story {
        let pane: Pane

        func fixture(
            _ layout: PaneGeometry? = nil,
            on model: SimulatedScreenModel = .phone393x852,
            behavior: SimulatedKeyboard.Behavior = SimulatedKeyboard.Behavior(),
            isShown: Bool = false
        ) -> AvoidanceFixture {
            AvoidanceFixture(
                layout,
                on: model,
                behavior: behavior,
                isShown: isShown,
                toolkit: pane.toolkit,
                reports: pane == .reporting
            )
        }

        func sheet(top: CGFloat, height: CGFloat) -> AvoidanceFixture {
            fixture(.sheet(frame: CGRect(x: 40, y: top, width: 300, height: height), offset: 0))
        }

        /// Returns another pane of the same toolkit, with its avoider.
        func other(
            _ layout: PaneGeometry,
            in fixture: AvoidanceFixture,
            focus content: FocusedContent? = nil
        ) -> (pane: TestPane, avoider: KeyboardAvoider) {
            let other = TestPane(layout)
            other.behave(like: pane.toolkit)
            let avoider = KeyboardAvoider(other, pool: fixture.pool) { content }
            if pane == .reporting { avoider.scrollDidChange(byUser: false) }
            return (other, avoider)
        }
    }

    @Test(arguments: placement + sizes + restoring + screens, Pane.allCases)
    func holds(_ statement: Statement, in pane: Pane) {
        statement.check(Story(pane: pane))
    }

    // MARK: Where the field goes

    nonisolated static let placement = [
        Statement(number: 1, testDescription: "1 a visible field that takes the focus scrolls nothing") {
            for isShown in [false, true] {
                let fixture = $0.fixture()
                fixture.pane.offset = 77
                if isShown { fixture.show() }
                fixture.focus(0, top: 400)
                if !isShown { fixture.show() }
                fixture.settle(offset: 77, bottom: 291)
            }
        },
        Statement(number: 2, testDescription: "2 a move of the focus to a covered field is shown, animated") {
            let fixture = $0.fixture()
            fixture.show(field: 300, offset: 0)
            fixture.form.focus(1, top: 700)
            let offsets = fixture.offsets()
            #expect(fixture.isAt(180))
            #expect(offsets.contains { $0 > 20 && $0 < 160 } && offsets == offsets.sorted())
            #expect(AvoidanceFixture.largestStep(offsets) < 40)
        },
        Statement(number: 3, testDescription: "3 the focus moves back to a field, below the bars") {
            let fixture = $0.fixture()
            fixture.pane.layout.safeArea.top = 88
            fixture.show(field: 1_200, offset: 680)
            fixture.focus(1, top: 500, offset: 411)
        },
        Statement(number: 33, testDescription: "33 an inner list scrolls first, and the page the rest") {
            let fixture = $0.fixture()
            // The list ends at 800 on the screen. Its content is 50 points longer than the list.
            let frame = CGRect(x: 0, y: 400, width: 393, height: 400)
            let layout = PaneGeometry.scrollView(frame: frame, contentHeight: 450, offset: 0)
            let (list, avoider) = $0.other(layout, in: fixture, focus: fixture.form.content(2, top: 360))
            avoider.outer = fixture.avoider
            fixture.show(offset: 190)
            #expect(list.offset == 50)
            fixture.hide(offset: 0)
            #expect(list.offset == 0)
            withExtendedLifetime(avoider) {}
        },
        Statement(number: 38, testDescription: "38 an error under the field is shown with it, where both fit") {
            let fixture = $0.fixture()
            fixture.show(field: 500, offset: 0)
            fixture.form.focused?.group = CGRect(x: 20, y: 480, width: 300, height: 100)
            fixture.settle(offset: 20)
            fixture.form.focused?.group = CGRect(x: 20, y: 480, width: 300, height: 900)
            fixture.settle()
            #expect(fixture.pane.offset >= 19 && 500 >= fixture.pane.offset)
        },
        Statement(number: 39, testDescription: "39 the field stays above a bar of the app") {
            let fixture = $0.fixture()
            fixture.avoider?.barHeight = 50
            fixture.focus(0, top: 700)
            fixture.keyboard.show(.letters)
            #expect(AvoidanceFixture.largestStep(fixture.offsets()) < 50)
            fixture.settle(offset: 230, bottom: 341)
            #expect(AvoidanceFixture.largestStep(fixture.pane.calls.map(\.insets.bottom)) < 70)
            fixture.hide(offset: 0, bottom: 0)
        },
        Statement(number: 40, testDescription: "40 a field outside of the pane scrolls nothing") {
            let fixture = $0.fixture()
            fixture.pane.offset = 50
            fixture.show(offset: 50, bottom: 291)
        },
    ]

    // MARK: What changes its size

    nonisolated static let sizes = [
        Statement(number: 4, testDescription: "4 ten toggles between two heights end at the same offset") {
            let fixture = $0.fixture()
            fixture.show(field: 700)
            for _ in 0..<10 {
                fixture.perform(.changeFrame(to: .custom(height: 336)))
                fixture.perform(.changeFrame(to: .letters), offset: 225)
            }
        },
        Statement(number: 5, testDescription: "5 a lower keyboard moves no visible field") {
            let fixture = $0.fixture()
            fixture.show(.custom(height: 336), field: 700, offset: 225)
            fixture.perform(.changeFrame(to: .letters), offset: 225, bottom: 291)
        },
        Statement(number: 13, testDescription: "13 a row inserted above keeps the inset and the field") {
            let fixture = $0.fixture()
            fixture.show(field: 700)
            fixture.pane.layout.contentHeight += 120
            fixture.form.focus(0, top: 820)
            fixture.layOut()
            fixture.settle(offset: 300, bottom: 291)
        },
        Statement(number: 14, testDescription: "14 the larger of the keyboard's and the app's inset counts") {
            let fixture = $0.fixture()
            fixture.pane.layout.contentInsets.bottom = 100
            fixture.show(field: 500, bottom: 291)
            fixture.pane.layout.contentInsets.bottom = 400
            fixture.layOut()
            fixture.settle(offset: 89, bottom: 400)
            fixture.pane.layout.contentInsets.bottom = 60
            fixture.hide(offset: 0, bottom: 60)
        },
        Statement(number: 15, testDescription: "15 a bar that grows moves the content by its growth at most") {
            let fixture = $0.fixture()
            fixture.avoider?.barHeight = 44
            fixture.show(field: 700, offset: 224)
            fixture.avoider?.barHeight = 84
            fixture.settle(offset: 264)
            for height in [44, 84, 44, 84] as [CGFloat] { fixture.avoider?.barHeight = height }
            fixture.settle(offset: 264, bottom: 375)
        },
        Statement(number: 16, testDescription: "16 the caret of a growing text view stays above the keyboard") {
            let fixture = $0.fixture()
            fixture.focus(0, top: 500, height: 20)
            fixture.show()
            for line in 0..<30 {
                // The avoider observes the content, so the app reports no edit.
                var content = fixture.form.content(0, top: 500, height: 20 * CGFloat(line + 1))
                content.caret = CGRect(x: 20, y: 500 + 20 * CGFloat(line), width: 2, height: 20)
                fixture.form.focused = content
                fixture.offsets(during: 2)
                let bottom = 520 + 20 * CGFloat(line) - fixture.pane.offset
                #expect(bottom <= 561.5 && bottom > 530 || line < 3, "line \(line)")
            }
        },
        Statement(number: 17, testDescription: "17 the caret of a tall field is seen, and nothing jumps") {
            let fixture = $0.fixture()
            var content = fixture.form.content(0, top: 100, height: 1_500)
            var last: CGFloat?
            for line in Array(40..<70) + (0..<70).reversed() {
                content.caret = CGRect(x: 20, y: 100 + 20 * CGFloat(line), width: 2, height: 20)
                fixture.form.focused = content
                if last == nil { fixture.show(offset: 360) } else { fixture.offsets(during: 2) }
                let top = 100 + 20 * CGFloat(line) - fixture.pane.offset
                #expect(top >= -1 && top + 20 <= 562)
                #expect(abs(fixture.pane.offset - (last ?? fixture.pane.offset)) <= 21)
                last = fixture.pane.offset
            }
        },
        Statement(number: 42, testDescription: "42 a layout without a change and typing in one line set nothing") {
            let fixture = $0.fixture()
            fixture.show(field: 700)
            fixture.pane.removeCalls()
            for _ in 0..<5 { fixture.layOut() }
            for x in [20, 28] as [CGFloat] {
                fixture.form.focused?.caret = CGRect(x: x, y: 705, width: 2, height: 20)
                fixture.settle(offset: 180)
            }
            #expect(fixture.pane.calls.isEmpty)
        },
        Statement(number: 44, testDescription: "44 content and keyboard are of one display frame") {
            let fixture = $0.fixture()
            fixture.focus(0, top: 812)
            let guide = KeyboardLayoutGuide(pool: fixture.pool)
            guide.viewFrame = fixture.keyboard.screen.bounds
            fixture.avoider?.margin = 0
            fixture.keyboard.show(.letters)
            for _ in 0..<90 {
                fixture.offsets(during: 1)
                #expect(abs(fixture.pane.insets.bottom - guide.bottomInset) < 0.001)
                // The field ends at the lower edge of the pane, so the content moves as far as the keyboard.
                #expect(abs(fixture.pane.offset - guide.bottomInset) < 1)
            }
            fixture.settle(offset: 291)
        },
    ]

    // MARK: What is restored

    nonisolated static let restoring = [
        Statement(number: 6, testDescription: "6 a hide restores the offset to the last bit") { story in
            for offset in [0, 123.456, 1_148, 0.1 + 0.2] as [CGFloat] {
                let fixture = story.fixture()
                fixture.pane.offset = fixture.pane.adjust(offset)
                let first = fixture.pane.offset
                fixture.show(field: offset + 700)
                #expect(fixture.pane.offset != first)
                fixture.hide(insets: KeyboardInsets())
                #expect(fixture.pane.offset == first)
            }
        },
        Statement(number: 7, testDescription: "7 a person who scrolls keeps the offset, limited by the end") {
            let fixture = $0.fixture()
            fixture.show(field: 700)
            fixture.scroll(to: 432)
            fixture.hide(offset: 432)
            fixture.show()
            fixture.scroll(to: 1_400)
            fixture.hide(offset: 1_148)
        },
        Statement(number: 9, testDescription: "9 after a second show, the first offset is restored") {
            let fixture = $0.fixture()
            fixture.pane.offset = 5
            fixture.show(.thirdParty(heights: [1, 216, 259]), field: 700)
            fixture.perform(.changeFrame(to: .custom(height: 336)), offset: 225)
            fixture.hide(offset: 5)
        },
        Statement(number: 10, testDescription: "10 a hide at the end of the content leaves no space, and no leap") {
            let fixture = $0.fixture()
            fixture.show(field: 1_900)
            fixture.scroll(to: fixture.pane.range.upperBound)
            fixture.keyboard.hide()
            var offsets = [fixture.pane.offset]
            for _ in 0..<90 {
                offsets += fixture.offsets(during: 1)
                #expect(offsets.last ?? 0 < fixture.pane.range.upperBound + 1)
            }
            fixture.settle(offset: 1_148)
            #expect(AvoidanceFixture.largestStep(offsets) < 40)
        },
        Statement(number: 12, testDescription: "12 five rotations while the keyboard is shown leave no shift") {
            let fixture = $0.fixture()
            for _ in 0..<5 {
                fixture.show(field: 300)
                for orientation in [SimulatedScreen.Orientation.landscape, .portrait] {
                    fixture.keyboard.rotate(to: orientation)
                    fixture.pane.layout.frame = fixture.keyboard.screen.bounds
                    fixture.layOut()
                    fixture.settle()
                    #expect(340 - fixture.pane.offset <= fixture.keyboardTop + 1)
                }
                fixture.hide(offset: 0, insets: KeyboardInsets())
            }
        },
        Statement(number: 20, testDescription: "20 a second show for the same field ends at the same offset") {
            let fixture = $0.fixture()
            fixture.show(field: 700, offset: 180)
            fixture.hide(offset: 0)
            fixture.show(offset: 180)
        },
        Statement(number: 26, testDescription: "26 shown, undocked, hidden, shown, hidden: everything is at rest") {
            let fixture = $0.fixture(on: .tablet768x1024)
            fixture.show(field: 900)
            fixture.perform(.undock())
            fixture.hide()
            fixture.show()
            fixture.hide(offset: 0, insets: KeyboardInsets())
        },
        Statement(number: 35, testDescription: "35 a finger that drags the keyboard moves the inset alone") {
            let fixture = $0.fixture()
            fixture.keyboard.behavior.reportsFrames = true
            fixture.show(field: 700)
            let top = fixture.keyboardTop
            fixture.keyboard.perform(.beginDismissing)
            for step in 1...20 {
                fixture.keyboard.perform(.moveDismissing(toTop: top + 10 * CGFloat(step)))
                fixture.offsets(during: 1)
                #expect(fixture.pane.insets.bottom == 291 - 10 * CGFloat(step))
                #expect(fixture.isAt(180))
            }
            fixture.keyboard.perform(.endDismissing())
            let offsets = [fixture.pane.offset] + fixture.offsets()
            fixture.settle(offset: 0)
            #expect(AvoidanceFixture.largestStep(offsets) < 40)
        },
        Statement(number: 36, testDescription: "36 a screen that was left is at rest when it returns") {
            let fixture = $0.fixture()
            fixture.show(field: 700)
            // The toolkit removes the pane from its window.
            fixture.pane.layout.frame = .zero
            fixture.form.focused = nil
            fixture.hide()
            fixture.pane.layout.frame = fixture.keyboard.screen.bounds
            fixture.layOut()
            fixture.settle(offset: 0, insets: KeyboardInsets())
        },
        Statement(number: 37, testDescription: "37 an alert with a field moves no form") {
            let fixture = $0.fixture()
            fixture.show(field: 700)
            fixture.form.focused = nil
            // The keyboard appears, as for a field of the alert.
            for step in [SimulatedKeyboard.Step.presentAlert, .dismissAlert] { fixture.perform(step, offset: 0) }
            fixture.hide(offset: 0, insets: KeyboardInsets())
        },
        Statement(
            number: 41,
            testDescription: "41 an avoider that is switched off restores at once, and on again avoids"
        ) {
            let fixture = $0.fixture()
            fixture.pane.offset = 3
            fixture.pane.layout.contentInsets.bottom = 20
            fixture.show(field: 700)
            fixture.avoider?.isEnabled = false
            #expect(fixture.isAt(3) && fixture.pane.insets.bottom == 20)
            fixture.focus(1, top: 900, offset: 3)
            fixture.focus(0, top: 700)
            fixture.avoider?.isEnabled = true
            #expect(fixture.pane.insets.bottom == 291)
            fixture.settle(offset: 180)
            fixture.hide(offset: 3)
        },
    ]

    // MARK: Other screens, panes and keyboards

    nonisolated static let screens = [
        Statement(number: 21, testDescription: "21 only the covered part of a sheet counts") {
            let fixture = $0.sheet(top: 400, height: 300)
            // The sheet ends 139 points below the keyboard's upper edge.
            fixture.show(field: 260, offset: 140)
            fixture.hide(offset: 0)
        },
        Statement(number: 22, testDescription: "22 a sheet with a visible field never moves, and keeps its top") {
            let visible = $0.sheet(top: 100, height: 600)
            visible.show(field: 20, offset: 0)
            visible.focus(1, top: 500, offset: 80)
            visible.focus(2, top: 300, offset: 80)
            let tall = $0.sheet(top: 100, height: 561)
            tall.avoider?.margin = 20
            tall.show(field: 521, offset: 100)
        },
        Statement(number: 23, testDescription: "23 three fields of a sheet in turn are counted from its place at rest")
        {
            let fixture = $0.sheet(top: 300, height: 400)
            for (number, top) in [200, 280, 360].enumerated() {
                fixture.form.focus(number, top: CGFloat(top))
                fixture.show(.letters, offset: max(CGFloat(top) - 220, 0))
            }
            fixture.focus(0, top: 200, offset: 140)
            fixture.hide(offset: 0)
        },
        Statement(number: 25, testDescription: "25 a floating keyboard moves nothing, or is avoided on request") {
            let fixture = $0.fixture(on: .tablet768x1024)
            fixture.show(field: 500)
            let frame = CGRect(x: 100, y: 450, width: 320, height: 250)
            fixture.perform(.float(in: frame), offset: 0, insets: KeyboardInsets())
            fixture.perform(.split(), insets: KeyboardInsets())
            fixture.hide()
            fixture.avoider?.geometry.undocked = .avoid
            fixture.show(field: 700)
            fixture.perform(.float(in: frame.offsetBy(dx: 0, dy: 200)), offset: 91, bottom: 374)
            fixture.perform(.drag(to: CGPoint(x: 100, y: 100)), insets: KeyboardInsets(top: 350))
            #expect(700 - fixture.pane.offset >= 350)
            fixture.hide(offset: 0, insets: KeyboardInsets())
        },
        Statement(number: 27, testDescription: "27 only the bar of a hardware keyboard is avoided") {
            let fixture = $0.fixture(on: .tablet768x1024)
            fixture.focus(0, top: 970)
            fixture.keyboard.perform(.setAccessory(height: 55))
            fixture.keyboard.perform(.attachHardwareKeyboard)
            fixture.show(offset: 42, insets: KeyboardInsets(bottom: 55))
        },
        Statement(number: 28, testDescription: "28 a cross-fade makes no negative and no full inset") {
            for duration in [0, 0.383] {
                var behavior = SimulatedKeyboard.Behavior()
                behavior.motion = .crossFade(duration: duration)
                let fixture = $0.fixture(behavior: behavior)
                fixture.show(field: 700, offset: 180)
                fixture.hide(offset: 0, insets: KeyboardInsets())
                #expect(fixture.pane.calls.allSatisfy { 0...291 ~= $0.insets.bottom })
            }
        },
        Statement(number: 29, testDescription: "29 a tab bar under the pane is covered once") {
            let safeArea = KeyboardInsets(bottom: 83)
            let screen = CGRect(x: 0, y: 0, width: 393, height: 852)
            let fixture = $0.fixture(
                .scrollView(frame: screen, contentHeight: 2_000, offset: 0, safeArea: safeArea)
            )
            fixture.show(field: 700, offset: 180, bottom: 208)
            fixture.pane.layout.safeArea.bottom = 0
            fixture.pane.layout.frame.size.height = 769
            fixture.layOut()
            fixture.settle(offset: 180, bottom: 208)
        },
        Statement(number: 30, testDescription: "30 a pane within a pane avoids the keyboard once") {
            let fixture = $0.fixture()
            let frame = CGRect(x: 0, y: 100, width: 393, height: 752)
            let layout = PaneGeometry.scrollView(frame: frame, contentHeight: 752, offset: 0)
            let (inner, avoider) = $0.other(layout, in: fixture, focus: fixture.form.content(3, top: 600))
            avoider.outer = fixture.avoider
            // The field ends at 740 on the screen.
            fixture.show(offset: 180, bottom: 291)
            #expect(inner.insets.bottom == 0 && inner.offset == 0)
            fixture.hide(offset: 0, insets: KeyboardInsets())
            withExtendedLifetime(avoider) {}
        },
        Statement(number: 31, testDescription: "31 of two screens, only the one with the focus scrolls") {
            let fixture = $0.fixture()
            let (other, avoider) = $0.other(fixture.pane.layout, in: fixture)
            other.offset = 99
            fixture.show(field: 700, offset: 180)
            #expect(other.offset == 99 && other.insets.bottom == 291)
            fixture.hide()
            #expect(other.offset == 99 && other.insets == KeyboardInsets())
            withExtendedLifetime(avoider) {}
        },
        Statement(number: 32, testDescription: "32 a screen made while the keyboard is shown has its inset at once") {
            let fixture = $0.fixture(isShown: true)
            #expect(fixture.pane.insets.bottom == 291 && fixture.pane.calls.count == 1)
            let layout = PaneGeometry.scrollView(frame: .zero, contentHeight: 0, offset: 0)
            let (late, avoider) = $0.other(layout, in: fixture, focus: fixture.form.content(0, top: 700))
            #expect(late.calls.isEmpty)
            late.layout.frame = fixture.keyboard.screen.bounds
            late.layout.contentHeight = 2_000
            avoider.layoutDidChange()
            #expect(late.insets.bottom == 291 && late.offset == 180 && late.calls.count == 1)
            fixture.hide()
            #expect(late.offset == 0 && late.insets == KeyboardInsets())
            withExtendedLifetime(avoider) {}
        },
    ]
}

/// A list that stays at its end, as the messages of a chat.
@MainActor
struct StayingAtEndTests {
    /// The list ends at 1,148, and at 1,439 above the keyboard.
    private func chat(_ pane: AvoidanceStatementTests.Pane, offset: CGFloat = 1_148) -> AvoidanceFixture {
        let fixture = AvoidanceFixture(toolkit: pane.toolkit, reports: pane == .reporting)
        fixture.avoider?.staysAtEnd = true
        fixture.pane.offset = offset
        return fixture
    }

    @Test(arguments: AvoidanceStatementTests.Pane.allCases)
    func theEndStaysInSight(_ pane: AvoidanceStatementTests.Pane) {
        let fixture = chat(pane)
        fixture.keyboard.show(.letters)
        for _ in 0..<60 {
            fixture.offsets(during: 1)
            #expect(abs(fixture.pane.offset - fixture.pane.range.upperBound) < 1)
        }
        fixture.settle(offset: 1_439)
        fixture.perform(.changeFrame(to: .custom(height: 336)), offset: 1_484)
        fixture.pane.layout.contentHeight += 60
        fixture.layOut()
        fixture.settle(offset: 1_544)
        fixture.keyboard.hide()
        fixture.offsets(during: 5)
        fixture.pane.layout.contentHeight += 60
        fixture.layOut()
        fixture.settle(offset: 1_268)
    }

    /// A message that is written while the keyboard moves grows with each display frame.
    @Test(arguments: AvoidanceStatementTests.Pane.allCases)
    func aMessageThatGrowsDuringATransitionStaysInSight(_ pane: AvoidanceStatementTests.Pane) {
        let fixture = chat(pane)
        for frame in 0..<60 {
            switch frame {
            case 0, 30: fixture.keyboard.show(.letters)
            case 10: fixture.keyboard.show(.custom(height: 336))
            case 25: fixture.keyboard.hide()
            default: break
            }
            fixture.pane.layout.contentHeight += 8
            fixture.layOut()
            fixture.offsets(during: 1)
            #expect(abs(fixture.pane.offset - fixture.pane.range.upperBound) < 10)
        }
        fixture.hide(offset: 1_628)
    }

    @Test(arguments: AvoidanceStatementTests.Pane.allCases)
    func aPersonWhoScrollsAwayStays(_ pane: AvoidanceStatementTests.Pane) {
        let fixture = chat(pane)
        fixture.show(offset: 1_439)
        fixture.scroll(to: 900)
        fixture.pane.layout.contentHeight += 60
        fixture.layOut()
        fixture.perform(.changeFrame(to: .custom(height: 336)), offset: 900)
        fixture.hide(offset: 900)
        fixture.show(offset: 900)
        // Back at the end, it stays there again.
        fixture.scroll(to: fixture.pane.range.upperBound)
        fixture.hide(offset: 1_208)
    }

    @Test(arguments: AvoidanceStatementTests.Pane.allCases)
    func aFingerThatDragsTheKeyboardKeepsTheEnd(_ pane: AvoidanceStatementTests.Pane) {
        let fixture = chat(pane)
        fixture.keyboard.behavior.reportsFrames = true
        fixture.show(offset: 1_439)
        fixture.keyboard.perform(.beginDismissing)
        fixture.keyboard.perform(.moveDismissing(toTop: fixture.keyboardTop + 100))
        fixture.offsets(during: 2)
        #expect(fixture.isAt(1_339))
        fixture.perform(.endDismissing(cancelled: true), offset: 1_439)
        fixture.pane.layout.contentHeight += 60
        fixture.layOut()
        fixture.settle(offset: 1_499)
    }

    @Test func aListThatIsNotAtItsEndAndOneWithoutTheOptionStay() {
        chat(.silent, offset: 900).show(offset: 900)
        let fixture = chat(.silent)
        fixture.avoider?.staysAtEnd = false
        fixture.show(offset: 1_148)
    }

    @Test func aCoveredFieldInTheListIsShownAndTheEndRestored() {
        let fixture = chat(.silent)
        fixture.show(field: 1_000, offset: 999)
        fixture.pane.layout.contentHeight += 60
        fixture.hide(offset: 1_208)
    }
}
