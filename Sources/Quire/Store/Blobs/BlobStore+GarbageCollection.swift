import Foundation

// Why no blob is removed between its installation and the commit of the document that needs it:
//
// Collection runs in a write transaction, and only one of those runs on a file at a time, in all
// threads and processes. A body is written in the transaction that saves it, and so are its blobs:
// `Blob.install` looks for each of them, and writes it if it is missing, when the document's body is
// written. So a collection finds either the committed document, or a file that no document has and
// that `Blob.install` will look for again.
//
// Therefore no blob is pinned, and no file is spared because it is new. A blob that was saved
// separately (`Database.saveBlob`) and that no document has yet is removed, as in Couchbase Lite. If
// its content is still in memory, saving the document writes it again; if it came from a stream or a
// file, saving the document throws an error, unless both calls are in one transaction.
//
// A rollback does not restore removed files. So the transaction must have changed nothing: a document
// that it deleted might be back afterwards, without its blobs.
//
// A power loss does not restore them either. With `synchronous=normal` it undoes commits that are
// only in the write-ahead log, so a document that was deleted or changed might be back. So the
// commits are synchronized with the disk before the first file is removed.

/// What a collection has removed.
struct CollectedBlobs: Hashable, Sendable {
    /// The number of blobs.
    var count = 0
    /// The number of their bytes.
    var byteCount: UInt64 = 0
}

extension BlobStore {
    /// The age, in seconds, at which a temporary file is taken for one that a crash has left.
    private static let incomingLifetime = 3600

    /// Removes the blobs that no document needs, and temporary files that crashes have left.
    ///
    /// Call this method in a write transaction of the database that has changed nothing. Files that
    /// are not blobs stay.
    ///
    /// - Parameters:
    ///   - synchronizeCommits: Waits until the disk has the database's commits. It is called once,
    ///     before the first blob is removed, and not at all if every blob is needed.
    ///   - isNeeded: Returns whether a document has the blob with a digest.
    /// - Returns: What was removed, without temporary files.
    /// - Throws: What the closures throw, or ``QuireError`` with code `cantOpenFile` or `ioError`. The
    ///   files that were removed until then stay removed.
    /// - Complexity: O(*n*) in the number of files.
    @discardableResult
    func collectGarbage(
        synchronizingCommits synchronizeCommits: () throws -> Void,
        keeping isNeeded: (BlobDigest) throws -> Bool
    ) throws -> CollectedBlobs {
        var collected = CollectedBlobs()
        guard let folder = try BlobFolder(location) else { return collected }
        var unneeded: [(name: String, length: UInt64)] = []
        for name in try folder.names() {
            guard let status = try folder.status(of: name), status.isFile else { continue }
            if let digest = BlobDigest(fileName: name) {
                if try !isNeeded(digest) { unneeded.append((name, status.length)) }
            } else if Self.isAbandoned(name, status) {
                try folder.remove(name)
            }
        }
        if !unneeded.isEmpty { try synchronizeCommits() }
        for (name, length) in unneeded where try folder.remove(name) {
            collected.count += 1
            collected.byteCount = collected.byteCount.adding(clamping: length)
        }
        return collected
    }

    private static func isAbandoned(_ name: String, _ status: FileStatus) -> Bool {
        // The time of a file may be any number, from which nothing can be subtracted.
        let latest = Int(Date().timeIntervalSince1970) - incomingLifetime
        return name.hasPrefix(IncomingBlob.namePrefix) && status.modificationTime < latest
    }
}
