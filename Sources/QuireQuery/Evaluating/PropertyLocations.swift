package import Fleece
package import SQLPlusPlus

/// The document ID and the properties that terms read, by number.
///
/// Terms share these numbers, so that each property is read once for each row.
package struct PropertyLocations {
    /// The origin of a value.
    package enum Origin {
        case documentID
        case property(FleecePath)
        /// A value of a joined source, by the number of the source.
        case joined(Int, JoinedPart)
    }

    /// A part of a joined document or array item.
    package enum JoinedPart {
        case whole
        case property(FleecePath)
        case metadata(MetadataField)
    }

    /// The number of the document ID.
    package static let documentID = 0

    private var numbers: [QueryTerm: Int] = [:]
    /// The origins by number.
    package private(set) var origins: [Origin] = [.documentID]

    /// Creates locations of no properties but the document ID.
    package init() {}

    /// Returns the number of a path, and assigns a number to a new path.
    package mutating func number(of path: PropertyPath) -> Int {
        number(of: .property(path, of: nil)) { .property(FleecePath(path)) }
    }

    /// Returns the number of a path in a joined source.
    ///
    /// - Parameters:
    ///   - path: The path, which is empty for the whole document or item.
    ///   - source: The joined source, with its number in the statement.
    /// - Returns: The number.
    package mutating func number(of path: PropertyPath, in source: JoinedSourceName) -> Int {
        number(of: .property(path, of: source.name)) {
            .joined(source.number, path.isEmpty ? .whole : .property(FleecePath(path)))
        }
    }

    /// Returns the number of a metadata property of a joined document.
    package mutating func number(of field: MetadataField, in source: JoinedSourceName) -> Int {
        number(of: .metadata(field, of: source.name)) { .joined(source.number, .metadata(field)) }
    }

    private mutating func number(of term: QueryTerm, _ origin: () -> Origin) -> Int {
        if let number = numbers[term] { return number }
        origins.append(origin())
        numbers[term] = origins.count - 1
        return origins.count - 1
    }
}

/// A source after the first one in a statement.
package struct JoinedSourceName: Sendable {
    /// The name of the source in the statement.
    package let name: String
    /// The number of the source, beginning with 0 for the first joined source.
    package let number: Int
    /// Whether the source has array items instead of documents.
    let hasItems: Bool
}
