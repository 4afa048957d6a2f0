#if Replication && !canImport(Network)
    import QuireNetwork

    /// A socket whose connections OpenSSL encrypts.
    struct EncryptedListenerSocket: ListenerSocket {
        private let listener: SocketListener
        private let context: OpenSSLContext

        init(
            host: String, port: UInt16, identity: TLSIdentity, clients: ClientCertificates
        ) throws {
            context = try OpenSSLContext(identity: identity, clients: clients)
            listener = try SocketListener(host: host, port: port)
        }

        var port: UInt16 { listener.port }

        func accept() async -> (any ByteTransport)? { await listener.accept() }

        func secure(_ transport: any ByteTransport) async throws -> SecuredConnection {
            let encrypted = try await OpenSSLTransport.accept(transport, context)
            return SecuredConnection(
                transport: encrypted, certificates: encrypted.peerCertificates)
        }

        func close() { listener.close() }
    }
#endif
