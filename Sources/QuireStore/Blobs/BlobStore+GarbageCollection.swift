import Foundation

// Why garbage collection never removes a blob between its installation and the commit of the
// document that refers to it:
//
// Garbage collection runs in a write transaction, and a file has only one write transaction at a
// time across all threads and processes. Writing a document's body calls `Blob.install` for each of
// its blobs, in the same transaction. `Blob.install` checks whether the file exists and writes it
// if it is missing. So garbage collection sees either the committed document, or a file that no
// document refers to and that a later `Blob.install` will check for again.
//
// Therefore blobs are not pinned, and new files are not exempt. A blob that was saved separately
// (`Database.saveBlob`) and that no document refers to yet is removed, as in Couchbase Lite. If its
// content is still in memory, saving the document writes it again. If it came from a stream or a
// file, saving the document throws an error, unless both calls are in one transaction.
//
// A rollback does not restore removed files. So the transaction must not have changed anything:
// rolling back a deletion would restore the document without its blobs.
//
// A power loss does not restore them either. With `synchronous=normal`, a power loss undoes commits
// that are only in the write-ahead log, so it can restore a document that was deleted or changed.
// So the commits are synchronized to disk before the first file is removed.

/// The number and total size of the blobs that a garbage collection removed.
struct CollectedBlobs: Hashable, Sendable {
    /// The number of blobs.
    var count = 0
    /// The total size of the blobs in bytes.
    var byteCount: UInt64 = 0
}

extension BlobStore {
    /// The age, in seconds, from which a temporary file is considered a leftover of a crash.
    private static let incomingLifetime = 3600

    /// Returns the digests in the names of the files of blobs.
    ///
    /// In an encrypted database, they are derived from those of the blobs.
    ///
    /// - Parameter digests: The digests of the blobs.
    /// - Returns: The digests in the names.
    /// - Throws: ``QuireError`` if the folder cannot be opened.
    func fileDigests(of digests: Set<BlobDigest>) throws -> Set<BlobDigest> {
        guard let folder = try folder(), folder.encryption != nil else { return digests }
        return Set(try digests.map { try folder.named($0) })
    }

    /// Removes the blobs that no document refers to, and temporary files left by crashes.
    ///
    /// Call this method in a write transaction of the database that changed nothing so far. Files
    /// that are not blobs stay.
    ///
    /// - Parameters:
    ///   - synchronizeCommits: A closure that synchronizes the database's commits to disk. It is
    ///     called once before the first blob is removed. If every blob is needed, it is not called.
    ///   - isNeeded: A closure that returns whether a document refers to the blob in a file. It receives
    ///     the digest in the name of the file: see ``fileDigests(of:)``.
    /// - Returns: The blobs that were removed, not counting temporary files.
    /// - Throws: Any error that the closures throw, or ``QuireError`` with code `cantOpenFile` or
    ///   `ioError`. Files that were already removed stay removed.
    /// - Complexity: O(*n*) in the number of files.
    @discardableResult
    func collectGarbage(
        synchronizingCommits synchronizeCommits: () throws -> Void,
        keeping isNeeded: (BlobDigest) throws -> Bool
    ) throws -> CollectedBlobs {
        var collected = CollectedBlobs()
        guard let folder = try folder() else { return collected }
        var unneeded: [(name: String, length: UInt64)] = []
        for name in try folder.names() {
            guard let status = try folder.status(of: name), status.isFile else { continue }
            if let digest = BlobDigest(fileName: name) {
                if try !isNeeded(digest) {
                    unneeded.append((name, folder.contentLength(ofFile: status.length)))
                }
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
        // Compute the limit from the current time: subtracting from an arbitrary file time can
        // overflow.
        let latest = Int(Date().timeIntervalSince1970) - incomingLifetime
        return name.hasPrefix(IncomingBlob.namePrefix) && status.modificationTime < latest
    }
}
