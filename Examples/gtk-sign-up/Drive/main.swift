import Foundation

let usage = """
    usage: drive [--pictures FOLDER] [--one-line[=long] | --short | --wayland] [--session NAME]
      --pictures FOLDER  writes the pictures there, and not into a temporary folder
      --one-line         fills the form of the app with one line for the keyboard, and drives no other app
      --one-line=long    fills the whole form, on each desktop and phone and in a kiosk
      --session NAME     with --one-line or --wayland, only the sessions whose names contain NAME; the sessions of
                         later releases of Debian run only so
      --short            opens fewer windows
      --wayland          drives the app on a phone with sway and squeekboard, in full screen on each kind of
                         desktop, and under GNOME Shell
    """
var folder = FileManager.default.temporaryDirectory.appending(path: "gtk-sign-up-pictures")
var isOneLine = false
var isLong = false
var session = ""
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
    case "--one-line", "--one-line=long": (isOneLine, isLong) = (true, argument.hasSuffix("long"))
    case "--session":
        guard let name = arguments.popFirst() else { refuse("--session needs a name") }
        session = name
    case "--short": isShort = true
    case "--wayland": isWayland = true
    default: refuse("unknown argument \(argument.debugDescription)")
    }
}
if [isOneLine, isShort, isWayland].count(where: \.self) > 1 {
    refuse("--one-line, --short and --wayland exclude each other")
}
do {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let pictures = Pictures(folder: folder)
    if isOneLine {
        try OneLineStory.run(pictures, isShort: !isLong, filter: session)
    } else if isWayland {
        try SqueekboardStory.run(pictures, filter: session)
        try FullScreenStory.run(pictures, filter: session)
        try ShellStory.run(pictures, filter: session)
    } else {
        try OnboardStory.run(pictures)
        try LeakStory(count: isShort ? 300 : 400).run()
    }
    if pictures.screenCount == 0 { refuse("no session has a name that contains \(session.debugDescription)") }
} catch {
    FileHandle.standardError.write(Data("✘ \(error)\n".utf8))
    exit(1)
}
