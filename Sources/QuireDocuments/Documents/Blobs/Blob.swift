public import Foundation
import QuirePlatform

/// Binary content of any size that is stored outside a document, such as a photo or a file.
///
/// The document contains the digest, the length and the type of the content. The content itself is
/// stored in a file of the database. Identical content is stored once, even if several documents
/// contain it.
///
/// ```swift
/// document.setBlob(Blob(contentType: "image/jpeg", data: photograph), forKey: "photo")
/// ```
///
/// Saving a document also saves its blobs, as part of the transaction. Copying large content blocks
/// other writers. To copy the content before the transaction, call ``Database/saveBlob(blob:)``.
///
/// Compacting the database removes content that no document references.
///
/// A blob is thread-safe. Apart from the location of its content, it does not change.
public final class Blob: Sendable {
    /// The value of ``typeProperty`` in a blob's dictionary: `blob`.
    public static let blobType = "blob"
    /// The key that identifies a dictionary as a blob: `@type`.
    public static let typeProperty = "@type"
    /// The key of the digest: `digest`.
    public static let blobDigestProperty = "digest"
    /// The key of the length: `length`.
    public static let blobLengthProperty = "length"
    /// The key of the content type: `content_type`.
    public static let blobContentType = "content_type"
    /// The key of inline content, which a document can contain instead of a digest.
    static let dataProperty = "data"

    /// The type of the content, such as `image/jpeg`, or `nil` if it is unknown.
    public let contentType: String?

    /// The content, with its digest and length if they are known.
    ///
    /// The blob copies its state under the lock and uses the copy without the lock.
    package struct State: Sendable {
        var source: BlobSource
        package var digest: BlobDigest?
        /// The number of bytes, or `nil` if it is unknown.
        var length: UInt64?

        package init(source: BlobSource, digest: BlobDigest? = nil, length: UInt64? = nil) {
            self.source = source
            self.digest = digest
            self.length = length
        }
    }

    private let state: Mutex<State>

    package init(contentType: String?, _ state: State) {
        self.contentType = contentType
        self.state = Mutex(state)
    }

    /// Creates a blob from content in memory.
    ///
    /// ```swift
    /// let note = Blob(contentType: "text/plain", data: Data("Ring twice.".utf8))
    /// document.setBlob(note, forKey: "note")
    /// ```
    ///
    /// - Parameters:
    ///   - contentType: The type of the content, such as `text/plain`.
    ///   - data: The content. The blob retains it.
    public convenience init(contentType: String, data: Data) {
        self.init(contentType: contentType, State(source: .data(data), length: UInt64(data.count)))
    }

    /// Creates a blob from a stream.
    ///
    /// Saving the blob reads the stream in constant memory. If the content is requested earlier, it
    /// is read into memory and stays there.
    ///
    /// - Parameters:
    ///   - contentType: The type of the content, such as `text/plain`.
    ///   - contentStream: An unread stream. The blob takes ownership of it, so do
    ///     not use it elsewhere.
    public convenience init(contentType: String, contentStream: sending InputStream) {
        self.init(
            contentType: contentType, State(source: .stream(UnreadStream(contentStream))))
    }

    /// Creates a blob from a file.
    ///
    /// Saving the blob copies the file in constant memory. The file must exist until then.
    ///
    /// ```swift
    /// let brochure = try Blob(contentType: "text/plain", fileURL: file)
    /// hotel.setBlob(brochure, forKey: "brochure")
    /// ```
    ///
    /// - Parameters:
    ///   - contentType: The type of the content, such as `text/plain`.
    ///   - fileURL: The URL of the file. The initializer does not access the file.
    /// - Throws: ``QuireError`` with code `invalidParameter` if the URL is not a file URL.
    public convenience init(contentType: String, fileURL: URL) throws {
        guard fileURL.isFileURL else {
            throw QuireError(.invalidParameter, "\(fileURL.absoluteString) is not a file URL.")
        }
        self.init(contentType: contentType, State(source: .file(fileURL)))
    }

    /// The digest, which consists of `sha1-` and a base64 string, or `nil` until the blob is saved.
    public var digest: String? { current.digest?.description }

    /// The number of bytes, or 0 for an unread stream.
    public var length: UInt64 {
        let current = current
        if let length = current.length { return length }
        guard case .file(let file) = current.source else { return 0 }
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        return (attributes?[.size] as? NSNumber)?.uint64Value ?? 0
    }

    /// A copy of the current state.
    package var current: State { state.withLock { $0 } }

    /// Updates the state.
    ///
    /// - Parameter change: A closure that changes the state.
    package func update(_ change: (inout State) -> Void) {
        state.withLock { change(&$0) }
    }
}

extension Blob: Hashable {
    /// Returns whether two blobs have the same content, regardless of their content types.
    ///
    /// If both blobs have a digest, the digests are compared. Otherwise, the contents are read and
    /// compared. A blob whose content cannot be read equals only blobs with the same digest.
    ///
    /// - Complexity: O(1) if both blobs have a digest; otherwise O(*n*) in the length.
    public static func == (left: Blob, right: Blob) -> Bool {
        if left === right { return true }
        guard left.measuredLength == right.measuredLength else { return false }
        if let digest = left.current.digest, let other = right.current.digest {
            return digest == other
        }
        guard let content = left.content, let other = right.content else { return false }
        return content == other
    }

    /// Hashes the length.
    ///
    /// A blob with a digest can equal a blob without one, and the length is the only property that
    /// both have before the content is read.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(measuredLength)
    }

    /// The length of the content.
    ///
    /// If the content is a stream, it is read first.
    private var measuredLength: UInt64 {
        if case .stream = current.source { _ = content }
        return length
    }
}

extension Blob: CustomStringConvertible {
    /// A textual representation with the content type, the length and the digest.
    public var description: String {
        let parts = [contentType, "\(length) bytes", digest].compactMap { $0 }
        return "Blob[\(parts.joined(separator: "; "))]"
    }
}
