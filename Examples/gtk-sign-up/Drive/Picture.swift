import CGTK
import Foundation

/// A picture of the screen, in pixels.
struct Picture: Equatable {
    struct Color: Hashable {
        var red: UInt8, green: UInt8, blue: UInt8

        init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
            (self.red, self.green, self.blue) = (red, green, blue)
        }

        /// The sum of the differences of the three components.
        func distance(to other: Color) -> Int {
            abs(Int(red) - Int(other.red)) + abs(Int(green) - Int(other.green)) + abs(Int(blue) - Int(other.blue))
        }

        func isNear(_ other: Color) -> Bool {
            distance(to: other) < 48
        }

        var isDark: Bool { Int(red) + Int(green) + Int(blue) < 180 }
    }

    let width: Int
    let height: Int
    /// Red, green, blue and opacity of each pixel, in rows from the top.
    private let bytes: [UInt8]

    /// Reads a file that GDK can load.
    init(contentsOf file: URL) throws {
        guard let texture = gdk_texture_new_from_filename(file.path, nil) else {
            throw Failure("no picture can be read from \(file.path)")
        }
        defer { g_object_unref(gpointer(texture)) }
        (width, height) = (Int(gdk_texture_get_width(texture)), Int(gdk_texture_get_height(texture)))
        var pixels = [UInt8](repeating: 0, count: width * height * 4)
        gdk_texture_download(texture, &pixels, gsize(width * 4))
        // GDK's default order is blue, green, red and opacity.
        for index in stride(from: 0, to: pixels.count, by: 4) { pixels.swapAt(index, index + 2) }
        bytes = pixels
    }

    /// Reads the screen of an X server.
    init(ofDisplay name: String) throws {
        guard let display = XOpenDisplay(name) else { throw Failure("the X server \(name) cannot be reached") }
        defer { XCloseDisplay(display) }
        let root = XDefaultRootWindow(display)
        var attributes = XWindowAttributes()
        XGetWindowAttributes(display, root, &attributes)
        (width, height) = (Int(attributes.width), Int(attributes.height))
        let (columns, rows) = (UInt32(width), UInt32(height))
        guard let image = XGetImage(display, root, 0, 0, columns, rows, ~0, ZPixmap), let data = image.pointee.data
        else {
            throw Failure("the screen of \(name) cannot be read")
        }
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * height * 4)
        let rowLength = Int(image.pointee.bytes_per_line)
        for row in 0..<height {
            for column in 0..<width {
                let pixel = UnsafeRawPointer(data + row * rowLength + column * 4).loadUnaligned(as: UInt32.self)
                pixels += [UInt8(pixel >> 16 & 255), UInt8(pixel >> 8 & 255), UInt8(pixel & 255), 255]
            }
        }
        _ = image.pointee.f.destroy_image(image)
        bytes = pixels
    }

    subscript(column: Int, row: Int) -> Color {
        guard (0..<width).contains(column), (0..<height).contains(row) else { return Color(0, 0, 0) }
        let index = (row * width + column) * 4
        return Color(bytes[index], bytes[index + 1], bytes[index + 2])
    }

    /// Returns the fraction of a rectangle's pixels that satisfy a condition, from 0 to 1.
    func part(of frame: CGRect, where isCounted: (Color) -> Bool) -> Double {
        var (count, total) = (0, 0)
        for row in Int(frame.minY)..<max(Int(frame.maxY), Int(frame.minY) + 1) {
            for column in Int(frame.minX)..<max(Int(frame.maxX), Int(frame.minX) + 1) {
                total += 1
                if isCounted(self[column, row]) { count += 1 }
            }
        }
        return Double(count) / Double(max(total, 1))
    }

    /// Returns, for each number, the smallest frame that contains all pixels with this number.
    func frames(_ number: (Color) -> Int?) -> [Int: CGRect] {
        var frames: [Int: CGRect] = [:]
        for row in 0..<height {
            for column in 0..<width {
                guard let number = number(self[column, row]) else { continue }
                let pixel = CGRect(x: column, y: row, width: 1, height: 1)
                frames[number] = frames[number]?.union(pixel) ?? pixel
            }
        }
        return frames
    }

    func save(to file: URL) throws {
        let data = bytes.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
        defer { g_bytes_unref(data) }
        let texture = gdk_memory_texture_new(CInt(width), CInt(height), GDK_MEMORY_R8G8B8A8, data, gsize(width * 4))
        defer { g_object_unref(gpointer(texture)) }
        guard gdk_texture_save_to_png(texture, file.path) != 0 else { throw Failure("\(file.path) cannot be written") }
    }
}
