/// What a return key says. UIKit's names, without those that are brands.
public enum ReturnKeyType: String, Sendable, Hashable, CaseIterable {
    case `default`, go, join, next, route, search, send, done, emergencyCall, `continue`
}
