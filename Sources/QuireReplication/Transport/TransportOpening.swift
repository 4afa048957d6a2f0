#if Replication
    package import Foundation
    package import QuireNetwork

    /// Connects to the server that a URL names.
    ///
    /// - Parameters:
    ///   - url: A URL with the scheme `ws`, `wss`, `http` or `https`. Only its host and port matter.
    ///   - options: How to connect.
    /// - Returns: The connection. Its bytes are encrypted if the scheme is `wss` or `https`.
    /// - Throws: `NetworkError`, and `CancellationError` if the task is canceled.
    package func openTransport(
        to url: URL, options: TransportOptions = TransportOptions()
    ) async throws -> any ByteTransport {
        let target = try TransportTarget(url)
        #if canImport(Network)
            return try await NetworkFrameworkTransport.open(target, options)
        #else
            return try await CurlTransport.open(target, options)
        #endif
    }
#endif
