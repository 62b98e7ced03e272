import KeyboardSimulation
import TerminalToolkit
import Testing

struct InputDecoderTests {
    private static let sequences: [(bytes: String, input: TerminalInput)] = [
        ("a", .key(.character("a"))),
        ("é", .key(.character("é"))),
        ("語", .key(.character("語"))),
        ("👍", .key(.character("👍"))),
        ("\r", .key(.return)),
        ("\t", .key(.tab)),
        ("\u{7F}", .key(.backspace)),
        ("\u{3}", .key(.control("c"))),
        ("\u{1B}[A", .key(.up)),
        ("\u{1B}[1;2D", .key(.left)),
        ("\u{1B}OH", .key(.home)),
        ("\u{1B}[4~", .key(.end)),
        ("\u{1B}[3~", .key(.delete)),
        ("\u{1B}[Z", .key(.backTab)),
        ("\u{1B}OP", .key(.function(1))),
        ("\u{1B}[[E", .key(.function(5))),
        ("\u{1B}[15~", .key(.function(5))),
        ("\u{1B}[21~", .key(.function(10))),
        ("\u{1B}[<0;3;7M", .pointer(Pointer(.press, column: 2, row: 6))),
        ("\u{1B}[<32;40;1M", .pointer(Pointer(.drag, column: 39, row: 0))),
        ("\u{1B}[<0;3;7m", .pointer(Pointer(.release, column: 2, row: 6))),
        ("\u{1B}[<65;1;1M", .pointer(Pointer(.scrollDown, column: 0, row: 0))),
        ("\u{1B}[200~two\nlines \u{1B}[A\u{1B}[201~", .paste("two\nlines \u{1B}[A")),
    ]

    @Test func eachSequenceIsOneInput() {
        for (bytes, input) in Self.sequences {
            var decoder = InputDecoder()
            #expect(decoder.decode(bytes.utf8) == [input], "\(bytes.debugDescription)")
            #expect(!decoder.isWaiting)
        }
    }

    @Test(arguments: [UInt64(1), 2, 3, 4, 5])
    func sequencesMayArriveInPieces(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var bytes: [UInt8] = []
        var expected: [TerminalInput] = []
        for _ in 0..<200 {
            let sequence = Self.sequences[Int.random(in: 0..<Self.sequences.count, using: &random)]
            bytes += Array(sequence.bytes.utf8)
            expected.append(sequence.input)
        }
        var decoder = InputDecoder()
        var decoded: [TerminalInput] = []
        while !bytes.isEmpty {
            let count = Int.random(in: 1...7, using: &random)
            decoded += decoder.decode(bytes.prefix(count))
            bytes = Array(bytes.dropFirst(count))
        }
        #expect(decoded == expected, "seed \(seed)")
    }

    @Test(arguments: [UInt64(11), 12, 13])
    func anyBytesAreDecodedOrSkipped(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var decoder = InputDecoder()
        for _ in 0..<2_000 {
            let isEscape = Int.random(in: 0..<8, using: &random) == 0
            _ = decoder.decode([isEscape ? 0x1B : UInt8.random(in: 0...255, using: &random)])
        }
        // A time-out ends an incomplete sequence.
        _ = decoder.flush()
        #expect(decoder.decode("x".utf8).last == .key(.character("x")), "seed \(seed)")
    }

    @Test func aBrokenCharacterIsSkipped() {
        var decoder = InputDecoder()
        let input = decoder.decode([0xE8, 0xAA, UInt8(ascii: "a"), 0xFF, UInt8(ascii: "b")])
        #expect(input == [.key(.character("a")), .key(.character("b"))])
    }

    @Test func anUnknownSequenceIsSkipped() {
        var decoder = InputDecoder()
        #expect(decoder.decode("\u{1B}[?1;2c\u{1B}[99~\u{1B}[<3;1;1Mx".utf8) == [.key(.character("x"))])
    }

    /// Receives bytes, waits after each, and returns the inputs so far after each wait.
    @MainActor
    private func inputs(_ steps: (bytes: String, wait: Duration)...) -> [[TerminalInput]] {
        let scheduler = ManualScheduler()
        let reader = InputReader(scheduler: scheduler)
        var input: [TerminalInput] = []
        reader.onInput = { input.append($0) }
        return steps.map { bytes, wait in
            if !bytes.isEmpty { reader.receive(bytes.utf8) }
            scheduler.advance(by: wait)
            return input
        }
    }

    @Test @MainActor func anEscapeByteIsTheEscapeKeyAfterATimeOut() {
        let escape = inputs(("\u{1B}", .milliseconds(49)), ("", .milliseconds(1)))
        #expect(escape == [[], [.key(.escape)]])
        let arrow = inputs(("\u{1B}", .milliseconds(40)), ("[A", .seconds(1)))
        #expect(arrow == [[], [.key(.up)]])
    }

    @Test @MainActor func theEndOfAPasteMayArriveLateOrNever() {
        let late = inputs(("\u{1B}[200~abc\u{1B}", .milliseconds(300)), ("[201~x", .zero))
        #expect(late.last == [.paste("abc"), .key(.character("x"))])
        let never = inputs(("\u{1B}[200~abc", InputReader.pastePatience), ("\u{1B}[21~", .zero))
        #expect(never.last == [.paste("abc"), .key(.function(10))])
    }

    @Test func controlCEndsAPaste() {
        var decoder = InputDecoder()
        #expect(decoder.decode("\u{1B}[200~abc\u{3}".utf8) == [.paste("abc"), .key(.control("c"))])
        #expect(!decoder.isWaiting)
    }
}
