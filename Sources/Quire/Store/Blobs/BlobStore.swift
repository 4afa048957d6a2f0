import Foundation

// Attachments/                                   mode 0700, made when the first blob comes
//     Lve95gjOVATpfV8EL5X4nxwjKHE=.blob          mode 0400, the content as it is
//     incoming_8A6E…                             one that is being written
//
// What is in the folder is never changed, only replaced as a whole; so reading needs no lock, and
// any number of threads and processes can put the same content there at the same time.

/// The folder that the contents of a database's blobs are in.
struct BlobStore: BlobStorage {
    /// The folder's path.
    let location: String

    /// Names the folder; nothing is looked up or made.
    ///
    /// - Parameter location: The folder's path.
    init(location: String) {
        self.location = location
    }

    // MARK: Writing

    func install(_ content: Data) throws -> InstalledBlob {
        let folder = try BlobFolder.create(location)
        var hash = SHA1()
        content.withUnsafeBytes { hash.update($0) }
        let blob = InstalledBlob(digest: BlobDigest(hash.digest), length: UInt64(content.count))
        if !Self.isIntact(blob, in: folder) {
            var incoming = try IncomingBlob(in: folder)
            try content.withUnsafeBytes { try incoming.append($0) }
            try incoming.keep(as: blob.digest)
        }
        try folder.synchronize()
        return blob
    }

    func install(readingFrom stream: InputStream) throws -> InstalledBlob {
        let folder = try BlobFolder.create(location)
        var incoming = try IncomingBlob(in: folder)
        try stream.forEachChunk { try incoming.append($0) }
        return try Self.keep(incoming, in: folder)
    }

    func install(contentsOf file: URL) throws -> InstalledBlob {
        let source = try BlobFile(reading: file.path)
        let folder = try BlobFolder.create(location)
        var incoming = try IncomingBlob(in: folder)
        try source.forEachChunk { try incoming.append($0) }
        return try Self.keep(incoming, in: folder)
    }

    private static func keep(
        _ incoming: consuming IncomingBlob, in folder: BlobFolder
    ) throws -> InstalledBlob {
        let blob = incoming.blob
        if !isIntact(blob, in: folder) { try incoming.keep(as: blob.digest) }
        // Also for a file that was there: the process that put it there may not be so far yet.
        try folder.synchronize()
        return blob
    }

    /// Whether the folder has a content as it should be.
    ///
    /// One that cannot be read is not: it is to be replaced.
    static func isIntact(_ blob: InstalledBlob, in folder: BlobFolder) -> Bool {
        guard let file = try? folder.open(blob.digest.fileName),
            (try? file.status())?.length == blob.length
        else { return false }
        var hash = SHA1()
        guard (try? file.forEachChunk { hash.update($0) }) != nil else { return false }
        return hash.digest == blob.digest.bytes
    }

    // MARK: Reading

    /// Says whether there is a content, without reading it.
    ///
    /// - Parameter digest: The content's digest.
    /// - Returns: `true` if there is.
    /// - Throws: ``QuireError`` if it cannot be looked at.
    func exists(_ digest: BlobDigest) throws -> Bool {
        try length(of: digest) != nil
    }

    func length(of digest: BlobDigest) throws -> UInt64? {
        guard let status = try BlobFolder(location)?.status(of: digest.fileName), status.isFile
        else { return nil }
        return status.length
    }

    func synchronize(_ digest: BlobDigest) throws {
        if DurableFolders.areSynchronized { return }
        try BlobFolder(location)?.synchronize(digest.fileName)
    }

    func read(_ digest: BlobDigest, length: UInt64?) throws -> Data? {
        guard let file = try open(digest, length: length) else { return nil }
        var hash = SHA1()
        var content = Data()
        try file.forEachChunk {
            hash.update($0)
            content.append(contentsOf: $0)
        }
        guard hash.digest == digest.bytes else { throw Self.damaged(file.path) }
        return content
    }

    func stream(_ digest: BlobDigest, length: UInt64?) throws -> InputStream? {
        try open(digest, length: length).map { BlobInputStream($0, digest: digest) }
    }

    private func open(_ digest: BlobDigest, length: UInt64?) throws -> BlobFile? {
        guard let file = try BlobFolder(location)?.open(digest.fileName) else { return nil }
        let found = try file.status().length
        guard let length, length != found else { return file }
        throw QuireError(
            .corruptData,
            "\(file.path) has \(found) bytes; the document says that it has \(length).")
    }

    /// The error for a content that is not what its name says.
    static func damaged(_ path: String) -> QuireError {
        QuireError(.corruptData, "\(path) is damaged: its content has another digest.")
    }
}

extension BlobStore {
    /// Copies all contents to another store, as they are.
    ///
    /// A content that is damaged here is so there too: whoever reads it is told. What is there
    /// whole is not written again, and files that are not blobs are left out.
    ///
    /// - Parameter other: The store that gets them.
    /// - Throws: ``QuireError`` with code `cantOpenFile` or `ioError`. What was copied until then
    ///   stays.
    /// - Complexity: O(*n*) in the size of the contents; memory is constant.
    func copyContents(to other: BlobStore) throws {
        guard let folder = try BlobFolder(location) else { return }
        let target = try BlobFolder.create(other.location)
        for name in try folder.names() {
            // A content that is removed meanwhile is not needed in the copy either.
            guard let digest = BlobDigest(fileName: name), let file = try folder.open(name) else {
                continue
            }
            let length = try file.status().length
            if Self.isIntact(InstalledBlob(digest: digest, length: length), in: target) { continue }
            var incoming = try IncomingBlob(in: target)
            try file.forEachChunk { try incoming.append($0) }
            try incoming.keep(as: digest)
        }
        try target.synchronize()
    }
}
