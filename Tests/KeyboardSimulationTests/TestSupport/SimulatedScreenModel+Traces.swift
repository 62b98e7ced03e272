import Foundation
import KeyboardSimulation

// Sources of the heights, beside those of `SimulatedScreenModel.swift`:
//
// - C: blog.csdn.net/SpringJustin 51909337: {0, 465, 414, 271}
// - S: a payload from a log of an unknown project, on a screen of 320x480: {0, 227, 320, 253}
// - X: a log of an unknown project, on a screen of 375x812: first a height of 291, then the payload {0, 477, 375, 335}.
//   Other logs of a screen of 375x812 contain a height of 333.
// - R: github.com/ridi/RxBus-Swift README.md (1afe9ee): {0, 595, 414, 301}
// - T: github.com/marty-suzuki/iOSTraining Swift/pages/day3/2-3-1_KeyboardNotification.md (097cf7e): {0, 550, 414, 346}

extension SimulatedScreenModel {
    static let all: [SimulatedScreenModel] = [
        .phone320x480, .phone320x568, .phone414x736, .phone375x812, .phone414x896, .phone375x667, .phone393x852,
        .tablet768x1024, .linuxPhone720x1440, .linuxDesktop800x1280,
    ]

    /// Heights: Z, S.
    static let phone320x480 = SimulatedScreenModel(
        portraitSize: CGSize(width: 320, height: 480),
        portrait: KeyboardHeights(letters: 216, lettersWithPredictions: 253),
        landscape: KeyboardHeights(letters: 162)
    )

    /// Heights: Z, C.
    static let phone414x736 = SimulatedScreenModel(
        portraitSize: CGSize(width: 414, height: 736),
        portrait: KeyboardHeights(letters: 226, lettersWithPredictions: 271),
        landscape: KeyboardHeights(letters: 162)
    )

    /// Heights: X.
    static let phone375x812 = SimulatedScreenModel(
        portraitSize: CGSize(width: 375, height: 812),
        portrait: KeyboardHeights(letters: 291, lettersWithPredictions: 335),
        landscape: KeyboardHeights(letters: 162)
    )

    /// Heights: R, T.
    static let phone414x896 = SimulatedScreenModel(
        portraitSize: CGSize(width: 414, height: 896),
        portrait: KeyboardHeights(letters: 301, lettersWithPredictions: 346),
        landscape: KeyboardHeights(letters: 162)
    )
}
