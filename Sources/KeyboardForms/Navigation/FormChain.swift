/// The fields that were linked by one registration, so that the next one can undo it. Weak on them.
@MainActor
final class FormChain {
    private struct Member {
        weak let node: FormNode?
    }

    private let members: [Member]
    private let link: ReferenceWritableKeyPath<FormNode, FormLink>

    private init(_ fields: [any FormField], _ link: ReferenceWritableKeyPath<FormNode, FormLink>) {
        members = fields.map { Member(node: $0.formNode) }
        self.link = link
    }

    /// Links each field to the one after it. What earlier registrations of any of them left is undone first. A field
    /// that comes twice counts where it comes first.
    static func register(_ fields: [any FormField], _ link: ReferenceWritableKeyPath<FormNode, FormLink>) {
        var seen: Set<ObjectIdentifier> = []
        let fields = fields.filter { seen.insert(ObjectIdentifier($0)).inserted }
        let undone = fields.compactMap { $0.formNode[keyPath: link].chain }.flatMap { $0.undo() }
        let chain = FormChain(fields, link)
        for (index, field) in fields.enumerated() {
            let target = fields.indices.contains(index + 1) ? fields[index + 1] : nil
            field.formNode[keyPath: link] = FormLink(target: target, chain: chain, isSet: true)
        }
        tellOrders(of: undone + fields.map(\.formNode))
    }

    /// Each order once: it looks at all links.
    private static func tellOrders(of nodes: [FormNode]) {
        var told: Set<ObjectIdentifier> = []
        for order in nodes.flatMap(\.orders)
        where order.followsLinks && told.insert(ObjectIdentifier(order)).inserted {
            order.structureDidChange()
        }
    }

    /// Takes back the links that are still as this registration made them.
    private func undo() -> [FormNode] {
        let nodes = members.compactMap(\.node).filter { $0[keyPath: link].chain === self }
        for node in nodes { node[keyPath: link] = FormLink() }
        return nodes
    }
}
