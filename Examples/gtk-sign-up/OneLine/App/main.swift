import CForm
import KeyboardGTK

// The windows are written in C, and use only GTK. Only this call is for the keyboard.
if CommandLine.arguments.contains("--draws-keyboard") {
    var options = KeyboardManager.Options()
    options.drawsKeyboard = true
    KeyboardManager.start(options)
} else {
    KeyboardManager.start()
}
_ = form_run(CommandLine.argc, CommandLine.unsafeArgv)
