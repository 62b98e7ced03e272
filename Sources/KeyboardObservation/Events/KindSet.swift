/// Kinds of events, in a byte: asked once a listener and event.
struct KindSet: Sendable {
    private var bits: UInt8 = 0

    init(_ kinds: Set<KeyboardEvent.Kind> = []) {
        for kind in kinds { insert(kind) }
    }

    func contains(_ kind: KeyboardEvent.Kind) -> Bool {
        bits & kind.bit != 0
    }

    mutating func insert(_ kind: KeyboardEvent.Kind) {
        bits |= kind.bit
    }
}

extension KeyboardEvent.Kind {
    fileprivate var bit: UInt8 {
        switch self {
        case .willShow: 1
        case .didShow: 2
        case .willHide: 4
        case .didHide: 8
        case .willChangeFrame: 16
        case .didChangeFrame: 32
        }
    }
}
