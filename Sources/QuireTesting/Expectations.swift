public import Quire
public import Testing

/// Expects that all values of a type survive round trips through documents, JSON and a database.
///
/// ```swift
/// @Test func `hotels survive a round trip`() {
///     expectRoundTrips(Hotel.self, fixtures: [#"{"name":"Grand","room_rate":240}"#])
/// }
/// ```
///
/// The function generates random and extreme values of the type, as described in ``ModelCheck``.
/// For a `DocumentModel`, it also expects that unknown fields are preserved. Each problem is
/// recorded as an issue of the current test. The issue contains the property, its value before and
/// after, the cause, the smallest failing value and the seed that reproduces it.
///
/// - Parameters:
///   - type: The type of the values, such as a model.
///   - fixtures: JSON texts written by older versions of the program, which must decode.
///   - examples: Values to use for types that cannot be generated, for example because they accept
///     only certain strings.
///   - transientProperties: The names of stored properties, including constants, that are not
///     encoded and are therefore ignored. A key of a fixture with one of these names is ignored as
///     well.
///   - seed: The seed of the first value. Equal seeds generate equal values.
///   - count: The number of values to generate.
///   - sourceLocation: The source location of recorded issues.
public func expectRoundTrips<Model: Codable>(
    _ type: Model.Type, fixtures: [String] = [], examples: [any Decodable] = [],
    ignoring transientProperties: Set<String> = [], seed: UInt64 = 1, count: Int = 100,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let check = ModelCheck(
        type, fixtures: fixtures, examples: examples, ignoring: transientProperties, seed: seed,
        count: count)
    for finding in check.findings() {
        Issue.record("\(type), \(finding)", sourceLocation: sourceLocation)
    }
}

/// Expects that a property is stored at the given path in documents.
///
/// ```swift
/// expectStored(\Hotel.roomRate, at: "room_rate")
/// expectStored(\Hotel.address.city, at: "address.city")
/// ```
///
/// Typed filters access the property at this path. The test confirms that SQL++ queries with the
/// same path access the same property, and detects properties that were renamed by accident.
///
/// - Parameters:
///   - keyPath: The property.
///   - path: The SQL++ path, which consists of keys and indexes, or is `meta().id`.
///   - sourceLocation: The source location of recorded issues.
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

/// Expects that a selection uses an index.
///
/// ```swift
/// let hotels = try database.repository(of: Hotel.self)  // a database with the app's indexes
/// expectIndexed(hotels.filter { $0.address.city == "Bergen" }, by: "byCity")
/// ```
///
/// The expectation is met if SQLite uses the index for a condition of the selection or for its
/// order. If the index is used only for the condition on the type discriminator, the query still
/// reads every document of the type. This is recorded as an issue as well. The issue contains the
/// query plan.
///
/// - Parameters:
///   - selection: The selection, which is explained and not run.
///   - name: The name of the expected index, or `nil` for any index.
///   - sourceLocation: The source location of recorded issues.
public func expectIndexed<Model: DocumentModel>(
    _ selection: Selection<Model>, by name: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    expectIndexed(name, at: sourceLocation) {
        (try selection.explain(), try selection.typeExplanation(), selection.isOrdered)
    }
}

/// Expects that a query uses an index.
///
/// The expectation is met if SQLite uses the index for a condition or for the order. If the query
/// has an order or a condition other than the one on its type discriminator, an index that is used
/// only for the type discriminator is recorded as an issue as well. The issue contains the query
/// plan.
///
/// ```swift
/// let query = try database.createQuery(
///     "SELECT room_rate FROM _ WHERE type = 'hotel' AND address.city = 'Bergen'")
/// expectIndexed(query, by: "byCity")
/// ```
///
/// - Parameters:
///   - query: The query with its parameters.
///   - name: The name of the expected index, or `nil` for any index.
///   - typeKey: The key of the type discriminator.
///   - sourceLocation: The source location of recorded issues.
public func expectIndexed(
    _ query: Query, by name: String? = nil, typeKey: String = "type",
    sourceLocation: SourceLocation = #_sourceLocation
) {
    expectIndexed(name, at: sourceLocation) {
        (
            try query.explain(), try query.typeExplanation(typeKey: typeKey),
            query.isOrdered
        )
    }
}

private func expectIndexed(
    _ name: String?, at sourceLocation: SourceLocation,
    _ explain: () throws -> (plan: String, ofType: String?, hasOrder: Bool)
) {
    do {
        let (plan, ofType, hasOrder) = try explain()
        let indexes = PlannedIndexes(plan)
        if name.map({ !indexes.names.contains($0) }) ?? indexes.names.isEmpty {
            let wanted = name.map { "The index \($0) is not used by" } ?? "No index is used by"
            Issue.record("\(wanted) this query:\n\(plan)", sourceLocation: sourceLocation)
        } else if let ofType,
            indexes.serveOnlyType(PlannedIndexes(ofType), hasOrder: hasOrder)
        {
            let used = Set(indexes.names).sorted().joined(separator: ", ")
            Issue.record(
                "The index \(used) is used only for the type discriminator of this query:\n\(plan)",
                sourceLocation: sourceLocation)
        }
    } catch {
        Issue.record("\(error)", sourceLocation: sourceLocation)
    }
}
