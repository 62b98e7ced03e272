/// Where a field leads to by hand: weakly, and from which chain.
struct FormLink {
    weak var target: (any FormField)?
    /// The registration that made the link; `nil` where it was set by hand.
    var chain: FormChain?
    /// Whether the field has been given a place in a chain, be it the last one.
    var isSet = false

    enum Direction {
        case next, previous
    }
}
