import Foundation

/// What a screen shows: fields, one of which may have the focus, on content that can be moved up.
struct Form {
    struct Field {
        var label: String
        var text: String
        /// Where the field is while the content rests, in points.
        var frame: CGRect
    }

    var title: String
    var fields: [Field]
    var focus: Int?

    /// How far the content is moved up, in points.
    private(set) var offset: CGFloat = 0

    init(title: String, fields: [(label: String, text: String)], firstFieldY: CGFloat, width: CGFloat) {
        self.title = title
        self.fields = fields.enumerated().map { index, field in
            Field(
                label: field.label,
                text: field.text,
                frame: CGRect(x: 16, y: firstFieldY + CGFloat(index) * 72, width: width - 32, height: 44)
            )
        }
    }

    /// Moves the content up just as far as the focused field needs, to end 16 points above `bottom`.
    mutating func makeRoom(above bottom: CGFloat) {
        guard let focus else { return }
        offset = max(fields[focus].frame.maxY + 16 - bottom, 0)
    }

    mutating func rest() {
        offset = 0
    }
}
