import Fleece
import SQLPlusPlus

/// A page of the models of a selection, in its order.
///
/// ```swift
/// let page = try hotels.sorted(by: \.name).page(size: 2)
/// for hotel in page.models { print(hotel.name) }
/// print(page.next == nil ? "This is the last page." : "More pages follow.")
/// ```
public struct Page<Model: Sendable>: Sendable {
    /// The models.
    public let models: [Model]
    /// The cursor of the next page, or `nil` if this is the last page.
    public let next: PageCursor?
}

extension Page: Equatable where Model: Equatable {}
extension Page: Hashable where Model: Hashable {}

/// A page is encoded with its models and the token of the next page.
///
/// ```swift
/// let data = try JSONEncoder().encode(page)
/// ```
extension Page: Encodable where Model: Encodable {}
extension Page: Decodable where Model: Decodable {}

extension Selection {
    /// Loads one page of the models.
    ///
    /// A page starts after the sort values at the end of the previous page (keyset pagination).
    /// With an index on the order, a late page is therefore as fast as an early one. Models with
    /// equal sort values, and models of a selection without an order, are sorted by their document
    /// IDs. The models of a full-text search are sorted by rank. The selection's offset applies
    /// only to the first page. Its limit does not apply.
    ///
    /// ```swift
    /// let byRate = hotels.sorted(by: \.roomRate)
    /// var page = try byRate.page(size: 2)
    /// while let next = page.next {
    ///     page = try byRate.page(after: next, size: 2)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - cursor: The cursor from the previous page, or `nil` for the first page.
    ///   - size: The maximum number of models on the page; at least one.
    /// - Returns: The page.
    /// - Throws: ``QuireError`` with code `invalidParameter` if the size is less than 1 or the cursor
    ///   belongs to another order, `invalidQuery` if a sort value is not a single value. Also the
    ///   errors of `all()`.
    /// - Complexity: O(*n*) in the number of documents in the collection, unless there is an index.
    public func page(after cursor: PageCursor? = nil, size: Int) throws -> Page<Model> {
        let (records, next) = try recordPage(after: cursor, size: size)
        return Page(models: try repository.decode(records), next: next)
    }

    /// Reads the documents of a page.
    func recordPage(
        after cursor: PageCursor?, size: Int
    ) throws -> (records: [DocumentRecord], next: PageCursor?) {
        guard size > 0 else {
            throw QuireError(
                .invalidParameter,
                "A page cannot have \(size) models; the size must be at least 1.")
        }
        let searches = try searchConditions()
        let ordering = try orderingTerms(searches) + [OrderingTerm(Self.documentID)]
        let order = ordering.map(\.text).joined(separator: ", ")
        let ownCondition = try condition(searches)
        var condition = ownCondition
        if let cursor {
            condition = .operation(
                .and, [condition, try behind(cursor, ordering: ordering, order: order)])
        }
        // One additional document shows whether there is another page.
        let page = limit(size == .max ? size : size + 1).offset(cursor == nil ? skipped ?? 0 : 0)
        var records = try page.records(where: condition, orderedBy: ordering)
        guard records.count > size else { return (records, nil) }
        records.removeLast(records.count - size)
        let next = try records.last.map {
            try self.cursor(at: $0, ordering, order, where: ownCondition)
        }
        return (records, next)
    }

    private static var documentID: QueryTerm { .metadata(.id, of: nil) }

    /// Returns the cursor at a document, which satisfies a condition.
    private func cursor(
        at record: DocumentRecord, _ ordering: [OrderingTerm], _ order: String,
        where condition: QueryTerm
    ) throws -> PageCursor {
        let positions = try ordering.dropLast().map { term -> PageCursor.Position in
            if term.term == Self.documentID { return .string(record.id) }
            if case .rank = term.term {
                return .double(try rank(term.term, of: record, where: condition))
            }
            guard !term.term.containsReferencedDocument else {
                throw QuireError(
                    .invalidQuery,
                    """
                    A selection that is sorted by a property of referenced documents cannot be \
                    read page by page. Use limit(_:) and offset(_:)
                    """)
            }
            guard let position = PageCursor.Position(try sortedValue(term.term, of: record)) else {
                throw QuireError(
                    .invalidQuery,
                    """
                    Document "\(record.id)" in \(repository.store.fullName) cannot end a page: \
                    its sort value \(term) is not a single value
                    """)
            }
            return position
        }
        return PageCursor(order: order, positions: positions, id: record.id)
    }

    /// Returns the value by which a document is sorted, without a collation.
    private func sortedValue(_ term: QueryTerm, of record: DocumentRecord) throws -> QueryValue {
        if case .property(let path, _) = term.uncollated {
            return QueryValue(record.body.value.value(at: FleecePath(path)))
        }
        return try TermEvaluator(term.uncollated).value(of: EvaluatedDocument(record))
    }

    /// Returns the rank of a document for a full-text search of the selection.
    private func rank(
        _ rank: QueryTerm, of record: DocumentRecord, where condition: QueryTerm
    ) throws -> Double {
        let isRecord = QueryTerm.operation(
            .equal, [Self.documentID, .literal(.string(record.id))])
        let statement = SelectStatement(
            [ResultColumn(rank)], from: .own, where: .operation(.and, [condition, isRecord]))
        let rows = try repository.store.rows(of: repository.store.joinedStatement(statement))
        return rows.next()?.double(at: 0) ?? 0
    }

    /// Returns the condition that a model comes after the position of a cursor.
    private func behind(
        _ cursor: PageCursor, ordering: [OrderingTerm], order: String
    ) throws -> QueryTerm {
        let positions = cursor.positions + [.string(cursor.id)]
        let earlierOrder = ordering.map(\.earlierText).joined(separator: ", ")
        guard [order, earlierOrder].contains(cursor.order), positions.count == ordering.count
        else {
            throw QuireError(
                .invalidParameter,
                """
                The page cursor belongs to a selection sorted by \(cursor.order), not to one \
                sorted by \(order). Use a cursor of the same selection
                """)
        }
        // A model comes after the position if its first term does, or if its first term is equal
        // and its second term does, and so on.
        var equal: [QueryTerm] = []
        var alternatives: [QueryTerm] = []
        for (term, position) in zip(ordering, positions) {
            let step = position.isBefore(term.term, term.direction)
            alternatives.append(equal.isEmpty ? step : .operation(.and, equal + [step]))
            equal.append(position.equals(term.term))
        }
        return alternatives.count == 1 ? alternatives[0] : .operation(.or, alternatives)
    }
}

extension OrderingTerm {
    /// The term in SQL++, with which a cursor identifies an order.
    fileprivate var text: String { direction == .descending ? "\(term) DESC" : "\(term)" }

    /// The term in the cursors of Quire 0.2.
    fileprivate var earlierText: String {
        "OrderingTerm(term: \(term), direction: SQLPlusPlus.OrderingTerm.Direction.\(direction))"
    }
}
