#if Encryption
    extension KeyDerivation {
        /// Derives a key from a key with HKDF and SHA-256 (RFC 5869).
        ///
        /// The derived key has 32 bytes, the length of a hash, so that one block of the expansion suffices.
        ///
        /// - Parameters:
        ///   - key: The key.
        ///   - salt: Bytes that need not be secret.
        ///   - purpose: What the derived key is for. Each purpose has another key.
        /// - Returns: The derived key.
        /// - Throws: ``CipherError``.
        static func hkdf(
            _ key: SecretBytes, salt: [UInt8], purpose: [UInt8]
        ) throws(CipherError) -> SecretBytes {
            do {
                let extracted = try key.withBytes { key in
                    try salt.withUnsafeBytes { try hmac($0, of: key) }
                }
                return try extracted.withBytes { extracted in
                    try (purpose + [1]).withUnsafeBytes { try hmac(extracted, of: $0) }
                }
            } catch {
                throw .libraryFailed
            }
        }
    }
#endif
