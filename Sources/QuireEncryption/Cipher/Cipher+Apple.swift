#if Encryption && canImport(CryptoKit)
    import CommonCrypto
    import CryptoKit
    import Foundation
    import QuirePlatform

    /// The encryption with one key, which one thread at a time may use.
    final class Sealer {
        private let suite: CipherSuite
        private let key: SymmetricKey

        init(_ suite: CipherSuite, key: SecretBytes) throws(CipherError) {
            guard key.count == CipherSuite.keyLength else { throw .libraryFailed }
            self.suite = suite
            self.key = key.withBytes { SymmetricKey(data: $0) }
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
            let nonce = UnsafeRawBufferPointer(start: nonce, count: CipherSuite.nonceLength)
            do {
                let (sealed, code): (Data, Data)
                switch suite {
                case .aes256GCM:
                    let box = try AES.GCM.seal(
                        bytes, using: key, nonce: AES.GCM.Nonce(data: nonce),
                        authenticating: context)
                    (sealed, code) = (box.ciphertext, box.tag)
                case .chaCha20Poly1305:
                    let box = try ChaChaPoly.seal(
                        bytes, using: key, nonce: ChaChaPoly.Nonce(data: nonce),
                        authenticating: context)
                    (sealed, code) = (box.ciphertext, box.tag)
                }
                sealed.withUnsafeBytes { copy($0, to: output) }
                code.withUnsafeBytes { copy($0, to: tag) }
            } catch {
                throw .libraryFailed
            }
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
            let nonce = UnsafeRawBufferPointer(start: nonce, count: CipherSuite.nonceLength)
            let tag = UnsafeRawBufferPointer(start: tag, count: CipherSuite.tagLength)
            do {
                var opened: Data
                switch suite {
                case .aes256GCM:
                    let box = try AES.GCM.SealedBox(
                        nonce: AES.GCM.Nonce(data: nonce), ciphertext: bytes, tag: tag)
                    opened = try AES.GCM.open(box, using: key, authenticating: context)
                case .chaCha20Poly1305:
                    let box = try ChaChaPoly.SealedBox(
                        nonce: ChaChaPoly.Nonce(data: nonce), ciphertext: bytes, tag: tag)
                    opened = try ChaChaPoly.open(box, using: key, authenticating: context)
                }
                opened.withUnsafeMutableBytes {
                    copy(UnsafeRawBufferPointer($0), to: output)
                    SecretBytes.erase($0)
                }
            } catch {
                memset(output, 0, bytes.count)
                throw .notAuthentic
            }
        }

        private func copy(_ bytes: UnsafeRawBufferPointer, to output: UnsafeMutableRawPointer) {
            guard let start = bytes.baseAddress else { return }
            output.copyMemory(from: start, byteCount: bytes.count)
        }
    }

    /// The permutation of AES-256 with one key, which one thread at a time may use.
    final class BlockCipher {
        private let key: SecretBytes

        init(key: SecretBytes) throws(CipherError) {
            guard key.count == CipherSuite.keyLength else { throw .libraryFailed }
            self.key = key
        }

        /// Encrypts blocks of 16 bytes in place, each of them alone.
        func encrypt(_ blocks: UnsafeMutableRawBufferPointer) throws(CipherError) {
            var length = 0
            let status = key.withBytes { key in
                CCCrypt(
                    CCOperation(kCCEncrypt), CCAlgorithm(kCCAlgorithmAES),
                    CCOptions(kCCOptionECBMode), key.baseAddress, key.count, nil,
                    blocks.baseAddress, blocks.count, blocks.baseAddress, blocks.count, &length)
            }
            guard status == kCCSuccess else { throw .libraryFailed }
        }
    }

    /// Keys from passwords and from other keys.
    enum KeyDerivation {
        /// Derives a key from a password with PBKDF2 and HMAC-SHA-256 (RFC 8018).
        static func pbkdf2(
            _ password: SecretBytes, salt: [UInt8], rounds: UInt32
        ) throws(CipherError) -> SecretBytes {
            var status = Int32(kCCUnspecifiedError)
            let key = SecretBytes(count: CipherSuite.keyLength) { key in
                status = password.withBytes { password in
                    CCKeyDerivationPBKDF(
                        CCPBKDFAlgorithm(kCCPBKDF2),
                        password.assumingMemoryBound(to: CChar.self).baseAddress, password.count,
                        salt, salt.count, CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA256), rounds,
                        key.assumingMemoryBound(to: UInt8.self).baseAddress, key.count)
                }
            }
            guard status == kCCSuccess else { throw .libraryFailed }
            return key
        }

        /// Returns HMAC-SHA-256 (RFC 2104) of bytes.
        static func hmac(
            _ key: UnsafeRawBufferPointer, of bytes: UnsafeRawBufferPointer
        ) throws(CipherError) -> SecretBytes {
            let code = HMAC<SHA256>.authenticationCode(for: bytes, using: SymmetricKey(data: key))
            return code.withUnsafeBytes { SecretBytes($0) }
        }
    }
#endif
