import Foundation

/// A blob that is being written to a temporary file, with the digest of the bytes so far.
///
/// The file gets its final name only after its content is complete and synchronized to disk. A
/// crash leaves at most a file `incoming_…`, which
/// ``BlobStore/collectGarbage(synchronizingCommits:keeping:)`` removes later.
struct IncomingBlob: ~Copyable {
    /// The prefix of the names of temporary files, the same as in Couchbase Lite.
    static let namePrefix = "incoming_"

    private let folder: BlobFolder
    private let name = namePrefix + UUID().uuidString
    private let file: BlobFile
    private var hash = SHA1()
    private var length: UInt64 = 0
    private var isKept = false

    /// Creates the temporary file.
    ///
    /// - Parameter folder: The blob folder.
    /// - Throws: ``QuireError`` with code `ioError`.
    init(in folder: BlobFolder) throws {
        self.folder = folder
        file = try folder.create(name)
    }

    deinit {
        if !isKept { _ = try? folder.remove(name) }
    }

    /// The digest and length of the bytes written so far.
    var blob: InstalledBlob { InstalledBlob(digest: BlobDigest(hash.digest), length: length) }

    /// Appends bytes to the content.
    ///
    /// - Parameter bytes: The bytes to append.
    /// - Throws: ``QuireError`` with code `ioError`, for example if the disk is full.
    mutating func append(_ bytes: UnsafeRawBufferPointer) throws {
        try file.append(bytes)
        hash.update(bytes)
        length += UInt64(bytes.count)
    }

    /// Seals the file and renames it to its final name, replacing any existing file of that name.
    ///
    /// - Parameter digest: The digest from which the name is derived.
    /// - Throws: ``QuireError`` with code `ioError`.
    consuming func keep(as digest: BlobDigest) throws {
        try file.seal()
        try folder.rename(name, to: digest.fileName)
        isKept = true
    }
}
