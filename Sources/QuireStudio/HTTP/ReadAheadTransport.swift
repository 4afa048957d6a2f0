import QuirePlatform
import QuireNetwork

/// A connection that detects, while a request is answered, whether the peer has closed it.
///
/// Bytes that arrive in the meantime belong to the next request, and are returned by the next
/// `receive(maximum:)`.
final class ReadAheadTransport: ByteTransport {
    private static let partSize = 16_384

    private let transport: any ByteTransport
    private let pending = Mutex<Task<[UInt8], any Error>?>(nil)

    init(_ transport: any ByteTransport) {
        self.transport = transport
    }

    /// Begins to read the next bytes.
    ///
    /// - Parameter end: A closure that is called if the stream ends before there are any.
    func readAhead(onEnd end: @escaping @Sendable () -> Void) {
        let transport = transport
        pending.withLock { pending in
            pending = Task {
                do {
                    let bytes = try await transport.receive(maximum: Self.partSize)
                    if bytes.isEmpty { end() }
                    return bytes
                } catch {
                    end()
                    throw error
                }
            }
        }
    }

    func receive(maximum: Int) async throws -> [UInt8] {
        let task = pending.withLock { pending in
            defer { pending = nil }
            return pending
        }
        if let task { return try await task.value }
        return try await transport.receive(maximum: min(maximum, Self.partSize))
    }

    func send(_ bytes: [UInt8]) async throws { try await transport.send(bytes) }

    func close() { transport.close() }
}
