import Foundation
import KeyboardObservation
import KeyboardSimulation
import TestSupport
import Testing

/// A list in a page or in a sheet, each with an avoider.
@MainActor
struct NestedAvoidanceTests {
    /// A list that moves with the page that contains it.
    private final class List: KeyboardPane {
        let page: TestPane
        var layout: PaneGeometry
        var insets = KeyboardInsets()

        init(in page: TestPane, top: CGFloat, height: CGFloat, contentHeight: CGFloat) {
            self.page = page
            let frame = CGRect(x: 0, y: top, width: 393, height: height)
            layout = .scrollView(frame: frame, contentHeight: contentHeight, offset: 0)
        }

        var offset: CGFloat {
            get { layout.offset }
            set { layout.offset = newValue }
        }

        var paneGeometry: PaneGeometry {
            var pane = layout
            pane.frame.origin.y -= page.offset
            return pane
        }

        func avoidKeyboard(_ insets: KeyboardInsets, offset: CGFloat) {
            self.insets = insets
            layout.offset = offset
        }
    }

    /// The form of the list.
    ///
    /// Its fields are not in the form of the page.
    private let listForm = TestForm()

    private func avoider(_ list: List, in fixture: AvoidanceFixture) -> KeyboardAvoider {
        let avoider = KeyboardAvoider(list, pool: fixture.pool) { [listForm] in listForm.focused }
        avoider.outer = fixture.avoider
        return avoider
    }

    @Test func aPersonWhoScrollsTheListMovesNoPage() {
        let fixture = AvoidanceFixture()
        let list = List(in: fixture.pane, top: 300, height: 500, contentHeight: 2_000)
        let avoider = avoider(list, in: fixture)
        listForm.focus(0, top: 350)
        fixture.show()
        #expect(list.offset == 130)
        list.offset = 0
        avoider.layoutDidChange()
        fixture.settle(offset: 0)
        fixture.show(.custom(height: 300))
        #expect(list.offset == 0)
        #expect(fixture.pane.offset == 0)
        // After a move of the focus, the avoiders show the focused field, although the person has scrolled.
        listForm.focus(1, top: 1_950)
        fixture.settle()
        #expect(list.offset == 1_500)
        #expect(fixture.pane.offset == 239)
        fixture.hide(offset: 0)
    }

    @Test(arguments: [100, 230, 400] as [CGFloat], [PaneGeometry.Kind.scrollView, .sheet])
    func aListThatTheKeyboardCoversShowsItsField(_ top: CGFloat, _ kind: PaneGeometry.Kind) {
        let sheet = PaneGeometry.sheet(frame: CGRect(x: 0, y: 400, width: 393, height: 452), offset: 0)
        let fixture = AvoidanceFixture(kind == .sheet ? sheet : nil)
        let list = List(in: fixture.pane, top: 600, height: 252, contentHeight: 1_000)
        let avoider = avoider(list, in: fixture)
        listForm.focus(0, top: top)
        fixture.show()
        func field() -> CGFloat { list.paneGeometry.frame.minY + top - list.offset }
        #expect(field() >= list.paneGeometry.frame.minY && field() + 40 <= 561)
        let shown = field()
        avoider.layoutDidChange()
        fixture.settle()
        #expect(field() == shown)
        fixture.hide()
        #expect(list.offset == 0)
        #expect(fixture.pane.offset == 0)
    }

    @Test func aPageThatIsAssignedWhileTheKeyboardIsShownCountsAtOnce() {
        let fixture = AvoidanceFixture()
        let list = List(in: fixture.pane, top: 300, height: 552, contentHeight: 2_000)
        let avoider = KeyboardAvoider(list, pool: fixture.pool) { [listForm] in listForm.focused }
        listForm.focus(0, top: 1_950)
        fixture.show()
        #expect(list.insets.bottom == 291)
        avoider.outer = fixture.avoider
        #expect(list.insets.bottom == 0)
        fixture.settle(offset: 282)
        // The page forgets the field.
        avoider.outer = nil
        fixture.show(.custom(height: 500), offset: 282)
    }

    @Test func aSheetThatMovesReducesNoInsetOfItsList() {
        let sheet = PaneGeometry.sheet(frame: CGRect(x: 0, y: 400, width: 393, height: 452), offset: 0)
        let fixture = AvoidanceFixture(sheet)
        let list = List(in: fixture.pane, top: 600, height: 252, contentHeight: 1_000)
        let avoider = avoider(list, in: fixture)
        listForm.focus(0, top: 100)
        fixture.show()
        #expect(fixture.pane.offset > 0)
        #expect(list.insets.bottom > 0)
        avoider.layoutDidChange()
        #expect(list.insets.bottom == list.paneGeometry.frame.maxY - fixture.keyboardTop)
    }

