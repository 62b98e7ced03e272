import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

/// An optional string as a field shows it.
@MainActor
@Suite("boundString")
struct BoundStringTests {
    private final class Profile {
        var nickname: String?
    }

    private let stage = Stage()

    @Test func gettingGivesAnEmptyStringForNil() {
        #expect(Profile().nickname.boundString == "")
        #expect(String?.some("Ada").boundString == "Ada")
    }

    @Test func settingAnEmptyStringStoresNil() {
        let profile = Profile()
        profile.nickname.boundString = "Ada"
        #expect(profile.nickname == "Ada")
        profile.nickname.boundString = ""
        #expect(profile.nickname == nil)
        profile.nickname.boundString = " "
        #expect(profile.nickname == " ")
    }

    @Test func itIsAKeyPathToBindBy() {
        let profile = Profile()
        let path: ReferenceWritableKeyPath<Profile, String> = \.nickname.boundString
        let field = stage.field(profile[keyPath: path])
        field.tap()
        stage.keyboard.type("Countess")
        profile[keyPath: path] = field.text
        #expect(profile.nickname == "Countess")
        for _ in 0..<8 { stage.keyboard.deleteBackward() }
        profile[keyPath: path] = field.text
        #expect(profile.nickname == nil)
    }
}
