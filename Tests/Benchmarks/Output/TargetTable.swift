/// The targets for a person.
struct TargetTable {
    let targets: [Target]

    var description: String {
        var table = TextTable(["target", "wanted", "figure", "met"])
        for target in targets {
            let bound = (target.isLowerBound ? "≥ " : "≤ ") + RatioTable.text(target.bound)
            let verdict = target.isMet ? "yes" : target.isFarMissed ? "no" : "nearly"
            table.append([target.title, bound, RatioTable.text(target.figure), verdict])
        }
        return table.description
    }
}
