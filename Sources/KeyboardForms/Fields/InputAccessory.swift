public import Foundation

/// What stands above the keys while a field is edited, as UIKit's input accessory view does.
@MainActor
public protocol InputAccessory: AnyObject {
    /// How tall it is, in points.
    var height: CGFloat { get }
}
