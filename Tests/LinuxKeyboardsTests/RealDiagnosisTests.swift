#if SystemKeyboards
    import Foundation
    import Testing

    @testable import LinuxKeyboards

    /// The diagnosis of real sessions.
    ///
    /// The diagnosis also finds the programs of other tests, which run at the same time. A test therefore looks for
    /// single causes, or removes the programs from the facts.
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
            #expect(facts.services.value?[.osk0]?.value?.keys.sorted() == ["Visible"])
            #expect(facts.services.value?[.kwin] == .absent)
            #expect(facts.programs.contains("squeekboard"))
            #expect(facts.isScreenKeyboardEnabled == followsFocus)
            let cause = "The setting screen-keyboard-enabled is off, so squeekboard does not appear"
            #expect(facts.causes.contains { $0.hasPrefix(cause) } == !followsFocus)
            phone.stop()
        }

        @Test func aMissingSqueekboardIsNoticed() async throws {
            let phone = try await RealPhone()
            var facts = await SessionReader(environment: phone.session.environment, limit: timeLimit).read()
            #expect(facts.services.value?[.osk0] == .absent)
            facts.programs = []
            #expect(facts.causes == ["No on-screen keyboard runs. Start squeekboard or wvkbd."])
            phone.stop()
        }

        @Test(arguments: [RealDesktop.Docking.bottom, .floating])
        func theSettingOfOnboardIsRead(docking: RealDesktop.Docking) async throws {
            let desktop = try await RealDesktop()
            try await desktop.startOnboard(docking)
            let facts = await SessionReader(environment: desktop.session.environment, limit: timeLimit).read()
            #expect(facts.services.value?[.onboard]?.value?.keys.sorted() == ["Visible"])
            #expect(facts.programs.isSuperset(of: ["Onboard", "openbox"]))
            #expect(facts.isOnboardDocked == (docking == .bottom))
            #expect(facts.causes.contains { $0.hasPrefix("Onboard is not docked") } == (docking == .floating))
            desktop.stop()
        }
    }
#endif
