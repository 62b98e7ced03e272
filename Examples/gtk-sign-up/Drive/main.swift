import Foundation

let usage = """
    usage: drive [--pictures FOLDER] [--short] [--wayland]
      --pictures FOLDER  writes the pictures there, and not into a temporary folder
      --short            opens fewer windows
      --wayland          drives the app on a phone with sway and squeekboard, and not on a desktop with Onboard
    """
var folder = FileManager.default.temporaryDirectory.appending(path: "gtk-sign-up-pictures")
var isShort = false
var isWayland = false
var arguments = CommandLine.arguments.dropFirst()
func refuse(_ reason: String) -> Never {
    FileHandle.standardError.write(Data("drive: \(reason)\n\(usage)\n".utf8))
    exit(2)
}
while let argument = arguments.popFirst() {
    switch argument {
    case "--help":
        print(usage)
        exit(0)
    case "--pictures":
        guard let path = arguments.popFirst() else { refuse("--pictures needs a folder") }
        folder = URL(filePath: path)
    case "--short": isShort = true
    case "--wayland": isWayland = true
    default: refuse("unknown argument \(argument.debugDescription)")
    }
}
do {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let pictures = Pictures(folder: folder)
    if isWayland {
        try SqueekboardStory.run(pictures)
    } else {
        try OnboardStory.run(pictures)
        try LeakStory(count: isShort ? 200 : 400).run()
    }
} catch {
    FileHandle.standardError.write(Data("✘ \(error)\n".utf8))
    exit(1)
}
