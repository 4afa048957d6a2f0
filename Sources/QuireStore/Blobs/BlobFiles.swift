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
    /// - Returns: The name of each file and the digest that its name contains: ``named(_:)`` of the blob's.
    ///   It is `nil` if the file is not a blob.
    /// - Throws: ``QuireError`` if the folder cannot be read.
    /// - Complexity: O(*n* log *n*) in the number of files.
    package func files() throws -> [(name: String, digest: BlobDigest?)] {
        guard let folder = try store.folder() else { return [] }
        return try folder.names().filter { !$0.hasPrefix(IncomingBlob.namePrefix) }.sorted()
            .map { ($0, BlobDigest(fileName: $0)) }
    }

    /// Returns the digest in the name of a blob's file.
    ///
    /// In an encrypted database, it is derived from the digest of the blob.
    package func named(_ digest: BlobDigest) throws -> BlobDigest {
        try store.folder()?.named(digest) ?? digest
    }

    /// Reads the content of a blob and compares it with the digest in the name of its file.
    ///
    /// - Parameter digest: The digest in the name.
    /// - Returns: The length of the content and whether it matches the digest, or `nil` if the file
    ///   is missing.
    /// - Throws: ``QuireError`` if the file cannot be read.
    /// - Complexity: O(*n*) in the length of the content.
    package func check(_ digest: BlobDigest) throws -> (length: UInt64, isIntact: Bool)? {
        guard let folder = try store.folder(),
            let file = try folder.open(digest.fileName, encrypted: digest)
        else { return nil }
        let length = try file.length()
        var hash = SHA1()
        try file.forEachChunk { hash.update($0) }
        return (length, try folder.named(BlobDigest(hash.digest)) == digest)
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
