/// The targets as text.
struct TargetTable {
    let targets: [Target]

    var description: String {
        var table = TextTable(["target", "wanted", "result", "met"])
        for target in targets {
            let bound = (target.isLowerBound ? "≥ " : "≤ ") + RatioTable.text(target.bound)
            let verdict = target.isMet ? "yes" : target.isFarMissed ? "no" : "nearly"
            table.append([target.title, bound, RatioTable.text(target.value), verdict])
        }
        return table.description
    }
}
