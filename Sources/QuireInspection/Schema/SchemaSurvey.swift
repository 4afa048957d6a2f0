package import Quire

/// A survey of the shapes of a collection's documents, by type.
package struct SchemaSurvey {
    /// The documents of one type.
    package struct DocumentType {
        /// The name of the type, or `nil` for documents without a type.
        package let name: String?
        package let shape: Shape
    }

    /// The key of the document type.
    package let typeKey: String
    package private(set) var types: [DocumentType] = []
    private var indexes: [String?: Int] = [:]

    /// Creates an empty survey.
    ///
    /// - Parameter typeKey: The key of the document type.
    package init(typeKey: String) {
        self.typeKey = typeKey
    }

    package mutating func add(_ document: DocumentRecord) {
        let name = document.body[typeKey]?.string
        let index = indexes[name] ?? types.count
        if index == types.count {
            types.append(DocumentType(name: name, shape: Shape()))
            indexes[name] = index
        }
        types[index].shape.add(document.body.value)
    }
}
