// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The declarations of SwiftCrossUI's GtkBackend that the article *Declarative toolkits* uses, as of February 2026. The
// bodies are empty, because nothing here is run.

import CKeyboardGTK
import SwiftCrossUI

public final class Entry {
    public let widgetPointer: UnsafeMutablePointer<GtkWidget>

    init(widgetPointer: UnsafeMutablePointer<GtkWidget>) {
        self.widgetPointer = widgetPointer
    }
}

extension TextField {
    public func inspect(
        _ inspectionPoints: InspectionPoints = .onCreate,
        _ action: @escaping @MainActor @Sendable (Entry) -> Void
    ) -> some View {
        self
    }
}
