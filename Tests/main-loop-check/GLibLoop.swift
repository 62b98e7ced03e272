import Foundation
import KeyboardObservation

/// Checks that one call lets GLib's loop run the main queue, without a header of GLib.
@MainActor
func checkGLibLoop() {
    Check.that(!MainQueueLoop.attachToGLib(), "attaching fails while the process has not loaded GLib")
    guard let library = unsafe dlopen("libglib-2.0.so.0", RTLD_NOW | RTLD_GLOBAL) else {
        print("ok     libglib-2.0 is not installed, so its loop is not checked")
        return
    }
    typealias Iterate = @convention(c) (UnsafeMutableRawPointer?, CInt) -> CInt
    typealias Watch =
        @convention(c) (CUnsignedInt, @convention(c) (UnsafeMutableRawPointer?) -> CInt, UnsafeMutableRawPointer?) ->
        CUnsignedInt
    guard let iterateSymbol = unsafe dlsym(library, "g_main_context_iteration"),
        let timeoutSymbol = unsafe dlsym(library, "g_timeout_add")
    else { return Check.that(false, "libglib-2.0 has its loop") }
    // Safe: these are the types that GLib declares.
    let iterate = unsafe unsafeBitCast(iterateSymbol, to: Iterate.self)
    let addTimeout = unsafe unsafeBitCast(timeoutSymbol, to: Watch.self)

    Check.that(MainQueueLoop.attachToGLib(), "attaching succeeds when the process has loaded GLib")
    Check.that(MainQueueLoop.attachToGLib(), "attaching again is the same as attaching once")
    let center = NotificationCenter()
    let pool = KeyboardObserverPool(center: center)
    var count = 0
    let token = pool.observe { _ in count += 1 }
    Thread { for _ in 0..<500 { center.post(name: .keyboardWillShow, object: nil) } }.start()
    // A time-out wakes the loop after ten seconds, so that the check fails if events are missing.
    let end = Date.now + 10
    _ = unsafe addTimeout(10_000, { _ in 0 }, nil)
    while count < 500, Date.now < end { _ = iterate(nil, 1) }
    Check.that(count == 500, "GLib's loop delivers \(count) of 500 events that were posted on another thread")
    withExtendedLifetime(token) {}
}
