import Foundation
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation
import TestSupport
import Testing

/// Screens with an avoider keep the promises that an app depends on.
@MainActor
struct AvoiderConformanceTests {
    @Test(arguments: [KeyboardPane.Kind.scrollView, .sheet])
    func nothingIsFoundOverTheWholeLibrary(_ kind: KeyboardPane.Kind) async {
        let conformance = ScreenConformance { bed in
            AvoiderScreen(bed, kind)
        } focusedFrame: {
            $0.focusedFrame
        }
        let findings = await conformance.findings()
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test func theInsetIsTheCoveredPartOverTheWholeLibrary() async {
        let conformance = ScreenConformance { bed in
            AvoiderScreen(bed, .scrollView)
        } bottomInset: {
            $0.insets.bottom
        }
        let findings = await conformance.findings()
        #expect(findings.isEmpty, "\(findings)")
    }

    /// A sheet that is lower than the keyboard has to move by more than its own height.
    ///
    /// Otherwise, the keyboard still covers the field, and the suite has a finding.
    @Test(arguments: RandomTestSize.part(of: [60, 280] as [CGFloat], each: 2))
    func aLowSheetThatIsLiftedClearHasNoFindings(height: CGFloat) async {
        #expect(await findings(height, liftsClear: true) == [])
        let wrong = await findings(height, liftsClear: false)
        #expect(wrong.contains { $0.contains("covers") }, "\(wrong)")
    }

    private func findings(_ height: CGFloat, liftsClear: Bool) async -> [String] {
        let conformance = ScreenConformance { bed in
            LowSheet(bed, height: height, liftsClear: liftsClear)
        } focusedFrame: {
            $0.focusedFrame
        }
        return await conformance.findings().map(\.description)
    }

    @Test func lifetimesLeaveNothingBehind() async {
        let conformance = ScreenConformance { AvoiderScreen($0, .scrollView) }
        #expect(await conformance.findings(lifetimes: 200).isEmpty)
    }
}

/// A form that fills the screen, in a scroll view or in a sheet.
@MainActor
private final class AvoiderScreen: KeyboardAvoiding {
    private let screen: SimulatedScreen
    private let kind: KeyboardPane.Kind
    private let order: FocusOrder
    private let fields: [SimulatedTextField]
    private var avoider: KeyboardAvoider?
    private(set) var insets = KeyboardInsets()
    private(set) var offset: CGFloat = 0

    init(_ bed: KeyboardTestBed, _ kind: KeyboardPane.Kind) {
        self.kind = kind
        screen = bed.screen
        fields = [20.0, 90, 160, 230].map { top in
            let field = SimulatedTextField(on: bed.keyboard)
            field.frame = CGRect(x: 16, y: top, width: 200, height: 40)
            return field
        }
        order = FocusOrder(fields)
        avoider = KeyboardAvoider(self) { [weak order] in
            order?.focusedField.map { FocusedContent($0, field: $0.formState.frame()) }
        }
    }

    var focusedFrame: CGRect? {
        order.focusedField?.formState.frame().offsetBy(dx: 0, dy: -offset)
    }

    var keyboardPane: KeyboardPane {
        switch kind {
        case .scrollView: .scrollView(frame: screen.bounds, contentHeight: 300, offset: offset)
        case .sheet: .sheet(frame: screen.bounds, offset: offset)
        }
    }

    func avoidKeyboard(_ insets: KeyboardInsets, offset: CGFloat) {
        self.insets = insets
        self.offset = offset
    }
}

/// A sheet at the bottom of the screen, with a field 10 points above its lower edge.
@MainActor
private final class LowSheet: KeyboardAvoiding {
    private let screen: SimulatedScreen
    private let height: CGFloat
    private let liftsClear: Bool
    private let order: FocusOrder
    private let field: SimulatedTextField
    private var avoider: KeyboardAvoider?
    private var offset: CGFloat = 0

    init(_ bed: KeyboardTestBed, height: CGFloat, liftsClear: Bool) {
        (screen, self.height, self.liftsClear) = (bed.screen, height, liftsClear)
        field = SimulatedTextField(on: bed.keyboard)
        field.frame = CGRect(x: 16, y: height - 50, width: 200, height: 40)
        order = FocusOrder([field])
        avoider = KeyboardAvoider(self) { [weak order] in
            order?.focusedField.map { FocusedContent($0, field: $0.formState.frame()) }
        }
    }

    private var frame: CGRect {
        CGRect(x: 0, y: screen.bounds.maxY - height, width: screen.bounds.width, height: height)
    }

    var focusedFrame: CGRect? {
        order.focusedField?.formState.frame().offsetBy(dx: 0, dy: frame.minY - offset)
    }

    var keyboardPane: KeyboardPane { .sheet(frame: frame, offset: offset) }

    func avoidKeyboard(_ insets: KeyboardInsets, offset: CGFloat) {
        self.offset = liftsClear ? offset : min(offset, height)
    }
}
