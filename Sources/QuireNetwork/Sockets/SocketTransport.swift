import Foundation
import QuirePlatform

/// A TCP connection.
package final class SocketTransport: ByteTransport {
    /// The greatest number of bytes that one call receives.
    private static let longestPart = 262_144

    /// The address of the peer, if the system knows it.
    package let peerAddress: SocketAddress?

    private let descriptor: SocketDescriptor

    /// Takes over a socket that does not block.
    init(_ number: Int32, peer: SocketAddress?) {
        peerAddress = peer
        descriptor = SocketDescriptor(number)
    }

    package func receive(maximum: Int) async throws -> [UInt8] {
        let maximum = min(max(1, maximum), Self.longestPart)
        return try await descriptor.use { number in
            while true {
                switch SystemSocket.receive(number, maximum: maximum) {
                case .value(let bytes):
                    // After `close()`, the stream seems to have ended.
                    if bytes.isEmpty, descriptor.isClosed { throw NetworkError.closed }
                    return bytes
                case .notReady: try await descriptor.wait(.reading)
                case .failure(let error): throw descriptor.isClosed ? NetworkError.closed : error
                }
            }
        }
    }

    package func send(_ bytes: [UInt8]) async throws {
        try await descriptor.use { number in
            var rest = bytes[...]
            while !rest.isEmpty {
                switch SystemSocket.send(number, rest) {
                case .value(let count): rest = rest.dropFirst(count)
                case .notReady: try await descriptor.wait(.writing)
                case .failure(let error): throw descriptor.isClosed ? NetworkError.closed : error
                }
            }
        }
    }

    package func close() { descriptor.close() }
}

// MARK: Connecting

extension SocketTransport {
    /// Connects to a host.
    ///
    /// The addresses of the host are tried in their order.
    ///
    /// - Parameters:
    ///   - host: A name, or an address as text.
    ///   - port: The port on which the host listens.
    ///   - limit: The time limit for each address.
    /// - Returns: The connection.
    /// - Throws: `NetworkError`, that of the last address.
    package static func connect(
        host: String, port: UInt16, timeLimit limit: Duration = .seconds(15)
    ) async throws -> SocketTransport {
        var lastError = NetworkError(.unknownHost, "The host \"\(host)\" has no address.")
        for address in try await addresses(host: host, port: port) {
            try Task.checkCancellation()
            do {
                return try await connect(to: address, limit)
            } catch let error as NetworkError {
                lastError = NetworkError(error.kind, "\(host):\(port): \(error.message)")
            }
        }
        throw lastError
    }

    private static func addresses(host: String, port: UInt16) async throws -> [SocketAddress] {
        try await withCheckedThrowingContinuation { continuation in
            // The look-up of a name blocks.
            Thread.detachNewThread {
                continuation.resume(
                    with: Result { try SocketAddress.resolve(host: host, port: port) })
            }
        }
    }

    private static func connect(
        to address: SocketAddress, _ limit: Duration
    ) async throws -> SocketTransport {
        let number = try SystemSocket.make(for: address)
        SystemSocket.configureConnection(number)
        let transport = SocketTransport(number, peer: address)
        return try await transport.closing(after: limit, "Connecting") {
            try await transport.finishConnecting(to: address)
            return transport
        }
    }

    private func finishConnecting(to address: SocketAddress) async throws {
        try await descriptor.use { number in
            switch SystemSocket.connect(number, to: address) {
            case .value: return
            case .failure(let error): throw error
            case .notReady: try await descriptor.wait(.writing)
            }
            if let error = SystemSocket.connectionError(number) { throw error }
        }
    }
}
