import Foundation

let usage = """
    usage: drive [--pictures FOLDER] [--full-screen | --one-line | --short | --wayland]
      --pictures FOLDER  writes the pictures there, and not into a temporary folder
      --full-screen      drives only a full-screen form, on each desktop and phone
      --one-line         types into the app with one line for the keyboard, and drives no other
      --short            opens fewer windows
      --wayland          drives the app on a phone with sway and squeekboard and in a kiosk, and not on a desktop with Onboard
    """
var folder = FileManager.default.temporaryDirectory.appending(path: "gtk-sign-up-pictures")
var isFullScreen = false
var isOneLine = false
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
    case "--full-screen": isFullScreen = true
    case "--one-line": isOneLine = true
    case "--short": isShort = true
    case "--wayland": isWayland = true
    default: refuse("unknown argument \(argument.debugDescription)")
    }
}
if [isFullScreen, isOneLine, isShort, isWayland].count(where: \.self) > 1 {
    refuse("--full-screen, --one-line, --short and --wayland exclude each other")
}
do {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let pictures = Pictures(folder: folder)
    if isFullScreen {
        try FullScreenStory.runAll(pictures)
    } else if isOneLine {
        try OneLineStory.run(pictures)
    } else if isWayland {
        try SqueekboardStory.run(pictures)
        try FullScreenStory.run(.sway, .squeekboard, pictures)
        try FullScreenStory.run(.sway, .wvkbd, pictures)
        try FullScreenStory.runInKiosk(pictures)
    } else {
        try OnboardStory.run(pictures)
        try FullScreenStory.run(.openbox, .onboard, pictures)
        try LeakStory(count: isShort ? 300 : 400).run()
    }
} catch {
    FileHandle.standardError.write(Data("✘ \(error)\n".utf8))
    exit(1)
}
