import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// `boundString` converts between an optional string and a field's text.
@MainActor
struct BoundStringTests {
    private final class Profile {
        var nickname: String?
    }

    private let phone = SimulatedPhone()

    @Test func nilReadsAsAnEmptyString() {
        #expect(Profile().nickname.boundString == "")
        #expect(String?.some("Ada").boundString == "Ada")
    }

    @Test func anEmptyStringIsStoredAsNil() {
        let profile = Profile()
        profile.nickname.boundString = "Ada"
        #expect(profile.nickname == "Ada")
        profile.nickname.boundString = ""
        #expect(profile.nickname == nil)
        profile.nickname.boundString = " "
        #expect(profile.nickname == " ")
    }

    @Test func boundStringIsWritableThroughAKeyPath() {
        let profile = Profile()
        let path: ReferenceWritableKeyPath<Profile, String> = \.nickname.boundString
        let field = phone.field(profile[keyPath: path])
        field.tap()
        phone.keyboard.type("Countess")
        profile[keyPath: path] = field.text
        #expect(profile.nickname == "Countess")
        for _ in 0..<8 { phone.keyboard.perform(.deleteBackward) }
        profile[keyPath: path] = field.text
        #expect(profile.nickname == nil)
    }
}
