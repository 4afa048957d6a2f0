import Foundation

extension ReplicationStore {
    /// Returns whether the content of a blob is stored.
    ///
    /// - Parameter digest: The blob's digest.
    /// - Returns: `false` for an invalid digest.
    /// - Throws: ``QuireError`` with code `notOpen`, or if the file cannot be examined.
    package func hasBlob(_ digest: String) throws -> Bool {
        guard database.isOpen else { throw database.notOpen }
        guard let digest = BlobDigest(digest) else { return false }
        return try database.blobs.exists(digest)
    }

    /// Returns the content of a blob.
    ///
    /// - Parameter digest: The blob's digest.
    /// - Returns: The content, or `nil` if it is not stored.
    /// - Throws: ``QuireError`` with code `notOpen`, `corruptData` if the content doesn't match the
    ///   digest, or `ioError`.
    /// - Complexity: O(*n*) in the length of the content.
    package func blob(_ digest: String) throws -> [UInt8]? {
        guard database.isOpen else { throw database.notOpen }
        guard let digest = BlobDigest(digest) else { return nil }
        return try database.blobs.read(digest, length: nil).map { Array($0) }
    }

    /// Stores the content of a blob, durably and before a document refers to it.
    ///
    /// - Parameters:
    ///   - content: The content.
    ///   - digest: The digest that the content must have.
    /// - Throws: ``ReplicationFailure`` with code `LiteCore` 15 if the content has another digest;
    ///   ``QuireError`` with code `notOpen` or `ioError`.
    /// - Complexity: O(*n*) in the length of the content.
    package func storeBlob(_ content: [UInt8], digest: String) throws {
        guard database.isOpen else { throw database.notOpen }
        let content = Data(content)
        guard let expected = BlobDigest(digest), BlobDigest(of: content) == expected else {
            throw ReplicationFailure.blob(digest)
        }
        _ = try database.blobs.install(content)
    }
}
