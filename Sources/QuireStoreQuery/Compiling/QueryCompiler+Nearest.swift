// A search for the nearest vectors restricts the rows of a statement to those that an index has found. The
// statement then computes their distances, checks its conditions and sorts them, as it does without an index:
//
//   SELECT … FROM fl_each(quire_nearest(…)) AS n0 CROSS JOIN kv_default AS s0 ON s0.rowid = n0.value
//   WHERE … ORDER BY quire_vector_distance(…) LIMIT 10
//
// With a condition, three times as many documents are searched first. If too few of them satisfy the
// condition, the documents that do are found, and only these are searched. So the result has as many rows as
// the limit permits, however few documents satisfy the condition.

import Foundation
import QuireSearch
import SQLPlusPlus

/// An index of vectors that a statement uses.
struct NearestUse {
    let index: NearestIndex
    let source: CompiledSource
    let collection: DocumentCollection
    /// The vector to which distances are computed.
    let target: QueryTerm
    /// The condition of the documents to search, or `nil` for all in the index.
    let condition: QueryTerm?
    /// Whether the distances of all vectors are computed.
    let isExact: Bool
    let limit: QueryTerm
    let offset: QueryTerm?
}

extension QueryCompiler {
    /// Finds the index of vectors that a statement uses.
    ///
    /// - Parameter statement: A statement whose sources are known.
    /// - Returns: The statement, whose distances have the metric of the index.
    /// - Throws: ``QuireError`` with code `missingIndex` if `APPROX_VECTOR_DISTANCE` has no index,
    ///   `invalidQuery` if the index has another metric.
    mutating func addNearestIndex(to statement: SelectStatement) throws -> SelectStatement {
        guard !visitsDocuments else { return statement }
        if let search = try VectorSearch(in: statement) {
            return try addIndex(for: search)
        }
        guard let distance = statement.ordering.first?.term,
            case .call("VECTOR_DISTANCE", let arguments) = distance,
            case .property(let path, let name)? = arguments.first, arguments.count >= 2,
            !arguments[1].usesDocuments,
            statement.condition?.conjuncts.contains(.test(.isValued, distance)) == true
        else { return statement }
        let source = try source(of: path, name)
        let metric = arguments.dropFirst(2).first.flatMap(\.metric) ?? .euclideanSquared
        let dimensions = arguments[1].dimensions
        let indexes = try indexes(on: path, of: source, for: statement)
        let index = indexes.first { index in
            index.metric == metric && !index.isLazy
                && dimensions ?? index.dimensions == index.dimensions
        }
        if let index {
            use(
                index, of: source, from: arguments[1], by: distance, isExact: true, in: statement)
        }
        return statement
    }

    private mutating func addIndex(for search: VectorSearch) throws -> SelectStatement {
        let source = try source(of: search.property, search.source)
        let indexes = try indexes(on: search.property, of: source, for: search.statement)
        guard let first = indexes.first else {
            throw try missingIndex(for: search, of: source)
        }
        guard let index = indexes.first(where: { search.metric ?? $0.metric == $0.metric }) else {
            throw QuireError.invalidQuery(
                "the index \(first.name) has the metric \(first.metric.name), not "
                    + "\(search.metric?.name ?? "")")
        }
        let distance = QueryTerm.call(
            VectorSearch.function,
            [
                .property(search.property, of: search.source), search.target,
                .literal(.string(index.metric.name)),
            ])
        let statement = search.statement.replacingTerms { $0 == search.distance ? distance : nil }
        if let collection = source.collection {
            searchedTable = "\(collection.tables.liveTableName):vector:\(index.name)"
            if index.isLazy {
                lazyIndex = LazyIndexUse(
                    index: index, source: source, collection: collection, target: search.target,
                    distance: distance)
            }
        }
        use(
            index, of: source, from: search.target, by: distance, isExact: false, in: statement)
        return statement
    }

    /// Returns the error of a search without an index that contains all of its documents.
    private func missingIndex(
        for search: VectorSearch, of source: CompiledSource
    ) throws -> QuireError {
        if case .documents(let collection, _) = source.kind,
            let partial = try collection.nearestIndexes(on: search.property, where: { _ in true })
                .first, let types = partial.types
        {
            return QuireError(
                .missingIndex,
                "APPROX_VECTOR_DISTANCE(\(search.property)) cannot use the index \(partial.name), which "
                    + "contains only documents with \(types.condition): add this condition to WHERE."
            )
        }
        return QuireError(
            .missingIndex,
            """
            APPROX_VECTOR_DISTANCE(\(search.property)) requires an index of vectors on \
            \(search.property). Create it first: createIndex(withName:config:) with a \
            NearestIndexConfiguration, or 'quire index create' with --vector. VECTOR_DISTANCE \
            computes distances without an index.
            """)
    }

