package import SQLPlusPlus

// A path through a reference, such as `$0.author.model.country`, is a member of a call that
// represents the referenced document. Before a statement runs, each of these documents becomes a
// joined source:
//
//   SELECT * FROM _ AS book LEFT JOIN _ AS author
//   ON META(author).id = book.author AND author.type = 'author' WHERE author.country = 'NO'
//
// A reference identifies at most one document, so a join doesn't change the number of rows.

extension QueryTerm {
    /// The name of the function, which is not a function of SQL++.
    private static let referencedDocument = "REFERENCED"

    /// Returns a term for the document that a reference identifies.
    ///
    /// - Parameters:
    ///   - id: The document's ID.
    ///   - condition: The condition for the document, whose properties have no source.
    /// - Returns: The term.
    package static func referencedDocument(_ id: QueryTerm, where condition: QueryTerm) -> QueryTerm
    {
        .call(referencedDocument, [id, condition])
    }

    /// The ID of a referenced document and its condition, or `nil` if this is another term.
    fileprivate var reference: (id: QueryTerm, condition: QueryTerm)? {
        guard case .call(Self.referencedDocument, let arguments) = self, arguments.count == 2 else {
            return nil
        }
        return (arguments[0], arguments[1])
    }

    /// Whether the term contains a path through a reference.
    package var containsReferencedDocument: Bool { contains { $0.reference != nil } }
}

extension SelectStatement {
    /// Whether a clause contains a path through a reference.
    package var containsReferencedDocuments: Bool {
        terms.contains { $0.containsReferencedDocument }
    }

    /// Returns the statement with a join for each document that a path through a reference needs.
    ///
    /// - Parameter name: The name of the statement's source.
    /// - Returns: The statement.
    /// - Throws: ``QuireError`` with code `invalidQuery` if a reference is an item of an array.
    package func joiningReferencedDocuments(as name: String) throws -> SelectStatement {
        var joins = ReferenceJoins(name)
        var statement = self
        statement.source.alias = name
        if columns != [.star] {
            statement.columns = try columns.map {
                ResultColumn(try joins.resolve($0.term), as: $0.alias)
            }
        }
        statement.condition = try condition.map { try joins.resolve($0) }
        statement.grouping = try grouping.map { try joins.resolve($0) }
        statement.groupCondition = try groupCondition.map { try joins.resolve($0) }
        statement.ordering = try ordering.map {
            OrderingTerm(try joins.resolve($0.term), $0.direction)
        }
        statement.joinClauses = joins.clauses
        return statement
    }

    /// Returns the statement with inner joins where its condition requires the joined document.
    ///
    /// With an inner join, the query can begin with the joined documents.
    package func requiringJoinedDocuments() -> SelectStatement {
        let required = Set(condition?.conjuncts.compactMap(\.requiredSource) ?? [])
        var statement = self
        statement.joinClauses = joinClauses.map { clause in
            guard case .join(.left, let source, let condition) = clause,
                required.contains(source.name)
            else { return clause }
            return .join(.inner, source, on: condition)
        }
        return statement
    }
}

/// The joins that replace referenced documents in a statement.
private struct ReferenceJoins {
    private(set) var clauses: [JoinClause] = []
    /// The name of the statement's source.
    private let ownName: String
    /// The names of the joined documents.
    private var names: [QueryTerm: String] = [:]

    init(_ ownName: String) {
        self.ownName = ownName
    }

    /// Returns a term in which all properties name their source.
    mutating func resolve(_ term: QueryTerm) throws -> QueryTerm {
        var result = self
        var failure: (any Error)?
        let term = term.replacingTerms { term in
            do {
                return try result.replacement(for: term)
            } catch {
                failure = error
                return .missing
            }
        }
        self = result
        if let failure { throw failure }
        return term
    }

    private mutating func replacement(for term: QueryTerm) throws -> QueryTerm? {
        switch term {
        case .property(let path, nil): return .property(path, of: ownName)
        case .metadata(let field, nil): return .metadata(field, of: ownName)
        case .match(let index, nil, let query):
            return .match(index: index, of: ownName, try resolve(query))
        case .rank(let index, nil): return .rank(index: index, of: ownName)
        case .member(let path, of: let document):
            guard let reference = document.reference else { return nil }
            return .property(path, of: try name(of: document, reference))
        default:
            guard let reference = term.reference else { return nil }
            return .metadata(.id, of: try name(of: term, reference))
        }
    }

    private mutating func name(
        of document: QueryTerm, _ reference: (id: QueryTerm, condition: QueryTerm)
    ) throws -> String {
        if let known = names[document] { return known }
        let isItem = reference.id.contains { if case .variable = $0 { true } else { false } }
        guard !isItem else {
            throw QuireError(
                .invalidQuery,
                """
                A condition on the items of an array cannot use properties of referenced documents. \
                Read the IDs of these documents first, and use referring(toAny:by:)
                """)
        }
        let id = try resolve(reference.id)
        let name = newName(for: id)
        names[document] = name
        let condition = reference.condition.replacingTerms { term in
            if case .property(let path, nil) = term { .property(path, of: name) } else { nil }
        }
        let isReferenced = QueryTerm.operation(.equal, [.metadata(.id, of: name), id])
        clauses.append(
            .join(
                .left, CollectionSource("_", as: name),
                on: .operation(.and, [isReferenced, condition])))
        return name
    }

    /// Returns the key of a property, with a number if another source has the same name.
    private func newName(for id: QueryTerm) -> String {
        var key = "reference"
        if case .property(let path, _) = id {
            for case .key(let last) in path.components.reversed() where !last.isEmpty {
                key = last
                break
            }
        }
        let used = Set(([ownName] + names.values).map { $0.lowercased() })
        var name = key
        var number = 2
        while used.contains(name.lowercased()) {
            name = "\(key)\(number)"
            number += 1
        }
        return name
    }
}

extension QueryTerm {
    /// The name of a source whose document must exist for this condition to be true, or `nil` if
    /// none is known.
    fileprivate var requiredSource: String? {
        func source(_ term: QueryTerm) -> String? {
            if case .property(_, let name?) = term { name } else { nil }
        }
        switch self {
        case .operation(.is, let operands):
            guard operands.count == 2, case .literal(let value) = operands[1], value != .null else {
                return nil
            }
            return source(operands[0])
        case .operation(.equal, let operands), .operation(.lessThan, let operands),
            .operation(.lessThanOrEqual, let operands), .operation(.greaterThan, let operands),
            .operation(.greaterThanOrEqual, let operands):
            return operands.lazy.compactMap(source).first
        case .between(let value, _, _, isNegated: false), .test(.isValued, let value),
            .membership(let value, in: .array, isNegated: false):
            return source(value)
        default: return nil
        }
    }
}
