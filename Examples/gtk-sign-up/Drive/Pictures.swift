import Foundation

/// The folder of the pictures.
struct Pictures {
    let folder: URL

    /// Takes a picture of a screen, and saves it if it has a name.
    @discardableResult
    func save(_ name: String?, _ screen: any Screen) throws -> Picture {
        let picture = try screen.picture()
        if let name { try picture.save(to: folder.appending(path: "\(name).png")) }
        return picture
    }
}

/// Prints a line for each step that has passed.
func report(_ step: String) {
    print("✔ \(step)")
    fflush(nil)
}
