#if SystemKeyboards
    /// Each argument consists of words of four bytes, in the byte order of the machine.
    struct WaylandArguments {
        private var bytes: ArraySlice<UInt8>

        init(_ bytes: ArraySlice<UInt8>) {
            self.bytes = bytes
        }

        mutating func number() -> UInt32? {
            guard bytes.count >= 4 else { return nil }
            defer { bytes = bytes.dropFirst(4) }
            return unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(as: UInt32.self) }
        }

        /// A text begins with its length, and is padded to whole words.
        ///
        /// The length includes a null character at the end.
        mutating func text() -> String? {
            guard let length = number().map(Int.init), length > 0, length <= bytes.count else { return nil }
            defer { bytes = bytes.dropFirst((length + 3) & ~3) }
            return String(decoding: bytes.prefix(length - 1), as: UTF8.self)
        }
    }

    enum WaylandArgument {
        case number(UInt32)
        case text(String)

        fileprivate var bytes: [UInt8] {
            switch self {
            case .number(let number): return unsafe withUnsafeBytes(of: number) { unsafe Array($0) }
            case .text(let text):
                let characters = Array(text.utf8) + [0]
                let padding = [UInt8](repeating: 0, count: -characters.count & 3)
                return Self.number(UInt32(characters.count)).bytes + characters + padding
            }
        }

        static func request(_ opcode: UInt16, to object: UInt32, _ arguments: [WaylandArgument]) -> [UInt8] {
            let body = arguments.flatMap(\.bytes)
            let size = Self.number(UInt32(body.count + 8) << 16 | UInt32(opcode))
            return Self.number(object).bytes + size.bytes + body
        }
    }
#endif