    /// Returns the indexes on a property that contain all documents of a statement.
    private func indexes(
        on path: PropertyPath, of source: CompiledSource, for statement: SelectStatement
    ) throws -> [NearestIndex] {
        guard case .documents(let collection, _) = source.kind else { return [] }
        let conjuncts = statement.condition?.conjuncts ?? []
        return try collection.nearestIndexes(on: path) { types in
            conjuncts.contains { types.contain($0, of: source.name, isOnly: sources.count == 1) }
        }
    }

    /// Uses an index, unless the order or the rows of the statement do not permit it.
    private mutating func use(
        _ index: NearestIndex, of source: CompiledSource, from target: QueryTerm,
        by distance: QueryTerm, isExact: Bool, in statement: SelectStatement
    ) {
        guard case .documents(let collection, isOptional: false) = source.kind,
            let limit = statement.limit, let first = statement.ordering.first,
            first.direction == .ascending, ordered(by: first, in: statement) == distance,
            !statement.isDistinct, !statement.isGrouped,
            !mentionsDeleted(source, statement)
        else { return }
        let conditions = (statement.condition?.conjuncts ?? []).filter { condition in
            condition != .test(.isValued, distance) && !condition.isUpperLimit(of: distance)
        }
        let isMet = conditions.allSatisfy { condition in
            index.types.meet(condition, of: source.name, isOnly: sources.count == 1)
        }
        nearest = NearestUse(
            index: index, source: source, collection: collection, target: target,
            // An index of values can contain the types, so their condition is not left out alone.
            // Deleted documents among the live ones may be in the index, and are left out by a condition.
            condition: isMet && !collection.mayHaveDeletedAmongLive
                ? nil
                : conditions.isEmpty ? .literal(.boolean(true)) : .operation(.and, conditions),
            isExact: isExact, limit: limit, offset: statement.offset)
    }

    /// Returns the term by which rows are sorted, without an alias.
    private func ordered(by ordering: OrderingTerm, in statement: SelectStatement) -> QueryTerm {
        switch ordering.term {
        case .column(let name, let path) where path.isEmpty:
            return statement.columns.first { $0.alias == name }?.term ?? ordering.term
        case .literal(.integer(let number)):
            guard let column = Int(exactly: number),
                statement.columns.indices.contains(column - 1)
            else { return ordering.term }
            return statement.columns[column - 1].term
        default: return ordering.term
        }
    }

    // MARK: SQL

    /// Returns the SQL of the row IDs of the documents to examine, as an array.
    func rows(of use: NearestUse, in statement: SelectStatement) throws -> SQLFragment {
        let rows = try nearestRows(of: use, in: statement)
        guard use.isExact, use.target.dimensions == nil else { return rows }
        // The value of a parameter can have other dimensions than the index. The search then returns NULL, and
        // all documents are examined.
        let alias = use.source.alias
        return """
            coalesce(\(rows), (SELECT quire_array_agg(\(alias).rowid) FROM \
            \(table: use.collection.tables) AS \(alias)))
            """
    }

    /// Returns the SQL of the row IDs of the nearest documents, as an array.
    private func nearestRows(
        of use: NearestUse, in statement: SelectStatement
    ) throws -> SQLFragment {
        var count: SQLFragment = try "\(self.count(use.limit, "LIMIT"))"
        if let offset = use.offset { count.append(try " + \(self.count(offset, "OFFSET"))") }
        guard let condition = use.condition else {
            return try nearest(use, count: count, rows: "NULL")
        }
        var compiler = self
        compiler.nearest = nil
        var filter = statement
        filter.condition = condition
        let tables = try compiler.tables(of: filter)
        let conditions = SQLFragment.joined(try compiler.conditions(in: filter), separator: " AND ")
        let alias = use.source.alias
        let first = try nearest(use, count: "3 * (\(count)) + 10", rows: "NULL")
        let all = try nearest(
            use, count: count,
            rows: "(SELECT quire_rows(\(alias).rowid) FROM \(tables) WHERE \(conditions))")
        return """
            (SELECT CASE WHEN count(*) >= \(count) THEN quire_array_agg(docid) ELSE \(all) END \
            FROM (SELECT \(alias).rowid AS docid FROM fl_each(\(first)) AS n0 CROSS JOIN \(tables) \
            WHERE \(alias).rowid = n0.value AND \(conditions)))
            """
    }

