#if Replication && canImport(Network)
    import Foundation
    import Network
    import QuirePlatform
    import QuireNetwork
    import Security

    /// A connection of Apple's Network framework: with encryption, and through a proxy if necessary.
    final class NetworkFrameworkTransport: CertifiedTransport {
        private let connection: NWConnection
        private let state = StartState()

        init(_ connection: NWConnection) { self.connection = connection }

        deinit { connection.cancel() }

        func receive(maximum: Int) async throws -> [UInt8] {
            try await withCheckedThrowingContinuation { continuation in
                connection.receive(minimumIncompleteLength: 1, maximumLength: max(1, maximum)) {
                    data, _, _, error in
                    if let data, !data.isEmpty {
                        continuation.resume(returning: [UInt8](data))
                    } else if let error {
                        continuation.resume(throwing: NetworkError(error))
                    } else {
                        continuation.resume(returning: [])
                    }
                }
            }
        }

        func send(_ bytes: [UInt8]) async throws {
            if bytes.isEmpty { return }
            try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<Void, any Error>) in
                connection.send(
                    content: Data(bytes),
                    completion: .contentProcessed { error in
                        if let error {
                            continuation.resume(throwing: NetworkError(error))
                        } else {
                            continuation.resume()
                        }
                    })
            }
        }

        func close() {
            connection.cancel()
            state.end(with: .failure(NetworkError.closed))
        }
    }

    // MARK: - Connecting

    extension NetworkFrameworkTransport {
        /// Connects to a server.
        static func open(
            _ target: TransportTarget, _ options: TransportOptions
        ) async throws -> NetworkFrameworkTransport {
            guard let port = NWEndpoint.Port(rawValue: target.port) else {
                throw NetworkError(.invalidData, "The port of the URL is invalid.")
            }
            let tcp = NWProtocolTCP.Options()
            tcp.noDelay = true
            tcp.enableKeepalive = true
            let queue = DispatchQueue(label: "quire.transport")
            let tls = target.isEncrypted ? try tlsOptions(options, queue) : nil
            let parameters = NWParameters(tls: tls, tcp: tcp)
            setProxy(options.proxy, of: parameters)
            let connection = NWConnection(
                host: NWEndpoint.Host(target.host), port: port, using: parameters)
            let transport = NetworkFrameworkTransport(connection)
            return try await transport.closing(after: options.timeLimit, "Connecting") {
                try await transport.start(on: queue)
                return transport
            }
        }

        /// Performs the handshakes.
        func start(on queue: DispatchQueue) async throws {
            try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<Void, any Error>) in
                // A connection that was canceled before its start reports nothing.
                guard state.begin(continuation) else { return }
                connection.stateUpdateHandler = { [state, weak connection] new in
                    switch new {
                    case .ready: state.end(with: .success(()))
                    case .waiting(let error), .failed(let error):
                        // The replicator decides when to try again.
                        state.end(with: .failure(NetworkError(error)))
                        connection?.cancel()
                    case .cancelled: state.end(with: .failure(NetworkError.closed))
                    case .setup, .preparing: break
                    @unknown default: break
                    }
                }
                connection.start(queue: queue)
            }
        }

        private static func tlsOptions(
            _ transport: TransportOptions, _ queue: DispatchQueue
        ) throws -> NWProtocolTLS.Options {
            let options = NWProtocolTLS.Options()
            let security = options.securityProtocolOptions
            sec_protocol_options_set_min_tls_protocol_version(security, .TLSv12)
            if let identity = transport.identity {
                sec_protocol_options_set_local_identity(
                    security, try identity.key.identity(with: identity.certificates))
            }
            let trust = transport.trust
            if trust == .system { return options }
            sec_protocol_options_set_verify_block(
                security,
                { _, reference, complete in
                    let evaluation = sec_trust_copy_ref(reference).takeRetainedValue()
                    complete(isTrusted(evaluation, trust))
                }, queue)
            return options
        }

        /// The certificates of the peer as DER, its own one first.
        var peerCertificates: [[UInt8]] {
            var certificates: [[UInt8]] = []
            guard
                let metadata = connection.metadata(definition: NWProtocolTLS.definition)
                    as? NWProtocolTLS.Metadata
            else { return [] }
            _ = sec_protocol_metadata_access_peer_certificate_chain(
                metadata.securityProtocolMetadata
            ) { certificate in
                let reference = sec_certificate_copy_ref(certificate).takeRetainedValue()
                certificates.append([UInt8](SecCertificateCopyData(reference) as Data))
            }
            return certificates
        }

        private static func isTrusted(
            _ evaluation: SecTrust, _ trust: TransportOptions.Trust
        ) -> Bool {
            if case .authorities(let authorities) = trust {
                let certificates = authorities.flatMap(PEM.blocks).compactMap {
                    SecCertificateCreateWithData(nil, Data($0) as CFData)
                }
                return SecTrustSetAnchorCertificates(evaluation, certificates as CFArray)
                    == errSecSuccess
                    && SecTrustSetAnchorCertificatesOnly(evaluation, true) == errSecSuccess
                    && SecTrustEvaluateWithError(evaluation, nil)
            }
            let chain = SecTrustCopyCertificateChain(evaluation) as? [SecCertificate] ?? []
            let certificates = chain.map { [UInt8](SecCertificateCopyData($0) as Data) }
            return (try? trust.check(certificates)) != nil
        }

        private static func setProxy(
            _ proxy: TransportOptions.Proxy, of parameters: NWParameters
        ) {
            switch proxy {
            case .system: break
            case .none: parameters.preferNoProxies = true
            case .http(let host, let port, let user, let password):
                guard let port = NWEndpoint.Port(rawValue: port) else { return }
                var configuration = ProxyConfiguration(
                    httpCONNECTProxy: .hostPort(host: NWEndpoint.Host(host), port: port))
                if let user {
                    configuration.applyCredential(username: user, password: password ?? "")
                }
                let context = NWParameters.PrivacyContext(description: "Quire replication")
                context.proxyConfigurations = [configuration]
                parameters.setPrivacyContext(context)
            }
        }
    }

    /// The call that waits for a connection.
    private final class StartState: Sendable {
        private enum State {
            case idle
            case waiting(CheckedContinuation<Void, any Error>)
            case ended(Result<Void, any Error>)
        }

        private let state = Mutex(State.idle)

        /// Begins to wait.
        ///
        /// - Returns: `false` if the connection has ended already, so that the call ends at once.
        func begin(_ continuation: CheckedContinuation<Void, any Error>) -> Bool {
            let result: Result<Void, any Error>? = state.withLock { state in
                if case .ended(let result) = state { return result }
                state = .waiting(continuation)
                return nil
            }
            guard let result else { return true }
            continuation.resume(with: result)
            return false
        }

        /// Ends the call; only the first result counts.
        func end(with result: Result<Void, any Error>) {
            let continuation: CheckedContinuation<Void, any Error>? = state.withLock { state in
                switch state {
                case .ended: return nil
                case .idle:
                    state = .ended(result)
                    return nil
                case .waiting(let continuation):
                    state = .ended(result)
                    return continuation
                }
            }
            continuation?.resume(with: result)
        }
    }

    extension NetworkError {
        init(_ error: NWError) {
            let message = error.localizedDescription
            switch error {
            case .posix(.ECANCELED): self = .closed
            case .posix(let code): self = .system(code.rawValue, "connection")
            case .dns: self.init(.unknownHost, message)
            case .tls(let status):
                let isUntrusted = [
                    errSSLXCertChainInvalid, errSSLBadCert, errSSLUnknownRootCert, errSSLNoRootCert,
                    errSSLCertExpired, errSSLCertNotYetValid, errSSLHostNameMismatch,
                    errSSLPeerBadCert, errSSLPeerUnknownCA,
                ].contains(status)
                self.init(isUntrusted ? .untrustedCertificate : .tls, message)
            // Newer versions of the system have other cases.
            default: self.init(.reset, message)
            }
        }
    }
#endif
