import Fleece
import Quire
import SQLPlusPlus

// A page begins at a document and not at an offset, so that each page costs the same, and changes in
// between move no document into or out of a page. Missing values are first in the order, and no
// comparison finds them. So the documents with a value are a part of their own:
//
//   stars IS MISSING AND META().id > "h-3"                              ORDER BY META().id
//   stars >= 4 AND (stars > 4 OR META().id > "h-3")                     ORDER BY stars, META().id
//
// The first comparison of the second form is a range that an index can serve.

/// The reader of a page of documents.
struct PageReader {
    /// The documents of a page, and whether there are more in both directions.
    struct Page {
        var documents: [DocumentRecord]
        var hasNext: Bool
        var hasPrevious: Bool
    }

    /// The documents without and with a value of the sorted property.
    private enum Part { case missing, present }

    let store: any DocumentStore
    let request: PageRequest

    private var isBackward: Bool { request.position.isBackward }
    /// Whether the greater values come first.
    private var isDescending: Bool { request.isDescending != isBackward }

    /// Reads the page.
    func page() throws -> Page {
        var documents = try read(request.limit + 1)
        let hasMore = documents.count > request.limit
        if hasMore { documents.removeLast() }
        if isBackward { documents.reverse() }
        let hasOther = request.position.cursor != nil
        return Page(
            documents: documents, hasNext: isBackward ? hasOther : hasMore,
            hasPrevious: isBackward ? hasMore : hasOther)
    }

    private func read(_ count: Int) throws -> [DocumentRecord] {
        guard let order = request.order else {
            return try select(
                orderedBy: [], where: (request.position.cursor?.id).map { [isBehind($0)] } ?? [],
                count: count)
        }
        let property = QueryTerm.property(order, of: nil)
        let cursor = request.position.cursor
        var parts: [Part] = isDescending ? [.present, .missing] : [.missing, .present]
        if let cursor, let first = parts.first, first != Self.part(of: cursor) {
            parts.removeFirst()
        }
        var documents: [DocumentRecord] = []
        for (number, part) in parts.enumerated() where documents.count < count {
            let cursor = number == 0 ? cursor : nil
            let rest = count - documents.count
            switch part {
            case .missing:
                let behind = (cursor?.id).map { [isBehind($0)] } ?? []
                documents += try select(
                    orderedBy: [], where: [.test(.isMissing, property)] + behind, count: rest)
            case .present: documents += try present(property, after: cursor, count: rest)
            }
        }
        return documents
    }

    private static func part(of cursor: PageCursor) -> Part {
        cursor.value == .missing || cursor.value == .none ? .missing : .present
    }

    private func present(
        _ property: QueryTerm, after cursor: PageCursor?, count: Int
    ) throws -> [DocumentRecord] {
        let isPresent = QueryTerm.test(.isNotMissing, property)
        guard let cursor else {
            return try select(orderedBy: [property], where: [isPresent], count: count)
        }
        let from: BinaryOperator = isDescending ? .lessThanOrEqual : .greaterThanOrEqual
        let behind: BinaryOperator = isDescending ? .lessThan : .greaterThan
        switch cursor.value {
        case .literal(let literal):
            let value = QueryTerm.literal(literal)
            let isLater = QueryTerm.operation(behind, [property, value])
            return try select(
                orderedBy: [property],
                where: [
                    .operation(from, [property, value]),
                    .operation(.or, [isLater, isBehind(cursor.id)]),
                ], count: count)
        case .number:
            // Numbers are before all strings.
            let bound = QueryTerm.operation(.lessThan, [property, .literal(.string(""))])
            return try select(
                orderedBy: [property], where: [isDescending ? bound : isPresent], count: count,
                after: cursor.id)
        case .collection:
            // Collections and data are behind null.
            let bound = QueryTerm.operation(.greaterThan, [property, .literal(.null)])
            return try select(
                orderedBy: [property], where: [isDescending ? isPresent : bound], count: count,
                after: cursor.id)
        case .none, .missing: return []
        }
    }

    /// The condition that the ID of a document is behind another in the order that is read.
    private func isBehind(_ id: String) -> QueryTerm {
        .operation(
            isDescending ? .lessThan : .greaterThan,
            [.metadata(.id, of: nil), .literal(.string(id))])
    }

    /// Reads documents.
    ///
    /// - Parameters:
    ///   - order: The terms that are sorted before the ID.
    ///   - conditions: The conditions in addition to the filters.
    ///   - count: The greatest number of documents.
    ///   - id: The ID of the document behind which they begin, if no condition can express it.
    /// - Returns: The documents in the order that is read.
    /// - Throws: The errors of `records(selectedBy:)`.
    private func select(
        orderedBy order: [QueryTerm], where conditions: [QueryTerm], count: Int,
        after id: String? = nil
    ) throws -> [DocumentRecord] {
        let direction: OrderingTerm.Direction = isDescending ? .descending : .ascending
        let statement = SelectStatement(
            [.star], from: CollectionSource("_"),
            where: DocumentFilter.conjunction(request.filters.map(\.term) + conditions),
            orderedBy: (order + [.metadata(.id, of: nil)]).map { OrderingTerm($0, direction) },
            limit: id == nil ? .literal(.integer(Int64(count))) : nil)
        guard let id else { return try store.records(selectedBy: statement) }
        return try documents(selectedBy: statement, after: id, count)
    }

    private func documents(
        selectedBy statement: SelectStatement, after id: String, _ count: Int
    ) throws -> [DocumentRecord] {
        struct Enough: Error {}
        var documents: [DocumentRecord] = []
        var isFound = false
        do {
            try store.forEachPage(selectedBy: statement) { page in
                for record in page {
                    if isFound {
                        documents.append(record)
                    } else {
                        isFound = record.id == id
                    }
                    if documents.count == count { throw Enough() }
                }
            }
        } catch is Enough {}
        return documents
    }
}
