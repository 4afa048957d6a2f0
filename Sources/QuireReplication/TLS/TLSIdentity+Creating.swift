#if Replication
    public import Foundation
    import Quire
    import QuireNetwork

    extension TLSIdentity {
        /// Creates an identity whose certificate its own key signs.
        ///
        /// The key is a new one on the curve P-256.
        ///
        /// - Parameters:
        ///   - keyUsages: What the key is used for.
        ///   - attributes: The names of the owner, of which ``CertificateAttribute/commonName`` is required.
        ///   - expiration: The date after which the certificate is not valid, or `nil` for a year from now.
        ///   - label: A name under which the identity is stored, or `nil` to keep it in memory only.
        /// - Returns: The identity.
        /// - Throws: `QuireError` with code `invalidParameter` for an invalid attribute, label or date, or a
        ///   label that another identity has; with code `ioError` if it cannot be created or stored.
        public static func createIdentity(
            for keyUsages: KeyUsages, attributes: [CertificateAttribute: String],
            expiration: Date? = nil, label: String? = nil
        ) throws -> TLSIdentity {
            let content = try content(for: keyUsages, attributes, expiration: expiration)
            let identity = try Self.convertingErrors {
                let key = try PrivateKey.generate()
                let certificate = try content.signed(publicKey: key.publicKey()) {
                    try key.sign($0)
                }
                return try TLSIdentity(certificates: [certificate], key: key)
            }
            if let label { try IdentityStorage.ofUser.store(identity, withLabel: label) }
            return identity
        }

        /// Imports an identity from a file in the format PKCS#12.
        ///
        /// - Parameters:
        ///   - data: The bytes of the file, often with the extension `p12` or `pfx`.
        ///   - password: The password of the file, or `nil` if it has none.
        ///   - label: A name under which the identity is stored, or `nil` to keep it in memory only.
        /// - Returns: The identity.
        /// - Throws: `QuireError` with code `invalidParameter` if the file is invalid, the password is wrong,
        ///   or the label is that of another identity; with code `ioError` if it cannot be stored.
        public static func importIdentity(
            withData data: Data, password: String?, label: String? = nil
        ) throws -> TLSIdentity {
            let identity = try read(pkcs12: data, password: password)
            if let label { try IdentityStorage.ofUser.store(identity, withLabel: label) }
            return identity
        }

        /// Returns the identity that was stored with a label.
        ///
        /// - Parameter label: The label.
        /// - Returns: The identity, or `nil` if the label has none.
        /// - Throws: `QuireError` with code `invalidParameter` if the label is empty or too long, or the file
        ///   is damaged; with code `ioError` if it cannot be read.
        public static func identity(withLabel label: String) throws -> TLSIdentity? {
            try IdentityStorage.ofUser.identity(withLabel: label)
        }

        /// Deletes the identity that was stored with a label.
        ///
        /// If the label has none, the call has no effect.
        ///
        /// - Parameter label: The label.
        /// - Throws: `QuireError` with code `invalidParameter` if the label is empty or too long; with code
        ///   `ioError` if the file cannot be deleted.
        public static func deleteIdentity(withLabel label: String) throws {
            try IdentityStorage.ofUser.deleteIdentity(withLabel: label)
        }

        /// Replaces errors of the library for keys.
        static func convertingErrors<Result>(_ body: () throws -> Result) throws -> Result {
            do {
                return try body()
            } catch let error as NetworkError {
                throw QuireError(.ioError, error.message, underlyingError: error)
            }
        }
    }
#endif
