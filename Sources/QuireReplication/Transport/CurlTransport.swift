#if Replication && !canImport(Network)
    import CCurl
    import Foundation
    import QuirePlatform
    import QuireNetwork

    /// A connection that libcurl has made: with encryption, and through a proxy if necessary.
    final class CurlTransport: CertifiedTransport {
        private static let longestPart = 262_144

        private let handle: CurlHandle
        private let descriptor: SocketDescriptor
        let peerCertificates: [[UInt8]]

        private init(_ handle: CurlHandle, certificates: [[UInt8]]) throws {
            self.handle = handle
            peerCertificates = certificates
            // The handle closes its descriptor.
            descriptor = SocketDescriptor(try handle.socket()) { _ in handle.end() }
        }

        func receive(maximum: Int) async throws -> [UInt8] {
            let maximum = min(max(1, maximum), Self.longestPart)
            return try await descriptor.use { _ in
                while true {
                    // Decrypted bytes can be ready although none are at the descriptor.
                    if let bytes = try handle.receive(maximum: maximum) { return bytes }
                    try await descriptor.wait(.reading)
                }
            }
        }

        func send(_ bytes: [UInt8]) async throws {
            try await descriptor.use { _ in
                var rest = bytes[...]
                while !rest.isEmpty {
                    let count = try handle.send(rest)
                    rest = rest.dropFirst(count)
                    if count == 0 { try await descriptor.wait(.writing) }
                }
            }
        }

        func close() { descriptor.close() }
    }

    // MARK: - Connecting

    extension CurlTransport {
        /// Connects to a server.
        static func open(
            _ target: TransportTarget, _ options: TransportOptions
        ) async throws -> CurlTransport {
            let attempt = CurlAttempt()
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    attempt.begin(continuation)
                    // libcurl blocks until the connection exists, at most for the time limit.
                    let thread = Thread {
                        attempt.end(with: Result { try connect(target, options) })
                    }
                    thread.name = "quire-connect"
                    thread.start()
                }
            } onCancel: {
                attempt.end(with: .failure(CancellationError()))
            }
        }

        private static func connect(
            _ target: TransportTarget, _ options: TransportOptions
        ) throws -> CurlTransport {
            let handle = try CurlHandle()
            try handle.set(
                CURLOPT_URL, "\(target.isEncrypted ? "https" : "http")://\(target.authority)/")
            try handle.set(CURLOPT_CONNECT_ONLY, 1)
            // Signals do not belong to this thread.
            try handle.set(CURLOPT_NOSIGNAL, 1)
            try handle.set(CURLOPT_CONNECTTIMEOUT_MS, options.timeLimit.milliseconds)
            try handle.set(CURLOPT_TCP_KEEPALIVE, 1)
            try setTrust(options.trust, of: handle)
            if let identity = options.identity {
                try handle.set(CURLOPT_SSLCERT_BLOB, bytes: Array(identity.certificatePEM.utf8))
                try handle.set(CURLOPT_SSLKEY_BLOB, bytes: Array(identity.keyPEM.utf8))
            }
            try setProxy(options.proxy, of: handle)
            try handle.connect()
            let certificates = target.isEncrypted ? handle.certificates() : []
            if target.isEncrypted { try options.trust.check(certificates) }
            return try CurlTransport(handle, certificates: certificates)
        }

        private static func setTrust(
            _ trust: TransportOptions.Trust, of handle: CurlHandle
        ) throws {
            try handle.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
            // The handshake of a WebSocket is one of HTTP/1.1.
            try handle.set(CURLOPT_SSL_ENABLE_ALPN, 0)
            if case .authorities(let authorities) = trust {
                let text = authorities.flatMap(PEM.blocks).map(PEM.certificate).joined()
                // Instead of the folder of the system.
                try handle.set(CURLOPT_CAPATH, nil)
                try handle.set(CURLOPT_CAINFO_BLOB, bytes: Array(text.utf8))
            }
            if !trust.isCheckedBySystem {
                try handle.set(CURLOPT_SSL_VERIFYPEER, 0)
                try handle.set(CURLOPT_SSL_VERIFYHOST, 0)
                try handle.set(CURLOPT_CERTINFO, 1)
            } else {
                // Only a program that asks for the certificate misses it.
                try? handle.set(CURLOPT_CERTINFO, 1)
            }
        }

        private static func setProxy(
            _ proxy: TransportOptions.Proxy, of handle: CurlHandle
        ) throws {
            // Not only encrypted connections pass the proxy as bytes.
            try handle.set(CURLOPT_HTTPPROXYTUNNEL, 1)
            switch proxy {
            case .system: break
            case .none: try handle.set(CURLOPT_PROXY, "")
            case .http(let host, let port, let user, let password):
                let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
                try handle.set(CURLOPT_PROXY, "http://\(name):\(port)")
                // No exceptions of the environment.
                try handle.set(CURLOPT_NOPROXY, "")
                try handle.set(CURLOPT_PROXYUSERNAME, user)
                try handle.set(CURLOPT_PROXYPASSWORD, password)
            }
        }
    }

    /// The call that waits for a connection.
    private final class CurlAttempt: Sendable {
        private struct State {
            var continuation: CheckedContinuation<CurlTransport, any Error>?
            var isOver = false
        }

        private let state = Mutex(State())

        func begin(_ continuation: CheckedContinuation<CurlTransport, any Error>) {
            let isOver = state.withLock { state in
                if !state.isOver { state.continuation = continuation }
                return state.isOver
            }
            if isOver { continuation.resume(throwing: CancellationError()) }
        }

        /// Ends the call with the first result.
        ///
        /// A connection that comes later is closed.
        func end(with result: Result<CurlTransport, any Error>) {
            let continuation = state.withLock { state in
                defer {
                    state.isOver = true
                    state.continuation = nil
                }
                return state.isOver ? nil : state.continuation
            }
            if let continuation {
                continuation.resume(with: result)
            } else if case .success(let transport) = result {
                transport.close()
            }
        }
    }

    extension Duration {
        /// The duration in whole milliseconds, at least one.
        fileprivate var milliseconds: Int {
            let (seconds, attoseconds) = components
            let whole = seconds.multipliedReportingOverflow(by: 1_000)
            if whole.overflow { return .max }
            return max(
                1, Int(clamping: whole.partialValue) + Int(attoseconds / 1_000_000_000_000_000))
        }
    }
#endif
