#if PostgreSQL
    import Foundation
    import QuirePlatform
    import QuireModels

    /// The indexes of a collection, which any program can change.
    ///
    /// The table `index` lists them:
    ///
    /// ```text
    /// quire=> SELECT full_name, name, definition FROM quire.index;
    ///     full_name    |  name  |                           definition
    /// -----------------+--------+----------------------------------------------------------------
    ///  _default.hotels | byCity | {"expressions":["type","address.city"],"isUnique":false,…}
    /// ```
    ///
    /// The list can contain an index that the collection's table does not have, because a program was
    /// killed while it changed the index. Such an index, and one that is not complete, is ignored.
    ///
    /// Queries use a copy of the list, which is at most one minute old: a query that does not know an
    /// index has the same result.
    final class StoredIndexes: Sendable {
        private struct Copy {
            var indexes: [String: PostgresIndex] = [:]
            var date = Date.distantPast
        }

        private static let maximumAge: TimeInterval = 60

        private let table: String
        /// The table of the collection.
        private let documents: String
        private let fullName: String
        private let copy = Mutex(Copy())

        init(_ layout: PostgresLayout, fullName: String) {
            table = layout.schema + ".index"
            documents = layout.table(of: fullName)
            self.fullName = fullName
        }

        /// Returns the name of an index on the server.
        func sqlName(of name: String) -> String {
            SQLName.shortened("\(fullName).index.\(name)")
        }

        /// Returns the names on the server of the indexes that are complete.
        private func complete(_ connection: PostgresConnection) throws -> Set<ExactString> {
            let rows = try connection.rows(
                """
                SELECT c.relname::text FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
                WHERE i.indrelid = to_regclass($1) AND i.indisvalid
                """, [.text(documents)])
            return Set(rows.map { ExactString($0.text(0)) })
        }

        /// Reads the list.
        func read(_ connection: PostgresConnection) throws -> [String: PostgresIndex] {
            let rows = try connection.rows(
                "SELECT name, definition::text FROM \(table) WHERE full_name = $1",
                [.text(fullName)])
            let complete = rows.isEmpty ? [] : try complete(connection)
            var indexes: [String: PostgresIndex] = [:]
            for row in rows where complete.contains(ExactString(sqlName(of: row.text(0)))) {
                // A later version of Quire can have other kinds of indexes.
                indexes[row.text(0)] = try? JSONDecoder().decode(
                    PostgresIndex.self, from: Data(row.text(1).utf8))
            }
            let read = indexes
            copy.withLock { $0 = Copy(indexes: read, date: Date()) }
            return indexes
        }

        /// Returns the names of all indexes, in order.
        func names(_ connection: PostgresConnection) throws -> [String] {
            let complete = try complete(connection)
            return try connection.rows(
                "SELECT name FROM \(table) WHERE full_name = $1 ORDER BY name", [.text(fullName)]
            ).map { $0.text(0) }.filter { complete.contains(ExactString(sqlName(of: $0))) }
        }

        /// Returns the copy of the list, which is read again if it is old.
        func recent(_ connection: PostgresConnection) throws -> [String: PostgresIndex] {
            let known = copy.withLock { copy in
                abs(copy.date.timeIntervalSinceNow) < Self.maximumAge ? copy.indexes : nil
            }
            return try known ?? read(connection)
        }

        /// Reads the list again before its next use.
        func invalidate() { copy.withLock { $0.date = .distantPast } }

        /// Adds an index to the list, or replaces its definition.
        func record(
            _ index: PostgresIndex, named name: String, on connection: PostgresConnection
        ) throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            try connection.change(
                """
                INSERT INTO \(table) (full_name, name, definition) VALUES ($1, $2, $3)
                ON CONFLICT (full_name, name) DO UPDATE SET definition = excluded.definition
                """, [.text(fullName), .text(name), .json(Array(try encoder.encode(index)))])
        }

        /// Removes an index from the list.
        func remove(_ name: String, _ connection: PostgresConnection) throws {
            try connection.change(
                "DELETE FROM \(table) WHERE full_name = $1 AND name = $2",
                [.text(fullName), .text(name)])
        }
    }
#endif
