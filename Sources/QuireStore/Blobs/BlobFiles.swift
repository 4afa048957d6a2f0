/// The blob files of a database, for checks and summaries.
package struct BlobFiles {
    private let store: BlobStore

    /// Creates a view of the blob files in a folder.
    ///
    /// - Parameters:
    ///   - location: The path of the folder, which may be missing.
    ///   - encryption: The encryption of the blobs, or `nil`.
    package init(location: String, encryption: DatabaseEncryption? = nil) {
        store = BlobStore(location: location, encryption: CurrentEncryption(encryption))
    }

    /// Returns the files in the folder, sorted by name, without temporary files.
    ///
    /// - Returns: The name of each file and the digest of its blob. The digest is `nil` if the file
    ///   is not a blob.
    /// - Throws: ``QuireError`` if the folder cannot be read.
    /// - Complexity: O(*n* log *n*) in the number of files.
    package func files() throws -> [(name: String, digest: BlobDigest?)] {
        guard let folder = try store.folder() else { return [] }
        return try folder.names().filter { !$0.hasPrefix(IncomingBlob.namePrefix) }.sorted()
            .map { ($0, BlobDigest(fileName: $0)) }
    }

    /// Reads the content of a blob and compares it with the digest.
    ///
    /// - Parameter digest: The digest of the blob.
    /// - Returns: The length of the content and whether it matches the digest, or `nil` if the file
    ///   is missing.
    /// - Throws: ``QuireError`` if the file cannot be read.
    /// - Complexity: O(*n*) in the length of the content.
    package func check(_ digest: BlobDigest) throws -> (length: UInt64, isIntact: Bool)? {
        guard let file = try store.folder()?.open(digest) else { return nil }
        let length = try file.length()
        var hash = SHA1()
        try file.forEachChunk { hash.update($0) }
        return (length, hash.digest == digest.bytes)
    }

    /// Returns the number of blobs and the sum of their lengths in bytes.
    ///
    /// - Throws: ``QuireError`` if the folder cannot be read.
    /// - Complexity: O(*n*) in the number of files.
    package func totals() throws -> (count: Int, bytes: Int64) {
        guard let folder = try store.folder() else { return (0, 0) }
        var totals: (count: Int, bytes: Int64) = (0, 0)
        for name in try folder.names() where BlobDigest(fileName: name) != nil {
            guard let status = try folder.status(of: name), status.isFile else { continue }
            totals.count += 1
            let length = folder.contentLength(ofFile: status.length)
            totals.bytes = totals.bytes.adding(clamping: Int64(clamping: length))
        }
        return totals
    }
}
