#if Replication && canImport(Network)
    import Foundation
    import Quire
    import Security

    // These calls were type-checked, and not run on an Apple platform.

    typealias IdentityStorage = IdentityKeychain

    /// The identities of the keychain that have labels.
    struct IdentityKeychain {
        static var ofUser: IdentityKeychain { IdentityKeychain() }

        /// Returns the identity with a label, or `nil` if the label has none.
        func identity(withLabel label: String) throws -> TLSIdentity? {
            try check(label)
            return try identity(label).map { try TLSIdentity($0, chain: []) }
        }

        /// Deletes the identity with a label, if there is one.
        func deleteIdentity(withLabel label: String) throws {
            try check(label)
            guard delete(label) else {
                throw QuireError(.ioError, "The keychain did not delete the TLS identity.")
            }
        }

        /// Stores an identity with a label that no other one has.
        func store(_ identity: TLSIdentity, withLabel label: String) throws {
            try check(label)
            guard self.identity(label) == nil else {
                throw TLSIdentity.invalid(
                    "An identity with the label \(label.debugDescription) exists already.")
            }
            let data = identity.certificates.first.map { $0 as CFData }
            guard let data, let certificate = SecCertificateCreateWithData(nil, data),
                identity.key.add(to: self, certificate, label: label)
            else { throw QuireError(.ioError, "The keychain did not store the TLS identity.") }
        }

        private func check(_ label: String) throws {
            if label.isEmpty { throw TLSIdentity.invalid("The label of a TLS identity is empty.") }
        }

        // MARK: Items

        func add(_ key: SecKey, _ certificate: SecCertificate, label: String) -> Bool {
            let keyItem: [CFString: Any] = [
                kSecClass: kSecClassKey, kSecValueRef: key, kSecAttrLabel: label,
            ]
            let certificateItem: [CFString: Any] = [
                kSecClass: kSecClassCertificate, kSecValueRef: certificate, kSecAttrLabel: label,
            ]
            guard SecItemAdd(keyItem as CFDictionary, nil) == errSecSuccess else { return false }
            if SecItemAdd(certificateItem as CFDictionary, nil) == errSecSuccess { return true }
            _ = delete(label)
            return false
        }

        func identity(_ label: String) -> SecIdentity? {
            let query: [CFString: Any] = [
                kSecClass: kSecClassIdentity, kSecAttrLabel: label, kSecReturnRef: true,
            ]
            var result: CFTypeRef?
            guard SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess else {
                return nil
            }
            return SecIdentity.from(result)
        }

        /// Deletes the key and the certificate with a label, and returns whether the keychain has done so.
        func delete(_ label: String) -> Bool {
            [kSecClassKey, kSecClassCertificate].allSatisfy { kind in
                let query: [CFString: Any] = [kSecClass: kind, kSecAttrLabel: label]
                return [errSecSuccess, errSecItemNotFound].contains(
                    SecItemDelete(query as CFDictionary))
            }
        }
    }

    extension TLSIdentity {
        /// Creates an identity from one of Security, and the certificates of authorities.
        init(_ identity: SecIdentity, chain: [SecCertificate]) throws {
            var (key, certificate): (SecKey?, SecCertificate?)
            guard SecIdentityCopyPrivateKey(identity, &key) == errSecSuccess, let key,
                SecIdentityCopyCertificate(identity, &certificate) == errSecSuccess, let certificate
            else { throw Self.invalid("The identity has no private key or no certificate.") }
            let own = [UInt8](SecCertificateCopyData(certificate) as Data)
            let others = chain.map { [UInt8](SecCertificateCopyData($0) as Data) }
            try self.init(
                certificates: [own] + others.filter { $0 != own },
                key: PrivateKey(key, identity: identity))
        }

        /// Reads PKCS#12 data.
        static func read(pkcs12 data: Data, password: String?) throws -> TLSIdentity {
            let options: [CFString: Any] = [kSecImportExportPassphrase: password ?? ""]
            var items: CFArray?
            guard
                SecPKCS12Import(data as CFData, options as CFDictionary, &items) == errSecSuccess,
                let item = (items as? [[String: Any]])?.first,
                let identity = SecIdentity.from(
                    item[kSecImportItemIdentity as String] as CFTypeRef?)
            else { throw invalid("The PKCS#12 data is invalid, or its password is wrong.") }
            let chain = item[kSecImportItemCertChain as String] as? [SecCertificate] ?? []
            return try TLSIdentity(identity, chain: chain)
        }
    }
#endif
