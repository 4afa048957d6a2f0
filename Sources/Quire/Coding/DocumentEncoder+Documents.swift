import Fleece

extension DocumentEncoder {
    /// Encodes a value as a document that can be changed, and saved to any collection.
    ///
    /// ```swift
    /// let document = try DocumentEncoder().encode(hotel)
    /// document.setString("new", forKey: "state")
    /// try collection.save(document: document)
    /// ```
    ///
    /// The document has the ID of the value's ``DocumentID``, or a random one. It is a new document:
    /// the revision that the value was loaded at is not its own. The content of blobs that were never
    /// saved is kept in memory until it is saved with the document.
    ///
    /// - Parameter value: A value that encodes keys.
    /// - Returns: The document.
    /// - Throws: `EncodingError` with the full coding path, also if the value is not one of keys; or
    ///   what the value's `encode(to:)` throws.
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
                    debugDescription: "a document is a dictionary, and \(type(of: value)) is "
                        + "encoded as \(root.map { "\($0.kind)" } ?? "nothing")"))
        }
        return MutableDocument(id: identity?.wrappedValue, body: body)
    }
}
