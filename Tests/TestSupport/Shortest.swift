/// Removes elements of a list that fails, until the list would pass without any one of the others.
package func shortest<Element>(_ list: [Element], while fails: ([Element]) -> Bool) -> [Element] {
    var (best, index) = (list, 0)
    while index < best.count {
        var shorter = best
        shorter.remove(at: index)
        if fails(shorter) { (best, index) = (shorter, 0) } else { index += 1 }
    }
    return best
}
