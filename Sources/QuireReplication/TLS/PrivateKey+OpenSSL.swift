#if Replication && !canImport(Network)
    import COpenSSL
    import QuireNetwork

    /// A private key in the memory of OpenSSL, which is overwritten at the end.
    // `@unchecked Sendable`: the key is not changed after its creation, and OpenSSL counts its references
    // atomically.
    final class PrivateKey: @unchecked Sendable {
        /// OpenSSL's `EVP_PKEY`.
        let pointer: OpaquePointer

        /// Takes over a key.
        init(taking pointer: OpaquePointer) { self.pointer = pointer }

        deinit { EVP_PKEY_free(pointer) }

        /// Creates a new key on the curve P-256.
        static func generate() throws -> PrivateKey {
            var key: OpaquePointer?
            let context = EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nil)
            defer { EVP_PKEY_CTX_free(context) }
            guard EVP_PKEY_keygen_init(context) == 1,
                EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1) == 1,
                EVP_PKEY_keygen(context, &key) == 1, let key
            else { throw NetworkError.openSSL("A key could not be created") }
            return PrivateKey(taking: key)
        }

        /// Reads a key as DER (PKCS#8, SEC 1 or PKCS#1), and returns `nil` if it is invalid.
        convenience init?(_ bytes: [UInt8]) {
            ERR_clear_error()
            let key = bytes.withUnsafeBufferPointer { buffer in
                var start = buffer.baseAddress
                return d2i_AutoPrivateKey(nil, &start, buffer.count)
            }
            ERR_clear_error()
            guard let key else { return nil }
            self.init(taking: key)
        }

        /// The key as DER in the form PKCS#8.
        func encoded() throws -> [UInt8] {
            guard let information = EVP_PKEY2PKCS8(pointer) else {
                throw NetworkError.openSSL("The key could not be encoded")
            }
            defer { PKCS8_PRIV_KEY_INFO_free(information) }
            return try Self.bytes { i2d_PKCS8_PRIV_KEY_INFO(information, $0) }
        }

        /// The public key with its algorithm, as DER.
        func publicKey() throws -> [UInt8] { try Self.bytes { i2d_PUBKEY(pointer, $0) } }

        /// Whether a certificate, as DER, belongs to the key.
        func belongs(to certificate: [UInt8]) -> Bool {
            guard let certificate = OpenSSLCertificate(certificate) else { return false }
            defer { ERR_clear_error() }
            return X509_check_private_key(certificate.pointer, pointer) == 1
        }

        /// Returns the signature of bytes: ECDSA with SHA-256, as DER.
        func sign(_ bytes: [UInt8]) throws -> [UInt8] {
            let context = EVP_MD_CTX_new()
            defer { EVP_MD_CTX_free(context) }
            var count = 0
            guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, pointer) == 1,
                EVP_DigestSign(context, nil, &count, bytes, bytes.count) == 1
            else { throw NetworkError.openSSL("The certificate could not be signed") }
            var signature = [UInt8](repeating: 0, count: count)
            guard EVP_DigestSign(context, &signature, &count, bytes, bytes.count) == 1 else {
                throw NetworkError.openSSL("The certificate could not be signed")
            }
            return Array(signature.prefix(count))
        }

        private static func bytes(
            _ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
        ) throws -> [UInt8] {
            let count = Int(encode(nil))
            guard count > 0 else { throw NetworkError.openSSL("The key could not be encoded") }
            return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
                var start = buffer.baseAddress
                initialized = max(0, Int(encode(&start)))
            }
        }
    }

    /// A certificate in the memory of OpenSSL.
    final class OpenSSLCertificate {
        /// OpenSSL's `X509`.
        let pointer: OpaquePointer

        /// Reads a certificate as DER, and returns `nil` if it is invalid.
        init?(_ bytes: [UInt8]) {
            let certificate = bytes.withUnsafeBufferPointer { buffer in
                var start = buffer.baseAddress
                return d2i_X509(nil, &start, buffer.count)
            }
            ERR_clear_error()
            guard let certificate else { return nil }
            pointer = certificate
        }

        deinit { X509_free(pointer) }

        /// Returns a certificate as DER.
        static func bytes(of pointer: OpaquePointer) -> [UInt8] {
            let count = max(0, Int(i2d_X509(pointer, nil)))
            return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
                var start = buffer.baseAddress
                initialized = max(0, Int(i2d_X509(pointer, &start)))
            }
        }
    }
#endif
