import Foundation

extension Database {
    /// Stores the content of a blob, without a document that has it.
    ///
    /// Saving a document does this for all blobs in it. Beforehand it keeps a large content from
    /// being copied while others wait to write. It needs no transaction and is not undone by one.
    ///
    /// Compacting the database removes the content, unless a document has the blob by then.
    ///
    /// - Parameter blob: The blob; it has a digest afterwards.
    /// - Throws: ``QuireError`` with code `notOpen`, `notFound` if the blob's content cannot be had,
    ///   `corruptData` if it is damaged, `cantOpenFile` or `ioError` if it cannot be read or written;
    ///   a full disk is one reason.
    /// - Complexity: O(*n*) in the length of the content; of one that a stream or a file delivers, no
    ///   more than a part is in memory at a time.
    public func saveBlob(blob: Blob) throws {
        guard isOpen else { throw notOpen }
        try blob.install(in: blobs)
        let current = blob.current
        guard let digest = current.digest, try blobs.exists(digest) else {
            throw QuireError(
                .notFound, "The content of \(blob) is missing from database \(name).")
        }
    }

    /// Returns the blob that a dictionary describes, as a document or its JSON has it.
    ///
    /// - Parameter properties: What ``Blob/properties`` gives: `@type` must be `blob`; `digest` is
    ///   required, `length` and `content_type` are not.
    /// - Returns: The blob, or `nil` if the database has no content of that digest.
    /// - Throws: ``QuireError`` with code `invalidParameter` if a value is missing or is not of its
    ///   type, `notOpen`, `cantOpenFile` or `ioError`.
    public func getBlob(properties: [String: Any]) throws -> Blob? {
        guard isOpen else { throw notOpen }
        let (text, length, contentType) = try Blob.check(properties)
        guard let text else {
            throw QuireError(
                .invalidParameter,
                "In the properties of a blob \"\(Blob.blobDigestProperty)\" is missing.")
        }
        guard let digest = BlobDigest(text), let stored = try blobs.length(of: digest) else {
            return nil
        }
        return Blob(
            contentType: contentType,
            Blob.State(source: .reference(blobs), digest: digest, length: length ?? stored))
    }
}
