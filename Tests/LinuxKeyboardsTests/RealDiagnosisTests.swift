#if SystemKeyboards
    import Foundation
    import Testing

    @testable import LinuxKeyboards

    /// The diagnosis of real sessions.
    ///
    /// The diagnosis also finds the programs of other tests, which run at the same time. A test therefore looks for
    /// single findings, or removes the programs from the facts.
    @MainActor
    @Suite(.enabled(if: RealDesktop.isAvailable), .serialized)
    struct RealDiagnosisTests {
        @Test(arguments: [true, false])
        func theSettingOfSqueekboardIsRead(followsFocus: Bool) async throws {
            let phone = try await RealPhone()
            try await phone.startSqueekboard(followsFocus: followsFocus)
            let facts = await SessionReader(environment: phone.session.environment, limit: timeLimit).read()
            #expect(facts.offers("zwlr_layer_shell_v1") && facts.offers("zwp_input_method_manager_v2"))
            #expect(facts.textInputVersions == ["v3"])
            #expect(facts.properties(of: .osk0)?.keys.sorted() == ["Visible"])
            #expect(facts.services.value?[.kwin] == .absent)
            #expect(facts.runs("squeekboard"))
            #expect(facts.isScreenKeyboardEnabled == followsFocus)
            let finding = SessionFacts.Finding.screenKeyboardDisabled(keyboard: "squeekboard")
            #expect(facts.findings.contains(finding) == !followsFocus)
            phone.stop()
        }

        @Test func aMissingSqueekboardIsNoticed() async throws {
            let phone = try await RealPhone()
            var facts = await SessionReader(environment: phone.session.environment, limit: timeLimit).read()
            #expect(facts.services.value?[.osk0] == .absent)
            facts.programs = []
            #expect(facts.findings == [.noKeyboardRuns(isWayland: true)])
            phone.stop()
        }

        @Test(arguments: [RealDesktop.Docking.bottom, .floating])
        func theSettingOfOnboardIsRead(docking: RealDesktop.Docking) async throws {
            let desktop = try await RealDesktop()
            try await desktop.startOnboard(docking)
            let facts = await SessionReader(environment: desktop.session.environment, limit: timeLimit).read()
            #expect(facts.properties(of: .onboard)?.keys.sorted() == ["Visible"])
            #expect(facts.runs("Onboard") && facts.runs("openbox"))
            #expect(facts.isOnboardDocked == (docking == .bottom))
            #expect(facts.findings.contains(.onboardFloats) == (docking == .floating))
            desktop.stop()
        }
    }
#endif
