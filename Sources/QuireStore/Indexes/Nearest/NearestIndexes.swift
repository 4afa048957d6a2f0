import Fleece
import QuireSearch

/// The indexes of vectors of a collection, which are declared in a row of `kv_info`.
///
/// The row contains a dictionary for each collection, by its name in `kvmeta`, with a dictionary for each index.
package struct NearestIndexes {
    private let tables: CollectionTables
    private let connection: SQLiteConnection

    package init(of tables: CollectionTables, on connection: SQLiteConnection) {
        self.tables = tables
        self.connection = connection
    }

    /// Returns the indexes whose tables exist, sorted by name.
    ///
    /// - Throws: ``QuireError`` if SQLite reports an error.
    /// - Complexity: O(*n*) in the number of objects of the schema, or O(1) on a connection that reads if
    ///   the schema is unchanged.
    package func all() throws -> [NearestIndex] {
        // Each change of a declaration also creates or removes tables.
        try connection.schemaValue(named: "indexes of vectors of \(tables.name)") {
            try declared().filter { index in
                try NearestTables(index.name, of: tables).exist(for: index, on: connection)
            }
        }
    }

    /// Returns the declared indexes, also those whose tables do not exist.
    ///
    /// - Throws: ``QuireError`` if SQLite reports an error.
    package func declared() throws -> [NearestIndex] {
        guard let row = try InfoRow.nearestIndexes.read(on: connection) else { return [] }
        let root = row.withUnsafeBytes { FleeceStorage(copying: $0) }.rootDictionary
        let own = root?[tables.name]?.dictionary
        return own?.compactMap { NearestIndex(name: $0.key, $0.value.dictionary) }
            .sorted { $0.name < $1.name } ?? []
    }

    /// Declares an index, or removes the declaration.
    ///
    /// - Parameters:
    ///   - index: The index, or `nil` to remove it.
    ///   - name: The index's name.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func set(_ index: NearestIndex?, named name: String) throws {
        let declared = try declared()
        let others = declared.filter { $0.name != name }
        guard index != nil || others.count < declared.count else { return }
        try write(others + [index].compactMap(\.self))
    }

    /// Removes the declarations of the collection.
    func removeAll() throws {
        if try !declared().isEmpty { try write([]) }
    }

    private func write(_ indexes: [NearestIndex]) throws {
        let row = try InfoRow.nearestIndexes.read(on: connection) ?? []
        let root = row.withUnsafeBytes { FleeceStorage(copying: $0) }.rootDictionary
        let writer = FleeceWriter()
        writer.beginDictionary()
        if let root {
            for (collection, value) in root where collection != tables.name {
                writer.writeKey(collection)
                writer.write(copyOf: value)
            }
        }
        if !indexes.isEmpty {
            writer.writeKey(tables.name)
            writer.beginDictionary()
            for index in indexes {
                writer.writeKey(index.name)
                index.write(to: writer)
            }
            writer.endDictionary()
        }
        writer.endDictionary()
        try InfoRow.nearestIndexes.write(try writer.finish(), on: connection)
    }
}

extension NearestIndex {
    /// Reads a declaration, which is not valid if a value is missing.
    fileprivate init?(name: String, _ declaration: FleeceDictionary?) {
        guard let declaration, let path = declaration["path"]?.string,
            let dimensions = declaration["dimensions"]?.int64,
            (1...Int64(VectorReader.maxDimensions)).contains(dimensions),
            let metric = declaration["metric"]?.string.flatMap(DistanceMetric.init(named:))
        else { return nil }
        let types = declaration["types"]?.array?.compactMap(\.string)
        let typePath = declaration["typePath"]?.string
        self.init(
            name: name, path: path, dimensions: Int(dimensions), metric: metric,
            types: types.flatMap { names in typePath.map { Types(path: $0, names: names) } },
            isLazy: declaration["isLazy"]?.boolean ?? false,
            notes: declaration["notes"]?.string ?? "")
    }

    fileprivate func write(to writer: FleeceWriter) {
        func write(_ text: String, forKey key: String) {
            writer.writeKey(key)
            writer.write(text)
        }
        writer.beginDictionary()
        write(path, forKey: "path")
        writer.writeKey("dimensions")
        writer.write(Int64(dimensions))
        write(metric.name, forKey: "metric")
        if let types {
            write(types.path, forKey: "typePath")
            writer.writeKey("types")
            writer.beginArray()
            for name in types.names { writer.write(name) }
            writer.endArray()
        }
        if isLazy {
            writer.writeKey("isLazy")
            writer.write(true)
        }
        if !notes.isEmpty { write(notes, forKey: "notes") }
        writer.endDictionary()
    }
}
