#if Replication
    import Foundation
    import QuireNetwork

    /// What is known about the other end of a connection.
    package struct PeerDescription: Sendable, Equatable {
        /// The URL of a server, or the address of a client.
        package var address = "this process"
        /// The text that identifies the connection in the logs of both sides, or `nil` if the server has
        /// sent none.
        package var correlationID: String?
        /// The certificates of a server as DER, its own one first.
        package var certificates: [[UInt8]] = []

        package init() {}

        /// The name of the header field with the correlation ID.
        static let correlationField = "X-Correlation-ID"
        private static let maximumLength = 100

        /// Creates the description of the other end of a WebSocket.
        ///
        /// - Parameters:
        ///   - address: The URL of the server, or the address of the client.
        ///   - response: The head of the server's answer to the handshake.
        ///   - transport: The connection for the bytes.
        init(_ address: String, _ response: HTTPResponseHead, over transport: any ByteTransport) {
            self.address = address
            // Another program has chosen the text, which is printed.
            correlationID = response.headers[Self.correlationField].flatMap { text in
                text.isEmpty
                    ? nil
                    : String(text.unicodeScalars.prefix(Self.maximumLength).filter(\.isPrintable))
            }
            certificates = (transport as? any CertifiedTransport)?.peerCertificates ?? []
        }

        /// Creates a correlation ID for a new connection.
        static func makeCorrelationID() -> String {
            String(UInt64.random(in: .min ... .max), radix: 16)
        }

        /// The description for a log.
        var logText: String {
            correlationID.map { "\(address), correlation ID \($0)" } ?? address
        }
    }

    /// A connection for bytes whose other end has shown certificates.
    protocol CertifiedTransport: ByteTransport {
        /// The certificates of the peer as DER, its own one first.
        var peerCertificates: [[UInt8]] { get }
    }

    extension Unicode.Scalar {
        fileprivate var isPrintable: Bool { (0x20...0x7E).contains(value) }
    }
#endif
