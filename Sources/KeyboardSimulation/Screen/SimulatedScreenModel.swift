public import Foundation

/// The screen size and the keyboard heights of a device.
///
/// Use one of the constants, or describe the device that your app runs on.
public struct SimulatedScreenModel: Sendable, Hashable {
    /// The heights of the keyboards on one screen in one orientation, in points.
    ///
    /// If a height is negative or not finite, a simulated keyboard uses 0.
    public struct KeyboardHeights: Sendable, Hashable {
        let letters: CGFloat
        let lettersWithPredictions: CGFloat

        /// Creates the heights of one orientation.
        ///
        /// - Parameters:
        ///   - letters: The height of a keyboard with letters but no prediction row. A number pad has the same height.
        ///   - lettersWithPredictions: The height of a keyboard with letters and a prediction row. Pass `nil` to use
        ///     `letters`.
        public init(letters: CGFloat, lettersWithPredictions: CGFloat? = nil) {
            self.letters = letters
            self.lettersWithPredictions = lettersWithPredictions ?? letters
        }
    }

    let portraitSize: CGSize
    let isPhone: Bool
    let portrait: KeyboardHeights
    let landscape: KeyboardHeights

    /// Creates a device.
    ///
    /// - Parameters:
    ///   - portraitSize: The size of the screen in portrait, in points. The size must be finite and not negative.
    ///   - portrait: The heights of keyboards in portrait.
    ///   - landscape: The heights of keyboards in landscape. Pass `nil` to use the heights in portrait.
    ///   - isPhone: Whether the device is a phone. The keyboard of a phone cannot be undocked, split or floated. If the
    ///     value is `nil`, a device with a shorter side of less than 700 points is a phone. The smallest iPads are 744
    ///     points wide.
    public init(
        portraitSize: CGSize,
        portrait: KeyboardHeights,
        landscape: KeyboardHeights? = nil,
        isPhone: Bool? = nil
    ) {
        self.portraitSize = portraitSize
        self.isPhone = isPhone ?? (min(portraitSize.width, portraitSize.height) < 700)
        self.portrait = portrait
        self.landscape = landscape ?? portrait
    }

    func size(in orientation: SimulatedScreen.Orientation) -> CGSize {
        switch orientation {
        case .portrait: portraitSize
        case .landscape: CGSize(width: portraitSize.height, height: portraitSize.width)
        }
    }
}

// Sources of the heights:
//
// - Z: github.com/zoul/ios-keyboards README.md (19e4fe2): portrait heights of 216 and 226 points; a landscape height
//   of 162 points for screens that are 480 to 736 points wide
// - D: github.com/Darktt/DTAlertView DTAlertView.m (0d31c4c), logged frames: {0, 315, 320, 253}, {0, 127, 568, 193};
//   also a landscape height of 162, from the time before the prediction row existed
// - M: github.com/mixi-inc/iOSTraining Swift/pages/day3/2-3-1_KeyboardNotification.md (6c6d44b): {0, 409, 375, 258}
// - K: github.com/kirillzyusko/react-native-keyboard-controller #331 (ceb6bfd), iPhone 15 Pro: 291, then 336
// - O: github.com/omnigroup/OmniGroup Frameworks/OmniUI/iPad-Document/OUIDocumentRenameViewController.m (5346c68),
//   logged frames: {0, 760, 768, 264}, and {0, 0, 352, 1024} in portrait coordinates
// - A: github.com/lionheart/openradar-mirror #19513: 313 points in portrait and 398 points in landscape, with the
//   prediction row. Other sources report a prediction row of 54 points, and heights of 318 and 406 points.
// - L: recorded for this project on Debian 12: squeekboard 1.21 under sway, 230 of 1440 points; a docked Onboard 1.4
//   under openbox, 205 of 800 points
//
// Three landscape heights are in no source: both heights of 393x852, and the height of 375x667 with the prediction row.
// For these three, the models use 162 points, the height from source Z.

extension SimulatedScreenModel {
    /// An iPhone of 4 inches: 320 × 568 points.
    ///
    /// Heights: Z, D.
    package static let phone320x568 = SimulatedScreenModel(
        portraitSize: CGSize(width: 320, height: 568),
        portrait: KeyboardHeights(letters: 216, lettersWithPredictions: 253),
        landscape: KeyboardHeights(letters: 162, lettersWithPredictions: 193)
    )

    /// An iPhone of 4.7 inches: 375 × 667 points.
    ///
    /// Heights: Z, M.
    public static let phone375x667 = SimulatedScreenModel(
        portraitSize: CGSize(width: 375, height: 667),
        portrait: KeyboardHeights(letters: 216, lettersWithPredictions: 258),
        landscape: KeyboardHeights(letters: 162)
    )

    /// An iPhone with a home indicator: 393 × 852 points.
    ///
    /// Heights: K.
    public static let phone393x852 = SimulatedScreenModel(
        portraitSize: CGSize(width: 393, height: 852),
        portrait: KeyboardHeights(letters: 291, lettersWithPredictions: 336),
        landscape: KeyboardHeights(letters: 162)
    )

    /// A classic iPad: 768 × 1024 points.
    ///
    /// Heights: O, A.
    public static let tablet768x1024 = SimulatedScreenModel(
        portraitSize: CGSize(width: 768, height: 1_024),
        portrait: KeyboardHeights(letters: 264, lettersWithPredictions: 313),
        landscape: KeyboardHeights(letters: 352, lettersWithPredictions: 398)
    )

    /// A Linux phone with squeekboard: 720 × 1440 points.
    ///
    /// Height: L.
    public static let linuxPhone720x1440 = SimulatedScreenModel(
        portraitSize: CGSize(width: 720, height: 1_440),
        portrait: KeyboardHeights(letters: 230),
        isPhone: true
    )

    /// A Linux desktop or kiosk with a docked Onboard.
    ///
    /// The usual orientation is landscape: 1280 × 800 points.
    ///
    /// Height: L.
    public static let linuxDesktop800x1280 = SimulatedScreenModel(
        portraitSize: CGSize(width: 800, height: 1_280),
        portrait: KeyboardHeights(letters: 205)
    )
}
