import Foundation
import QuireEncryption

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
    private let file: OpenFile
    private var hash = SHA1()
    private var length: UInt64 = 0
    private var isKept = false
    #if Encryption
        private var sealing: BlobSealing?
    #endif

    /// Creates the temporary file.
    ///
    /// - Parameter folder: The blob folder.
    /// - Throws: ``QuireError`` with code `ioError`.
    init(in folder: BlobFolder) throws {
        #if Encryption
            let sealing = try folder.encryption.map { try BlobSealing($0.blobs) }
        #endif
        let file = try folder.create(name)
        #if Encryption
            do {
                try sealing?.header.withUnsafeBytes { try file.append($0) }
            } catch {
                _ = try? folder.remove(name)
                throw error
            }
            self.sealing = sealing
        #endif
        self.folder = folder
        self.file = file
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
        #if Encryption
            let file = file
            if try sealing?.append(bytes, { try file.append($0) }) == nil { try file.append(bytes) }
        #else
            try file.append(bytes)
        #endif
        hash.update(bytes)
        length += UInt64(bytes.count)
    }

    /// Seals the file and renames it to its final name, replacing any existing file of that name.
    ///
    /// - Parameter digest: The digest from which the name is derived.
    /// - Throws: ``QuireError`` with code `ioError`.
    consuming func keep(as digest: BlobDigest) throws {
        let named = try folder.named(digest)
        #if Encryption
            let file = file
            try sealing?.finish { try file.append($0) }
            if let binding = try sealing?.binding(to: named.bytes) {
                try file.replace(at: BlobCipher.bindingOffset, with: binding)
            }
        #endif
        try file.seal()
        try folder.rename(name, to: named.fileName)
        isKept = true
    }
}
