// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The declarations of SwiftCrossUI that the article *Declarative toolkits* uses, as of February 2026. The bodies are
// empty, because nothing here is run.

@MainActor
public protocol App {
    associatedtype Body: Scene

    @SceneBuilder var body: Body { get }

    init()
}

extension App {
    public static func main() {}
}

@MainActor
public protocol Scene {}

@resultBuilder
public enum SceneBuilder {
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

public struct WindowGroup<Content: View>: Scene {
    public init(_ title: String? = nil, @ViewBuilder _ content: @escaping () -> Content) {}
}

@MainActor
public protocol View {}

@resultBuilder
public enum ViewBuilder {
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}

public struct Text: View {
    public init(_ text: String) {}
}

public struct TextField: View {}

public struct InspectionPoints: OptionSet, Sendable {
    public static let onCreate = InspectionPoints(rawValue: 1)

    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }
}
