package import Foundation

// Attachments/                                   mode 0700, created with the first blob
//     Lve95gjOVATpfV8EL5X4nxwjKHE=.blob          mode 0400, the unchanged content of a blob
//     incoming_8A6E…                             a temporary file that is being written
//
// Files in the folder are never modified, only replaced atomically. So reading needs no lock, and
// any number of threads and processes can install the same blob concurrently.

/// The blob store of a database: a folder with one file per blob.
package struct BlobStore: BlobStorage {
    /// The folder's path.
    package let location: String
    /// The encryption of the blobs.
    let encryption: CurrentEncryption

    /// Creates a store for a folder, without accessing the file system.
    ///
    /// - Parameters:
    ///   - location: The folder's path.
    ///   - encryption: The encryption of the blobs.
    init(location: String, encryption: CurrentEncryption = CurrentEncryption()) {
        self.location = location
        self.encryption = encryption
    }

    /// Opens the folder, or returns `nil` if it does not exist.
    func folder() throws -> BlobFolder? { try BlobFolder(location, encryption: encryption.value) }

    /// Opens the folder, and creates it if it is missing.
    func createFolder() throws -> BlobFolder {
        try BlobFolder.create(location, encryption: encryption.value)
    }

    // MARK: Writing

    package func install(_ content: Data) throws -> InstalledBlob {
        let folder = try createFolder()
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

    package func install(readingFrom stream: InputStream) throws -> InstalledBlob {
        let folder = try createFolder()
        var incoming = try IncomingBlob(in: folder)
        try stream.forEachChunk { try incoming.append($0) }
        return try Self.keep(incoming, in: folder)
    }

    package func install(contentsOf file: URL) throws -> InstalledBlob {
        let source = try OpenFile(reading: file.path)
        let folder = try createFolder()
        var incoming = try IncomingBlob(in: folder)
        try source.forEachChunk { try incoming.append($0) }
        return try Self.keep(incoming, in: folder)
    }

    /// Keeps the content of a temporary file, unless the folder contains the blob already.
    ///
    /// - Throws: ``QuireError`` with code `ioError`.
    static func keep(
        _ incoming: consuming IncomingBlob, in folder: BlobFolder
    ) throws -> InstalledBlob {
        let blob = incoming.blob
        if !isIntact(blob, in: folder) { try incoming.keep(as: blob.digest) }
        // Synchronize even if the file existed: the process that installed it may not have
        // synchronized the folder yet.
        try folder.synchronize()
        return blob
    }

    /// Returns whether the folder contains an undamaged file for a blob.
    ///
    /// A file that cannot be read counts as damaged, so that it is replaced.
    static func isIntact(_ blob: InstalledBlob, in folder: BlobFolder) -> Bool {
        guard let file = try? folder.open(blob.digest), (try? file.length()) == blob.length
        else { return false }
        var hash = SHA1()
        guard (try? file.forEachChunk { hash.update($0) }) != nil else { return false }
        return hash.digest == blob.digest.bytes
    }

    // MARK: Reading

    /// Returns whether a blob exists, without reading its content.
    ///
    /// - Parameter digest: The blob's digest.
    /// - Returns: `true` if the blob exists.
    /// - Throws: ``QuireError`` if the file cannot be examined.
    func exists(_ digest: BlobDigest) throws -> Bool {
        try length(of: digest) != nil
    }

    package func length(of digest: BlobDigest) throws -> UInt64? {
        try folder()?.length(of: digest)
    }

    package func synchronize(_ digest: BlobDigest) throws {
        if DurableFolders.areSynchronized { return }
        try folder()?.synchronize(digest)
    }

    package func read(_ digest: BlobDigest, length: UInt64?) throws -> Data? {
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

    package func stream(_ digest: BlobDigest, length: UInt64?) throws -> InputStream? {
        try open(digest, length: length).map { BlobInputStream($0, digest: digest) }
    }

    /// Opens the file of a blob.
    ///
    /// - Parameters:
    ///   - digest: The blob's digest.
    ///   - length: The length that the file must have, or `nil` for any length.
    /// - Returns: The file, or `nil` if the blob is not stored.
    /// - Throws: ``QuireError`` with code `cantOpenFile`, `ioError`, or `corruptData` if the file has
    ///   another length.
    func open(_ digest: BlobDigest, length: UInt64?) throws -> OpenFile? {
        guard let file = try folder()?.open(digest) else { return nil }
        let found = try file.length()
        guard let length, length != found else { return file }
        throw QuireError(
            .corruptData,
            "\(file.path) has \(found) bytes, but the document expects \(length).")
    }

    /// Returns the error for a blob whose content does not match its digest.
    static func damaged(_ path: String) -> QuireError {
        QuireError(.corruptData, "\(path) is damaged: its content does not match its digest.")
    }
}

extension BlobStore {
    /// Copies all blobs to another store without verifying them.
    ///
    /// A damaged blob stays damaged in the copy, where reading it throws an error. Blobs that the
    /// target already contains undamaged are not written again. Files that are not blobs are not
    /// copied.
    ///
    /// - Parameter other: The target of the copy.
    /// - Throws: ``QuireError`` with code `cantOpenFile` or `ioError`. Blobs that were already
    ///   copied stay.
    /// - Complexity: O(*n*) in the total size of the blobs, with constant memory.
    func copyContents(to other: BlobStore) throws {
        guard let folder = try folder() else { return }
        let target = try other.createFolder()
        for name in try folder.names() {
            // A blob that is removed during the copy is not needed in the target either.
            guard let digest = BlobDigest(fileName: name),
                let file = try folder.open(name, encrypted: digest)
            else { continue }
            try Self.copy(file, digest: folder.encryption == nil ? digest : nil, to: target)
        }
        try target.synchronize()
    }

    /// Copies a blob.
    ///
    /// - Parameters:
    ///   - file: The file of the blob.
    ///   - digest: Its digest, or `nil` if only its content tells it.
    ///   - target: The folder of the copy.
    /// - Throws: ``QuireError``.
    private static func copy(
        _ file: OpenFile, digest: BlobDigest?, to target: BlobFolder
    ) throws {
        if let digest {
            let blob = InstalledBlob(digest: digest, length: try file.length())
            if isIntact(blob, in: target) { return }
        }
        var incoming = try IncomingBlob(in: target)
        try file.forEachChunk { try incoming.append($0) }
        let copied = incoming.blob
        if digest == nil, isIntact(copied, in: target) { return }
        try incoming.keep(as: digest ?? copied.digest)
    }
}
