import QuireNetwork

extension StudioResponse {
    /// The greatest number of bytes that are sent within one time limit.
    private static let partSize = 1 << 20

    /// Sends the answer.
    ///
    /// - Parameters:
    ///   - transport: The connection.
    ///   - version: The version of HTTP of the request.
    /// - Throws: `NetworkError`, or an error of the closure that produces the body.
    func send(over transport: any ByteTransport, version: HTTPVersion) async throws {
        switch body {
        case .bytes(let bytes):
            let framing = status == 204 ? [] : [("Content-Length", "\(bytes.count)")]
            let stream = ResponseStream(transport, isChunked: false)
            var rest = bytes[...]
            try await stream.send(try head(framing).encoded() + rest.prefix(Self.partSize))
            rest = rest.dropFirst(Self.partSize)
            while !rest.isEmpty {
                try await stream.send(Array(rest.prefix(Self.partSize)))
                rest = rest.dropFirst(Self.partSize)
            }
        case .stream(let produce):
            let isChunked = version == .http11
            let framing = isChunked ? [("Transfer-Encoding", "chunked")] : []
            let stream = ResponseStream(transport, isChunked: isChunked)
            try await ResponseStream(transport, isChunked: false)
                .send(try head(framing).encoded())
            try await produce(stream)
            try await stream.finish()
        }
    }
}
