import SQLPlusPlus

extension QueryField {
    /// The path in a document's body at which the property is stored.
    ///
    /// - Returns: The path as SQL++ has it, such as `address.city`, or `meta().id`.
    /// - Throws: ``QuireError`` with code `invalidQuery` that says why the property is not stored.
    package func storedPath() throws -> String {
        switch try source.get().place().location {
        case .documentID: "meta().id"
        case .body(let path): path.description
        }
    }

    /// The path in a document's body at which a property of a type is stored.
    ///
    /// - Parameter keyPath: The property.
    /// - Returns: The path as SQL++ has it, such as `address.city`, or `meta().id`.
    /// - Throws: ``QuireError`` with code `invalidQuery` that says why the property is not stored.
    package static func storedPath(
        of keyPath: any KeyPath<Root, Value> & Sendable
    ) throws -> String {
        try QueryField<Root, Root>(.model)[dynamicMember: keyPath].storedPath()
    }
}
