import Foundation

extension CGRect {
    /// The rectangle in the coordinates of the same screen turned by a quarter.
    ///
    /// - Parameter height: the screen's height in these coordinates, in points.
    func turned(onScreenOfHeight height: CGFloat) -> CGRect {
        CGRect(x: height - maxY, y: minX, width: self.height, height: width)
    }
}
