import Fleece

extension DocumentDecoder {
    /// Decodes a document, including its unsaved changes.
    ///
    /// ```swift
    /// if let document = try collection.document(id: "hotel-42") {
    ///     let hotel = try DocumentDecoder().decode(Hotel.self, from: document)
    ///     print(hotel.name)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the value. Its ``DocumentID`` receives the document's ID and revision.
    ///   - document: The document to decode.
    /// - Returns: The value.
    /// - Throws: `DecodingError` with the full coding path. Errors thrown by the type's
    ///   `init(from:)` are rethrown. ``QuireError`` with code `invalidParameter` if the document
    ///   contains a value that cannot be saved.
    /// - Complexity: O(*n*) in the size of the values that the type reads. If the document has
    ///   unsaved changes, O(*n*) in the size of the document.
    public func decode<T: Decodable>(_ type: T.Type, from document: Document) throws -> T {
        try decode(
            type, from: document.content,
            identity: DocumentIdentity(id: document.id, revision: document.revision?.id))
    }

    /// Decodes a dictionary, including its unsaved changes.
    ///
    /// ```swift
    /// if let dictionary = document.dictionary(forKey: "address") {
    ///     let address = try DocumentDecoder().decode(Address.self, from: dictionary)
    ///     print(address.city)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - dictionary: The dictionary to decode.
    /// - Returns: The value.
    /// - Throws: The same errors as for a document.
    /// - Complexity: The same as for a document.
    public func decode<T: Decodable>(_ type: T.Type, from dictionary: DictionaryObject) throws -> T
    {
        try decode(type, from: dictionary.content, identity: nil)
    }

    /// Decodes an array, including its unsaved changes.
    ///
    /// ```swift
    /// if let array = document.array(forKey: "phones") {
    ///     let phones = try DocumentDecoder().decode([String].self, from: array)
    ///     print(phones.count)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - array: The array to decode.
    /// - Returns: The value.
    /// - Throws: The same errors as for a document.
    /// - Complexity: The same as for a document.
    public func decode<T: Decodable>(_ type: T.Type, from array: ArrayObject) throws -> T {
        let content = array.content
        let decoder = knowing(content.blobs)
        if let value = content.untouched { return try decoder.decode(type, from: value) }
        return try decoder.decode(type) { contents throws in try contents.write(content) }
    }

    private func decode<T: Decodable>(
        _ type: T.Type, from content: DictionaryContent, identity: DocumentIdentity?
    ) throws -> T {
        let decoder = knowing(content.blobs)
        if content.known.isEmpty, let base = content.base {
            return try decoder.decode(type, from: base.value, identity: identity)
        }
        return try decoder.decode(type, identity) { contents throws in try contents.write(content) }
    }

    private func decode<T: Decodable>(
        _ type: T.Type, _ identity: DocumentIdentity? = nil,
        writtenBy write: (inout ContentWriter) throws -> Void
    ) throws -> T {
        let writer = FleeceWriter()
        var contents = ContentWriter(
            writer, puttingBlobsInto: nil, isStrict: true, inlinesBlobs: true)
        try write(&contents)
        guard let root = FleeceStorage(try writer.finish()).root else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: [], debugDescription: "the object has no value"))
        }
        return try decode(type, from: root, identity: identity)
    }

    /// Returns the decoder with the storage that decoded blobs read their content from.
    private func knowing(_ blobs: (any BlobStorage)?) -> DocumentDecoder {
        var decoder = self
        if let blobs, userInfo[.blobStorage] == nil { decoder.userInfo[.blobStorage] = blobs }
        return decoder
    }
}
