public import Foundation
import Synchronization

/// A content of any size beside a document: a photograph, a recording, a file.
///
/// The document has the blob's digest, length and type; the content is in a file of the database's.
/// The same content is stored once, however many documents have it.
///
/// ```swift
/// document.setBlob(Blob(contentType: "image/jpeg", data: photograph), forKey: "photo")
/// ```
///
/// Saving a document saves the blobs in it, as a part of the transaction. While a large content is
/// copied, others wait to write; ``Database/saveBlob(blob:)`` does it beforehand.
///
/// Contents that no document has are removed when the database is compacted. Nothing of a blob
/// changes but where its content is; it can be used by many threads at once.
public final class Blob: Sendable {
    /// The value of ``typeProperty`` in a blob's dictionary: `blob`.
    public static let blobType = "blob"
    /// The key that says that a dictionary is a blob: `@type`.
    public static let typeProperty = "@type"
    /// The key of the digest: `digest`.
    public static let blobDigestProperty = "digest"
    /// The key of the length: `length`.
    public static let blobLengthProperty = "length"
    /// The key of the content's type: `content_type`.
    public static let blobContentType = "content_type"
    /// The key of a content that a document has instead of a digest.
    static let dataProperty = "data"

    /// The type of the content, as `image/jpeg`, if it is known.
    public let contentType: String?

    /// What is known of the content.
    ///
    /// Copies of it are taken out and used without the lock.
    struct State: Sendable {
        var source: BlobSource
        var digest: BlobDigest?
        /// The number of bytes, where it is known.
        var length: UInt64?
    }

    private let state: Mutex<State>

    init(contentType: String?, _ state: State) {
        self.contentType = contentType
        self.state = Mutex(state)
    }

    /// Makes a blob of a content in memory.
    ///
    /// - Parameters:
    ///   - contentType: The type of the content, as `text/plain`.
    ///   - data: The content. The blob keeps it.
    public convenience init(contentType: String, data: Data) {
        self.init(contentType: contentType, State(source: .data(data), length: UInt64(data.count)))
    }

    /// Makes a blob of what a stream delivers.
    ///
    /// It is read when the blob is saved, in constant memory; or when the content is asked for
    /// before that, which then stays in memory.
    ///
    /// - Parameters:
    ///   - contentType: The type of the content, as `text/plain`.
    ///   - contentStream: A stream that was not read from. It is the blob's: do not use it elsewhere.
    public convenience init(contentType: String, contentStream: sending InputStream) {
        self.init(
            contentType: contentType, State(source: .stream(UnreadStream(contentStream))))
    }

    /// Makes a blob of a file.
    ///
    /// The file is copied when the blob is saved, in constant memory; until then it must stay.
    ///
    /// - Parameters:
    ///   - contentType: The type of the content, as `text/plain`.
    ///   - fileURL: The place of the file, which is not looked at yet.
    /// - Throws: ``QuireError`` with code `invalidParameter` if it is not the URL of a file.
    public convenience init(contentType: String, fileURL: URL) throws {
        guard fileURL.isFileURL else {
            throw QuireError(.invalidParameter, "\(fileURL.absoluteString) is not a file's URL.")
        }
        self.init(contentType: contentType, State(source: .file(fileURL)))
    }

    /// The digest as documents have it, `sha1-` and base64; `nil` until the blob is saved.
    public var digest: String? { current.digest?.description }

    /// The number of bytes; 0 for a stream that was not read yet.
    public var length: UInt64 {
        let current = current
        if let length = current.length { return length }
        guard case .file(let file) = current.source else { return 0 }
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        return (attributes?[.size] as? NSNumber)?.uint64Value ?? 0
    }

    /// What is known of the content now.
    var current: State { state.withLock { $0 } }

    /// Changes what is known of the content.
    ///
    /// - Parameter change: A closure that changes it.
    func update(_ change: (inout State) -> Void) {
        state.withLock { change(&$0) }
    }
}

extension Blob: Hashable {
    /// Whether two blobs have the same content; their types do not matter.
    ///
    /// Digests are compared where both blobs have one, otherwise the contents, which are read for
    /// that. A blob whose content cannot be read is equal only to those with the same digest.
    ///
    /// - Complexity: O(1) if both have a digest, else O(*n*) in the length.
    public static func == (left: Blob, right: Blob) -> Bool {
        if left === right { return true }
        guard left.measuredLength == right.measuredLength else { return false }
        if let digest = left.current.digest, let other = right.current.digest {
            return digest == other
        }
        guard let content = left.content, let other = right.content else { return false }
        return content == other
    }

    /// Hashes the length alone: it is all that a blob with a digest and an equal one without it have
    /// in common before the content is read.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(measuredLength)
    }

    /// The length, for which a stream has to be read.
    private var measuredLength: UInt64 {
        if case .stream = current.source { _ = content }
        return length
    }
}

extension Blob: CustomStringConvertible {
    /// The type, length and digest, for people to read.
    public var description: String {
        let parts = [contentType, "\(length) bytes", digest].compactMap { $0 }
        return "Blob[\(parts.joined(separator: "; "))]"
    }
}
