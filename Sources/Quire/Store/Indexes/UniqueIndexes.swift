import Fleece

// The declarations are a row of `kv_info`, because the table `indexes` has no column for them:
// Couchbase Lite ignores unknown rows. A declaration is valid only while the index exists with the
// same expressions, so another program can delete or replace the index.

/// The declarations of a collection's unique indexes, read with one connection.
package struct UniqueIndexes {
    private let tables: CollectionTables
    private let connection: SQLiteConnection

    private struct Declaration {
        let expression: String
        let paths: [String]
    }

    private typealias Declarations = [String: [String: Declaration]]

    package init(of tables: CollectionTables, on connection: SQLiteConnection) {
        self.tables = tables
        self.connection = connection
    }

    /// Returns the unique indexes of the collection that exist, sorted by name.
    ///
    /// - Throws: ``QuireError`` if SQLite reports an error.
    package func all() throws -> [UniqueIndex] {
        guard let own = try declarations()[tables.name] else { return [] }
        return try IndexList(connection).records(of: tables).compactMap { record in
            guard let declared = own[record.name], record.kind == .value,
                record.expression == declared.expression, record.condition == nil
            else { return nil }
            return UniqueIndex(name: record.name, paths: declared.paths, of: tables)
        }.sorted { $0.name < $1.name }
    }

    /// Returns the properties of a unique index, or `nil` if the index is not declared as unique.
    ///
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func paths(of name: String) throws -> [String]? {
        try declarations()[tables.name]?[name]?.paths
    }

    /// Declares whether an index is unique.
    ///
    /// - Parameters:
    ///   - paths: The indexed properties as they are stored in the schema, or `nil` if the index is
    ///     not unique.
    ///   - name: The index's name.
    ///   - expression: The expressions in the list of indexes.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    func set(_ paths: [String]?, of name: String, expression: String) throws {
        var declarations = try declarations()
        guard paths != nil || declarations[tables.name]?[name] != nil else { return }
        declarations[tables.name, default: [:]][name] = paths.map {
            Declaration(expression: expression, paths: $0)
        }
        try InfoRow.uniqueIndexes.write(encoded(declarations), on: connection)
    }

    private func declarations() throws -> Declarations {
        guard let bytes = try InfoRow.uniqueIndexes.read(on: connection),
            let root = bytes.withUnsafeBytes({ FleeceStorage(copying: $0) }).rootDictionary
        else { return [:] }
        var declarations: Declarations = [:]
        for (collection, indexes) in root {
            guard let indexes = indexes.dictionary else { continue }
            for (name, value) in indexes {
                guard let expression = value.dictionary?["expression"]?.string,
                    let paths = value.dictionary?["paths"]?.array?.compactMap(\.string),
                    !paths.isEmpty
                else { continue }
                declarations[collection, default: [:]][name] =
                    Declaration(expression: expression, paths: paths)
            }
        }
        return declarations
    }

    private func encoded(_ declarations: Declarations) throws -> [UInt8] {
        let writer = FleeceWriter()
        writer.beginDictionary()
        for (collection, indexes) in declarations.sorted(by: { $0.key < $1.key })
        where !indexes.isEmpty {
            writer.writeKey(collection)
            writer.beginDictionary()
            for (name, declaration) in indexes.sorted(by: { $0.key < $1.key }) {
                writer.writeKey(name)
                writer.beginDictionary()
                writer.writeKey("expression")
                writer.write(declaration.expression)
                writer.writeKey("paths")
                writer.beginArray()
                for path in declaration.paths { writer.write(path) }
                writer.endArray()
                writer.endDictionary()
            }
            writer.endDictionary()
        }
        writer.endDictionary()
        return try writer.finish()
    }
}