    @Test func aKeyboardOfAnotherAppMovesNeitherPaneIfItDoesNotCount() {
        let fixture = AvoidanceFixture()
        let list = List(in: fixture.pane, top: 300, height: 552, contentHeight: 2_000)
        let avoider = avoider(list, in: fixture)
        fixture.avoider?.geometry.countsOtherApps = false
        avoider.geometry.countsOtherApps = false
        // The field is below the list. If the keyboard counted, an avoider would show the field.
        listForm.focus(0, top: 700)
        let frame = CGRect(x: 0, y: 561, width: 393, height: 291)
        let info = Notification.KeyboardInfo(
            frameBegin: frame.offsetBy(dx: 0, dy: 291),
            frameEnd: frame,
            isLocal: false,
            screenBounds: fixture.keyboard.screen.bounds
        )
        fixture.center.post(KeyboardEvent(.willShow, info: info).notification)
        fixture.settle()
        #expect(fixture.pool.keyboard.frame == frame)
        #expect(list.offset == 0)
        #expect(fixture.pane.calls.isEmpty)
    }

    /// The bar is above the keyboard, so it covers a part of both panes.
    @Test(arguments: [false, true], [false, true])
    func aPageAndItsListAvoidABarOnce(isListFirst: Bool, isInstant: Bool) {
        let fixture = AvoidanceFixture()
        let list = List(in: fixture.pane, top: 300, height: 552, contentHeight: 2_000)
        let avoiders = avoidersWithBars(list, in: fixture, isListFirst: isListFirst)
        if isInstant { fixture.keyboard.behavior.duration = 0 }
        listForm.focus(0, top: 1_950)
        fixture.keyboard.show(.letters)
        var offsets: Set<CGFloat> = []
        for _ in 0..<90 {
            fixture.scheduler.advance(by: .nanoseconds(16_666_667))
            #expect(list.insets.bottom == 0)
            offsets.insert(fixture.pane.insets.bottom)
        }
        #expect(isInstant ? offsets == [335] : offsets.count > 20)
        #expect(fixture.pane.insets.bottom == 335)
        // The list scrolls to the end of its content, and the page moves by the remaining distance.
        #expect(list.offset == 1_448)
        #expect(300 - fixture.pane.offset + 1_990 - list.offset == 516)
        fixture.hide()
        #expect(list.offset == 0)
        #expect(fixture.pane.offset == 0)
        withExtendedLifetime(avoiders) {}
    }

    @Test(arguments: [false, true])
    func aListMakesRoomForATallerBarUntilItsPageDoes(isListFirst: Bool) {
        let fixture = AvoidanceFixture()
        let list = List(in: fixture.pane, top: 300, height: 552, contentHeight: 2_000)
        let avoiders = avoidersWithBars(list, in: fixture, isListFirst: isListFirst)
        listForm.focus(0, top: 0)
        fixture.show()
        avoiders.list.barHeight = 60
        #expect(list.insets.bottom == 16)
        avoiders.page.barHeight = 60
        #expect(fixture.pane.insets.bottom == 351)
        #expect(list.insets.bottom == 0)
    }

    /// The keyboard turns around during its *hide*, and a finger drags it afterwards.
    @Test(arguments: [false, true], [false, true])
    func aPageAndItsListAvoidABarOnceDuringAnInterruption(isListFirst: Bool, isInstant: Bool) {
        let fixture = AvoidanceFixture()
        let list = List(in: fixture.pane, top: 300, height: 552, contentHeight: 2_000)
        let avoiders = avoidersWithBars(list, in: fixture, isListFirst: isListFirst)
        fixture.show()
        func expectOneBar(during frames: Int) {
            for _ in 0..<frames {
                fixture.scheduler.advance(by: .nanoseconds(16_666_667))
                #expect(list.insets.bottom == 0)
            }
        }
        fixture.keyboard.hide()
        expectOneBar(during: 6)
        #expect(fixture.pane.insets.bottom > 0)
        #expect(fixture.pane.insets.bottom < 335)
        if isInstant { fixture.keyboard.behavior.duration = 0 }
        fixture.keyboard.show(.letters)
        #expect(list.insets.bottom == 0)
        expectOneBar(during: 90)
        #expect(fixture.pane.insets.bottom == 335)
        let dragged = CGRect(x: 0, y: 700, width: 393, height: 291)
        fixture.center.post(
            name: .keyboardFrameInMotion,
            object: nil,
            userInfo: [KeyboardUserInfoKey.frameEnd: dragged]
        )
        expectOneBar(during: 6)
        // The bar moves off the screen together with the keyboard.
        #expect(abs(fixture.pane.insets.bottom - 152 * 335 / 291) < 0.001)
        fixture.keyboard.hide()
        expectOneBar(during: 90)
        withExtendedLifetime(avoiders) {}
    }

