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
    }
#endif
