import Fleece

extension DocumentDecoder {
    /// Decodes a document, as it is with its changes that are not saved yet.
    ///
    /// - Parameters:
    ///   - type: The type to make. Its ``DocumentID`` gets the document's ID and revision.
    ///   - document: What to make it of.
    /// - Returns: The value.
    /// - Throws: `DecodingError` with the full coding path, or what the type's `init(from:)` throws;
    ///   ``QuireError`` with code `invalidParameter` if the document has a value that could not be
    ///   saved either.
    /// - Complexity: O(*n*) in the size of what the type reads, and of what a changed document has.
    public func decode<T: Decodable>(_ type: T.Type, from document: Document) throws -> T {
        try decode(
            type, from: document.content,
            identity: DocumentIdentity(id: document.id, revision: document.revision?.id))
    }

    /// Decodes a dictionary, as it is with its changes that are not saved yet.
    ///
    /// - Parameters:
    ///   - type: The type to make.
    ///   - dictionary: What to make it of.
    /// - Returns: The value.
    /// - Throws: As for a document.
    /// - Complexity: As for a document.
    public func decode<T: Decodable>(_ type: T.Type, from dictionary: DictionaryObject) throws -> T
    {
        try decode(type, from: dictionary.content, identity: nil)
    }

    /// Decodes an array, as it is with its changes that are not saved yet.
    ///
    /// - Parameters:
    ///   - type: The type to make.
    ///   - array: What to make it of.
    /// - Returns: The value.
    /// - Throws: As for a document.
    /// - Complexity: As for a document.
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
                DecodingError.Context(codingPath: [], debugDescription: "there is no value"))
        }
        return try decode(type, from: root, identity: identity)
    }

    /// The decoder with the storage of the blobs that it will meet.
    private func knowing(_ blobs: (any BlobStorage)?) -> DocumentDecoder {
        var decoder = self
        if let blobs, userInfo[.blobStorage] == nil { decoder.userInfo[.blobStorage] = blobs }
        return decoder
    }
}
