#if SystemKeyboards
    import KeyboardSimulation
    @testable import LinuxKeyboards

    /// A type of the bus.
    indirect enum RandomBusType {
        case basic(Character)
        case array(RandomBusType)
        case dictionary(Character, RandomBusType)
        case structure([RandomBusType])
        case variant

        private static let basicCodes: [Character] = ["y", "b", "n", "q", "i", "u", "x", "t", "d", "s", "o", "g"]

        /// Returns a random type with at most `depth` nested containers.
        static func random(depth: Int, using numbers: inout SeededRandom) -> RandomBusType {
            let basic = basicCodes.randomElement(using: &numbers) ?? "y"
            guard depth > 0 else { return .basic(basic) }
            switch Int.random(in: 0..<8, using: &numbers) {
            case 0: return .array(random(depth: depth - 1, using: &numbers))
            case 1: return .dictionary(basic, random(depth: depth - 1, using: &numbers))
            case 2:
                let count = Int.random(in: 1...3, using: &numbers)
                return .structure((0..<count).map { _ in random(depth: depth - 1, using: &numbers) })
            case 3: return .variant
            default: return .basic(basic)
            }
        }

        var signature: String {
            switch self {
            case .basic(let code): String(code)
            case .array(let element): "a" + element.signature
            case .dictionary(let key, let value): "a{\(key)\(value.signature)}"
            case .structure(let fields): "(" + fields.map(\.signature).joined() + ")"
            case .variant: "v"
            }
        }

        /// Returns a random value of the type.
        func value(depth: Int, using numbers: inout SeededRandom) -> PeerValue {
            switch self {
            case .basic(let code): return Self.basicValue(code, using: &numbers)
            case .array(let element):
                let count = Int.random(in: 0...3, using: &numbers)
                return .array(
                    (0..<count).map { _ in element.value(depth: depth - 1, using: &numbers) },
                    elementSignature: element.signature
                )
            case .dictionary(let key, let type):
                let count = Int.random(in: 0...3, using: &numbers)
                return .array(
                    (0..<count).map { _ in
                        let name = Self.basicValue(key, using: &numbers)
                        return .dictionaryEntry(name, type.value(depth: depth - 1, using: &numbers))
                    },
                    elementSignature: "{\(key)\(type.signature)}"
                )
            case .structure(let fields):
                return .structure(fields.map { $0.value(depth: depth - 1, using: &numbers) })
            case .variant:
                let content = RandomBusType.random(depth: max(depth - 1, 0), using: &numbers)
                return .variant(content.value(depth: depth - 1, using: &numbers))
            }
        }

        private static func basicValue(_ code: Character, using numbers: inout SeededRandom) -> PeerValue {
            let bits = numbers.next()
            switch code {
            case "y": return .byte(UInt8(truncatingIfNeeded: bits))
            case "b": return .boolean(bits & 1 == 0)
            case "n": return .int16(Int16(truncatingIfNeeded: bits))
            case "q": return .uint16(UInt16(truncatingIfNeeded: bits))
            case "i": return .int32(Int32(truncatingIfNeeded: bits))
            case "u": return .uint32(UInt32(truncatingIfNeeded: bits))
            case "x": return .int64(Int64(bitPattern: bits))
            case "t": return .uint64(bits)
            case "d": return .double(Double.random(in: -1e300...1e300, using: &numbers))
            case "o": return .objectPath(["/", "/a", "/a/b_1"].randomElement(using: &numbers) ?? "/")
            case "g": return .signature(["", "s", "a{sv}", "(ii)v"].randomElement(using: &numbers) ?? "")
            default: return .string(["", "Visible", "ü\u{1B}[0m", "🙂"].randomElement(using: &numbers) ?? "")
            }
        }
    }
#endif
