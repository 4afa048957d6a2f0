/// An authenticated cipher with keys of 32 bytes, nonces of 12 and tags of 16.
package enum CipherSuite: UInt8, Sendable, CaseIterable {
    /// AES-256 in Galois/Counter Mode (NIST SP 800-38D).
    case aes256GCM = 1
    /// ChaCha20-Poly1305 (RFC 8439), which is faster on processors without instructions for AES.
    case chaCha20Poly1305 = 2

    package static let keyLength = 32
    package static let nonceLength = 12
    package static let tagLength = 16
}

/// Why something cannot be encrypted or decrypted.
package enum CipherError: Error, Equatable {
    /// The tag does not belong to the bytes: they were changed, or the key is wrong.
    case notAuthentic
    /// The cryptographic library has failed, for example because memory is exhausted.
    case libraryFailed
}
