public import Foundation

/// A storage for the contents of blobs, which are identified by their digests.
///
/// An engine with the capability ``EngineCapability/blobs`` returns a blob storage from
/// ``DocumentStore/blobStorage``. Contents are written before the document that refers to them is
/// saved, and outside the transaction. A rollback does not remove them.
///
/// ```swift
/// if let blobs = store.blobStorage {
///     let photo = try blobs.install(photograph)
///     print(try blobs.read(photo.digest, length: photo.length) == photograph)  // true
/// }
/// ```
public protocol BlobStorage: Sendable {
    /// The location of the storage, which identifies it.
    ///
    /// Two values with the same location represent the same storage.
    var location: String { get }

    /// Stores content.
    ///
    /// - Parameter content: The complete content of a blob.
    /// - Returns: The digest and the length of the content.
    /// - Throws: ``QuireError`` if the content cannot be written.
    func install(_ content: Data) throws -> InstalledBlob

    /// Stores the content of a stream.
    ///
    /// The default implementation reads the stream into memory.
    ///
    /// - Parameter stream: An unread stream. The method opens and closes it.
    /// - Returns: The digest and the length of the content.
    /// - Throws: ``QuireError`` if the stream cannot be read or the content cannot be written.
    func install(readingFrom stream: InputStream) throws -> InstalledBlob

    /// Stores a copy of a file.
    ///
    /// The default implementation reads the file into memory.
    ///
    /// - Parameter file: The URL of the file.
    /// - Returns: The digest and the length of the content.
    /// - Throws: ``QuireError`` if the file cannot be read or the content cannot be written.
    func install(contentsOf file: URL) throws -> InstalledBlob

    /// Returns the length of stored content without reading it.
    ///
    /// - Parameter digest: The digest of the content.
    /// - Returns: The number of bytes, or `nil` if the storage does not contain it.
    /// - Throws: ``QuireError`` if the storage cannot be read.
    func length(of digest: BlobDigest) throws -> UInt64?

    /// Waits until content stored by another thread is durable.
    ///
    /// Durable content survives a power loss. The default implementation does nothing.
    ///
    /// - Parameter digest: The digest of the content.
    /// - Throws: ``QuireError`` with code `ioError`.
    func synchronize(_ digest: BlobDigest) throws

    /// Reads stored content and verifies its length and digest.
    ///
    /// - Parameters:
    ///   - digest: The digest of the content.
    ///   - length: The expected length, or `nil` if it is unknown.
    /// - Returns: The content, or `nil` if the storage does not contain it.
    /// - Throws: ``QuireError`` with code `corruptData` if the length or the digest does not match,
    ///   or if the content cannot be read.
    func read(_ digest: BlobDigest, length: UInt64?) throws -> Data?

    /// Returns a stream that reads stored content.
    ///
    /// A stream that reads in constant memory verifies the digest at its end, and fails there if
    /// the digest does not match. The default implementation reads the content into memory.
    ///
    /// - Parameters:
    ///   - digest: The digest of the content.
    ///   - length: The expected length, or `nil` if it is unknown.
    /// - Returns: An unopened stream, or `nil` if the storage does not contain the content.
    /// - Throws: ``QuireError`` with code `corruptData` if the length does not match, or if the
    ///   content cannot be read.
    func stream(_ digest: BlobDigest, length: UInt64?) throws -> InputStream?
}

extension BlobStorage {
    /// Does nothing.
    ///
    /// A storage that keeps its contents in files must implement this method.
    ///
    /// - Parameter digest: The digest of the content.
    /// - Throws: Nothing.
    public func synchronize(_ digest: BlobDigest) throws {}

    /// Stores the content of a stream, which is read into memory.
    ///
    /// - Parameter stream: An unread stream.
    /// - Returns: The digest and the length of the content.
    /// - Throws: ``QuireError`` if the stream cannot be read or the content cannot be written.
    public func install(readingFrom stream: InputStream) throws -> InstalledBlob {
        var content = Data()
        try stream.forEachChunk { content.append(contentsOf: $0) }
        return try install(content)
    }

    /// Stores a copy of a file, which is read into memory.
    ///
    /// - Parameter file: The URL of the file.
    /// - Returns: The digest and the length of the content.
    /// - Throws: ``QuireError`` with code `ioError` if the file cannot be read, or if the content
    ///   cannot be written.
    public func install(contentsOf file: URL) throws -> InstalledBlob {
        let content: Data
        do {
            content = try Data(contentsOf: file)
        } catch {
            throw QuireError(.ioError, "Cannot read \(file.path).", underlyingError: error)
        }
        return try install(content)
    }

    /// Returns a stream of stored content.
    ///
    /// This default implementation reads the content into memory.
    ///
    /// - Parameters:
    ///   - digest: The digest of the content.
    ///   - length: The expected length, or `nil` if it is unknown.
    /// - Returns: An unopened stream, or `nil` if the storage does not contain the content.
    /// - Throws: Any error that ``read(_:length:)`` throws.
    public func stream(_ digest: BlobDigest, length: UInt64?) throws -> InputStream? {
        try read(digest, length: length).map { InputStream(data: $0) }
    }
}

/// The digest and the length of stored content.
///
/// ```swift
/// let brochure = try blobs.install(contentsOf: file)
/// print(brochure.digest, brochure.length)
/// ```
public struct InstalledBlob: Hashable, Sendable {
    /// The digest of the content.
    public let digest: BlobDigest
    /// The number of bytes.
    public let length: UInt64

    /// Creates a value from a digest and a length.
    ///
    /// - Parameters:
    ///   - digest: The digest of the content.
    ///   - length: The number of bytes.
    public init(digest: BlobDigest, length: UInt64) {
        self.digest = digest
        self.length = length
    }
}

extension CodingUserInfoKey {
    /// The key for the blob storage that an encoder or decoder uses.
    package static let blobStorage = CodingUserInfoKey(named: "Quire.blobStorage")

    /// The key for a Boolean that indicates whether an encoder writes the content of unsaved blobs
    /// inline.
    static let inlinesBlobs = CodingUserInfoKey(named: "Quire.inlinesBlobs")

    /// Creates a key.
    ///
    /// Unlike `init(rawValue:)`, whose result is optional but never `nil`, it cannot fail.
    init(named name: String) {
        // The names are the constants above.
        guard let key = Self(rawValue: name) else {
            preconditionFailure("\(name) is not a valid key")
        }
        self = key
    }
}
