#if Encryption && !canImport(CryptoKit)
    import COpenSSL
    import QuirePlatform

    /// The encryption with one key, which one thread at a time may use.
    final class Sealer {
        private let sealing: OpaquePointer
        private let opening: OpaquePointer

        init(_ suite: CipherSuite, key: SecretBytes) throws(CipherError) {
            guard key.count == CipherSuite.keyLength, let sealing = EVP_CIPHER_CTX_new(),
                let opening = EVP_CIPHER_CTX_new()
            else { throw .libraryFailed }
            self.sealing = sealing
            self.opening = opening
            let cipher = suite == .aes256GCM ? EVP_aes_256_gcm() : EVP_chacha20_poly1305()
            let isReady = key.withBytes { key in
                let key = key.assumingMemoryBound(to: UInt8.self).baseAddress
                return EVP_EncryptInit_ex(sealing, cipher, nil, key, nil) == 1
                    && EVP_DecryptInit_ex(opening, cipher, nil, key, nil) == 1
            }
            guard isReady else { throw .libraryFailed }
        }

        deinit {
            // Both overwrite the key.
            EVP_CIPHER_CTX_free(sealing)
            EVP_CIPHER_CTX_free(opening)
        }

        /// Encrypts bytes.
        ///
        /// - Parameters:
        ///   - bytes: The bytes.
        ///   - output: Where the encrypted bytes are written, as many. It can be where the bytes are.
        ///   - nonce: 12 bytes, which must never be used twice with a key.
        ///   - context: Bytes that are authenticated, and not encrypted.
        ///   - tag: Where the 16 bytes of the tag are written.
        /// - Throws: `libraryFailed`.
        func seal(
            _ bytes: UnsafeRawBufferPointer, into output: UnsafeMutableRawPointer,
            nonce: UnsafeRawPointer, context: UnsafeRawBufferPointer, tag: UnsafeMutableRawPointer
        ) throws(CipherError) {
            var length: Int32 = 0
            guard EVP_EncryptInit_ex(sealing, nil, nil, nil, nonce.bytes) == 1,
                EVP_EncryptUpdate(
                    sealing, nil, &length, context.baseAddress?.bytes, Int32(context.count)) == 1,
                EVP_EncryptUpdate(
                    sealing, output.bytes, &length, bytes.baseAddress?.bytes, Int32(bytes.count))
                    == 1,
                EVP_EncryptFinal_ex(sealing, output.bytes + Int(length), &length) == 1,
                EVP_CIPHER_CTX_ctrl(
                    sealing, EVP_CTRL_AEAD_GET_TAG, Int32(CipherSuite.tagLength), tag) == 1
            else { throw .libraryFailed }
        }

        /// Decrypts bytes, and overwrites the output with zeros if they are not authentic.
        ///
        /// - Parameters:
        ///   - bytes: The encrypted bytes.
        ///   - output: Where the bytes are written, as many. It can be where the encrypted bytes are.
        ///   - nonce: The 12 bytes with which they were encrypted.
        ///   - context: The bytes that were authenticated with them.
        ///   - tag: The 16 bytes of the tag.
        /// - Throws: `notAuthentic`, or `libraryFailed`.
        func open(
            _ bytes: UnsafeRawBufferPointer, into output: UnsafeMutableRawPointer,
            nonce: UnsafeRawPointer, context: UnsafeRawBufferPointer, tag: UnsafeRawPointer
        ) throws(CipherError) {
            var length: Int32 = 0
            guard EVP_DecryptInit_ex(opening, nil, nil, nil, nonce.bytes) == 1,
                EVP_CIPHER_CTX_ctrl(
                    opening, EVP_CTRL_AEAD_SET_TAG, Int32(CipherSuite.tagLength),
                    UnsafeMutableRawPointer(mutating: tag)) == 1,
                EVP_DecryptUpdate(
                    opening, nil, &length, context.baseAddress?.bytes, Int32(context.count)) == 1,
                EVP_DecryptUpdate(
                    opening, output.bytes, &length, bytes.baseAddress?.bytes, Int32(bytes.count))
                    == 1
            else { throw .libraryFailed }
            guard EVP_DecryptFinal_ex(opening, output.bytes + Int(length), &length) == 1 else {
                memset(output, 0, bytes.count)
                throw .notAuthentic
            }
        }
    }

    /// The permutation of AES-256 with one key, which one thread at a time may use.
    final class BlockCipher {
        private let context: OpaquePointer

        init(key: SecretBytes) throws(CipherError) {
            guard key.count == CipherSuite.keyLength, let context = EVP_CIPHER_CTX_new() else {
                throw .libraryFailed
            }
            self.context = context
            let isReady = key.withBytes { key in
                let key = key.assumingMemoryBound(to: UInt8.self).baseAddress
                return EVP_EncryptInit_ex(context, EVP_aes_256_ecb(), nil, key, nil) == 1
                    && EVP_CIPHER_CTX_set_padding(context, 0) == 1
            }
            guard isReady else { throw .libraryFailed }
        }

        deinit { EVP_CIPHER_CTX_free(context) }

        /// Encrypts blocks of 16 bytes in place, each of them alone.
        func encrypt(_ blocks: UnsafeMutableRawBufferPointer) throws(CipherError) {
            var length: Int32 = 0
            let start = blocks.baseAddress?.bytes
            guard
                EVP_EncryptUpdate(context, start, &length, start, Int32(blocks.count)) == 1
            else { throw .libraryFailed }
        }
    }

    /// Keys from passwords and from other keys.
    enum KeyDerivation {
        /// Derives a key from a password with PBKDF2 and HMAC-SHA-256 (RFC 8018).
        static func pbkdf2(
            _ password: SecretBytes, salt: [UInt8], rounds: UInt32
        ) throws(CipherError) -> SecretBytes {
            var isDerived = false
            let key = SecretBytes(count: CipherSuite.keyLength) { key in
                isDerived = password.withBytes { password in
                    PKCS5_PBKDF2_HMAC(
                        password.assumingMemoryBound(to: CChar.self).baseAddress,
                        Int32(password.count), salt, Int32(salt.count), Int32(clamping: rounds),
                        EVP_sha256(), Int32(key.count),
                        key.assumingMemoryBound(to: UInt8.self).baseAddress) == 1
                }
            }
            guard isDerived else { throw .libraryFailed }
            return key
        }

        /// Returns HMAC-SHA-256 (RFC 2104) of bytes.
        static func hmac(
            _ key: UnsafeRawBufferPointer, of bytes: UnsafeRawBufferPointer
        ) throws(CipherError) -> SecretBytes {
            var length: UInt32 = 0
            let code = SecretBytes(count: 32) { code in
                _ = HMAC(
                    EVP_sha256(), key.baseAddress, Int32(key.count),
                    bytes.baseAddress?.bytes, bytes.count,
                    code.assumingMemoryBound(to: UInt8.self).baseAddress, &length)
            }
            guard length == 32 else { throw .libraryFailed }
            return code
        }
    }

    extension UnsafeRawPointer {
        fileprivate var bytes: UnsafePointer<UInt8> { assumingMemoryBound(to: UInt8.self) }
    }

    extension UnsafeMutableRawPointer {
        fileprivate var bytes: UnsafeMutablePointer<UInt8> { assumingMemoryBound(to: UInt8.self) }
    }
#endif
