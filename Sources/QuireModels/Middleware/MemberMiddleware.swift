import SQLPlusPlus

/// Middleware of a family that passes the operations of one of its types to the middleware of that
/// type.
struct MemberMiddleware<Family: DocumentFamily, Member: DocumentModel>: RepositoryMiddleware {
    private let middleware: [any RepositoryMiddleware<Member>]
    private let typeKey: String
    private let types = FamilyTypes<Family>.all

    init(_ middleware: [any RepositoryMiddleware<Member>], typeKey: String) {
        self.middleware = middleware
        self.typeKey = typeKey
    }

    func perform(
        _ operation: WriteOperation<Family>,
        next: (WriteOperation<Family>) throws -> WriteOutcome<Family>
    ) throws -> WriteOutcome<Family> {
        guard concernsMember(operation), let converted = converted(operation) else {
            return try next(operation)
        }
        var last: WriteOutcome<Family>?
        let outcome = try converted.performed(through: middleware) {
            let outcome = try next(try restored($0, operation))
            last = outcome
            return self.converted(outcome)
        }
        return last ?? WriteOutcome(id: outcome.id, revisionID: outcome.revisionID)
    }

    func condition(in scope: DeletionScope) -> QueryCondition<Family>? {
        let conditions = middleware.compactMap { $0.condition(in: scope) }
        guard !conditions.isEmpty else { return nil }
        let own = DocumentTypes(names: types.exactNames(of: Member.self), includesOthers: false)
        return QueryCondition(
            condition: Result(valuesOf: conditions.map(\.condition)).map { terms in
                .operation(.or, [own.condition(typeKey).negated, .operation(.and, terms)])
            })
    }

    private func concernsMember(_ operation: WriteOperation<Family>) -> Bool {
        if case .save(let family) = operation.action {
            return type(of: family.member) == Member.self
        }
        guard let name = operation.storedTypeName else { return false }
        return types.isName(name, of: Member.self)
    }

    // MARK: Conversion

    private func converted(_ operation: WriteOperation<Family>) -> WriteOperation<Member>? {
        let action: WriteOperation<Member>.Action
        switch operation.action {
        case .save(let family):
            guard let member = family.member as? Member else { return nil }
            action = .save(member)
        case .patch(let patch): action = .patch(Patch(steps: patch.steps))
        case .delete: action = .delete
        case .purge: action = .purge
        }
        var converted = WriteOperation<Member>(id: operation.id, action: action)
        converted.mergesConflicts = operation.mergesConflicts
        converted.isNew = operation.isNew
        converted.store = operation.store
        converted.storedTypeName = operation.storedTypeName
        converted.histories = operation.histories
        let load = operation.load
        converted.load = { try load().flatMap(Self.member) }
        return converted
    }

    /// Returns the operation of the family for an operation that the middleware may have changed.
    private func restored(
        _ converted: WriteOperation<Member>, _ operation: WriteOperation<Family>
    ) throws -> WriteOperation<Family> {
        var operation = operation
        operation.histories = converted.histories
        switch converted.action {
        case .save(let member):
            guard let family = types.family(of: member) else {
                throw QuireError(
                    .invalidParameter, "\(Family.self) has no member of type \(Member.self).")
            }
            operation.action = .save(family)
        case .patch(let patch): operation.action = .patch(Patch(steps: patch.steps))
        case .delete: operation.action = .delete
        case .purge: operation.action = .purge
        }
        return operation
    }

    private func converted(_ outcome: WriteOutcome<Family>) -> WriteOutcome<Member> {
        var converted = WriteOutcome<Member>(
            id: outcome.id, revisionID: outcome.revisionID,
            stored: outcome.stored.flatMap(Self.member))
        let load = outcome.load
        converted.load = { try load().flatMap(Self.member) }
        return converted
    }

    private static func member(_ stored: Stored<Family>) -> Stored<Member>? {
        (stored.value.member as? Member).map {
            Stored(
                id: stored.id, revisionID: stored.revisionID, sequence: stored.sequence, value: $0,
                body: stored.body)
        }
    }
}
