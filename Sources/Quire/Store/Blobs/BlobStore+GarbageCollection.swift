import Foundation

// Why a content is never removed between its coming and the commit of the document that needs it:
//
// Collecting runs in a write transaction, and only one of those runs on a file at a time, whichever
// threads and processes want one. A body is written within the transaction that saves it, and so
// are the blobs in it: each is looked for, and put there if it is missing, when the document's body
// is written (`Blob.install`). So whoever collects sees either the committed document, or a file
// that no document has and that is looked for again by those who still want it.
//
// Therefore nothing has to be pinned, and no file is spared because it is young. A blob that was
// saved on its own (`Database.saveBlob`) and that no document has yet is removed, as Couchbase Lite
// does. If its content is still in memory, saving the document puts it back; if it came from a
// stream or a file, saving the document fails and says so, unless both calls are in one batch.
//
// Files do not come back with a rollback. So the transaction must have changed nothing: a document
// that it has deleted might be there again afterwards, without its blobs.

/// What collecting has removed.
struct CollectedBlobs: Hashable, Sendable {
    /// The number of blobs.
    var count = 0
    /// The number of bytes that they had.
    var byteCount: UInt64 = 0
}

extension BlobStore {
    /// How old a temporary file must be, in seconds, before it is believed to be a crash's.
    private static let incomingLifetime = 3600

    /// Removes the contents that nobody needs, and what crashes have left behind.
    ///
    /// Call it within a write transaction of the database that has changed nothing. Files that are
    /// not blobs are left alone.
    ///
    /// - Parameter isNeeded: Says whether a document has the blob of a digest.
    /// - Returns: What was removed; temporary files are not counted.
    /// - Throws: What the closure throws, or ``QuireError`` with code `cantOpenFile` or `ioError`.
    ///   What was removed until then stays removed.
    /// - Complexity: O(*n*) in the number of files.
    @discardableResult
    func collectGarbage(
        keeping isNeeded: (BlobDigest) throws -> Bool
    ) throws -> CollectedBlobs {
        var collected = CollectedBlobs()
        guard let folder = try BlobFolder(location) else { return collected }
        for name in try folder.names() {
            if let digest = BlobDigest(fileName: name) {
                guard let status = try folder.status(of: name), status.isFile,
                    try !isNeeded(digest), try folder.remove(name)
                else { continue }
                collected.count += 1
                collected.byteCount += status.length
            } else if name.hasPrefix(IncomingBlob.namePrefix),
                let status = try folder.status(of: name), status.isFile,
                Int(Date().timeIntervalSince1970) - status.modificationTime > Self.incomingLifetime
            {
                try folder.remove(name)
            }
        }
        return collected
    }
}
