#if Replication && !canImport(Network)
    import COpenSSL
    import QuireNetwork

    /// The identity and the rules of a server for encrypted connections, which all of them share.
    // `@unchecked Sendable`: the context is not changed after `init`, and OpenSSL counts its references
    // atomically.
    final class OpenSSLContext: @unchecked Sendable {
        /// The longest certificates of a client in bytes, all together.
        private static let longestChain = 16_384

        /// OpenSSL's `SSL_CTX`.
        let pointer: OpaquePointer

        /// Creates the context of a server.
        ///
        /// - Parameters:
        ///   - identity: The key and the certificate of the server.
        ///   - clients: Which certificates clients must have.
        /// - Throws: `NetworkError` that names the certificate which is invalid.
        init(identity: TLSIdentity, clients: ClientCertificates) throws {
            ERR_clear_error()
            guard let pointer = SSL_CTX_new(TLS_server_method()) else {
                throw NetworkError.openSSL("TLS could not be started")
            }
            self.pointer = pointer
            guard quire_ssl_require_tls_1_2(pointer) == 1 else {
                throw NetworkError.openSSL("TLS 1.2 is not available")
            }
            quire_ssl_set_options(pointer)
            // Each connection checks the certificate of its client.
            _ = quire_ssl_disable_session_cache(pointer)
            SSL_CTX_set_num_tickets(pointer, 0)
            quire_ssl_limit_memory(pointer, Self.longestChain)
            try use(identity)
            try require(clients)
        }

        deinit { SSL_CTX_free(pointer) }

        private func use(_ identity: TLSIdentity) throws {
            let failure = "The identity cannot be used"
            for (index, bytes) in identity.certificates.enumerated() {
                guard let certificate = OpenSSLCertificate([UInt8](bytes)) else {
                    throw NetworkError(.tls, "\(failure): certificate \(index + 1) is invalid.")
                }
                let result =
                    index == 0
                    ? Int(SSL_CTX_use_certificate(pointer, certificate.pointer))
                    : quire_ssl_add_chain_certificate(pointer, certificate.pointer)
                guard result == 1 else { throw NetworkError.openSSL(failure) }
            }
            guard SSL_CTX_use_PrivateKey(pointer, identity.key.pointer) == 1,
                SSL_CTX_check_private_key(pointer) == 1
            else { throw NetworkError.openSSL(failure) }
        }

        private func require(_ clients: ClientCertificates) throws {
            let isRequired = SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT
            switch clients {
            case .none: break
            case .any:
                // The client must have the key of its certificate, which a closure of the user checks later.
                // Its other certificates are not checked: their signatures could take seconds.
                SSL_CTX_set_verify(pointer, isRequired, nil)
                SSL_CTX_set_cert_verify_callback(pointer, { _, _ in 1 }, nil)
            case .signed(let authorities):
                guard let store = SSL_CTX_get_cert_store(pointer) else {
                    throw NetworkError.openSSL("Certificates cannot be checked")
                }
                for (index, bytes) in authorities.enumerated() {
                    guard let certificate = OpenSSLCertificate(bytes),
                        X509_STORE_add_cert(store, certificate.pointer) == 1,
                        SSL_CTX_add_client_CA(pointer, certificate.pointer) == 1
                    else { throw NetworkError.openSSL("Root certificate \(index + 1) is invalid") }
                }
                // A certificate can also be trusted itself.
                X509_STORE_set_flags(store, UInt(X509_V_FLAG_PARTIAL_CHAIN))
                SSL_CTX_set_verify(pointer, isRequired, nil)
            }
        }
    }
#endif
