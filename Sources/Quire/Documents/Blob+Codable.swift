import Foundation

extension Blob: Codable {
    private enum CodingKeys: String, CodingKey {
        case type = "@type"
        case contentType = "content_type"
        case digest
        case length
        case data
    }

    /// Reads a blob as documents have it.
    ///
    /// One that a document of a database is read from has its content there; one that is read by
    /// another decoder has none until it is saved to a database that has it.
    ///
    /// - Throws: `DecodingError` if it is not a blob, or something in it is not of its type.
    public convenience init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let type = try container.decode(String.self, forKey: .type)
        guard type == Self.blobType else {
            throw DecodingError.dataCorruptedError(
                forKey: .type, in: container,
                debugDescription: "a blob has the type \"\(Self.blobType)\", not \"\(type)\"")
        }
        let contentType = try container.decodeIfPresent(String.self, forKey: .contentType)
        let length = try container.decodeIfPresent(UInt64.self, forKey: .length)
        if container.contains(.data) {
            self.init(contentType: contentType, Self.inline(try Self.content(container)))
            return
        }
        let text = try container.decode(String.self, forKey: .digest)
        guard let digest = BlobDigest(text) else {
            throw DecodingError.dataCorruptedError(
                forKey: .digest, in: container,
                debugDescription: "\(text.prefix(64).debugDescription) is not a blob's digest")
        }
        let storage = decoder.userInfo[.blobStorage] as? any BlobStorage
        self.init(
            contentType: contentType,
            State(source: .reference(storage), digest: digest, length: length))
    }

    /// The content that stands in place of a digest: base64 text, or the decoder's own form of data.
    private static func content(_ container: KeyedDecodingContainer<CodingKeys>) throws -> Data {
        guard let text = try? container.decode(String.self, forKey: .data) else {
            return try container.decode(Data.self, forKey: .data)
        }
        guard let content = Data(base64Encoded: text) else {
            throw DecodingError.dataCorruptedError(
                forKey: .data, in: container, debugDescription: "the text is not base64")
        }
        return content
    }

    /// Writes a blob as documents have it.
    ///
    /// When a document is saved, the content is stored with it. Any other encoder can write only a
    /// blob that was saved before.
    ///
    /// - Throws: ``QuireError`` as ``read()`` if the content cannot be read; `ioError` or
    ///   `cantOpenFile` if the database cannot store it, for example because the disk is full.
    ///   `EncodingError` if the encoder has nowhere to store it, or what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        if let storage = encoder.userInfo[.blobStorage] as? any BlobStorage {
            try passing(encoder, "stored") { try install(in: storage) }
        }
        var current = current
        if current.digest == nil, encoder.userInfo[.inlinesBlobs] as? Bool == true {
            try passing(encoder, "read") { current = Self.inline(try read()) }
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Self.blobType, forKey: .type)
        try container.encodeIfPresent(contentType, forKey: .contentType)
        if let digest = current.digest {
            try container.encode(digest.description, forKey: .digest)
        } else if case .inline(let content) = current.source {
            try container.encode(content.base64EncodedString(), forKey: .data)
        } else {
            throw failure(
                "the blob is not saved, and this encoder has nowhere to store its content; save it "
                    + "with a document or with Database.saveBlob(blob:) before", encoder, nil)
        }
        try container.encodeIfPresent(current.length, forKey: .length)
    }

    /// Runs a closure that works on the content.
    ///
    /// Errors of the database pass unchanged: callers of a save handle them by their codes. Errors of
    /// other streams and storages get the path to the blob.
    private func passing(
        _ encoder: any Encoder, _ verb: String, _ body: () throws -> Void
    ) throws {
        do {
            try body()
        } catch let error as QuireError {
            throw error
        } catch {
            throw failure("the blob's content cannot be \(verb): \(error)", encoder, error)
        }
    }

    private func failure(
        _ description: String, _ encoder: any Encoder, _ cause: (any Error)?
    ) -> EncodingError {
        .invalidValue(
            self,
            EncodingError.Context(
                codingPath: encoder.codingPath, debugDescription: description,
                underlyingError: cause))
    }
}
