import Foundation

extension Database {
    /// Stores the content of a blob before a document refers to it.
    ///
    /// Saving a document stores the contents of all of its blobs. Use this method to store a large
    /// content in advance, so that other writers don't wait while it is copied. The method requires
    /// no transaction, and a rollback doesn't remove the content.
    ///
    /// If no document refers to the blob, compacting the database removes the content.
    ///
    /// ```swift
    /// try database.saveBlob(blob: brochure)
    /// try collection.save(document: hotel)
    /// ```
    ///
    /// - Parameter blob: The blob. The method sets its digest.
    /// - Throws: ``QuireError`` with code `notOpen`, `notFound` if the blob's content is
    ///   unavailable, `corruptData` if it is damaged, `cantOpenFile` or `ioError` if it cannot be
    ///   read or written, for example because the disk is full.
    /// - Complexity: O(*n*) in the length of the content. Content from a stream or file is read in
    ///   chunks, so that only one chunk is in memory at a time.
    public func saveBlob(blob: Blob) throws {
        guard isOpen else { throw notOpen }
        try blob.install(in: blobs)
        let current = blob.current
        guard let digest = current.digest, try blobs.exists(digest) else {
            throw QuireError(
                .notFound, "The content of \(blob) is missing from database \(name).")
        }
    }

    /// Returns the blob that a blob dictionary refers to.
    ///
    /// ```swift
    /// let stored = try database.getBlob(properties: brochure.properties)
    /// ```
    ///
    /// - Parameter properties: The dictionary, with the keys and values of ``Blob/properties``.
    ///   `@type` must be `blob`, `digest` is required, and `length` and `content_type` are
    ///   optional.
    /// - Returns: The blob, or `nil` if the database contains no content with that digest.
    /// - Throws: ``QuireError`` with code `invalidParameter` if a value is missing or has the wrong
    ///   type, `notOpen`, `cantOpenFile` or `ioError`.
    public func getBlob(properties: [String: Any]) throws -> Blob? {
        guard isOpen else { throw notOpen }
        let (text, length, contentType) = try Blob.check(properties)
        guard let text else {
            throw QuireError(
                .invalidParameter,
                "The properties of a blob require the key \"\(Blob.blobDigestProperty)\".")
        }
        guard let digest = BlobDigest(text), let stored = try blobs.length(of: digest) else {
            return nil
        }
        return Blob(
            contentType: contentType,
            Blob.State(source: .reference(blobs), digest: digest, length: length ?? stored))
    }
}
