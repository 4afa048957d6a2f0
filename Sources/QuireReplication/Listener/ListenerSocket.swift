#if Replication
    import QuireNetwork

    /// A socket of a listener that accepts connections.
    protocol ListenerSocket: Sendable {
        var port: UInt16 { get }

        /// Returns the next connection, or `nil` if the socket is closed.
        func accept() async -> (any ByteTransport)?

        /// Performs the handshake of the encryption.
        ///
        /// - Parameter transport: A connection that `accept()` has returned.
        /// - Returns: The connection for the bytes of the client.
        /// - Throws: `NetworkError`, after which the client must be disconnected.
        func secure(_ transport: any ByteTransport) async throws -> SecuredConnection

        /// Stops accepting connections.
        func close()
    }

    /// A connection with a client, after the handshake of the encryption.
    struct SecuredConnection: Sendable {
        let transport: any ByteTransport
        /// The certificates of the client as DER, its own one first.
        var certificates: [[UInt8]] = []
    }

    /// Which certificates the clients of a server must have.
    enum ClientCertificates: Sendable {
        /// Clients need none.
        case none
        /// Any. A closure of the user checks it.
        case any
        /// One of these, as DER, or one that one of these has signed.
        case signed([[UInt8]])
    }

    /// A socket without encryption.
    struct PlainListenerSocket: ListenerSocket {
        private let listener: SocketListener

        init(_ listener: SocketListener) { self.listener = listener }

        var port: UInt16 { listener.port }

        func accept() async -> (any ByteTransport)? { await listener.accept() }

        func secure(_ transport: any ByteTransport) async throws -> SecuredConnection {
            SecuredConnection(transport: transport)
        }

        func close() { listener.close() }
    }
#endif
