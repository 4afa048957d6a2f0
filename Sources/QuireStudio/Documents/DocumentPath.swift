import SQLPlusPlus

/// A property of documents, or their ID.
struct DocumentPath: Sendable, Equatable {
    /// The text for the document ID.
    static let idText = "META().id"

    /// The path, or `nil` for the document ID.
    let property: PropertyPath?

    /// Parses the text of a path, such as `address.city`.
    ///
    /// - Throws: ``StudioError`` if it is not the text of a path.
    init(_ text: String) throws(StudioError) {
        guard text != Self.idText else {
            property = nil
            return
        }
        let path: PropertyPath
        do throws(SQLPlusPlusError) {
            path = try PropertyPath(text)
        } catch {
            throw .invalidRequest("\(text.debugDescription) is not a property path: \(error)")
        }
        guard !path.isEmpty else { throw .invalidRequest("A property path is empty.") }
        property = path
    }

    /// Returns the text of a path followed by a key, in backticks if necessary.
    static func text(_ path: String, appending key: String) -> String {
        let key = PropertyPath([.key(key)]).description
        return path.isEmpty ? key : "\(path).\(key)"
    }

    /// The term of the query language.
    var term: QueryTerm { property.map { .property($0, of: nil) } ?? .metadata(.id, of: nil) }
}
