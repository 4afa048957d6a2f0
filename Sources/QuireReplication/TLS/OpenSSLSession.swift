#if Replication && !canImport(Network)
    import COpenSSL
    import QuireNetwork
    import QuirePlatform

    /// The state of an encrypted connection, which turns plain bytes into encrypted ones and back.
    ///
    /// It does not know where encrypted bytes come from: `feed(_:)` takes those of the peer, and
    /// `takeOutput()` returns those for the peer.
    // `@unchecked Sendable`: `lock` protects the pointers, which OpenSSL allows one thread at a time.
    final class OpenSSLSession: @unchecked Sendable {
        /// The result of a step.
        enum Step: Sendable, Equatable {
            case bytes([UInt8])
            /// The handshake is complete.
            case connected
            /// More bytes of the peer are needed.
            case needsInput
            /// The peer has ended the connection.
            case ended
        }

        private let session: OpaquePointer
        private let input: OpaquePointer
        private let output: OpaquePointer
        private let lock = Mutex(())

        /// Creates the server's side of a connection.
        init(accepting context: OpenSSLContext) throws {
            guard let session = SSL_new(context.pointer) else {
                throw NetworkError.openSSL("TLS could not be started")
            }
            let input = quire_bio_memory()
            guard let input, let output = quire_bio_memory() else {
                BIO_free(input)
                SSL_free(session)
                throw NetworkError.openSSL("TLS could not be started")
            }
            // The session frees both.
            SSL_set_bio(session, input, output)
            SSL_set_accept_state(session)
            (self.session, self.input, self.output) = (session, input, output)
        }

        deinit { SSL_free(session) }

        /// Takes encrypted bytes of the peer.
        func feed(_ bytes: [UInt8]) throws {
            if bytes.isEmpty { return }
            try lock.withLock { _ in
                guard BIO_write(input, bytes, Int32(clamping: bytes.count)) == bytes.count else {
                    throw NetworkError.openSSL("The received bytes could not be kept", .limit)
                }
            }
        }

        /// Returns the encrypted bytes that must be sent to the peer.
        func takeOutput() -> [UInt8] {
            lock.withLock { _ in
                let count = quire_bio_pending(output)
                return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
                    let result = BIO_read(output, buffer.baseAddress, Int32(clamping: count))
                    initialized = max(0, Int(result))
                }
            }
        }

        /// Continues the handshake.
        func handshake() throws -> Step {
            try lock.withLock { _ in
                ERR_clear_error()
                let result = SSL_do_handshake(session)
                return result == 1
                    ? .connected : try step(after: result, "The TLS handshake failed")
            }
        }

        /// Returns the next plain bytes of the peer.
        ///
        /// - Parameter maximum: The greatest number of bytes.
        /// - Returns: The bytes, and whether the peer must be sent an answer, for example to a new key.
        /// - Throws: `NetworkError` if the peer violates the protocol.
        func read(maximum: Int) throws -> (step: Step, hasAnswer: Bool) {
            try lock.withLock { _ in
                let count = quire_bio_pending(output)
                let step = try readStep(maximum)
                return (step, quire_bio_pending(output) > count)
            }
        }

        private func readStep(_ maximum: Int) throws -> Step {
            ERR_clear_error()
            var result: Int32 = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: maximum) { buffer, count in
                result = SSL_read(session, buffer.baseAddress, Int32(clamping: maximum))
                count = max(0, Int(result))
            }
            return result > 0
                ? .bytes(bytes) : try step(after: result, "The encrypted connection failed")
        }

        /// Encrypts bytes.
        func write(_ bytes: ArraySlice<UInt8>) throws {
            try lock.withLock { _ in
                ERR_clear_error()
                let result = bytes.withUnsafeBytes {
                    SSL_write(session, $0.baseAddress, Int32(clamping: $0.count))
                }
                // The memory takes all bytes.
                guard result == bytes.count else {
                    throw NetworkError.openSSL("The encrypted connection failed", .reset)
                }
            }
        }

        /// Adds the end of the stream to the output.
        func end() {
            lock.withLock { _ in
                _ = SSL_shutdown(session)
                ERR_clear_error()
            }
        }

        /// The certificates of the peer as DER, its own one first.
        var peerCertificates: [[UInt8]] {
            lock.withLock { _ in
                guard let own = SSL_get1_peer_certificate(session) else { return [] }
                defer { X509_free(own) }
                let chain = SSL_get_peer_cert_chain(session)
                // A server's chain lacks the certificate of the client itself.
                return [OpenSSLCertificate.bytes(of: own)]
                    + (0..<max(0, quire_x509_count(chain))).compactMap {
                        quire_x509_at(chain, $0).map(OpenSSLCertificate.bytes)
                    }
            }
        }

        private func step(after result: Int32, _ failure: String) throws -> Step {
            switch SSL_get_error(session, result) {
            case SSL_ERROR_WANT_READ: return .needsInput
            case SSL_ERROR_ZERO_RETURN: return .ended
            default:
                let verification = SSL_get_verify_result(session)
                guard verification == Int(X509_V_OK) || SSL_is_init_finished(session) == 1 else {
                    ERR_clear_error()
                    let reason = String(cString: X509_verify_cert_error_string(verification))
                    throw NetworkError(
                        .untrustedCertificate,
                        "The certificate of the client is not trusted: \(reason).")
                }
                throw NetworkError.openSSL(failure)
            }
        }
    }
#endif
