import QuirePlatform

/// A byte stream whose peer sends HTTP messages, and possibly other bytes after them.
///
/// The methods that read are those of one task at a time, like `receive(maximum:)`.
package final class HTTPStream: ByteTransport {
    private static let partSize = 16_384

    private let transport: any ByteTransport
    private let unread = Mutex<ArraySlice<UInt8>>([])
    private let limits: HTTPLimits

    /// Creates a stream.
    ///
    /// - Parameters:
    ///   - transport: The connection.
    ///   - limits: The limits of messages.
    package init(_ transport: any ByteTransport, limits: HTTPLimits = HTTPLimits()) {
        self.transport = transport
        self.limits = limits
    }

    /// Returns the head of the next request.
    ///
    /// - Returns: The head, or `nil` if the peer closed the connection before it.
    /// - Throws: `HTTPError`, and the errors of the connection.
    package func requestHead() async throws -> HTTPRequestHead? { try await head() }

    /// Returns the head of the next response.
    ///
    /// - Returns: The head, or `nil` if the peer closed the connection before it.
    /// - Throws: `HTTPError`, and the errors of the connection.
    package func responseHead() async throws -> HTTPResponseHead? { try await head() }

    /// Returns the body that follows a head.
    ///
    /// - Parameters:
    ///   - framing: How many bytes belong to the body.
    ///   - maximum: The greatest number of bytes, or `nil` for that of the limits.
    /// - Returns: The body.
    /// - Throws: `HTTPError`, and the errors of the connection.
    package func body(
        _ framing: HTTPBodyFraming, maximum: Int? = nil
    ) async throws -> [UInt8] {
        var limits = limits
        if let maximum { limits.body = maximum }
        var decoder = try HTTPBodyDecoder(framing, limits: limits)
        while !decoder.isComplete {
            var part = try await next()
            if part.isEmpty {
                try decoder.end()
            } else {
                try decoder.decode(&part)
                keep(part)
            }
        }
        return decoder.body
    }

    package func receive(maximum: Int) async throws -> [UInt8] {
        let kept = unread.withLock { unread in
            let part = unread.prefix(max(1, maximum))
            unread = unread.dropFirst(part.count)
            return Array(part)
        }
        return kept.isEmpty ? try await transport.receive(maximum: maximum) : kept
    }

    package func send(_ bytes: [UInt8]) async throws { try await transport.send(bytes) }

    package func close() { transport.close() }

    private func head<Head: HTTPHead>() async throws -> Head? {
        var parser = HTTPHeadParser<Head>(limits: limits)
        while true {
            var part = try await next()
            if part.isEmpty {
                if parser.isEmpty { return nil }
                throw NetworkError(.reset, "The peer closed the connection within a message.")
            }
            let head = try parser.parse(&part)
            keep(part)
            if let head { return head }
        }
    }

    private func next() async throws -> ArraySlice<UInt8> {
        let kept = unread.withLock { unread in
            defer { unread = [] }
            return unread
        }
        return kept.isEmpty ? try await transport.receive(maximum: Self.partSize)[...] : kept
    }

    private func keep(_ bytes: ArraySlice<UInt8>) { unread.withLock { $0 = bytes } }
}
