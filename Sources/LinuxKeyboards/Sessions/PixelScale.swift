#if SystemKeyboards
    /// The number of pixels in a point.
    enum PixelScale {
        /// Returns the scale, or 1 if it is not between 0.1 and 100.
        static func valid(_ scale: Double) -> Double {
            (0.1...100).contains(scale) ? scale : 1
        }
    }
#endif
