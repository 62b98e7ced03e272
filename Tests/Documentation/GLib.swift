// The declarations of GLib that the blocks of the documentation use.

struct GIOCondition {
    var rawValue: UInt32
}

let G_IO_IN = GIOCondition(rawValue: 1)

@_silgen_name("g_unix_fd_add")
@discardableResult
func g_unix_fd_add(
    _ descriptor: Int32,
    _ condition: GIOCondition,
    _ function: @convention(c) (Int32, UInt32, UnsafeMutableRawPointer?) -> Int32,
    _ data: UnsafeMutableRawPointer?
) -> UInt32
