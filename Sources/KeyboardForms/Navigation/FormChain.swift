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

    /// Links each field to the one after it. What earlier registrations of any of them left is undone first.
    static func register(_ fields: [any FormField], _ link: ReferenceWritableKeyPath<FormNode, FormLink>) {
        for field in fields { field.formNode[keyPath: link].chain?.undo() }
        let chain = FormChain(fields, link)
        for (index, field) in fields.enumerated() {
            let target = fields.indices.contains(index + 1) ? fields[index + 1] : nil
            field.formNode[keyPath: link] = FormLink(target: target, chain: chain)
            field.formNode.isLinked = true
        }
        tellOrders(of: fields)
    }

    /// Each order once: it looks at all links.
    private static func tellOrders(of fields: [any FormField]) {
        var told: Set<ObjectIdentifier> = []
        for order in fields.lazy.flatMap(\.formNode.orders)
        where order.followsLinks && told.insert(ObjectIdentifier(order)).inserted {
            order.structureDidChange()
        }
    }

    /// Takes back the links that are still as this registration made them.
    private func undo() {
        for node in members.compactMap(\.node) where node[keyPath: link].chain === self {
            node[keyPath: link] = FormLink()
        }
    }
}
