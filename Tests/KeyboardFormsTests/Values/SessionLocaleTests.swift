import Foundation
import KeyboardForms
import Testing

/// The locale that the environment variables of a session name.
struct SessionLocaleTests {
    @Test(arguments: [
        (["LANG": "de_DE.UTF-8"], "de_DE"), (["LC_ALL": "el_GR", "LANG": "de_DE"], "el_GR"),
        (["LC_ALL": "", "LC_MESSAGES": "sr_RS@latin", "LANG": "de_DE"], "sr_Latn_RS"),
        (["LANG": "ca_ES.UTF-8@valencia"], "ca_ES"), (["LANG": "de_DE@euro"], "de_DE"),
        (["LC_MESSAGES": "", "LC_TIME": "sv_SE", "LANG": "de_DE"], "de_DE"),
        (["LC_ALL": "_@latin"], Locale.current.identifier), (["LC_ALL": "_"], Locale.current.identifier),
        (["LANG": "C.UTF-8"], Locale.current.identifier), ([:], Locale.current.identifier),
    ])
    func theLanguageHasALocale(environment: [String: String], identifier: String) {
        #expect(Locale.ofSession(environment: environment).identifier == identifier)
    }

    /// The dialog *Formats* of GNOME sets `LC_TIME` and `LC_NUMERIC`, and keeps `LANG`.
    @Test func aCategoryCanDifferFromTheLanguage() {
        let environment = ["LC_TIME": "sv_SE.UTF-8", "LC_MESSAGES": "el_GR.UTF-8", "LANG": "de_DE.UTF-8"]
        #expect(Locale.ofSession("LC_TIME", environment: environment).identifier == "sv_SE")
        #expect(Locale.ofSession("LC_NUMERIC", environment: environment).identifier == "de_DE")
    }

    @Test func typedDatesHaveTheLocaleOfTheSession() async {
        // The test changes environment variables, so it runs in a separate process.
        await #expect(processExitsWith: .success) {
            unsafe unsetenv("LC_ALL")
            unsafe setenv("LC_TIME", "de_DE.UTF-8", 1)
            #expect(ValueFormat<Date>.typedDate().placeholder == "DD.MM.YYYY")
            #expect(ValueFormat<Date>.typedTime().placeholder == "HH:MM")
        }
    }
}
