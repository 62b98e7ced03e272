public import Foundation

extension SimulatedKeyboard {
    /// The keys that the keyboard shows.
    ///
    /// The height of a layout depends on the screen.
    public enum Layout: Sendable, Hashable {
        /// Letters without a prediction row.
        case letters
        /// Letters with a prediction row.
        case lettersWithPredictions
        /// Digits only.
        case numberPad
        /// A keyboard of this height, in points.
        ///
        /// A negative or non-finite height is replaced with 0.
        case custom(height: CGFloat)
        /// A third-party keyboard that adapts its height while it appears.
        ///
        /// The keyboard posts *show* events for each height in the array, and keeps the last height.
        case thirdParty(heights: [CGFloat])
    }
}

extension SimulatedScreenModel {
    package func height(
        of layout: SimulatedKeyboard.Layout,
        in orientation: SimulatedScreen.Orientation = .portrait
    ) -> CGFloat {
        let heights =
            switch orientation {
            case .portrait: portrait
            case .landscape: landscape
            }
        let height =
            switch layout {
            case .letters, .numberPad: heights.letters
            case .lettersWithPredictions: heights.lettersWithPredictions
            case .custom(let height): height
            case .thirdParty(let all): all.last ?? heights.letters
            }
        return min(height.isFinite ? max(height, 0) : 0, size(in: orientation).height)
    }
}
