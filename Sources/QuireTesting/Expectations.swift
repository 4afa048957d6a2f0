public import Quire
public import Testing

/// Expects that all values of a type come back from a document, from JSON and from a database.
///
/// ```swift
/// @Test func `hotels come back as they were`() {
///     expectRoundTrips(Hotel.self, fixtures: [#"{"name":"Grand","room_rate":240}"#])
/// }
/// ```
///
/// Random and extreme values of the type are made up, see ``ModelCheck``. Of a `DocumentModel` the
/// fields that it does not know must survive, too. What is wrong becomes an issue of the current test,
/// with the smallest value that was found and the seed that makes it again.
///
/// - Parameters:
///   - type: The type.
///   - fixtures: JSON texts, as older versions of the program wrote them, that must decode.
///   - examples: Values to use where their types appear, for types that cannot be made up because
///     they take only certain texts, for example.
///   - transientProperties: The names of stored properties that are not coded, constants among them,
///     and need not come back.
///   - seed: Where the values begin: equal seeds make equal values.
///   - count: How many values are made up.
///   - sourceLocation: Where an issue shows.
public func expectRoundTrips<Model: Codable>(
    _ type: Model.Type, fixtures: [String] = [], examples: [any Decodable] = [],
    ignoring transientProperties: Set<String> = [], seed: UInt64 = 1, count: Int = 100,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    var check = ModelCheck(type)
    check.fixtures = fixtures
    check.examples = examples
    check.transientProperties = transientProperties
    check.seed = seed
    check.count = count
    for finding in check.findings() {
        Issue.record("\(type), \(finding)", sourceLocation: sourceLocation)
    }
}

/// Expects that a property is stored at a place in documents.
///
/// ```swift
/// expectStored(\Hotel.roomRate, at: "room_rate")
/// expectStored(\Hotel.address.city, at: "address.city")
/// ```
///
/// That is where typed filters look for it. So a text in SQL++ that names the same place means the same
/// property, and one that was renamed by accident is noticed.
///
/// - Parameters:
///   - keyPath: The property.
///   - path: The place as SQL++ has it: keys and indexes, or `meta().id`.
///   - sourceLocation: Where an issue shows.
public func expectStored<Model: Codable, Value>(
    _ keyPath: any KeyPath<Model, Value> & Sendable, at path: String,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    do {
        let stored = try QueryField<Model, Value>.storedPath(of: keyPath)
        guard stored != path else { return }
        Issue.record(
            "\(keyPath) is stored at \(stored), not at \(path)", sourceLocation: sourceLocation)
    } catch {
        Issue.record("\(error)", sourceLocation: sourceLocation)
    }
}

/// Expects that an index serves a selection.
///
/// ```swift
/// let hotels = try database.repository(of: Hotel.self)     // a database with the app's indexes
/// expectIndexed(hotels.filter { $0.address.city == "Bergen" }, by: "byCity")
/// ```
///
/// An index serves if SQLite uses it for one of the selection's own conditions or for its order. If an index
/// serves only the condition on the type discriminator, each document of the type is still read; that is an
/// issue, too. The issue contains the plan of the selection.
///
/// - Parameters:
///   - selection: The selection.
///   - name: The expected index; any index by default.
///   - sourceLocation: The location that an issue shows.
public func expectIndexed<Model: DocumentModel>(
    _ selection: Selection<Model>, by name: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    expectIndexed(name, sourceLocation) {
        (try selection.explain(), try selection.typeExplanation(), selection.isOrdered)
    }
}

/// Expects that an index serves a query.
///
/// An index serves if SQLite uses it for a condition or for the order. If the query has other conditions than
/// one on its type discriminator, or an order, an index that serves only the discriminator is an issue, too.
/// The issue contains the plan of the query.
///
/// - Parameters:
///   - query: The query, with its parameters.
///   - name: The expected index; any index by default.
///   - typeKey: The key of the type discriminator.
///   - sourceLocation: The location that an issue shows.
public func expectIndexed(
    _ query: Query, by name: String? = nil, typeKey: String = "type",
    sourceLocation: SourceLocation = #_sourceLocation
) {
    expectIndexed(name, sourceLocation) {
        (
            try query.explain(), try query.typeExplanation(typeKey: typeKey),
            query.isOrdered
        )
    }
}

private func expectIndexed(
    _ name: String?, _ sourceLocation: SourceLocation,
    _ explain: () throws -> (plan: String, ofType: String?, hasOrder: Bool)
) {
    do {
        let (plan, ofType, hasOrder) = try explain()
        let indexes = PlannedIndexes(plan)
        if name.map({ !indexes.names.contains($0) }) ?? indexes.names.isEmpty {
            let wanted = name.map { "The index \($0) does not serve" } ?? "No index serves"
            Issue.record("\(wanted) this query:\n\(plan)", sourceLocation: sourceLocation)
        } else if let ofType,
            indexes.serveOnlyType(PlannedIndexes(ofType), hasOrder: hasOrder)
        {
            let used = Set(indexes.names).sorted().joined(separator: ", ")
            Issue.record(
                "The index \(used) serves only the type discriminator of this query:\n\(plan)",
                sourceLocation: sourceLocation)
        }
    } catch {
        Issue.record("\(error)", sourceLocation: sourceLocation)
    }
}
