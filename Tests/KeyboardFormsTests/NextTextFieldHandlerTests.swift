import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// The right return key by itself.
@MainActor
@Suite("NextTextFieldHandler")
struct NextTextFieldHandlerTests {
    private final class Screen: NextTextFieldHandler {
        let textFields: [any FormField]

        init(_ fields: [any FormField]) {
            textFields = fields
            for field in fields { field.returnKeyHandler = self }
        }
    }

    /// Wants hidden fields as well.
    private final class WholeScreen: NextTextFieldHandler {
        let textFields: [any FormField]
        let skipping: [FocusOrder.SkipRule] = []

        init(_ fields: [any FormField]) {
            textFields = fields
        }
    }

    private let stage = Stage()

    @Test func theReturnKeySaysNextAsLongAsAnEmptyFieldFollows() {
        let fields = stage.fields(3)
        let screen = Screen(fields)
        fields[0].tap()
        #expect(fields[0].returnKeyType == .next)
        fields[2].text = "filled"
        fields[1].tap()
        #expect(fields[1].returnKeyType == .done)
        withExtendedLifetime(screen) {}
    }

    @Test func theLastFieldsReturnKeySaysDone() {
        let fields = stage.fields(2)
        let screen = Screen(fields)
        fields[1].tap()
        #expect(fields[1].returnKeyType == .done)
        withExtendedLifetime(screen) {}
    }

    @Test func aTapFocusesTheFirstEmptyFieldAfterThisOne() {
        let fields = [stage.field(), stage.field("filled"), stage.field(), stage.field()]
        let screen = Screen(fields)
        fields[0].tap()
        stage.keyboard.type("a\n")
        #expect(fields[2].isFirstResponder)
        withExtendedLifetime(screen) {}
    }

    @Test func aTapOnTheLastFieldResignsEvenWhereEarlierOnesAreEmpty() {
        let fields = stage.fields(2)
        let screen = Screen(fields)
        fields[1].tap()
        stage.keyboard.tapReturn()
        #expect(stage.keyboard.firstResponder == nil)
        withExtendedLifetime(screen) {}
    }

    @Test func aTapWhereAllAfterItAreFilledResigns() {
        let fields = [stage.field(), stage.field("x"), stage.field("y")]
        let screen = Screen(fields)
        fields[0].tap()
        stage.keyboard.tapReturn()
        #expect(stage.keyboard.firstResponder == nil)
        withExtendedLifetime(screen) {}
    }

    @Test func hiddenTransparentAndDisabledFieldsAreLeftOut() {
        let fields = stage.fields(5)
        fields[1].isHidden = true
        fields[2].opacity = 0
        fields[3].isEnabled = false
        let screen = Screen(fields)
        fields[0].tap()
        #expect(fields[0].returnKeyType == .next)
        stage.keyboard.tapReturn()
        #expect(fields[4].isFirstResponder)

        fields[4].isHidden = true
        screen.setupReturnKeyType(for: fields[0])
        #expect(fields[0].returnKeyType == .done)
    }

    @Test func anAppMayWantThemInItsList() {
        let fields = stage.fields(2)
        fields[1].isHidden = true
        let screen = WholeScreen(fields)
        fields[0].tap()
        screen.setupReturnKeyType(for: fields[0])
        #expect(fields[0].returnKeyType == .next)
        screen.handleReturnKeyTapped(on: fields[0])
        #expect(fields[1].isFirstResponder)
    }

    @Test func aFieldThatIsNotInTheListIsLeftAlone() {
        let stranger = stage.field()
        let screen = Screen(stage.fields(2))
        stranger.returnKeyType = .search
        stranger.tap()
        screen.setupReturnKeyType(for: stranger)
        screen.handleReturnKeyTapped(on: stranger)
        #expect(stranger.returnKeyType == .search)
        #expect(stranger.isFirstResponder)
    }

    @Test func anEmptyFieldThatRefusesIsPassed() {
        let fields = stage.fields(3)
        fields[1].canBecomeFirstResponder = false
        let screen = Screen(fields)
        fields[0].tap()
        stage.keyboard.tapReturn()
        #expect(fields[2].isFirstResponder)
        withExtendedLifetime(screen) {}
    }

    @Test func theFieldsDoNotKeepTheScreen() {
        let fields = stage.fields(2)
        weak var screen: Screen?
        do {
            let made = Screen(fields)
            screen = made
        }
        #expect(screen == nil)
        fields[0].tap()
        stage.keyboard.tapReturn()
        #expect(fields[0].isFirstResponder)
    }
}
