import Foundation
import QuirePlatform

extension ReplicationStore {
    /// Returns whether the content of a blob is stored.
    ///
    /// - Parameter digest: The blob's digest.
    /// - Returns: `false` for an invalid digest.
    /// - Throws: ``QuireError`` with code `notOpen`, or if the file cannot be examined.
    package func hasBlob(_ digest: String) throws -> Bool {
        guard database.isOpen else { throw database.notOpen }
        guard let digest = BlobDigest(digest) else { return false }
        return try database.blobs.exists(digest)
    }

    /// Returns a reader of the content of a blob.
    ///
    /// - Parameter digest: The blob's digest.
    /// - Returns: The reader, or `nil` if the blob is not stored.
    /// - Throws: ``QuireError`` with code `notOpen`, `cantOpenFile` or `ioError`.
    package func blobReader(_ digest: String) throws -> BlobReader? {
        guard database.isOpen else { throw database.notOpen }
        guard let digest = BlobDigest(digest),
            let file = try database.blobs.open(digest, length: nil)
        else { return nil }
        return try BlobReader(file)
    }

    /// Returns a writer that stores a blob, durably and before a document refers to it.
    ///
    /// - Parameters:
    ///   - digest: The digest that the content must have.
    ///   - length: The number of bytes that the content must have, or `nil` for any number.
    /// - Returns: The writer.
    /// - Throws: ``QuireError`` with code `notOpen`.
    package func blobWriter(_ digest: String, length: Int?) throws -> BlobWriter {
        guard database.isOpen else { throw database.notOpen }
        return BlobWriter(database.blobs, digest: digest, length: length)
    }
}

/// Reads the content of a blob in parts, without verifying its digest.
package final class BlobReader: Sendable {
    /// The number of bytes of the content.
    package let length: Int

    private struct State {
        let file: OpenFile
        var remaining: Int
    }

    private let state: Mutex<State>

    package init(_ file: sending OpenFile) throws {
        let length = Int(clamping: try file.length())
        self.length = length
        state = Mutex(State(file: file, remaining: length))
    }

    /// Reads the next part.
    ///
    /// - Parameter maximum: The maximum number of bytes of the part.
    /// - Returns: The part, which is shorter only at the end of the content, and empty after it.
    /// - Throws: ``QuireError`` with code `ioError`.
    package func next(maximum: Int) throws -> [UInt8] {
        try state.withLock { state in
            let part = try state.file.readNext(count: min(maximum, state.remaining))
            state.remaining -= part.count
            return part
        }
    }
}

/// Stores the content of a blob, which it receives in parts.
///
/// The content is in a temporary file until it is complete. The file is removed if the writer is
/// released before that.
package final class BlobWriter: Sendable {
    private final class State {
        var content: IncomingBlob?
        var length = 0
    }

    private let store: BlobStore
    private let digest: String
    private let expectedLength: Int?
    private let state = Mutex(State())

    package init(_ store: BlobStore, digest: String, length: Int?) {
        self.store = store
        self.digest = digest
        expectedLength = length
    }

    /// Appends a part of the content.
    ///
    /// - Throws: ``ReplicationFailure`` with code `LiteCore` 15 if the content becomes too long;
    ///   ``QuireError`` with code `ioError`, for example if the disk is full.
    package func append(_ part: [UInt8]) throws {
        try state.withLock { state in
            state.length += part.count
            if let expectedLength, state.length > expectedLength {
                throw ReplicationFailure.blob(digest, expectedLength: expectedLength)
            }
            if state.content == nil {
                state.content = try IncomingBlob(in: store.createFolder())
            }
            try part.withUnsafeBytes { try state.content?.append($0) }
        }
    }

    /// Completes the blob, unless it is stored already.
    ///
    /// - Throws: ``ReplicationFailure`` with code `LiteCore` 15 if the content has another digest or
    ///   length; ``QuireError`` with code `ioError`.
    package func finish() throws {
        try append([])
        try state.withLock { state in
            guard let content = state.content.take() else { return }
            if let expectedLength, state.length != expectedLength {
                throw ReplicationFailure.blob(digest, expectedLength: expectedLength)
            }
            guard let digest = BlobDigest(digest), content.blob.digest == digest else {
                throw ReplicationFailure.blob(digest)
            }
            _ = try BlobStore.keep(content, in: store.createFolder())
        }
    }
}
