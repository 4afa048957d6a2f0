/// The registered middleware that a repository calls: that of its model, and that of the types of a
/// family.
final class RegisteredLists: Sendable {
    private let own: MiddlewareList
    private let members: [MiddlewareList]

    /// Finds the lists of a model.
    init<Model: DocumentModel>(_ registered: RegisteredMiddleware, of type: Model.Type) {
        func members<Family: DocumentFamily>(of family: Family.Type) -> [MiddlewareList] {
            FamilyTypes<Family>.all.models.map { registered.list(of: $0) }
        }
        own = registered.list(of: type)
        let family = type as? any DocumentFamily.Type
        self.members = family.map { members(of: $0) } ?? []
    }

    /// Whether there is any middleware.
    @inline(__always)
    var isUsed: Bool {
        own.isUsed || (!members.isEmpty && members.contains { $0.isUsed })
    }

    /// Returns the middleware, in the order of the calls.
    ///
    /// - Parameters:
    ///   - type: The model type of the repository.
    ///   - typeKey: The key of the type discriminator.
    /// - Returns: The middleware.
    func middleware<Model: DocumentModel>(
        of type: Model.Type, typeKey: String
    ) -> [any RepositoryMiddleware<Model>] {
        memberMiddleware(of: type, typeKey: typeKey) + own.middleware(of: type)
    }

    private func memberMiddleware<Model: DocumentModel>(
        of type: Model.Type, typeKey: String
    ) -> [any RepositoryMiddleware<Model>] {
        func adapters<Family: DocumentFamily>(_ family: Family.Type) -> [any Sendable] {
            var adapters: [any Sendable] = []
            for (member, list) in zip(FamilyTypes<Family>.all.models, members) {
                let adapter = Self.adapter(
                    for: family, member: member, list: list, typeKey: typeKey)
                if let adapter { adapters.append(adapter) }
            }
            return adapters
        }
        guard members.contains(where: \.isUsed), let family = type as? any DocumentFamily.Type
        else { return [] }
        return adapters(family).compactMap { $0 as? any RepositoryMiddleware<Model> }
    }

    private static func adapter<Family: DocumentFamily, Member: DocumentModel>(
        for family: Family.Type, member: Member.Type, list: MiddlewareList, typeKey: String
    ) -> (any Sendable)? {
        let middleware = list.middleware(of: member)
        guard !middleware.isEmpty else { return nil }
        return MemberMiddleware<Family, Member>(middleware, typeKey: typeKey)
    }
}
