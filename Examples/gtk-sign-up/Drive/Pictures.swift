import Foundation

/// The folder of the pictures that the stories take.
final class Pictures {
    let folder: URL
    /// The number of the screens on which a story was performed.
    private(set) var screenCount = 0

    init(folder: URL) { self.folder = folder }

    /// Takes a picture of a screen, and saves the picture if `name` is not `nil`.
    @discardableResult
    func save(_ name: String?, _ screen: any Screen) throws -> Picture {
        let picture = try screen.picture()
        if let name { try picture.save(to: folder.appending(path: "\(name).png")) }
        return picture
    }

    /// Performs a story on a screen, and ends the programs of the screen.
    ///
    /// If the story fails, a picture of the screen is saved.
    func perform<S: Screen>(
        on screen: S,
        of program: String = "gtk-sign-up",
        failure: String,
        _ story: (S) throws -> Void
    ) throws {
        screenCount += 1
        defer { screen.children.stop() }
        do {
            try story(screen)
            try screen.children.expectNoWarnings(of: program)
            // After a failure, the logs remain.
            screen.children.stopAndRemoveFolder()
        } catch {
            _ = try? save(failure, screen)
            throw error
        }
    }
}

/// Prints a line for each step that has passed.
func report(_ step: String) {
    print("✔ \(step)")
    fflush(nil)
}
