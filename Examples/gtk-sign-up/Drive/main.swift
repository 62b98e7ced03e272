import Foundation

let usage = """
    usage: drive [--pictures FOLDER] [--short]
      --pictures FOLDER  writes the pictures there, and not into a temporary folder
      --short            opens fewer windows
    """
var folder = FileManager.default.temporaryDirectory.appending(path: "gtk-sign-up-pictures")
var isShort = false
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
    default: refuse("unknown argument \(argument.debugDescription)")
    }
}
do {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let story = OnboardStory(pictures: Pictures(folder: folder))
    try story.run()
    try story.runAtScaleTwo()
    try LeakStory(count: isShort ? 200 : 400).run()
} catch {
    FileHandle.standardError.write(Data("✘ \(error)\n".utf8))
    exit(1)
}
