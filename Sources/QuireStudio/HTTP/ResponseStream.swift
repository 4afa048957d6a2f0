import QuireNetwork

/// The body of an answer whose parts are sent as they become available.
struct ResponseStream: Sendable {
    /// The time within which the client must read a part.
    private static let timeLimit = Duration.seconds(60)

    private let transport: any ByteTransport
    /// Whether the parts are chunks, for clients of HTTP/1.1.
    private let isChunked: Bool

    init(_ transport: any ByteTransport, isChunked: Bool) {
        self.transport = transport
        self.isChunked = isChunked
    }

    /// Sends a part.
    ///
    /// - Throws: `NetworkError` if the client has closed the connection or does not read.
    func send(_ bytes: [UInt8]) async throws {
        guard !bytes.isEmpty else { return }
        guard isChunked else { return try await sendInTime(bytes) }
        let size = Array((String(bytes.count, radix: 16) + "\r\n").utf8)
        try await sendInTime(size + bytes + Array("\r\n".utf8))
    }

    /// Marks the end of the body.
    func finish() async throws {
        if isChunked { try await sendInTime(Array("0\r\n\r\n".utf8)) }
    }

    private func sendInTime(_ bytes: [UInt8]) async throws {
        try await transport.closing(after: Self.timeLimit, "Sending an answer") {
            try await transport.send(bytes)
        }
    }
}
