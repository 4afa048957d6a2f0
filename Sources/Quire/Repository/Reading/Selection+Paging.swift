import Fleece
import SQLPlusPlus

/// Some models of a selection, in its order.
public struct Page<Model: Sendable>: Sendable {
    /// The models.
    public let models: [Model]
    /// Where the next page begins, or `nil` if this is the last one.
    public let next: PageCursor?
}

extension Selection {
    /// Loads the models page by page.
    ///
    /// A page is found by the values that the last one ended with and not by counting, so a late page
    /// is as quick as an early one if there is an index to the order. Models that are equal in what
    /// they are sorted by come by their documents' IDs; without an order all do. The selection's own
    /// offset counts for the first page, its limit for none.
    ///
    /// - Parameters:
    ///   - cursor: The end of the page before, or `nil` for the first page.
    ///   - size: How many models a page has at most; at least one.
    /// - Returns: The page.
    /// - Throws: ``QuireError`` with code `invalidParameter` if the cursor is one of another order,
    ///   `invalidQuery` if a model is sorted by what is no single value. Or as `all()`.
    /// - Complexity: O(*n*) in the number of documents in the collection, unless there is an index.
    public func page(after cursor: PageCursor? = nil, size: Int) throws -> Page<Model> {
        let (records, next) = try recordPage(after: cursor, size: size)
        return Page(models: try repository.decode(records), next: next)
    }

    /// Reads the documents of a page.
    func recordPage(
        after cursor: PageCursor?, size: Int
    ) throws -> (records: [DocumentRecord], next: PageCursor?) {
        let size = max(1, size)
        let ordering = try ordering.map { try $0.get() } + [OrderingTerm(Self.documentID)]
        let order = ordering.map { "\($0)" }.joined(separator: ", ")
        var condition = try condition()
        if let cursor {
            condition = .operation(.and, [condition, try behind(cursor, ordering, order)])
        }
        // One more than asked for tells whether there is another page.
        let page = limit(size == .max ? size : size + 1).offset(cursor == nil ? skipped ?? 0 : 0)
        var records = try page.records(where: condition, orderedBy: ordering)
        guard records.count > size else { return (records, nil) }
        records.removeLast(records.count - size)
        return (records, try records.last.map { try self.cursor(at: $0, ordering, order) })
    }

    private static var documentID: QueryTerm { .metadata(.id, of: nil) }

    /// The place of a document in the order.
    private func cursor(
        at record: DocumentRecord, _ ordering: [OrderingTerm], _ order: String
    ) throws -> PageCursor {
        let positions = try ordering.dropLast().map { term -> PageCursor.Position in
            if term.term == Self.documentID { return .string(record.id) }
            guard case .property(let path, _) = term.term,
                let position = PageCursor.Position(record.body.value.value(at: FleecePath(path)))
            else {
                throw QuireError(
                    .invalidQuery,
                    """
                    Document "\(record.id)" in \(repository.store.fullName) cannot end a page: \
                    its \(term) is no single value
                    """)
            }
            return position
        }
        return PageCursor(order: order, positions: positions, id: record.id)
    }

    /// The condition that a model comes after another one.
    private func behind(
        _ cursor: PageCursor, _ ordering: [OrderingTerm], _ order: String
    ) throws -> QueryTerm {
        let positions = cursor.positions + [.string(cursor.id)]
        guard cursor.order == order, positions.count == ordering.count else {
            throw QuireError(
                .invalidParameter,
                "A cursor of a selection sorted by \(cursor.order) does not fit one by \(order).")
        }
        // Behind in the first term; or equal in it and behind in the second; and so on.
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
