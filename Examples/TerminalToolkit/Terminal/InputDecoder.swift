/// Decodes the bytes of a terminal into keys, pastes and mouse events.
///
/// The bytes of a sequence may arrive in several parts. The decoder skips unknown sequences.
package struct InputDecoder: Sendable {
    private var pending: [UInt8] = []
    /// The bytes of a paste; `nil` if no paste has begun.
    private var pasted: [UInt8]?

    package init() {}

    /// Whether the decoder waits for more bytes of a sequence or of a paste.
    ///
    /// An Escape byte is either the Escape key or the beginning of a sequence.
    package var isWaiting: Bool {
        !pending.isEmpty || isPasting
    }

    /// Whether a paste has begun and its end is still missing.
    package var isPasting: Bool {
        pasted != nil
    }

    package mutating func decode(_ bytes: some Sequence<UInt8>) -> [TerminalInput] {
        pending += bytes
        var input: [TerminalInput] = []
        var rest = pending[...]
        while !rest.isEmpty, let decoded = decodeFirst(of: rest) {
            rest = rest.dropFirst(decoded.count)
            if let event = decoded.input { input.append(event) }
        }
        pending = Array(rest)
        return input
    }

    /// Stops waiting for the rest of a sequence or of a paste.
    ///
    /// If the end of a paste is missing, the method returns the paste without its end. If the waiting bytes begin with
    /// an Escape byte, the method decodes this byte as the Escape key, and then decodes the following bytes. All other
    /// waiting bytes are dropped.
    package mutating func flush() -> [TerminalInput] {
        if let paste = endPaste() {
            pending = []
            return [paste]
        }
        guard pending.first == Byte.escape else {
            pending = []
            return []
        }
        let rest = pending.dropFirst()
        pending = []
        return [.key(.escape)] + decode(rest)
    }

    private typealias Decoded = (count: Int, input: TerminalInput?)

    /// Decodes the first event; `nil` if more bytes are needed.
    private mutating func decodeFirst(of bytes: ArraySlice<UInt8>) -> Decoded? {
        if pasted != nil { return decodePaste(bytes) }
        guard let first = bytes.first else { return nil }
        switch first {
        case Byte.escape: return decodeEscape(bytes)
        case 0x0D, 0x0A: return (1, .key(.return))
        case 0x09: return (1, .key(.tab))
        case 0x7F, 0x08: return (1, .key(.backspace))
        case 0x01...0x1A: return (1, .key(.control(Character(UnicodeScalar(first + 0x60)))))
        case 0..<0x20: return (1, nil)
        default: return decodeCharacter(bytes)
        }
    }

    private func decodeCharacter(_ bytes: ArraySlice<UInt8>) -> Decoded? {
        guard let first = bytes.first else { return nil }
        let length: Int
        switch first {
        case 0x20..<0x7F: length = 1
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF: length = 3
        case 0xF0...0xF4: length = 4
        default: return (1, nil)
        }
        let sequence = bytes.prefix(length)
        // If a byte does not continue the character, the decoder skips the incomplete character. The byte then begins
        // the next character.
        if let wrong = sequence.dropFirst().firstIndex(where: { $0 & 0xC0 != 0x80 }) {
            return (wrong - bytes.startIndex, nil)
        }
        guard sequence.count == length else { return nil }
        let text = String(decoding: sequence, as: UTF8.self)
        guard let character = text.first, text.count == 1, !character.isControl || character == "\u{200D}" else {
            return (length, nil)
        }
        return (length, .key(.character(character)))
    }

    private mutating func decodeEscape(_ bytes: ArraySlice<UInt8>) -> Decoded? {
        let rest = bytes.dropFirst()
        guard let second = rest.first else { return nil }
        switch second {
        case UInt8(ascii: "["): return decodeControlSequence(bytes)
        case UInt8(ascii: "O"):
            guard let final = rest.dropFirst().first else { return nil }
            return (3, key(final: final).map { .key($0) })
        // If the second byte is also an Escape byte, the first byte is the Escape key.
        case Byte.escape: return (1, .key(.escape))
        // The bytes are a key with Alt, which the toolkit does not support.
        default: return decodeFirst(of: rest).map { ($0.count + 1, nil) }
        }
    }

    private mutating func decodeControlSequence(_ bytes: ArraySlice<UInt8>) -> Decoded? {
        let body = bytes.dropFirst(2)
        // The Linux console has its own sequences for the keys F1 to F5.
        if body.first == UInt8(ascii: "[") {
            guard let letter = body.dropFirst().first else { return nil }
            let number = Int(letter) - Int(UInt8(ascii: "A")) + 1
            return (4, (1...5).contains(number) ? .key(.function(number)) : nil)
        }
        guard let end = body.firstIndex(where: { (0x40...0x7E).contains($0) || $0 < 0x20 }) else {
            return bytes.count > Self.longestSequence ? (bytes.count, nil) : nil
        }
        // If a control character interrupts a sequence, the decoder skips the sequence, and then decodes the control
        // character.
        guard bytes[end] >= 0x20 else { return (end - bytes.startIndex, nil) }
        let count = end - bytes.startIndex + 1
        let text = String(decoding: body[..<end], as: UTF8.self)
        if text.first == "<" { return (count, pointer(text.dropFirst(), isRelease: bytes[end] == UInt8(ascii: "m"))) }
        let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        guard bytes[end] == UInt8(ascii: "~") else { return (count, key(final: bytes[end]).map { .key($0) }) }
        switch numbers.first {
        case 200:
            pasted = []
            return (count, nil)
        case 1, 7: return (count, .key(.home))
        case 3: return (count, .key(.delete))
        case 4, 8: return (count, .key(.end))
        case 5: return (count, .key(.pageUp))
        case 6: return (count, .key(.pageDown))
        case let number?: return (count, Self.functionKeys.firstIndex(of: number).map { .key(.function($0 + 1)) })
        case nil: return (count, nil)
        }
    }

    private static let longestSequence = 64
    private static let functionKeys = [11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24]

    private func key(final: UInt8) -> Key? {
        switch final {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "M"): .return
        case UInt8(ascii: "Z"): .backTab
        case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(final - UInt8(ascii: "P")) + 1)
        default: nil
        }
    }

    private func pointer(_ text: Substring, isRelease: Bool) -> TerminalInput? {
        let numbers = text.split(separator: ";").compactMap { Int($0) }
        guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return nil }
        let kind: Pointer.Kind
        switch numbers[0] {
        case 0: kind = isRelease ? .release : .press
        case 32: kind = .drag
        case 64: kind = .scrollUp
        case 65: kind = .scrollDown
        // The event comes from another button, or a modifier key is held.
        default: return nil
        }
        return .pointer(Pointer(kind, column: numbers[1] - 1, row: numbers[2] - 1))
    }

    // MARK: Paste

    private static let pasteEnd = Array("\u{1B}[201~".utf8)
    private static let longestPaste = 100_000

    private mutating func decodePaste(_ bytes: ArraySlice<UInt8>) -> Decoded? {
        guard let first = bytes.first else { return nil }
        // Most terminals remove Control-C from a paste. If Control-C arrives, a person has typed it, and the paste
        // ends.
        if first == Byte.controlC { return (0, endPaste()) }
        let end = Self.pasteEnd
        if first == Byte.escape {
            let beginning = bytes.prefix(end.count)
            if beginning.elementsEqual(end) {
                return (end.count, endPaste())
            }
            if end.starts(with: beginning) { return nil }
        }
        if let count = pasted?.count, count < Self.longestPaste { pasted?.append(first) }
        return (1, nil)
    }

    private mutating func endPaste() -> TerminalInput? {
        guard let bytes = pasted else { return nil }
        pasted = nil
        return .paste(String(decoding: bytes, as: UTF8.self))
    }

    private enum Byte {
        static let controlC: UInt8 = 0x03
        static let escape: UInt8 = 0x1B
    }
}
