// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The declarations of Adwaita for Swift that the article *Declarative toolkits* uses. The bodies are empty, because
// nothing here is run.

public protocol App {
    associatedtype Storage: AppStorage

    var app: Storage { get }
    @SceneBuilder var scene: Scene { get }

    init()
}

extension App {
    public static func main() {}
}

public protocol AppStorage: AnyObject {}

public final class AdwaitaApp: AppStorage {
    public init(id: String) {}
}

public protocol SceneElement {}

public typealias Scene = [SceneElement]

@resultBuilder
public enum SceneBuilder {
    public static func buildBlock(_ elements: SceneElement...) -> Scene { elements }
}

public struct Window: SceneElement {
    public init(id: String, @ViewBuilder content: @escaping (AdwaitaWindow) -> Body) {}
}

public struct AdwaitaWindow {}

public protocol AnyView {}

public typealias Body = [AnyView]

@resultBuilder
public enum ViewBuilder {
    public static func buildBlock(_ views: AnyView...) -> Body { views }
}

public struct Text: AnyView {
    public init(_ text: String) {}
}

public final class ViewStorage {
    public let opaquePointer: OpaquePointer? = nil
}

extension AnyView {
    public func inspectOnAppear(_ closure: @escaping (ViewStorage) -> Void) -> AnyView { self }
}
