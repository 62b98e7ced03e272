import Foundation

do {
    let options = try Options(CommandLine.arguments.dropFirst())
    if options.wantsHelp {
        print(Options.usage)
        exit(0)
    }
    exit(try App(options).run())
} catch let mistake as Options.Mistake {
    FileHandle.standardError.write(Data("gtk-sign-up: \(mistake)\n\(Options.usage)\n".utf8))
    exit(2)
} catch {
    FileHandle.standardError.write(Data("gtk-sign-up: \(error)\n".utf8))
    exit(1)
}
