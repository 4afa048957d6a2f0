import Foundation

/// A content on its way into the folder: a temporary file, and the digest of what is in it.
///
/// It gets its final name only when it is complete and the disk has it, so a crash leaves at most a
/// file `incoming_…`, which ``BlobStore/collectGarbage(synchronizingCommits:keeping:)`` removes later.
struct IncomingBlob: ~Copyable {
    /// What the names of temporary files begin with, Couchbase Lite's too.
    static let namePrefix = "incoming_"

    private let folder: BlobFolder
    private let name = namePrefix + UUID().uuidString
    private let file: BlobFile
    private var hash = SHA1()
    private var length: UInt64 = 0
    private var isKept = false

    /// Makes the temporary file.
    ///
    /// - Parameter folder: The folder that blobs are in.
    /// - Throws: ``QuireError`` with code `ioError`.
    init(in folder: BlobFolder) throws {
        self.folder = folder
        file = try folder.create(name)
    }

    deinit {
        if !isKept { _ = try? folder.remove(name) }
    }

    /// What was written so far is known by.
    var blob: InstalledBlob { InstalledBlob(digest: BlobDigest(hash.digest), length: length) }

    /// Takes in the next bytes.
    ///
    /// - Parameter bytes: Any number of bytes.
    /// - Throws: ``QuireError`` with code `ioError`; a full disk is one reason.
    mutating func append(_ bytes: UnsafeRawBufferPointer) throws {
        try file.append(bytes)
        hash.update(bytes)
        length += UInt64(bytes.count)
    }

    /// Gives the content its final name, in the place of a file that has it.
    ///
    /// - Parameter digest: The digest that names it.
    /// - Throws: ``QuireError`` with code `ioError`.
    consuming func keep(as digest: BlobDigest) throws {
        try file.seal()
        try folder.rename(name, to: digest.fileName)
        isKept = true
    }
}
