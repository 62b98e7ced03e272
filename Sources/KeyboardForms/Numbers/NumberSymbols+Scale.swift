extension NumberSymbols {
    /// Returns the power of ten between values and their text; `nil` if the power is not the same for all samples.
    func scale(of samples: NumberSamples) -> Int? {
        let scales = samples.powers.map { exponent, text -> Int? in
            guard case .number(let reading) = NumberReader(symbols: self).read(text) else { return nil }
            return reading.powerOfTen.map { $0 - exponent }
        }
        guard scales.count > 1, let scale = scales[0], scales.allSatisfy({ $0 == scale }) else { return nil }
        return scale
    }
}
