import Foundation

extension Blob: Codable {
    private enum CodingKeys: String, CodingKey {
        case type = "@type"
        case contentType = "content_type"
        case digest
        case length
        case data
    }

    /// Decodes a blob from its dictionary representation.
    ///
    /// A blob decoded from a document of a database reads its content from that database. A blob
    /// decoded by any other decoder has no content until it is saved to a database that contains
    /// the content.
    ///
    /// - Throws: `DecodingError` if the value is not a blob, or if one of its properties has the
    ///   wrong type.
    public convenience init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let type = try container.decode(String.self, forKey: .type)
        guard type == Self.blobType else {
            throw DecodingError.dataCorruptedError(
                forKey: .type, in: container,
                debugDescription: "expected the type \"\(Self.blobType)\", found \"\(type)\"")
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
                debugDescription: "\(text.prefix(64).debugDescription) is not a valid blob digest")
        }
        let storage = decoder.userInfo[.blobStorage] as? any BlobStorage
        self.init(
            contentType: contentType,
            State(source: .reference(storage), digest: digest, length: length))
    }

    /// Decodes the content stored in place of a digest.
    ///
    /// The content is either a base64 string or the decoder's representation of `Data`.
    private static func content(_ container: KeyedDecodingContainer<CodingKeys>) throws -> Data {
        guard let text = try? container.decode(String.self, forKey: .data) else {
            return try container.decode(Data.self, forKey: .data)
        }
        guard let content = Data(base64Encoded: text) else {
            throw DecodingError.dataCorruptedError(
                forKey: .data, in: container, debugDescription: "the string is not valid base64")
        }
        return content
    }

    /// Encodes the dictionary representation of the blob.
    ///
    /// When a document is saved, the content of the blob is stored with it. All other encoders can
    /// encode only saved blobs.
    ///
    /// - Throws: ``QuireError`` as thrown by ``read()`` if the content cannot be read; `ioError` or
    ///   `cantOpenFile` if the database cannot store the content, for example because the disk is
    ///   full; `EncodingError` if the encoder has no storage for the content; or any error that the
    ///   encoder throws.
    public func encode(to encoder: any Encoder) throws {
        if let storage = encoder.userInfo[.blobStorage] as? any BlobStorage {
            try wrappingErrors(of: encoder, verb: "stored") { try install(in: storage) }
        }
        var current = current
        if current.digest == nil, encoder.userInfo[.inlinesBlobs] as? Bool == true {
            try wrappingErrors(of: encoder, verb: "read") { current = Self.inline(try read()) }
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
                "the blob is unsaved and this encoder cannot store its content; save it first, with "
                    + "a document or with Database.saveBlob(blob:)", of: encoder, cause: nil)
        }
        try container.encodeIfPresent(current.length, forKey: .length)
    }

    /// Runs a closure that reads or stores the content.
    ///
    /// ``QuireError`` is rethrown unchanged, because callers that save documents handle it by its
    /// code. Any other error is wrapped in an `EncodingError` that contains the path to the blob.
    private func wrappingErrors(
        of encoder: any Encoder, verb: String, _ body: () throws -> Void
    ) throws {
        do {
            try body()
        } catch let error as QuireError {
            throw error
        } catch {
            throw failure(
                "the content of the blob cannot be \(verb): \(error)", of: encoder, cause: error)
        }
    }

    private func failure(
        _ description: String, of encoder: any Encoder, cause: (any Error)?
    ) -> EncodingError {
        .invalidValue(
            self,
            EncodingError.Context(
                codingPath: encoder.codingPath, debugDescription: description,
                underlyingError: cause))
    }
}
