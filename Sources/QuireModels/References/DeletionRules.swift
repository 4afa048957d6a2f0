/// The delete rules of the documents of a model type.
struct DeletionRules: Sendable {
    /// The rules for all documents.
    private let shared: [ReferrerRule]
    /// The rules of the members of a family, by type name.
    private let members: [String: [ReferrerRule]]

    /// Whether there are no rules.
    var isEmpty: Bool { shared.isEmpty && members.isEmpty }

    /// Returns the rules of a model type, which are determined once.
    static func of<Model: DocumentModel>(_ type: Model.Type) -> DeletionRules {
        ModelShape.of(type).fact { DeletionRules(type) }
    }

    private init<Model: DocumentModel>(_ type: Model.Type) {
        shared = Self.declared(by: type)
        if let family = type as? any DocumentFamily.Type {
            members = Self.declared(byMembersOf: family)
        } else {
            members = [:]
        }
    }

    private static func declared(by type: Any.Type) -> [ReferrerRule] {
        func rules<Model: ReferencedModel>(_ type: Model.Type) -> [ReferrerRule] {
            type.deleteRules.map(\.rule)
        }
        return (type as? any ReferencedModel.Type).map { rules($0) } ?? []
    }

    private static func declared<Family: DocumentFamily>(
        byMembersOf family: Family.Type
    ) -> [String: [ReferrerRule]] {
        let types = FamilyTypes<Family>.all
        var members: [String: [ReferrerRule]] = [:]
        for name in types.names {
            let rules = types[name].map { declared(by: $0.type) } ?? []
            if !rules.isEmpty { members[name] = rules }
        }
        return members
    }

    /// Returns the rules of documents with a type name.
    func rules(ofType name: String) -> [ReferrerRule] {
        members.isEmpty ? shared : shared + (members[name] ?? [])
    }
}
