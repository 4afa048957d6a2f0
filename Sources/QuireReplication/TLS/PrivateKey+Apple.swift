#if Replication && canImport(Network)
    import Foundation
    import QuireNetwork
    import Security

    // These calls were type-checked, and not run on an Apple platform.

    /// A private key of Apple's library Security.
    // `@unchecked Sendable`: keys and identities of Security are not changed after their creation.
    final class PrivateKey: @unchecked Sendable {
        private let key: SecKey
        /// The identity of the keychain or of an imported file to which the key belongs.
        private let identity: SecIdentity?

        init(_ key: SecKey, identity: SecIdentity? = nil) {
            self.key = key
            self.identity = identity
        }

        /// Creates a new key on the curve P-256.
        static func generate() throws -> PrivateKey {
            let attributes: [CFString: Any] = [
                kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
            ]
            guard let key = SecKeyCreateRandomKey(attributes as CFDictionary, nil) else {
                throw NetworkError(.tls, "A key could not be created.")
            }
            return PrivateKey(key)
        }

        /// Reads a key as DER (PKCS#8, SEC 1 or PKCS#1), and returns `nil` if it is invalid.
        convenience init?(_ bytes: [UInt8]) {
            guard let content = PrivateKeyContent(bytes) else { return nil }
            let isElliptic = content.algorithm == .ellipticCurve
            let attributes: [CFString: Any] = [
                kSecAttrKeyType: isElliptic ? kSecAttrKeyTypeECSECPrimeRandom : kSecAttrKeyTypeRSA,
                kSecAttrKeyClass: kSecAttrKeyClassPrivate,
            ]
            let data = Data(content.bytes) as CFData
            guard let key = SecKeyCreateWithData(data, attributes as CFDictionary, nil) else {
                return nil
            }
            self.init(key)
        }

        /// The key as DER in the form PKCS#8.
        func encoded() throws -> [UInt8] {
            guard let data = SecKeyCopyExternalRepresentation(key, nil) else {
                throw NetworkError(.tls, "The key cannot leave the keychain.")
            }
            let bytes = [UInt8](data as Data)
            guard bytes.first != 4 || bytes.count == 97 else {
                throw NetworkError(.tls, "Only keys of RSA and the curve P-256 can be encoded.")
            }
            // The bytes of a point begin with 4, a sequence with another number.
            return PrivateKeyContent(bytes.first == 4 ? .ellipticCurve : .rsa, bytes).encoded
        }

        /// The public key with its algorithm, as DER.
        func publicKey() throws -> [UInt8] {
            guard let key = SecKeyCopyPublicKey(key),
                let data = SecKeyCopyExternalRepresentation(key, nil)
            else { throw NetworkError(.tls, "The key could not be encoded.") }
            return PrivateKeyContent.publicKey(ofPoint: [UInt8](data as Data))
        }

        /// Whether a certificate, as DER, belongs to the key.
        func belongs(to certificate: [UInt8]) -> Bool {
            guard let certificate = SecCertificateCreateWithData(nil, Data(certificate) as CFData),
                let other = SecCertificateCopyKey(certificate), let own = SecKeyCopyPublicKey(key),
                let otherData = SecKeyCopyExternalRepresentation(other, nil),
                let ownData = SecKeyCopyExternalRepresentation(own, nil)
            else { return false }
            return otherData as Data == ownData as Data
        }

        /// Returns the signature of bytes: ECDSA with SHA-256, as DER.
        func sign(_ bytes: [UInt8]) throws -> [UInt8] {
            let data = Data(bytes) as CFData
            guard
                let signature = SecKeyCreateSignature(
                    key, .ecdsaSignatureMessageX962SHA256, data, nil)
            else { throw NetworkError(.tls, "The certificate could not be signed.") }
            return [UInt8](signature as Data)
        }

        /// Adds the key and its certificate to the keychain.
        func add(
            to keychain: IdentityKeychain, _ certificate: SecCertificate, label: String
        ) -> Bool {
            keychain.add(key, certificate, label: label)
        }

        /// Returns the identity for connections.
        ///
        /// A key outside of the keychain is added to it for this call, because Security creates identities
        /// from the keychain alone.
        func identity(with certificates: [Data]) throws -> sec_identity_t {
            let chain = certificates.compactMap { SecCertificateCreateWithData(nil, $0 as CFData) }
            let identity = try identity ?? temporaryIdentity(chain.first)
            guard
                let result = sec_identity_create_with_certificates(identity, chain as CFArray)
            else { throw NetworkError(.tls, "The identity cannot be used.") }
            return result
        }

        private func temporaryIdentity(_ certificate: SecCertificate?) throws -> SecIdentity {
            let keychain = IdentityKeychain()
            let label = UUID().uuidString
            guard let certificate else { throw NetworkError(.tls, "The identity cannot be used.") }
            defer { _ = keychain.delete(label) }
            guard keychain.add(key, certificate, label: label),
                let identity = keychain.identity(label)
            else { throw NetworkError(.tls, "The identity cannot be added to the keychain.") }
            return identity
        }
    }
#endif