    /// At rest, the focused field of the list is between the top of the screen and the bar, and the two panes make room
    /// for the keyboard and the bar once.
    @Test func theFieldOfAListIsVisibleAfterRandomSteps() {
        let seed = RandomTestSize.firstSeed + 40
        for number in 0..<RandomTestSize.cases(of: 2_000) {
            var random = SeededRandom(seed: seed + UInt64(number))
            let fixture = AvoidanceFixture()
            let top = CGFloat(Int.random(in: 0...700, using: &random))
            let height = CGFloat(Int.random(in: 100...852, using: &random))
            let contentHeight = height + CGFloat(Int.random(in: 40...1_000, using: &random))
            let list = List(in: fixture.pane, top: top, height: height, contentHeight: contentHeight)
            let avoiders = avoidersWithBars(list, in: fixture, isListFirst: Bool.random(using: &random))
            var (isShown, isScrolled, focused, bar, steps) = (false, false, 0, CGFloat(44), [String]())
            listForm.focus(0, top: 0)
            for _ in 0..<12 {
                switch Int.random(in: 0..<8, using: &random) {
                case 0, 1:
                    isShown.toggle()
                    if isShown { fixture.keyboard.show(.letters) } else { fixture.keyboard.hide() }
                    steps.append(isShown ? "show" : "hide")
                case 2, 3:
                    let top = CGFloat(Int.random(in: 0...Int(list.layout.contentHeight - 40), using: &random))
                    let number = Int.random(in: 0..<20, using: &random)
                    // A field that was unknown for a while is still the same, as in a row that a list recycles.
                    isScrolled = isScrolled && number == focused
                    focused = number
                    listForm.focus(number, top: top)
                    steps.append("focus \(top)")
                case 4:
                    list.offset = CGFloat(Int.random(in: 0...Int(list.layout.contentHeight - height), using: &random))
                    avoiders.list.layoutDidChange()
                    isScrolled = true
                    steps.append("scroll \(list.offset)")
                case 5:
                    list.layout.contentHeight += 20
                    listForm.focused?.field.size.height += 20
                    isScrolled = isScrolled && listForm.focused == nil
                    steps.append("grow")
                case 6:
                    list.layout.contentHeight = max(list.layout.contentHeight - 40, height)
                    list.offset = min(list.offset, list.layout.contentHeight - height)
                    listForm.focused = nil
                    steps.append("die")
                default:
                    bar = CGFloat(Int.random(in: 0...80, using: &random))
                    for avoider in [avoiders.page, avoiders.list] { avoider.barHeight = bar }
                    steps.append("bar \(bar)")
                }
                if Bool.random(using: &random) { fixture.offsets(during: 7) } else { fixture.settle() }
            }
            fixture.settle()
            let story = "seed \(seed), story \(number): list at \(top), \(height) of \(contentHeight): \(steps)"
            let shown = list.paneGeometry.frame.minY - list.offset
            let (field, bottom) = (listForm.focused?.field ?? .null, 561 - bar)
            let isVisible = shown + field.minY >= 0 && shown + field.maxY <= bottom
            let isFree = !isShown || isScrolled || field.isNull || field.height > min(bottom, height)
            let inset = isShown ? 291 + bar : 0
            guard fixture.pane.insets.bottom == inset, list.insets.bottom == 0, isVisible || isFree else {
                Issue.record("\(story): \(field) from \(shown), insets \(list.insets) and \(fixture.pane.insets)")
                return
            }
        }
    }

    /// Returns avoiders of the page and of its list, with a bar of 44 points above the keyboard.
    private func avoidersWithBars(
        _ list: List,
        in fixture: AvoidanceFixture,
        isListFirst: Bool
    ) -> (page: KeyboardAvoider, list: KeyboardAvoider) {
        fixture.dropAvoider()
        func page() -> KeyboardAvoider { KeyboardAvoider(fixture.pane, pool: fixture.pool) { nil } }
        let first = isListFirst ? nil : page()
        let listAvoider = avoider(list, in: fixture)
        let pageAvoider = first ?? page()
        listAvoider.outer = pageAvoider
        for avoider in [pageAvoider, listAvoider] { avoider.barHeight = 44 }
        return (pageAvoider, listAvoider)
    }

    @Test func aListAvoidsTheKeyboardWhenItsPageIsSwitchedOff() {
        let fixture = AvoidanceFixture()
        let list = List(in: fixture.pane, top: 300, height: 500, contentHeight: 2_000)
        let avoider = avoider(list, in: fixture)
        listForm.focus(0, top: 1_950)
        fixture.show()
        #expect(list.insets.bottom == 0)
        fixture.avoider?.isEnabled = false
        #expect(fixture.pane.offset == 0)
        #expect(list.insets.bottom == 239)
        // The distance between the field and the keyboard is the margin.
        #expect(list.offset == 1_730)
        withExtendedLifetime(avoider) {}
    }
}
