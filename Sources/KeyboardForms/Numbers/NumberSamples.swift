/// A few numbers as the format writes them.
struct NumberSamples {
    /// The largest sample that the type can represent, with a fraction if possible.
    let large: String?
    /// Samples with a 0 before the fraction, if they have a fraction.
    let small: [String]
    let one: NumberPattern?
    let negativeOne: NumberPattern?
    /// Samples for which languages have several plural forms, such as "1.00 złoty" and "5.00 złotych".
    let plurals: [NumberPattern]
    /// The largest powers of ten that the type can represent.
    let powers: [(exponent: Int, text: String)]

    init<Value: Numeric & Comparable>(_ string: (Value) -> String) {
        func sample(_ integer: Int) -> String? {
            ExactValue<Value>.whole(integer).map(string)
        }
        func sample(_ description: String) -> String? {
            NumberReading(description).flatMap { ExactValue<Value>($0) }.map { string($0.value) }
        }
        large = sample("1234567.5") ?? sample(1_234_567) ?? sample("1234.5") ?? sample(12_345) ?? sample(123)
        small = [sample("0.5"), sample(0), sample(1)].compactMap(\.self)
        one = sample(1).flatMap { NumberPattern($0) }
        negativeOne = sample(-1).flatMap { NumberPattern($0) }
        plurals = [0, 2, 3, 5, 11, 100, 1_000_000, -2, -5].compactMap { sample($0).flatMap { NumberPattern($0) } }
        // These numbers remain exact if a format rounds to tens or to two digits. Other numbers, such as 7, do not.
        powers = [(0, 1), (2, 100), (3, 1_000), (5, 100_000), (6, 1_000_000)]
            .compactMap { exponent, value in sample(value).map { (exponent, $0) } }
            .suffix(3)
    }
}
