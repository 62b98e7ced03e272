import KeyboardSimulation
import Testing

struct SeededRandomTests {
    /// The generator returns the numbers of the published algorithm, so a seed in an old report repeats the same run.
    @Test func theNumbersAreThoseOfSplitMix64() {
        var random = SeededRandom(seed: 0)
        let numbers = (0..<3).map { _ in random.next() }
        #expect(numbers == [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F])
    }
}
