import Foundation
import Testing

struct RecipeArticleTests {
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    private static let article = tests.appending(
        path: "../../Sources/KeyboardSimulation/KeyboardSimulation.docc/Recipes.md"
    ).standardizedFileURL

    private static func recipes() throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: tests.appending(path: "Recipes"),
            includingPropertiesForKeys: nil
        )
    }

    /// The Swift blocks of the article.
    private static func blocks() throws -> [String] {
        let text = try String(contentsOf: article, encoding: .utf8)
        return try text.components(separatedBy: "```swift\n").dropFirst().map { rest in
            String(rest[..<(try #require(rest.range(of: "```")).lowerBound)])
        }
    }

    @Test func eachRecipeIsABlockOfTheArticle() throws {
        let blocks = try Self.blocks()
        for recipe in try Self.recipes() {
            let code = try String(contentsOf: recipe, encoding: .utf8)
            #expect(blocks.contains(code), "\(recipe.lastPathComponent) differs from the article")
        }
    }

    @Test func eachBlockOfTheArticleIsARecipe() throws {
        let codes = try Self.recipes().map { try String(contentsOf: $0, encoding: .utf8) }
        for block in try Self.blocks() {
            #expect(codes.contains(block), "no file has this block of the article:\n\(block)")
        }
        #expect(codes.count == 8)
    }
}
