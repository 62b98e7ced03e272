// A release build has no module that can be imported for testing.
#if DEBUG
    import Foundation
    import KeyboardForms
    import KeyboardObservation
    import KeyboardSimulation
    import TerminalToolkit
    import Testing

    @testable import sign_up

    @MainActor
    struct PhoneTests {
        @Test(arguments: [0, 100, 250, 1_000])
        func aFloatingKeyboardHasItsLastRowAndNoPredictions(milliseconds: Int) {
            let (center, scheduler) = (NotificationCenter(), ManualScheduler())
            let pool = KeyboardObserverPool(center: center, scheduler: scheduler)
            KeyboardObserverPool.$current.withValue(pool) {
                let phone = Phone(center: center, scheduler: scheduler)
                phone.account?.name.becomeFirstResponder()
                scheduler.advance(by: .milliseconds(milliseconds))
                phone.toggleFloating()
                // A spring reaches its last cell before its transition ends.
                scheduler.advance(by: .milliseconds(250))
                for _ in 0..<10 {
                    scheduler.advance(by: .milliseconds(100))
                    let screen = phone.drawing.lines().joined(separator: "\n")
                    #expect(screen.contains("123│"), "\(screen)")
                    #expect(!screen.contains(" the "), "\(screen)")
                }
            }
        }

        @Test func aFloatingKeyboardCoversNoPartOfTheCode() {
            let (center, scheduler) = (NotificationCenter(), ManualScheduler())
            let pool = KeyboardObserverPool(center: center, scheduler: scheduler)
            KeyboardObserverPool.$current.withValue(pool) {
                let phone = Phone(center: center, scheduler: scheduler)
                phone.account?.budgetField.text = "12"
                phone.account?.order.submit()
                scheduler.advance(by: .seconds(1))
                phone.rotate()
                scheduler.advance(by: .seconds(1))
                phone.toggleFloating()
                scheduler.advance(by: .seconds(2))
                let screen = phone.drawing.lines().joined(separator: "\n")
                #expect(screen.contains(/▸Code {6}❰▏ +❱/), "\(screen)")
            }
        }

        @Test func aScreenThatIsPushedUnderTheKeyboardAndPoppedAfterItsHideFollowsBoth() throws {
            let (center, scheduler) = (NotificationCenter(), ManualScheduler())
            let pool = KeyboardObserverPool(center: center, scheduler: scheduler)
            try KeyboardObserverPool.$current.withValue(pool) {
                let phone = Phone(center: center, scheduler: scheduler)
                phone.rotate()
                phone.account?.budgetField.becomeFirstResponder()
                phone.type("12")
                scheduler.advance(by: .seconds(1))
                let account = try #require(phone.account)
                #expect(!account.hint.isVisible, "the keyboard leaves no room")

                var eventCount = 0
                let token = pool.observe { _ in eventCount += 1 }
                account.order.submit()
                let code = try #require(phone.code)
                scheduler.advance(by: .seconds(1))
                #expect(eventCount == 0, "the keyboard stays")
                token.cancel()
                #expect(!code.hint.isVisible)
                #expect(code.view.bottomInset > 0)
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
    }
#endif
