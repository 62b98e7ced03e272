/// Where a field leads to by hand: weakly, and from which chain.
struct FormLink {
    weak var target: (any FormField)?
    /// The registration that made the link; `nil` where it was set by hand.
    var chain: FormChain?

    enum Direction {
        case next, previous
    }
}
