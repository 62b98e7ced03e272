// Checks KeyboardGTK with real widgets of GTK and a simulated keyboard.
//
//     gtk-checks [NAME]
//
// With a name, such as "the bar", only that group of checks runs. The program needs a display with a window manager;
// `run` starts both. The program prints one line for each check, and exits 1 if a check failed.
//
// The checks save pictures in the folder `GTK_CHECKS_PICTURES` of the environment. The pictures of the article `GTKApps`
// are the files `keyboard-*.png` of the group "the looks of a drawn keyboard".

import CGTKChecks
import Foundation

guard gtk_init_check() != 0 else {
    FileHandle.standardError.write(Data("gtk-checks: no display\n".utf8))
    exit(2)
}
let checks: [(String, (Desktop) -> Void)] = [
    // This check is the first, because other checks start libadwaita, which replaces the theme.
    ("the looks of a drawn keyboard", checkDrawnLooks),
    ("a scrolled window", checkScrolledWindow), ("kinds of texts", checkKindsOfTexts),
    ("the policy never", checkPolicyNever), ("nested windows", checkNestedWindows),
    ("margins of the app", checkMargins),
    ("a text view that scrolls itself", checkScrollingTextView),
    ("a text view with another buffer", checkReplacedBuffer), ("hidden pages", checkHiddenPages),
    ("late fields", checkLateFields), ("floating widgets", checkFloatingWidgets),
    ("panes that come and go", checkPanes),
    ("a dialog", checkDialog), ("a popover", checkPopover), ("a tap outside", checkTapOutside),
    ("options", checkOptions), ("the bar", checkBar), ("the bar of a form", checkBarOfForm),
    ("fields without an order", checkFieldsWithoutOrder),
    ("the bar of a window that shrinks", checkBarOfShrinkingWindow), ("a window that moves", checkMovedWindow),
    ("a slow click", checkSlowClick), ("growth under the button", checkGrowthUnderButton),
    ("the wheel", checkWheel), ("keys that scroll", checkScrollKeys), ("a text with a border", checkFramedText),
    ("full screen", checkFullScreen), ("full screen meanwhile", checkFullScreenMeanwhile),
    ("the option of full screen", checkFullScreenOption),
    ("full screen without a keyboard", checkFullScreenWithoutKeyboard),
    ("full screen and another window", checkFullScreenOfInactiveWindow),
    ("full screen and a dialog", checkFullScreenDialog), ("full screen and a request", checkFullScreenRequest),
    ("traits of an entry", checkTraits),
    ("the return key", checkReturnKey), ("another manager", checkRestart),
    ("a manager that stops", checkStop),
    ("windows that close", checkClosedWindows),
    ("a popover and a drawn keyboard", checkDrawnKeyboardAndPopover),
    ("a drawn keyboard", checkDrawnKeyboard), ("the slide of a drawn keyboard", checkDrawnSlide),
    ("the texts of a drawn keyboard", checkDrawnLayouts),
    ("the fingers of a drawn keyboard", checkDrawnFingers), ("a drawn return key", checkDrawnReturnKey),
    ("the digits of a drawn keyboard", checkDrawnDigits), ("the traits of a drawn keyboard", checkDrawnTraits),
    ("the traits of a late field", checkDrawnLateField), ("a request of the app", checkDrawnRequest),
    ("a drawn keyboard that starts again", checkDrawnRestart), ("the direction of drawn keys", checkDrawnDirection),
    ("reduced motion", checkDrawnMotion),
    ("the density of the screen", checkDrawnDensity), ("random events on a drawn keyboard", checkRandomEvents),
    ("the looks with libadwaita", checkDrawnLooksOfAdwaita),
]
let wanted = CommandLine.arguments.dropFirst().first
guard wanted == nil || checks.contains(where: { $0.0 == wanted }) else {
    let names = checks.map { "\"\($0.0)\"" }.joined(separator: ", ")
    FileHandle.standardError.write(
        Data("gtk-checks: unknown name \(wanted?.debugDescription ?? ""), expected one of \(names)\n".utf8)
    )
    exit(2)
}
let desktop = Desktop()
for (name, check) in checks where wanted == nil || wanted == name {
    print("-- \(name)")
    check(desktop)
    desktop.reset()
}
exit(Check.failures == 0 ? 0 : 1)
