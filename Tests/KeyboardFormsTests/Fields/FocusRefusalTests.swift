import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// Fields that do not give up the focus.
@MainActor
struct FocusRefusalTests {
    private final class Alerts {
        var count = 0
    }

    private let window = FieldWindow()
    private let alerts = Alerts()

    /// Moves along an order, along links and to the first field, and expects one alert each time.
    private func expectOneAlertPerMove(_ fields: [WindowField]) {
        let order = FocusOrder(fields)
        _ = fields[3].becomeFirstResponder()
        alerts.count = 0
        #expect(!order.moveFocus(.next))
        #expect(alerts.count == 1)
        #expect(!order.moveFocus(.previous))
        #expect(alerts.count == 2)
        #expect(!order.moveToFirst())
        #expect(alerts.count == 3)
        fields.registerNextForm()
        #expect(!fields[3].changeToNextForm())
        #expect(alerts.count == 4)
        #expect(fields[3].isFirstResponder)
    }

    @Test func aFieldThatTakesTheFocusBackBeforeItReportsTheEndIsAskedOncePerMove() {
        let fields = window.fields(6)
        fields[3].onFocusOut = { [weak field = fields[3], alerts] in
            alerts.count += 1
            _ = field?.becomeFirstResponder()
            return false
        }
        expectOneAlertPerMove(fields)
    }

    @Test func aFieldThatReportsItsRefusalToEndEditingIsAskedOncePerMove() {
        let fields = window.fields(6)
        fields[3].shouldEndEditing = { [weak field = fields[3], alerts] in
            alerts.count += 1
            field?.fieldDidBeginEditing()
            return false
        }
        expectOneAlertPerMove(fields)
    }

    @Test func aBeginThatIsReportedAgainDuringAnOfferIsARefusal() {
        let fields = window.fields(3)
        fields[1].refusesFocus = true
        let order = FocusOrder(fields)
        _ = fields[0].becomeFirstResponder()
        fields[1].onFocusRequest = { [weak field = fields[0]] in field?.fieldDidBeginEditing() }
        #expect(!order.moveFocus(.next))
        #expect(fields[0].isFirstResponder)
    }
}
