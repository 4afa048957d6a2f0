import Fleece
import Quire
import SQLPlusPlus

/// A page of the documents that meet conditions, in an order.
struct PageRequest: Sendable {
    /// The documents that belong to the page.
    enum Position: Sendable {
        case first
        case last
        case after(PageCursor)
        case before(PageCursor)

        /// Whether the documents are read in reverse order.
        var isBackward: Bool {
            switch self {
            case .first, .after: false
            case .last, .before: true
            }
        }

        var cursor: PageCursor? {
            switch self {
            case .first, .last: nil
            case .after(let cursor), .before(let cursor): cursor
            }
        }
    }

    let collection: String
    let filters: [DocumentFilter]
    /// The property by which the documents are sorted before their IDs, unless it is the ID.
    let order: PropertyPath?
    let isDescending: Bool
    let limit: Int
    let position: Position
    let columns: PropertySelection?

    private static let defaultLimit = 100
    private static let maximumLimit: Int64 = 500
    /// The greatest number of documents without their bodies.
    private static let maximumIDLimit: Int64 = 5_000

    /// Parses a request.
    ///
    /// - Throws: ``StudioError`` if a value is missing or of another kind.
    init(_ request: RequestObject) throws {
        collection = try request.requiredString("collection")
        filters = try request.objects("filters").map(DocumentFilter.init)
        let order = try request.objects("order")
        guard order.count < 2 else {
            throw StudioError.invalidRequest("Documents are sorted by at most one property.")
        }
        let path = try order.first.map { try DocumentPath($0.requiredString("path")) }
        self.order = path?.property
        isDescending = try order.first?.boolean("descending") ?? false
        let columns = try request.strings("columns")
        let maximum = columns == [] ? Self.maximumIDLimit : Self.maximumLimit
        limit = try request.integer("limit", in: 1...maximum) ?? Self.defaultLimit
        self.columns = try columns.map(PropertySelection.init)
        let after = try request.string("after").map { try PageCursor($0) }
        let before = try request.string("before").map { try PageCursor($0) }
        switch (after, before, try request.boolean("last")) {
        case (nil, nil, false): position = .first
        case (nil, nil, true): position = .last
        case (let cursor?, nil, false): position = .after(cursor)
        case (nil, let cursor?, false): position = .before(cursor)
        default:
            throw StudioError.invalidRequest("Only one of after, before and last is possible.")
        }
    }

    /// The condition of all filters.
    var condition: QueryTerm? { DocumentFilter.condition(filters) }

    /// The order of the whole table.
    func ordering(reversed: Bool = false) -> [OrderingTerm] {
        let direction: OrderingTerm.Direction =
            isDescending != reversed ? .descending : .ascending
        let id = OrderingTerm(.metadata(.id, of: nil), direction)
        return order.map { [OrderingTerm(.property($0, of: nil), direction), id] } ?? [id]
    }

    /// The statement that selects the whole table, for people.
    var statement: SelectStatement {
        let name = QualifiedCollectionName(collection)
        return SelectStatement(
            [ResultColumn(.metadata(.id, of: nil)), .star],
            from: CollectionSource(
                name.isDefault ? "_" : name.collection, scope: name.scope),
            where: condition, orderedBy: ordering())
    }
}
