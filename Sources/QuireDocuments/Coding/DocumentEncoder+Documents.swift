import Fleece

extension DocumentEncoder {
    /// Encodes a value as a mutable document, which can be saved to any collection.
    ///
    /// ```swift
    /// let document = try DocumentEncoder().encode(hotel)
    /// document.setString("new", forKey: "state")
    /// try collection.save(document: document)
    /// ```
    ///
    /// The ID of the document is that of the value's ``DocumentID``, or a random one. The document
    /// is new: it does not have the revision that the value was read at. The content of unsaved
    /// blobs is kept in memory until it is saved with the document.
    ///
    /// - Parameter value: A value that is encoded as a dictionary.
    /// - Returns: The document.
    /// - Throws: `EncodingError` with the full coding path, or if the value is not encoded as a
    ///   dictionary. Errors thrown by the value's `encode(to:)` are rethrown.
    /// - Complexity: O(*n*) in the size of the value.
    public func encode(_ value: some Encodable) throws -> MutableDocument {
        var encoder = self
        if userInfo[.blobStorage] == nil { encoder.userInfo[.inlinesBlobs] = true }
        let writer = FleeceWriter()
        let identity = try encoder.encode(value, into: writer, discriminator: nil)
        let root = FleeceStorage(try writer.finish()).root
        guard let body = root?.dictionary else {
            throw EncodingError.invalidValue(
                value,
                EncodingError.Context(
                    codingPath: [],
                    debugDescription: "a document must be a dictionary; \(type(of: value)) is "
                        + "encoded as \(root.map { "\($0.kind)" } ?? "no value")"))
        }
        return MutableDocument(id: identity?.wrappedValue, body: body)
    }
}
