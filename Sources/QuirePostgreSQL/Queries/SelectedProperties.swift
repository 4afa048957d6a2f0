#if PostgreSQL
    import Fleece
    import QuireModels
    import SQLPlusPlus

    /// Properties that the server returns in columns of their own, in place of the whole body.
    ///
    /// For the paths `city` and `address.street`, the columns are `body->'city'` and
    /// `body->'address'->'street'`, from which each row gets the body
    /// `{"city": …, "address": {"street": …}}`.
    struct SelectedProperties {
        private indirect enum Node {
            case column(Int)
            case dictionary([(key: String, node: Node)])
        }

        /// The values of the columns in SQL.
        private(set) var columns: [String] = []
        private let root: Node

        /// Creates the columns of paths.
        ///
        /// A path with an array index is represented by its array. If a path leads to a value inside
        /// another one, only the outer value has a column.
        ///
        /// - Returns: The properties, or `nil` if a path is empty or is not valid in SQL.
        init?(_ paths: [PropertyPath]) {
            var outer: [PropertyPath] = []
            for path in paths {
                let keys = path.components.prefix { if case .key = $0 { true } else { false } }
                if keys.isEmpty { return nil }
                outer.append(PropertyPath(Array(keys)))
            }
            outer.sort { $0.components.count < $1.components.count }
            var kept: [PropertyPath] = []
            for path in outer where !kept.contains(where: { path.begins(with: $0) }) {
                kept.append(path)
                guard let value = RowFilter.property(.property(path, of: nil)) else { return nil }
                columns.append(value)
            }
            let paths = kept.enumerated().map { ($0.element.components[...], $0.offset) }
            root = Self.tree(paths)
        }

        private static func tree(
            _ paths: [(ArraySlice<PropertyPath.Component>, column: Int)]
        ) -> Node {
            if let (path, column) = paths.first, path.isEmpty { return .column(column) }
            var keys: [PropertyPath.Component] = []
            for (path, _) in paths {
                if let key = path.first, !keys.contains(key) { keys.append(key) }
            }
            return .dictionary(
                keys.compactMap { key in
                    guard case .key(let name) = key else { return nil }
                    let below = paths.filter { $0.0.first == key }.map { ($0.0.dropFirst(), $0.1) }
                    return (name, tree(below))
                })
        }

        /// Returns whether the columns contain the value at a path.
        func contains(_ path: PropertyPath) -> Bool {
            var node = root
            for component in path.components {
                switch node {
                case .column: return true
                case .dictionary(let entries):
                    guard
                        let next = entries.first(where: {
                            PropertyPath.Component.key($0.key) == component
                        })
                    else { return false }
                    node = next.node
                }
            }
            if case .column = node { return true }
            return false
        }

        /// Returns the body with the properties of a row.
        ///
        /// - Parameters:
        ///   - row: A row of the server's result.
        ///   - firstColumn: The number of the first of ``columns`` in the row.
        ///   - write: A closure that writes the value of a column.
        /// - Returns: The body, or `nil` if it cannot be read.
        /// - Throws: An error that the closure throws, or an error of the writer.
        func body(
            _ row: PostgresRow, firstColumn: Int, _ write: (Int, FleeceWriter) throws -> Void
        ) throws -> FleeceDictionary? {
            let writer = FleeceWriter()
            try self.write(root, to: writer, row: row, firstColumn: firstColumn, write)
            return FleeceStorage(try writer.finish()).rootDictionary
        }

        private func write(
            _ node: Node, to writer: FleeceWriter, row: PostgresRow, firstColumn: Int,
            _ write: (Int, FleeceWriter) throws -> Void
        ) throws {
            switch node {
            case .column(let column): try write(firstColumn + column, writer)
            case .dictionary(let entries):
                writer.beginDictionary()
                for (key, node) in entries {
                    if case .column(let column) = node, row.isNull(firstColumn + column) {
                        continue
                    }
                    writer.writeKey(key)
                    try self.write(node, to: writer, row: row, firstColumn: firstColumn, write)
                }
                writer.endDictionary()
            }
        }
    }

    extension SelectedProperties {
        /// The largest number of properties for which reading columns is faster than reading bodies.
        private static let maximumCount = 8

        /// Creates the properties that the terms of a statement use.
        ///
        /// - Returns: The properties, or `nil` if the statement uses whole documents or too many
        ///   properties.
        init?(usedBy statement: SelectStatement) {
            var paths: [PropertyPath] = []
            func addPaths(of term: QueryTerm) -> Bool {
                switch term {
                case .property(let path, _):
                    if !paths.contains(path) { paths.append(path) }
                    return !path.isEmpty
                // The rows of other statements need whole documents.
                case .exists: return false
                // The server computes these.
                case .match, .rank: return true
                case .call("COUNT", [.star]): return true
                default: return term.children.allSatisfy { addPaths(of: $0) }
                }
            }
            guard statement.joinClauses.isEmpty,
                statement.terms.allSatisfy({ addPaths(of: $0) }),
                paths.count <= Self.maximumCount
            else { return nil }
            self.init(paths)
        }
    }

    extension PropertyPath {
        fileprivate func begins(with other: PropertyPath) -> Bool {
            components.count >= other.components.count
                && zip(components, other.components).allSatisfy { $0 == $1 }
        }
    }
#endif
