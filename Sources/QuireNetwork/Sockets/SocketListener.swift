import Foundation

/// A socket that accepts TCP connections.
package final class SocketListener: Sendable {
    /// The address on which the socket listens.
    package let address: SocketAddress

    /// The port, which the system has chosen if the requested one was 0.
    package var port: UInt16 { address.port }

    private let descriptor: SocketDescriptor

    /// Creates a socket that listens.
    ///
    /// - Parameters:
    ///   - host: An address of this machine such as `127.0.0.1` or `::1`, or a name of it. The
    ///     look-up of a name blocks.
    ///   - port: The port, or 0 for a free one.
    /// - Throws: `NetworkError`.
    package init(host: String, port: UInt16) throws {
        var result = Result<(Int32, SocketAddress), NetworkError>.failure(
            NetworkError(.unknownHost, "The host \"\(host)\" has no address."))
        for address in try SocketAddress.resolve(host: host, port: port, isListening: true) {
            result = Self.listen(on: address, "\(host):\(port)")
            if case .success = result { break }
        }
        let (number, address) = try result.get()
        self.address = address
        descriptor = SocketDescriptor(number)
    }

    deinit { close() }

    private static func listen(
        on address: SocketAddress, _ name: String
    ) -> Result<(Int32, SocketAddress), NetworkError> {
        do {
            let number = try SystemSocket.make(for: address)
            // Otherwise the port is blocked for minutes after the process has ended.
            SystemSocket.set(SOL_SOCKET, SO_REUSEADDR, on: number)
            let isBound = address.withSystemAddress { bind(number, $0, $1) } == 0
            if isBound, Foundation.listen(number, 128) == 0,
                let own = SocketAddress.own(of: number)
            {
                return .success((number, own))
            }
            let error = NetworkError.system(errno, "The socket cannot listen on \(name)")
            _ = Foundation.close(number)
            return .failure(error)
        } catch let error as NetworkError {
            return .failure(error)
        } catch {
            return .failure(NetworkError(.unreachable, "\(error)"))
        }
    }

    /// Returns the next connection, and suspends until there is one.
    ///
    /// - Returns: The connection, or `nil` if the listener is closed.
    package func accept() async -> SocketTransport? {
        while !descriptor.isClosed {
            do {
                if let transport = try await next() { return transport }
            } catch {
                // The system has too few descriptors, for example. Connections wait in its queue.
                try? await Task.sleep(for: .milliseconds(100))
            }
        }
        return nil
    }

    /// The connections from now on, until the listener is closed.
    ///
    /// One task at a time may iterate over them.
    package var connections: AsyncStream<SocketTransport> {
        AsyncStream { await self.accept() }
    }

    /// Stops accepting connections.
    ///
    /// Existing ones are not affected.
    package func close() { descriptor.close(stopsListening: true) }

    private func next() async throws -> SocketTransport? {
        try await descriptor.use { number in
            while true {
                switch SystemSocket.accept(number) {
                case .value(let connection):
                    return SocketTransport(connection, peer: SocketAddress.peer(of: connection))
                case .notReady: try await descriptor.wait(.reading)
                // The peer was faster in closing than this side in accepting.
                case .failure(let error) where error.kind == .reset && !descriptor.isClosed:
                    continue
                case .failure(let error): throw error
                }
            }
        }
    }
}
