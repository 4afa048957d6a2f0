import Foundation

/// Where the contents of blobs are kept: what a ``Blob`` knows of a database.
protocol BlobStorage: Sendable {
    /// The storage's path. Two values with one path are one storage.
    var location: String { get }

    /// Keeps a content.
    ///
    /// - Parameter content: The content.
    /// - Returns: What it is known by now.
    /// - Throws: ``QuireError`` if it cannot be written.
    func install(_ content: Data) throws -> InstalledBlob

    /// Keeps what a stream delivers, in constant memory.
    ///
    /// - Parameter stream: A stream that was not read from; it is opened if it has to be, and closed.
    /// - Returns: What it is known by now.
    /// - Throws: ``QuireError`` if it cannot be read or written.
    func install(readingFrom stream: InputStream) throws -> InstalledBlob

    /// Keeps a copy of a file, in constant memory.
    ///
    /// - Parameter file: The file's place.
    /// - Returns: What it is known by now.
    /// - Throws: ``QuireError`` if it cannot be read or written.
    func install(contentsOf file: URL) throws -> InstalledBlob

    /// Says how long a content is, without reading it.
    ///
    /// - Parameter digest: The content's digest.
    /// - Returns: The number of bytes, or `nil` if the storage does not have it.
    /// - Throws: ``QuireError`` if it cannot be looked at.
    func length(of digest: BlobDigest) throws -> UInt64?

    /// Waits until a content that another thread has installed survives a power loss.
    ///
    /// - Parameter digest: The content's digest.
    /// - Throws: ``QuireError`` with code `ioError`.
    func synchronize(_ digest: BlobDigest) throws

    /// Reads a content and makes sure that it is the right one.
    ///
    /// - Parameters:
    ///   - digest: The content's digest.
    ///   - length: The length that it must have, where that is known.
    /// - Returns: The content, or `nil` if the storage does not have it.
    /// - Throws: ``QuireError`` with code `corruptData` if it is another content, or if it cannot be
    ///   read.
    func read(_ digest: BlobDigest, length: UInt64?) throws -> Data?

    /// Opens a stream that reads a content in constant memory.
    ///
    /// That it is the right content is known at its end: the stream fails there if it is not.
    ///
    /// - Parameters:
    ///   - digest: The content's digest.
    ///   - length: The length that it must have, where that is known.
    /// - Returns: A stream that is to be opened, or `nil` if the storage does not have the content.
    /// - Throws: ``QuireError`` with code `corruptData` if it has another length, or if it cannot be
    ///   read.
    func stream(_ digest: BlobDigest, length: UInt64?) throws -> InputStream?
}

extension BlobStorage {
    /// Does nothing: only a storage on a disk survives a power loss.
    func synchronize(_ digest: BlobDigest) throws {}
}

/// What a content is known by when it is stored.
struct InstalledBlob: Hashable, Sendable {
    let digest: BlobDigest
    /// The number of bytes.
    let length: UInt64
}

extension CodingUserInfoKey {
    /// The key under which a coder has the storage of the blobs that it meets.
    static let blobStorage = CodingUserInfoKey(named: "Quire.blobStorage")

    /// The key under which an encoder says `true` if it writes the content of blobs that were never
    /// saved.
    static let inlinesBlobs = CodingUserInfoKey(named: "Quire.inlinesBlobs")

    /// `init(rawValue:)` may fail by its type, though it never does.
    init(named name: String) {
        guard let key = Self(rawValue: name) else { preconditionFailure("\(name) is no key") }
        self = key
    }
}
