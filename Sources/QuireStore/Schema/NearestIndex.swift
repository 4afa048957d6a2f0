package import QuireSearch

/// An index of vectors, as it is declared in the file.
///
/// The list of indexes does not contain it: Couchbase Lite could then not list the collection's indexes.
package struct NearestIndex: Sendable, Hashable {
    /// The index's name within its collection.
    package let name: String
    /// The property with the vectors, as it is stored in the schema.
    package let path: String
    /// The number of dimensions.
    package let dimensions: Int
    /// How distances are computed.
    package let metric: DistanceMetric
    /// The documents that are indexed, or `nil` for all.
    package let types: Types?
    /// Whether vectors are added by the program and not by triggers.
    package let isLazy: Bool
    /// Settings that the index records and does not use.
    package let notes: String

    /// A text that differs from that of any index with other vectors or distances.
    package var definition: String {
        var parts = [path, "\(dimensions)", metric.name, isLazy ? "lazy" : ""]
        if let types { parts += [types.path] + types.names }
        return parts.map { "\($0.utf8.count):\($0)" }.joined()
    }

    /// The documents in which a property has one of several values.
    package struct Types: Sendable, Hashable {
        /// The property, as it is stored in the schema.
        package let path: String
        /// Its values.
        package let names: [String]

        package init(path: String, names: [String]) {
            self.path = path
            self.names = names
        }

        /// The condition of the documents in SQL++, such as `type = 'hotel'`.
        package var condition: String {
            let texts = names.map { "'\($0.replacing("'", with: "''"))'" }
            return texts.count == 1
                ? "\(path) = \(texts[0])" : "\(path) IN [\(texts.joined(separator: ", "))]"
        }
    }

    /// The beginning of the message about a target of a search that has other dimensions than the index.
    package static let targetProblem = "the target of the distance has "

    package init(
        name: String, path: String, dimensions: Int, metric: DistanceMetric, types: Types?,
        isLazy: Bool, notes: String
    ) {
        self.name = name
        self.path = path
        self.dimensions = dimensions
        self.metric = metric
        self.types = types
        self.isLazy = isLazy
        self.notes = notes
    }
}
