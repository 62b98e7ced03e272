import Foundation

/// Checks that compare a picture with the app's report and with the frame of the keyboard's window.
struct Checks {
    /// The colors of GTK's default theme, and the color of the bar in this theme.
    private static let focused = Picture.Color(0x35, 0x84, 0xe4)
    private static let refused = Picture.Color(0xcc, 0x00, 0x00)
    private static let bar = Picture.Color(0xe2, 0xe1, 0xe1)
    private static let background = Picture.Color(0xf6, 0xf5, 0xf4)

    let screen: any Screen

    /// Whether a color is a background color of the app or of its bar.
    ///
    /// The shades of the bar differ by 1 between X11 and Wayland.
    static func isApp(_ color: Picture.Color) -> Bool {
        color.distance(to: background) < 3 || color.distance(to: bar) < 3
    }

    /// Checks that the focused field is wholly visible.
    func focusedField(in line: DrivenApp.Line, _ picture: Picture) throws {
        guard let name = line.focused else { throw Failure("no field has the focus") }
        let field = try line.field(name)
        let port = try CGRect(line.port, of: "the scroll port")
        try expect(port.insetBy(dx: -0.5, dy: -0.5).contains(field), "\(name) at \(field) is outside of \(port)")
        if line.bar != nil {
            let bar = try CGRect(line.bar, of: "the bar")
            try expect(!bar.intersects(field.insetBy(dx: 0, dy: 0.5)), "the bar at \(bar) covers \(name) at \(field)")
        }
        if let keyboard = try screen.keyboardFrame() {
            try expect(
                !keyboard.intersects(field.insetBy(dx: 0, dy: 0.5)),
                "the keyboard at \(keyboard) covers \(name) at \(field)"
            )
        }
        try border(of: field, name, line.messages[name] == nil ? Self.focused : Self.refused, picture)
        for (other, range) in line.selection where other != name && range[0] != range[1] {
            throw Failure("\(other) is left, and its text is still selected")
        }
    }

    /// Checks that all four sides of a field are drawn.
    private func border(of field: CGRect, _ name: String, _ color: Picture.Color, _ picture: Picture) throws {
        let sides = [
            "upper": CGRect(x: field.minX + 12, y: field.minY, width: field.width - 24, height: 1),
            "lower": CGRect(x: field.minX + 12, y: field.maxY - 1, width: field.width - 24, height: 1),
            "left": CGRect(x: field.minX, y: field.minY + 12, width: 1, height: field.height - 24),
            "right": CGRect(x: field.maxX - 1, y: field.minY + 12, width: 1, height: field.height - 24),
        ]
        for (side, line) in sides {
            // A field may begin between two pixels. The side can therefore be one pixel away from its computed place.
            let parts = [-1.0, 0, 1].map { distance in
                let moved =
                    line.width > line.height ? line.offsetBy(dx: 0, dy: distance) : line.offsetBy(dx: distance, dy: 0)
                return picture.part(of: pixels(moved)) { $0.isNear(color) }
            }
            try expect(parts.max() ?? 0 > 0.95, "the \(side) side of \(name) at \(field) is not seen")
        }
    }

    /// Checks that the keyboard is drawn in front of the app.
    func keyboard(_ picture: Picture) throws {
        guard let frame = try screen.keyboardFrame() else { throw Failure("the keyboard has no visible window") }
        let own = picture.part(of: pixels(frame), where: Self.isApp)
        try expect(own < 0.1, "the app is drawn over the keyboard at \(frame)")
        try keys(in: frame, picture)
    }

    /// Checks that keys are drawn in a rectangle.
    func keys(in frame: CGRect, _ picture: Picture) throws {
        // Light keys have dark letters and borders. Dark keys have light letters and borders.
        let dark = picture.part(of: pixels(frame), where: \.isDark)
        try expect(dark > 0.001 && dark < 0.98, "no keys are seen at \(frame)")
    }

    /// Checks that the bar is drawn at its place: directly above the keyboard, or at the lower end of the screen.
    func bar(in line: DrivenApp.Line, _ picture: Picture) throws {
        let bar = try CGRect(line.bar, of: "the bar")
        let below = try screen.keyboardFrame()?.minY ?? Double(picture.height) / screen.scale
        try expect(
            abs(bar.maxY - below) <= 1,
            "the bar at \(bar) does not stand on the keyboard, which begins at \(below)"
        )
        let seen = picture.part(of: pixels(bar.insetBy(dx: 2, dy: 2))) { $0.isNear(Self.bar) }
        try expect(seen > 0.6, "the bar at \(bar) is not seen")
    }

    /// Checks that a field has light letters on a dark background.
    func darkText(in field: CGRect, _ picture: Picture) throws {
        let inside = pixels(field.insetBy(dx: 4, dy: 4))
        let light = picture.part(of: inside) { $0.isNear(Picture.Color(0xff, 0xff, 0xff)) }
        let dark = picture.part(of: inside, where: \.isDark)
        try expect(dark > 0.5 && light > 0.002, "the text at \(field) cannot be read: \(light) light, \(dark) dark")
    }

    /// Checks that the fields and the bar do not jump while the keyboard moves.
    ///
    /// For each frame, the method compares the distances that the fields, the bar and the keyboard have moved.
    func glide(_ lines: [DrivenApp.Line], barHeight: Double) throws -> Int {
        let form = lines.filter { $0.window == "form" }
        let height = form.map { $0.covered[0] }.max() ?? 0
        guard height > 0 else { throw Failure("no glide was reported") }
        var frames = 0
        for (last, next) in zip(form, form.dropFirst()) {
            let step = abs(next.covered[0] - last.covered[0])
            guard step > 0 else { continue }
            frames += 1
            // In a whole motion, the keyboard moves by its own height. A field or the bar can move by the height of the
            // keyboard plus the height of the bar.
            let limit = step * (height + barHeight) / height + 1.5
            for (name, frame) in next.fields {
                let distance = abs(frame[1] - (last.fields[name]?[1] ?? frame[1]))
                try expect(distance <= limit, "\(name) jumps by \(distance) while the keyboard moves by \(step)")
            }
            if let bar = next.bar, let former = last.bar {
                let distance = abs(bar[1] - former[1])
                try expect(distance <= limit, "the bar jumps by \(distance) while the keyboard moves by \(step)")
            }
        }
        return frames
    }

    private func pixels(_ frame: CGRect) -> CGRect {
        let scale = screen.scale
        return CGRect(
            x: (frame.minX * scale).rounded(),
            y: (frame.minY * scale).rounded(),
            width: (frame.width * scale).rounded(),
            height: (frame.height * scale).rounded()
        )
    }
}
