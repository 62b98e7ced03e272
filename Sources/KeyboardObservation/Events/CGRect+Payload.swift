import Foundation

extension CGRect {
    /// Reads a `CGRect`, or an `NSValue` that holds one; `nil` where it holds something else.
    init?(payload value: Any) {
        if let frame = value as? CGRect {
            self = frame
        } else if let box = value as? NSValue, Self.isFrame(box) {
            self = box.rectValue
        } else {
            return nil
        }
    }

    /// `NSValue.rectValue` traps on a value that holds something else, and a subclass may say of itself what it likes.
    private static func isFrame(_ box: NSValue) -> Bool {
        unsafe type(of: box) == boxClass && strcmp(box.objCType, boxedType) == 0
    }

    private static let boxClass = type(of: NSValue(rect: .zero))
    private static let boxedType = unsafe String(cString: NSValue(rect: .zero).objCType)

    /// Whether all four edges are: those of finite numbers may overflow.
    var isFinite: Bool {
        minX.isFinite && minY.isFinite && maxX.isFinite && maxY.isFinite
    }
}
