/// The format's properties that a field uses while a person types a number.
///
/// Each property is computed when it is first used, because the computation formats many numbers.
final class NumberFormatProperties {
    private let singular: NumberSymbols
    private let samples: FormatSamples
    private let readFractionLength: () -> Int?
    private let readDisplaysIntegers: () -> Bool

    init<Value: Numeric & Comparable>(
        _ symbols: NumberSymbols,
        _ samples: FormatSamples,
        scale: Int?,
        _ string: @escaping (Value) -> String
    ) {
        singular = symbols
        self.samples = samples
        readFractionLength = { Self.fractionLength(symbols, scale: scale, string) }
        readDisplaysIntegers = {
            let integers = [1_234_567, 12_345, 123].lazy.compactMap { ExactValue<Value>.whole($0) }
            guard let scale, let integer = integers.first, let digits = DecimalDigits("\(integer)"),
                case .number(let shown) = NumberReader(symbols: symbols).read(string(integer))
            else { return false }
            return shown.ascii == digits.shifted(by: scale).ascii
        }
    }

    /// A reader with the symbols of the format, including all plural forms.
    private(set) lazy var reader = NumberReader(symbols: samples.symbolsWithPlurals(singular))

    /// The largest number of fraction digits that the format writes.
    ///
    /// The property is `nil` if the number of digits depends on the value.
    private(set) lazy var fractionLength = readFractionLength()

    /// Whether the format displays all digits of integers.
    private(set) lazy var displaysIntegers = readDisplaysIntegers()

    private static func fractionLength<Value: Numeric & Comparable>(
        _ symbols: NumberSymbols,
        scale: Int?,
        _ string: (Value) -> String
    ) -> Int? {
        guard let scale else { return nil }
        let reader = NumberReader(symbols: symbols)
        func text(_ digits: DecimalDigits) -> String? {
            ExactValue<Value>(digits.shifted(by: -scale)).map { string($0.value) }
        }
        func length(_ integer: String) -> Int? {
            let ones = String(repeating: "1", count: 24)
            guard let text = text(DecimalDigits(isNegative: false, integer: integer, fraction: ones)),
                let plain = reader.plainText(of: text)
            else { return nil }
            return plain.reversed().prefix(while: \.isDecimalDigit).count % plain.count
        }
        guard let large = length("1111"), let small = length(""), large == small else { return nil }
        // A format that rounds to multiples of a number such as 0.125 writes fractions of different lengths. A format
        // that writes a fixed number of significant digits also writes fractions of different lengths.
        for ending in ["5", "25", "125", "2"] {
            let fraction = String(repeating: "0", count: large) + ending
            let digits = DecimalDigits(isNegative: false, integer: "", fraction: fraction)
            if let text = text(digits), case .number(let shown) = reader.read(text), shown.ascii == digits.ascii {
                return nil
            }
        }
        return large
    }
}
