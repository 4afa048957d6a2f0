public import Foundation

/// A storage for the contents of blobs, addressed by digest.
///
/// An engine with the capability ``EngineCapability/blobs`` returns one from
/// ``DocumentStore/blobStorage``. Contents are written before the document that refers to them is
/// saved, outside the transaction; a rollback does not remove them.
public protocol BlobStorage: Sendable {
    /// The location of the storage. Two values with the same location are the same storage.
    var location: String { get }

    /// Stores a content.
    ///
    /// - Parameter content: The content.
    /// - Returns: The digest and the length of the content.
    /// - Throws: ``QuireError`` if it cannot be written.
    func install(_ content: Data) throws -> InstalledBlob

    /// Stores the content that a stream delivers.
    ///
    /// The default implementation reads the stream into memory.
    ///
    /// - Parameter stream: A stream that was not read from. The method opens and closes it.
    /// - Returns: The digest and the length of the content.
    /// - Throws: ``QuireError`` if it cannot be read or written.
    func install(readingFrom stream: InputStream) throws -> InstalledBlob

    /// Stores a copy of a file.
    ///
    /// The default implementation reads the file into memory.
    ///
    /// - Parameter file: The URL of the file.
    /// - Returns: The digest and the length of the content.
    /// - Throws: ``QuireError`` if it cannot be read or written.
    func install(contentsOf file: URL) throws -> InstalledBlob

    /// Returns the length of a content without reading it.
    ///
    /// - Parameter digest: The content's digest.
    /// - Returns: The number of bytes, or `nil` if the storage does not contain it.
    /// - Throws: ``QuireError`` if the storage cannot be read.
    func length(of digest: BlobDigest) throws -> UInt64?

    /// Waits until a content that another thread has installed survives a power loss.
    ///
    /// The default implementation does nothing.
    ///
    /// - Parameter digest: The content's digest.
    /// - Throws: ``QuireError`` with code `ioError`.
    func synchronize(_ digest: BlobDigest) throws

    /// Reads a content and checks its length and digest.
    ///
    /// - Parameters:
    ///   - digest: The content's digest.
    ///   - length: The length that it must have, if that is known.
    /// - Returns: The content, or `nil` if the storage does not contain it.
    /// - Throws: ``QuireError`` with code `corruptData` if it is another content, or if it cannot
    ///   be read.
    func read(_ digest: BlobDigest, length: UInt64?) throws -> Data?

    /// Returns a stream that reads a content.
    ///
    /// A stream that reads in constant memory checks the digest at its end and fails there if it
    /// does not match. The default implementation reads the content into memory.
    ///
    /// - Parameters:
    ///   - digest: The content's digest.
    ///   - length: The length that it must have, if that is known.
    /// - Returns: A stream that is not open yet, or `nil` if the storage does not contain the
    ///   content.
    /// - Throws: ``QuireError`` with code `corruptData` if it has another length, or if it cannot
    ///   be read.
    func stream(_ digest: BlobDigest, length: UInt64?) throws -> InputStream?
}

extension BlobStorage {
    /// Does nothing: only a storage on a disk survives a power loss.
    ///
    /// - Parameter digest: The content's digest.
    /// - Throws: Nothing.
    public func synchronize(_ digest: BlobDigest) throws {}

    /// Stores the content that a stream delivers, reading it into memory.
    ///
    /// - Parameter stream: A stream that was not read from.
    /// - Returns: The digest and the length of the content.
    /// - Throws: ``QuireError`` if the stream cannot be read or the content cannot be written.
    public func install(readingFrom stream: InputStream) throws -> InstalledBlob {
        var content = Data()
        try stream.forEachChunk { content.append(contentsOf: $0) }
        return try install(content)
    }

    /// Stores a copy of a file, reading it into memory.
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

    /// Returns a stream of a content that is read into memory.
    ///
    /// - Parameters:
    ///   - digest: The content's digest.
    ///   - length: The length that it must have, if that is known.
    /// - Returns: A stream that is not open yet, or `nil` if the storage does not contain the
    ///   content.
    /// - Throws: As ``read(_:length:)``.
    public func stream(_ digest: BlobDigest, length: UInt64?) throws -> InputStream? {
        try read(digest, length: length).map { InputStream(data: $0) }
    }
}

/// The digest and the length of a stored content.
public struct InstalledBlob: Hashable, Sendable {
    /// The digest.
    public let digest: BlobDigest
    /// The number of bytes.
    public let length: UInt64

    /// Creates a result of an installation.
    ///
    /// - Parameters:
    ///   - digest: The digest.
    ///   - length: The number of bytes.
    public init(digest: BlobDigest, length: UInt64) {
        self.digest = digest
        self.length = length
    }
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
