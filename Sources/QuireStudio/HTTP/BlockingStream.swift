import Dispatch
import Foundation
import QuirePlatform
import QuireFormats

/// An output whose bytes are sent while a closure writes them on a thread of its own.
///
/// The closure waits if the client reads more slowly than it writes.
final class BlockingStream: ByteOutput, Sendable {
    private static let partSize = 65_536
    /// The number of parts that wait to be sent.
    private static let maximumParts = 8

    private let parts: AsyncStream<[UInt8]>.Continuation
    // A semaphore that is released with a lower value than its first one is a fatal error.
    private let places = DispatchSemaphore(value: 0)
    private let buffer = Mutex<[UInt8]>([])
    private let isClosed = Atomic<Bool>(false)

    private init(_ parts: AsyncStream<[UInt8]>.Continuation) {
        self.parts = parts
        for _ in 0..<Self.maximumParts { places.signal() }
    }

    /// Runs a closure, and sends what it writes.
    ///
    /// - Parameters:
    ///   - output: The body of an answer.
    ///   - body: A closure that writes all bytes.
    /// - Throws: The error of the closure, or the one of the connection.
    static func send(
        to output: ResponseStream,
        _ body: @escaping @Sendable (BlockingStream) throws -> Void
    ) async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        let bytes = BlockingStream(continuation)
        let result = Mutex<(any Error)?>(nil)
        Thread.detachNewThread {
            do {
                try body(bytes)
                try bytes.flush()
            } catch {
                result.withLock { $0 = error }
            }
            continuation.finish()
        }
        defer { bytes.close() }
        for await part in stream {
            try await output.send(part)
            bytes.places.signal()
        }
        try Task.checkCancellation()
        if let error = result.withLock({ $0 }) { throw error }
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        let isFull = buffer.withLock { buffer in
            buffer.append(contentsOf: bytes)
            return buffer.count >= Self.partSize
        }
        if isFull { try flush() }
    }

    func flush() throws {
        let part = buffer.withLock { buffer in
            defer { buffer = [] }
            return buffer
        }
        guard !part.isEmpty else { return }
        places.wait()
        try checkIsOpen()
        parts.yield(part)
    }

    /// Throws an error if the client has closed the connection.
    func checkIsOpen() throws {
        if isClosed.load(ordering: .acquiring) { throw CancellationError() }
    }

    /// Ends the closure with its next bytes.
    private func close() {
        isClosed.store(true, ordering: .releasing)
        places.signal()
    }
}
