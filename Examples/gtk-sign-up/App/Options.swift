/// The arguments of the command.
struct Options {
    struct Mistake: Error, CustomStringConvertible {
        let description: String
    }

    static let usage = """
        usage: gtk-sign-up [--report] [--full-screen [--stays-full-screen]] [--draws-keyboard]
                           [--windows N [--without-controllers]]
          --report               prints the state of each window, as JSON, after each change
          --full-screen          opens the form in full screen, and not maximized
          --stays-full-screen    stays full screen while the keyboard is shown
          --draws-keyboard       draws a keyboard if the desktop has none
          --windows N            opens and closes N windows with two screens each, and prints the memory after each hundred
          --without-controllers  opens the same windows without controllers
        """

    var reports = false
    var isFullScreen = false
    var drawsKeyboard = false
    var leavesFullScreen = true
    var windowCount: Int?
    var hasControllers = true
    var wantsHelp = false

    init(_ arguments: some Sequence<String>) throws(Mistake) {
        var rest = Array(arguments)[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--report": reports = true
            case "--full-screen": isFullScreen = true
            case "--draws-keyboard": drawsKeyboard = true
            case "--stays-full-screen": leavesFullScreen = false
            case "--without-controllers": hasControllers = false
            case "--help": wantsHelp = true
            case "--windows":
                guard let count = rest.popFirst().flatMap({ Int($0) }), count > 0 else {
                    throw Mistake(description: "--windows needs a number greater than 0")
                }
                windowCount = count
            default:
                throw Mistake(description: "unknown argument \(argument.debugDescription)")
            }
        }
    }
}
