import Foundation

extension CGRect {
    /// Reads a `CGRect`, or an `NSValue` that holds one; `nil` where it holds something else.
    ///
    /// On Linux `NSValue.rectValue` traps on a value that holds something else, and `objCType`, which would tell, leaks
    /// a string each time that it is asked. So the box is looked into. It costs a microsecond; a `CGRect` costs a
    /// fortieth of that.
    init?(payload value: borrowing Any) {
        if let frame = PayloadValue.frame(value) {
            self = frame
            return
        }
        let value = copy value
        if let frame = value as? CGRect {
            self = frame
        } else if let box = value as? NSValue, type(of: box) == Self.boxClass,
            let frame = Mirror(reflecting: box).children.first?.value as? CGRect
        {
            self = frame
        } else {
            return nil
        }
    }

    /// The class of the boxes that Foundation makes. A subclass may say of itself what it likes.
    private static let boxClass = type(of: NSValue(rect: .zero))

    /// Whether sums and differences of its coordinates keep fractions of a point: no screen is a billion points away.
    var isComputable: Bool {
        let limit: CGFloat = 1e9
        // A comparison with a number that is not finite is false, too.
        return minX >= -limit && minY >= -limit && maxX <= limit && maxY <= limit && width <= limit && height <= limit
    }

    /// Whether all four edges are: those of finite numbers may overflow.
    package var isFinite: Bool {
        minX.isFinite && minY.isFinite && maxX.isFinite && maxY.isFinite
    }
}
