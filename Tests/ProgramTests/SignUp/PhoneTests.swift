// A release build has no module that can be imported for testing.
#if DEBUG
    import Foundation
    import KeyboardForms
    import KeyboardObservation
    import KeyboardSimulation
    import TerminalToolkit
    import Testing

    @testable import sign_up

    /// A phone on simulated time, and the mouse of its terminal.
    @MainActor
    private struct DrawnPhone {
        let phone: Phone
        let scheduler: ManualScheduler
        let pool: KeyboardObserverPool

        /// Runs a test with a phone.
        static func run(_ test: (DrawnPhone, AccountScreen) throws -> Void) throws {
            let (center, scheduler) = (NotificationCenter(), ManualScheduler())
            let pool = KeyboardObserverPool(center: center, scheduler: scheduler)
            try KeyboardObserverPool.$current.withValue(pool) {
                let phone = Phone(center: center, scheduler: scheduler)
                try test(DrawnPhone(phone: phone, scheduler: scheduler, pool: pool), #require(phone.account))
            }
        }

        var account: AccountScreen {
            get throws { try #require(phone.account) }
        }

        var screen: String {
            phone.drawing.lines().joined(separator: "\n")
        }

        /// Focuses a field, and waits until the keyboard is at rest.
        func focus(_ field: some FormField) {
            field.becomeFirstResponder()
            scheduler.advance(by: .seconds(1))
        }

        /// The center of the cell with the first character of a text, searched from the bottom of the screen.
        func point(of text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> CGPoint {
            let lines = phone.drawing.lines()
            let row = try #require(lines.lastIndex { $0.contains(text) }, "\(screen)", sourceLocation: sourceLocation)
            let range = try #require(lines[row].range(of: text))
            let column = lines[row].distance(from: lines[row].startIndex, to: range.lowerBound)
            // The phone has a border of one cell.
            return phone.window.cell.center(column: column - 1, row: row - 1)
        }

        /// Clicks the drawn keys with these labels.
        func click(_ labels: String..., sourceLocation: SourceLocation = #_sourceLocation) throws {
            for label in labels {
                let point = try point(of: label, sourceLocation: sourceLocation)
                phone.press(at: point)
                phone.lift(at: point)
            }
        }
    }

    @MainActor
    struct PhoneTests {
        @Test func theDrawnKeysTypeIntoTheField() throws {
            try DrawnPhone.run { drawn, account in
                drawn.focus(account.name)
                try drawn.click("a│", "d │", "space", "b│", "⌫", "a│")
                #expect(account.name.text == "ad a")
                #expect(drawn.screen.contains("▸Name      ❰ad a▏"), "\(drawn.screen)")
                try drawn.click("123", "7│", "ABC")
                #expect(account.name.text == "ad a7")
                #expect(drawn.screen.contains("q │ w│ e │"), "\(drawn.screen)")
            }
        }

        @Test func theLanguageKeyShowsOtherLetters() throws {
            try DrawnPhone.run { drawn, account in
                drawn.focus(account.name)
                try drawn.click("DE│", "ü")
                #expect(drawn.screen.contains("│  ⏎  │"), "the key has no room for \"Weiter\"\n\(drawn.screen)")
                try drawn.click("EL│", "λ")
                #expect(account.name.text == "üλ")
                drawn.focus(account.mail)
                #expect(!drawn.screen.contains("λ │"), "a mail address has Latin letters\n\(drawn.screen)")
            }
        }

        @Test func theReturnKeyNamesAndPerformsItsAction() throws {
            try DrawnPhone.run { drawn, account in
                drawn.focus(account.name)
                #expect(drawn.screen.contains("│next │"), "\(drawn.screen)")
                try drawn.click("next")
                #expect(account.mail.isFirstResponder)
                #expect(drawn.screen.contains("│ @ │"), "\(drawn.screen)")
                drawn.focus(account.notes)
                try drawn.click("a│", "⏎", "b│")
                #expect(account.notes.text == "a\nb")
                #expect(account.notes.isFirstResponder)
            }
        }

        @Test func aPressedKeyIsShownAboveTheFingerUnlessTheFieldIsSecure() throws {
            try DrawnPhone.run { drawn, account in
                drawn.focus(account.name)
                let point = try drawn.point(of: "s │")
                /// Returns the number of rows below the form that show the letter.
                @MainActor func rows() -> Int { drawn.phone.drawing.lines().dropFirst(12).count { $0.contains("s │") } }
                drawn.phone.press(at: point)
                #expect(rows() == 2, "\(drawn.screen)")
                drawn.phone.lift(at: point)
                #expect(rows() == 1)

                drawn.focus(account.password)
                drawn.phone.press(at: point)
                #expect(rows() == 1, "\(drawn.screen)")
                drawn.phone.lift(at: point)
                #expect(account.password.text == "s")
                #expect(drawn.screen.contains("▸Password  ❰•▏"), "\(drawn.screen)")
            }
        }

        @Test func aNumberHasAPadOfDigits() throws {
            try DrawnPhone.run { drawn, account in
                drawn.focus(account.budgetField)
                #expect(!drawn.screen.contains("w│"), "\(drawn.screen)")
                try drawn.click("1 │", "2 │", ". │", "5 │", "⌫", "7 │")
                #expect(account.budgetField.text == "12.7")
                try drawn.click("[↓]")
                #expect(account.budget == Decimal(string: "12.7"))
                drawn.focus(account.phone)
                try drawn.click("+ │", "3 │")
                #expect(account.phone.text == "+3")
            }
        }

        @Test func theKeyboardHidesWhenTheFocusLeavesAndStaysBetweenTwoFields() throws {
            try DrawnPhone.run { drawn, account in
                drawn.focus(account.name)
                var kinds: [KeyboardEvent.Kind] = []
                let token = drawn.pool.observe { kinds.append($0.kind) }
                account.name.resignFirstResponder()
                drawn.scheduler.advance(by: .milliseconds(90))
                drawn.focus(account.mail)
                #expect(kinds.isEmpty, "the keyboard stays")

                account.mail.resignFirstResponder()
                drawn.scheduler.advance(by: .seconds(1))
                #expect(kinds.contains(.willHide) && drawn.pool.keyboard.phase == .hidden)
                #expect(!drawn.screen.contains("q │") && !drawn.screen.contains("[Done]"), "\(drawn.screen)")
                token.cancel()
            }
        }

        @Test func theHideKeyEndsTheEditing() throws {
            try DrawnPhone.run { drawn, account in
                drawn.focus(account.name)
                try drawn.click("⌄")
                drawn.scheduler.advance(by: .seconds(1))
                #expect(!account.name.isFirstResponder)
                #expect(drawn.pool.keyboard.phase == .hidden)
            }
        }

        @Test func aHiddenKeyboardAppearsAgainWhenTheFieldIsPressed() throws {
            try DrawnPhone.run { drawn, account in
                drawn.phone.toggleKeyboard()
                drawn.scheduler.advance(by: .seconds(1))
                #expect(drawn.pool.keyboard.phase != .shown, "no field needs the keyboard")
                drawn.focus(account.name)
                drawn.phone.toggleKeyboard()
                drawn.scheduler.advance(by: .seconds(1))
                #expect(drawn.pool.keyboard.phase == .hidden && account.name.isFirstResponder)
                try drawn.click("❰")
                drawn.scheduler.advance(by: .seconds(1))
                #expect(drawn.pool.keyboard.phase == .shown)
            }
        }

        @Test func anAlertTakesTheFocusAndGivesItBack() throws {
            try DrawnPhone.run { drawn, account in
                drawn.focus(account.mail)
                drawn.phone.type("ada")
                drawn.phone.toggleAlert()
                drawn.scheduler.advance(by: .seconds(1))
                #expect(drawn.pool.keyboard.phase == .hidden)
                drawn.phone.type("x")
                drawn.phone.type(.escape)
                drawn.scheduler.advance(by: .seconds(1))
                #expect(account.mail.isFirstResponder && account.mail.text == "ada")
                #expect(drawn.pool.keyboard.phase == .shown)
            }
        }

        @Test func theActionOfAnAlertLeavesThePage() throws {
            try DrawnPhone.run { drawn, account in
                account.budgetField.text = "12"
                account.order.submit()
                drawn.phone.toggleAlert()
                drawn.phone.type(.return)
                #expect(drawn.phone.code == nil && drawn.phone.account === account, "the second screen is popped")
                drawn.phone.toggleAlert()
                try drawn.click(Dialog.leave)
                #expect(!drawn.phone.isAlertPresented && drawn.phone.account !== account, "the form is empty")
            }
        }

        @Test func reducedMotionHasNoSlide() throws {
            try DrawnPhone.run { drawn, _ in
                var durations: [Double?] = []
                let token = drawn.pool.observe([.willShow]) { durations.append($0.info.animationDuration) }
                drawn.phone.toggleReducedMotion()
                drawn.focus(try drawn.account.name)
                drawn.phone.type(.escape)
                drawn.scheduler.advance(by: .seconds(1))
                drawn.phone.toggleReducedMotion()
                drawn.focus(try drawn.account.name)
                #expect(durations == [0, 0.25])
                token.cancel()
            }
        }

        @Test func aScreenThatIsPushedUnderTheKeyboardAndPoppedAfterItsHideFollowsBoth() throws {
            try DrawnPhone.run { drawn, _ in
                let (phone, scheduler, pool) = (drawn.phone, drawn.scheduler, drawn.pool)
                phone.rotate()
                phone.account?.budgetField.becomeFirstResponder()
                phone.type("12")
                scheduler.advance(by: .seconds(1))
                let account = try drawn.account
                #expect(!account.hint.isVisible, "the keyboard leaves no room")

                var eventCount = 0
                let token = pool.observe { _ in eventCount += 1 }
                account.order.submit()
                let code = try #require(phone.code)
                scheduler.advance(by: .seconds(1))
                #expect(eventCount == 0, "the keyboard stays")
                token.cancel()
                #expect(!code.hint.isVisible)
                let barHeight = phone.window.cell.height
                #expect(code.view.bottomInset == phone.keyboardView.visibleFrame.height + barHeight)
                #expect(!pool.contains(account) && pool.contains(code))

                phone.type(.escape)
                scheduler.advance(by: .seconds(1))
                #expect(code.hint.isVisible)
                #expect(!account.hint.isVisible, "the first screen is not subscribed")

                phone.goBack()
                #expect(phone.code == nil)
                scheduler.advance(by: .zero)
                #expect(account.hint.isVisible)
            }
        }

        @Test func theKeysOfAReplayHaveTheSizeOfTheRecordedKeyboard() throws {
            let (center, scheduler) = (NotificationCenter(), ManualScheduler())
            let pool = KeyboardObserverPool(center: center, scheduler: scheduler)
            KeyboardObserverPool.$current.withValue(pool) {
                let size = CGSize(width: 720, height: 960)
                let recording = KeyboardRecording(title: "Tall", source: "", screenSize: size, events: [])
                let phone = ReplayedPhone(recording, scheduler: scheduler)
                let frame = CGRect(x: 0, y: 480, width: 720, height: 480)
                let info = Notification.KeyboardInfo(frameEnd: frame, animationDuration: 0)
                center.post(KeyboardEvent(.willShow, info: info).notification)
                scheduler.advance(by: .seconds(1))
                // The phone has 16 rows, and each row of keys is two rows high.
                let rows = phone.drawing.lines().dropLast()
                #expect(rows[8].contains("[Done]"), "\(rows)")
                #expect(rows[9].contains("q │ w│ e │"), "\(rows)")
                #expect(rows[15].contains("│ ⌄ │  ⏎  │"), "\(rows)")
                #expect(rows[16].contains("│   │     │"), "\(rows)")
            }
        }
    }
#endif
