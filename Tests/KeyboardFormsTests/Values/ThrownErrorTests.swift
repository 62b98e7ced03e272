import Foundation
import KeyboardForms
import KeyboardSimulation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The errors that an app's closure throws.
@MainActor
struct ThrownErrorTests {
    private struct Described: Error, CustomStringConvertible {
        let description = "The name is taken."
    }

    private struct Silent: LocalizedError {}

    private let phone = SimulatedPhone()

    private func error(throwing error: any Error, title: String = "") -> ValueInputError? {
        let storage = ValueStorage<String>()
        let field = phone.field()
        let format = ValueFormat<String>(format: \.self) { _ in throw error }
        let name = ValueInput(field, title: title, value: .of(storage, \.value), format: format)
        field.text = "x"
        #expect(!name.commit())
        return name.error
    }

    @Test func errorCodesAreNotShown() {
        for code in [URLError(.badURL), POSIXError(.EPERM), CocoaError(.formatting)] as [any Error] {
            #expect(error(throwing: code)?.reason == .invalid(text: "x"))
        }
        #expect(error(throwing: NSError(domain: "app", code: 1))?.reason == .invalid(text: "x"))
        #expect(error(throwing: Silent())?.reason == .invalid(text: "x"))
    }

    @Test func descriptionsAreShown() {
        let reason = ValueInputError.Reason.custom(message: "The name is taken.")
        #expect(error(throwing: Described())?.reason == reason)
        let described = NSError(domain: "app", code: 1, userInfo: [NSLocalizedDescriptionKey: "The name is taken."])
        #expect(error(throwing: described)?.reason == reason)
    }

    @Test func anInputErrorKeepsItsReason() {
        let thrown = ValueInputError(.outOfRange(text: "x", lowest: "a", highest: nil))
        #expect(error(throwing: thrown, title: "Name") == ValueInputError(thrown.reason, title: "Name"))
        let titled = ValueInputError(thrown.reason, title: "Nickname")
        #expect(error(throwing: titled, title: "Name") == titled)
    }
}
