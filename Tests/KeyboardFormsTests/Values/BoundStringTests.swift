import KeyboardForms
import Testing

/// `boundString` converts between an optional string and a field's text.
struct BoundStringTests {
    private final class Profile {
        var nickname: String?
    }

    @Test func nilIsTheEmptyString() {
        let profile = Profile()
        #expect(profile.nickname.boundString == "")
        let path: ReferenceWritableKeyPath<Profile, String> = \.nickname.boundString
        for (text, stored) in [("Ada", "Ada"), ("", nil), (" ", " ")] as [(String, String?)] {
            profile[keyPath: path] = text
            #expect(profile.nickname == stored && profile.nickname.boundString == text)
        }
    }
}
