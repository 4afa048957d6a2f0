/// How many documents an index of vectors contains.
///
/// ```swift
/// if let status = try collection.nearestIndexStatus(named: "byMeaning") {
///     print(status.indexedCount, status.omittedCount)
/// }
/// ```
public struct NearestIndexStatus: Hashable, Sendable {
    /// The number of documents in the index.
    public let indexedCount: Int

    /// The number of documents whose value is not a vector with the dimensions of the index.
    ///
    /// If the index is lazy, it is the number of documents that the program removed from the index.
    /// Documents without a value are not counted.
    public let omittedCount: Int

    /// The number of documents of a lazy index whose vectors the program must still compute.
    public let outdatedCount: Int

    /// The number of indexed documents that were saved recently, and are searched without the help of codes.
    public let recentCount: Int

    /// The number of vectors of changed and deleted documents that still occupy space.
    public let unusedCount: Int
}

extension NearestIndex {
    /// Returns how many documents the index contains.
    ///
    /// - Parameters:
    ///   - tables: The tables of the collection.
    ///   - connection: A connection.
    /// - Returns: The numbers.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    /// - Complexity: O(*n*) in the number of documents.
    package func status(
        of tables: CollectionTables, on connection: SQLiteConnection
    ) throws -> NearestIndexStatus {
        let own = NearestTables(name, of: tables)
        func count(_ rows: SQLText) throws -> Int {
            let purpose = "describe the index \(name)"
            return Int(try connection.integer("SELECT \(rows)", purpose: purpose) ?? 0)
        }
        let recent = try count("count(*) FROM \(own.recent)")
        let moved = try count("count(*) FROM \(own.slots)")
        let slots = try count("ifnull(sum(length(docids)), 0) / 8 FROM \(own.codes)")
        let outdated =
            isLazy ? try LazyNearestIndex(self, of: tables, on: connection).documentCount() : 0
        let valued = try count(
            "count(*) FROM \(tables.liveTable) AS d WHERE \(own.isValued(of: self, in: "d"))")
        return NearestIndexStatus(
            indexedCount: recent + moved,
            omittedCount: max(valued - outdated - recent - moved, 0), outdatedCount: outdated,
            recentCount: recent, unusedCount: max(slots - moved, 0))
    }
}

extension NearestTables {
    /// Returns the SQL condition that a row has a value that should be a vector.
    func isValued(of index: NearestIndex, in row: SQLText) -> SQLText {
        var condition: SQLText = """
            (\(row).flags & 1) = 0 \
            AND ifnull(fl_value(\(row).body, \(constant: index.path)) <> x'', 0)
            """
        if let types = index.types {
            let names = SQLText.joined(types.names.map { "\(constant: $0)" }, separator: ", ")
            condition.append(
                " AND fl_value(\(row).body, \(constant: types.path)) IN (\(names))")
        }
        return condition
    }
}