    private func nearest(
        _ use: NearestUse, count: SQLFragment, rows: SQLFragment
    ) throws -> SQLFragment {
        try """
        quire_nearest(\(constant: use.collection.tables.name), \(constant: use.index.name), \
        \(typed(use.target)), \(constant: use.index.metric.name), \(count), \
        \(use.isExact ? "1" : "0"), \(number: use.index.dimensions), \(rows), \
        \(constant: use.index.definition))
        """
    }
}

extension NearestIndex.Types {
    /// Returns whether all documents that meet a condition are indexed.
    fileprivate func contain(
        _ condition: QueryTerm, of source: String?, isOnly: Bool
    ) -> Bool {
        values(in: condition, of: source, isOnly: isOnly)?.isSubset(of: names) ?? false
    }

    /// Returns the values that a condition permits for the property of the types, or `nil` if it is
    /// another condition.
    fileprivate func values(
        in condition: QueryTerm, of source: String?, isOnly: Bool
    ) -> Set<String>? {
        func isProperty(_ term: QueryTerm) -> Bool {
            guard case .property(let path, let name) = term, path.storedText == self.path else {
                return false
            }
            return name.map { $0 == source } ?? isOnly
        }
        switch condition {
        case .operation(.equal, let operands), .operation(.is, let operands):
            guard operands.count == 2, let text = operands.compactMap(\.text).first,
                operands.contains(where: isProperty)
            else { return nil }
            return [text]
        case .membership(let operand, in: .array(let items), isNegated: false):
            let texts = items.compactMap(\.text)
            return isProperty(operand) && texts.count == items.count ? Set(texts) : nil
        default: return nil
        }
    }
}

extension NearestIndex.Types? {
    /// Returns whether all indexed documents meet a condition.
    fileprivate func meet(_ condition: QueryTerm, of source: String, isOnly: Bool) -> Bool {
        guard let types = self, let values = types.values(in: condition, of: source, isOnly: isOnly)
        else { return false }
        return values.isSuperset(of: types.names)
    }
}

extension QueryTerm {
    fileprivate var text: String? {
        if case .literal(.string(let text)) = self { text } else { nil }
    }

    fileprivate var metric: DistanceMetric? { text.flatMap(DistanceMetric.init(named:)) }

    /// The number of dimensions of a vector that the statement contains, or `nil` if it is not known.
    fileprivate var dimensions: Int? {
        switch self {
        case .literal(.string(let text)): Data(base64Encoded: text).map { $0.count / 4 }
        case .array(let items): items.count
        default: nil
        }
    }

    /// Whether the value differs between documents.
    fileprivate var usesDocuments: Bool {
        contains { term in
            switch term {
            case .property, .column, .metadata, .variable, .rank, .match, .exists: true
            default: false
            }
        }
    }

    /// Whether the term is a condition that the nearest documents satisfy first.
    fileprivate func isUpperLimit(of distance: QueryTerm) -> Bool {
        switch self {
        case .operation(.lessThan, let operands), .operation(.lessThanOrEqual, let operands):
            operands.count == 2 && operands[0] == distance && !operands[1].usesDocuments
        case .operation(.greaterThan, let operands), .operation(.greaterThanOrEqual, let operands):
            operands.count == 2 && operands[1] == distance && !operands[0].usesDocuments
        default: false
        }
    }
}

extension DocumentCollection {
    /// Returns the index of vectors for a search, or `nil` if no index has its documents.
    ///
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func nearestIndex(for search: NearestSearch) throws -> NearestIndex? {
        try nearestIndexes(on: search.property) { types in
            search.scope?.conjuncts.contains { types.contain($0, of: nil, isOnly: true) } ?? false
        }.first { index in
            !index.isLazy && index.dimensions == search.target.count
                && search.metric ?? index.metric == index.metric
        }
    }

    /// Returns the indexes of a property's vectors.
    ///
    /// - Parameters:
    ///   - path: The property.
    ///   - contain: A closure that returns whether an index of some types has all documents that are
    ///     searched.
    /// - Returns: The indexes, sorted by name.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    fileprivate func nearestIndexes(
        on path: PropertyPath, where contain: (NearestIndex.Types) -> Bool
    ) throws -> [NearestIndex] {
        try read { try NearestIndexes(of: tables, on: $0.sqlite).all() }
            .filter { $0.path == path.storedText && $0.types.map(contain) ?? true }
    }
}
