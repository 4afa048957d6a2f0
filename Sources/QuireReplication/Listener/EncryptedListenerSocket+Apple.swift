#if Replication && canImport(Network)
    import Foundation
    import Network
    import QuireNetwork
    import QuirePlatform
    import Security

    // These calls were type-checked, and not run on an Apple platform.

    /// A socket whose connections Apple's Network framework encrypts.
    // `@unchecked Sendable`: the stream, whose elements one task takes, is the only state.
    final class EncryptedListenerSocket: ListenerSocket, @unchecked Sendable {
        private let listener: NWListener
        private let connections: AsyncStream<NWConnection>
        private let queue: DispatchQueue
        let port: UInt16

        init(
            host: String, port: UInt16, identity: TLSIdentity, clients: ClientCertificates
        ) throws {
            queue = DispatchQueue(label: "quire.listener")
            if case .signed(let authorities) = clients {
                for (index, bytes) in authorities.enumerated() where Certificate(bytes) == nil {
                    throw NetworkError(.tls, "Root certificate \(index + 1) is invalid.")
                }
            }
            let parameters = NWParameters(
                tls: try Self.options(of: identity, clients: clients, queue),
                tcp: NWProtocolTCP.Options())
            parameters.allowLocalEndpointReuse = true
            parameters.requiredLocalEndpoint = .hostPort(
                host: NWEndpoint.Host(host), port: NWEndpoint.Port(rawValue: port) ?? .any)
            listener = try NWListener(using: parameters)
            let (connections, continuation) = AsyncStream.makeStream(of: NWConnection.self)
            self.connections = connections
            listener.newConnectionHandler = { continuation.yield($0) }
            let failure = Mutex<NWError?>(nil)
            let isStarted = DispatchSemaphore(value: 0)
            listener.stateUpdateHandler = { state in
                switch state {
                case .ready: isStarted.signal()
                case .waiting(let error), .failed(let error):
                    failure.withLock { $0 = error }
                    isStarted.signal()
                    continuation.finish()
                case .cancelled: continuation.finish()
                case .setup: break
                @unknown default: break
                }
            }
            listener.start(queue: queue)
            // Listening needs no other machine, so the result comes at once.
            isStarted.wait()
            if let error = failure.withLock({ $0 }) {
                listener.cancel()
                throw NetworkError(error)
            }
            self.port = listener.port?.rawValue ?? port
        }

        func accept() async -> (any ByteTransport)? {
            // One task iterates.
            for await connection in connections { return NetworkFrameworkTransport(connection) }
            return nil
        }

        func secure(_ transport: any ByteTransport) async throws -> SecuredConnection {
            guard let transport = transport as? NetworkFrameworkTransport else {
                return SecuredConnection(transport: transport)
            }
            try await transport.start(on: queue)
            return SecuredConnection(
                transport: transport, certificates: transport.peerCertificates)
        }

        func close() { listener.cancel() }

        private static func options(
            of identity: TLSIdentity, clients: ClientCertificates, _ queue: DispatchQueue
        ) throws -> NWProtocolTLS.Options {
            let options = NWProtocolTLS.Options()
            let security = options.securityProtocolOptions
            sec_protocol_options_set_min_tls_protocol_version(security, .TLSv12)
            sec_protocol_options_set_local_identity(
                security, try identity.key.identity(with: identity.certificates))
            if case .none = clients { return options }
            sec_protocol_options_set_peer_authentication_required(security, true)
            sec_protocol_options_set_verify_block(
                security,
                { _, reference, complete in
                    let evaluation = sec_trust_copy_ref(reference).takeRetainedValue()
                    complete(clients.accept(evaluation))
                }, queue)
            return options
        }
    }

    extension ClientCertificates {
        fileprivate func accept(_ evaluation: SecTrust) -> Bool {
            switch self {
            // A closure of the user checks it later.
            case .none, .any: return true
            case .signed(let authorities):
                let certificates = authorities.compactMap {
                    SecCertificateCreateWithData(nil, Data($0) as CFData)
                }
                // A client must not make the listener ask servers that its certificate names.
                return SecTrustSetNetworkFetchAllowed(evaluation, false) == errSecSuccess
                    && SecTrustSetPolicies(evaluation, SecPolicyCreateSSL(false, nil))
                        == errSecSuccess
                    && SecTrustSetAnchorCertificates(evaluation, certificates as CFArray)
                        == errSecSuccess
                    && SecTrustSetAnchorCertificatesOnly(evaluation, true) == errSecSuccess
                    && SecTrustEvaluateWithError(evaluation, nil)
            }
        }
    }
#endif
