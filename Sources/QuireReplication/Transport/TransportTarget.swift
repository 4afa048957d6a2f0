#if Replication
    import Foundation
    import QuireNetwork

    /// The server of a URL.
    struct TransportTarget: Sendable, Equatable {
        let isEncrypted: Bool
        /// The host without the brackets of an IPv6 address.
        let host: String
        let port: UInt16

        init(_ url: URL) throws {
            switch url.scheme?.lowercased() {
            case "ws", "http": isEncrypted = false
            case "wss", "https": isEncrypted = true
            default:
                throw NetworkError(
                    .invalidData, "The URL \(url.absoluteString) begins with neither ws: nor wss:.")
            }
            var host = url.host(percentEncoded: true) ?? ""
            if host.hasPrefix("["), host.hasSuffix("]") {
                host = String(host.dropFirst().dropLast())
            }
            guard !host.isEmpty else {
                throw NetworkError(.unknownHost, "The URL \(url.absoluteString) names no host.")
            }
            guard let port = UInt16(exactly: url.port ?? (isEncrypted ? 443 : 80)), port > 0 else {
                throw NetworkError(.invalidData, "The port of the URL is invalid.")
            }
            self.host = host
            self.port = port
        }

        /// The host and the port as in a URL.
        var authority: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
    }
#endif
