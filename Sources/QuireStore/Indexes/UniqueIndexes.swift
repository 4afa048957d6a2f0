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
        let rule: UniqueRule
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
            return UniqueIndex(name: record.name, declared.rule, of: tables)
        }.sorted { $0.name < $1.name }
    }

    /// Returns what a unique index checks, or `nil` if the index is not declared as unique.
    ///
    /// - Throws: ``QuireError`` if SQLite reports an error.
    package func rule(of name: String) throws -> UniqueRule? {
        try declarations()[tables.name]?[name]?.rule
    }

    /// Declares whether an index is unique.
    ///
    /// - Parameters:
    ///   - rule: What the index checks, or `nil` if the index is not unique.
    ///   - name: The index's name.
    ///   - expression: The expressions in the list of indexes.
    /// - Throws: ``QuireError`` if SQLite reports an error.
    package func set(_ rule: UniqueRule?, of name: String, expression: String) throws {
        var declarations = try declarations()
        guard rule != nil || declarations[tables.name]?[name] != nil else { return }
        declarations[tables.name, default: [:]][name] = rule.map {
            Declaration(expression: expression, rule: $0)
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
                let types = value.dictionary?["types"]?.array?.compactMap(\.string)
                declarations[collection, default: [:]][name] = Declaration(
                    expression: expression, rule: UniqueRule(paths: paths, types: types))
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
                Self.write(declaration.rule.paths, forKey: "paths", to: writer)
                if let types = declaration.rule.types {
                    Self.write(types, forKey: "types", to: writer)
                }
                writer.endDictionary()
            }
            writer.endDictionary()
        }
        writer.endDictionary()
        return try writer.finish()
    }

    private static func write(_ strings: [String], forKey key: String, to writer: FleeceWriter) {
        writer.writeKey(key)
        writer.beginArray()
        for string in strings { writer.write(string) }
        writer.endArray()
    }
}
