/// A key, a paste or a mouse event at a terminal.
package enum TerminalInput: Sendable, Hashable {
    case key(Key)
    case paste(String)
    case pointer(Pointer)
}

/// An event of the mouse.
///
/// The first column and the first row have the number 0.
package struct Pointer: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case press, drag, release, scrollUp, scrollDown
    }

    package var kind: Kind
    package var column: Int
    package var row: Int

    package init(_ kind: Kind, column: Int, row: Int) {
        self.kind = kind
        self.column = column
        self.row = row
    }
}
