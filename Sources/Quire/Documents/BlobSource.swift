import Foundation

/// Where a blob's content is to be had.
enum BlobSource: Sendable {
    /// In memory, given by the program.
    case data(Data)
    /// In memory, as a document had it in place of a digest.
    case inline(Data)
    /// In a file of the program's.
    case file(URL)
    /// In a stream that was not read yet.
    case stream(UnreadStream)
    /// In a storage, where this blob put it.
    case installed(any BlobStorage)
    /// In a storage, if it is there: the blob comes from a document, which has no more than its
    /// digest. Without a storage the document was text, or a model's.
    case reference((any BlobStorage)?)
    /// Nowhere: reading the stream failed, and it cannot be read again.
    case lost(any Error)
}

/// A stream that is read once, by one thread.
final class UnreadStream: @unchecked Sendable {
    // Sendable because `turn` protects `stream`, which no one else has.
    //
    // It is held while the stream is read, though that may be a program's code: others who want the
    // content must wait for it. It is recursive so that a stream that asks for the content of its
    // own blob gets an error instead of waiting for itself.
    private let turn = NSRecursiveLock()
    private var stream: InputStream?

    /// Takes over a stream.
    ///
    /// - Parameter stream: A stream that nobody else uses.
    init(_ stream: sending InputStream) {
        self.stream = stream
    }

    /// Lends the stream, if it was not lent before; otherwise waits until it is read.
    ///
    /// - Parameter body: A closure that reads all of it.
    /// - Throws: What the closure throws.
    func readOnce(_ body: (InputStream) throws -> Void) rethrows {
        turn.lock()
        defer { turn.unlock() }
        guard let stream else { return }
        self.stream = nil
        try body(stream)
    }
}

extension InputStream {
    /// How much is read at once.
    static let chunkLength = 64 << 10

    /// Opens the stream unless it is open, reads it to its end and closes it.
    ///
    /// - Parameter body: A closure that is lent each part.
    /// - Throws: What the closure throws, or ``QuireError``: the stream's own if it failed with one,
    ///   else with code `ioError`.
    func forEachChunk(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
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
        // Without a failure the stream of the Foundation for Linux has no answer to `streamError`.
        let cause = streamStatus == .error ? streamError : nil
        return cause as? QuireError
            ?? QuireError(
                .ioError, "The stream of a blob's content cannot be read.", underlyingError: cause)
    }
}
