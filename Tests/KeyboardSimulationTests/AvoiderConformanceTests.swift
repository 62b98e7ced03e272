import Foundation
import KeyboardForms
import KeyboardObservation
import KeyboardSimulation
import Testing

/// Screens with an avoider keep the promises that an app depends on.
@MainActor
struct AvoiderConformanceTests {
    @Test(arguments: [PaneGeometry.Kind.scrollView, .sheet])
    func nothingIsFoundOverTheWholeLibrary(_ kind: PaneGeometry.Kind) async {
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

    @Test func lifetimesLeaveNothingBehind() async {
        let conformance = ScreenConformance { AvoiderScreen($0, .scrollView) }
        #expect(await conformance.findings(lifetimes: 200).isEmpty)
    }
}

/// A form that fills the screen, in a scroll view or in a sheet.
@MainActor
private final class AvoiderScreen: KeyboardPane {
    private let screen: SimulatedScreen
    private let kind: PaneGeometry.Kind
    private let order: FocusOrder
    private let fields: [SimulatedTextField]
    private var avoider: KeyboardAvoider?
    private(set) var insets = KeyboardInsets()
    private(set) var offset: CGFloat = 0

    init(_ bed: KeyboardTestBed, _ kind: PaneGeometry.Kind) {
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

    var paneGeometry: PaneGeometry {
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
