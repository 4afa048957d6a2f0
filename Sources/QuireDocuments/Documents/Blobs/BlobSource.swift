package import Foundation

/// The location of a blob's content.
package enum BlobSource: Sendable {
    /// Content in memory that the program provided.
    case data(Data)
    /// Content in memory that a document contained in place of a digest.
    case inline(Data)
    /// A file of the program.
    case file(URL)
    /// An unread stream.
    case stream(UnreadStream)
    /// A storage in which this blob stored its content.
    case installed(any BlobStorage)
    /// A storage that may contain the content of a blob that comes from a document.
    ///
    /// The document contains only the digest. The storage is `nil` if the blob was decoded outside
    /// a database or created from a dictionary.
    case reference((any BlobStorage)?)
    /// No location, because reading the stream failed and it cannot be read again.
    case lost(any Error)
}

/// A stream that is read once, by one thread.
package final class UnreadStream: @unchecked Sendable {
    // This class is Sendable because `turn` protects `stream`, which nothing else references.
    //
    // The lock is held while the stream is read, although this may run code of the program: other
    // threads that need the content must wait for it. The lock is recursive, so that a stream that
    // requests the content of the same blob gets an error instead of a deadlock.
    private let turn = NSRecursiveLock()
    private var stream: InputStream?

    /// Takes ownership of a stream.
    ///
    /// - Parameter stream: A stream that nothing else uses.
    init(_ stream: sending InputStream) {
        self.stream = stream
    }

    /// Passes the stream to a closure on the first call.
    ///
    /// Later calls wait until the stream has been read, and do not run the closure.
    ///
    /// - Parameter body: A closure that reads the whole stream.
    /// - Throws: Any error that the closure throws.
    func readOnce(_ body: (InputStream) throws -> Void) rethrows {
        turn.lock()
        defer { turn.unlock() }
        guard let stream else { return }
        self.stream = nil
        try body(stream)
    }
}

extension InputStream {
    /// The number of bytes to read in one call.
    static let chunkLength = 64 << 10

    /// Opens the stream if necessary, reads it to its end and closes it.
    ///
    /// - Parameter body: A closure that receives each chunk. The chunk is valid only during the
    ///   call.
    /// - Throws: Any error that the closure throws. If the stream fails, its own error if that is a
    ///   ``QuireError``; otherwise ``QuireError`` with code `ioError`.
    package func forEachChunk(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        if streamStatus == .notOpen { open() }
        defer { close() }
        try withUnsafeTemporaryAllocation(byteCount: Self.chunkLength, alignment: 8) { chunk in
            let bytes = chunk.bindMemory(to: UInt8.self)
            guard let start = bytes.baseAddress else { return }
            while true {
                let count = read(start, maxLength: bytes.count)
                guard count >= 0, count <= bytes.count else { throw failure }
                if count == 0 { return }
                try body(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
            }
        }
    }

    private var failure: QuireError {
        // On Linux, Foundation's `streamError` cannot be read unless the stream has failed.
        let cause = streamStatus == .error ? streamError : nil
        return cause as? QuireError
            ?? QuireError(
                .ioError, "Cannot read the stream of a blob's content.", underlyingError: cause)
    }
}
