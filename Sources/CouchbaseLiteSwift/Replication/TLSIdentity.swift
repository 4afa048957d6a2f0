#if Replication
    public import Foundation
    import Quire
    public import QuireReplication

    /// The name of a person, program or machine, which each certificate needs.
    public let certAttrCommonName = CertificateAttribute.commonName.rawValue
    /// A pseudonym of a person.
    public let certAttrPseudonym = CertificateAttribute.pseudonym.rawValue
    /// The given name of a person.
    public let certAttrGivenName = CertificateAttribute.givenName.rawValue
    /// The family name of a person.
    public let certAttrSurname = CertificateAttribute.surname.rawValue
    /// The name of an organization.
    public let certAttrOrganization = CertificateAttribute.organization.rawValue
    /// The name of a part of an organization.
    public let certAttrOrganizationUnit = CertificateAttribute.organizationUnit.rawValue
    /// A postal address.
    public let certAttrPostalAddress = CertificateAttribute.postalAddress.rawValue
    /// The name of a place.
    public let certAttrLocality = CertificateAttribute.locality.rawValue
    /// A postal code.
    public let certAttrPostalCode = CertificateAttribute.postalCode.rawValue
    /// The name of a state or province.
    public let certAttrStateOrProvince = CertificateAttribute.stateOrProvince.rawValue
    /// The two letters of a country.
    public let certAttrCountry = CertificateAttribute.country.rawValue
    /// An email address.
    public let certAttrEmailAddress = CertificateAttribute.emailAddress.rawValue
    /// The name of a host.
    public let certAttrHostname = CertificateAttribute.hostname.rawValue
    /// A URL.
    public let certAttrURL = CertificateAttribute.url.rawValue
    /// An IP address.
    public let certAttrIPAddress = CertificateAttribute.ipAddress.rawValue
    /// An object identifier.
    public let certAttrRegisteredID = CertificateAttribute.registeredID.rawValue

    /// A private key and its certificate, with which a program proves who it is.
    ///
    /// ```swift
    /// let identity = try TLSIdentity.createIdentity(
    ///     for: .serverAuth, attributes: [certAttrCommonName: "Hotel"], label: "listener")
    /// ```
    public final class TLSIdentity: Sendable {
        /// What the key of an identity is used for.
        ///
        /// ```swift
        /// let usages: TLSIdentity.KeyUsages = [.serverAuth, .clientAuth]
        /// ```
        public typealias KeyUsages = QuireReplication.TLSIdentity.KeyUsages

        /// The identity for calls of Quire.
        public let quire: QuireReplication.TLSIdentity

        /// Creates an identity of this module.
        ///
        /// - Parameter quire: The identity for calls of Quire.
        public init(quire: QuireReplication.TLSIdentity) { self.quire = quire }

        /// The certificates as DER, that of the key first.
        ///
        /// Couchbase Lite has a type of Apple's here, which other platforms lack.
        public var certs: [Data] { quire.certificates }

        /// The date after which the first certificate is not valid.
        public var expiration: Date { quire.expiration }

        /// Creates an identity whose certificate its own key signs.
        ///
        /// - Parameters:
        ///   - keyUsages: What the key is used for.
        ///   - attributes: The names of the owner, of which ``certAttrCommonName`` is required.
        ///   - expiration: The date after which the certificate is not valid, or `nil` for a year from now.
        ///   - label: A name under which the identity is stored, or `nil` to keep it in memory only.
        /// - Returns: The identity.
        /// - Throws: An `NSError` with code ``CBLError/invalidParameter`` for an invalid attribute, label or
        ///   date, or a label that another identity has; with code ``CBLError/ioError`` if it cannot be
        ///   stored.
        public static func createIdentity(
            for keyUsages: KeyUsages, attributes: [String: String], expiration: Date? = nil,
            label: String? = nil
        ) throws -> TLSIdentity {
            let attributes = Dictionary(
                uniqueKeysWithValues: attributes.map { (CertificateAttribute(rawValue: $0), $1) })
            return try convertingErrors {
                TLSIdentity(
                    quire: try .createIdentity(
                        for: keyUsages, attributes: attributes, expiration: expiration,
                        label: label))
            }
        }

        /// Imports an identity from a file in the format PKCS#12.
        ///
        /// - Parameters:
        ///   - data: The bytes of the file.
        ///   - password: The password of the file, or `nil` if it has none.
        ///   - label: A name under which the identity is stored.
        /// - Returns: The identity.
        /// - Throws: An `NSError` with code ``CBLError/invalidParameter`` if the file is invalid, the password
        ///   is wrong, or the label is that of another identity; with code ``CBLError/ioError`` if it cannot
        ///   be stored.
        public static func importIdentity(
            withData data: Data, password: String?, label: String
        ) throws -> TLSIdentity {
            try convertingErrors {
                TLSIdentity(
                    quire: try .importIdentity(withData: data, password: password, label: label))
            }
        }

        /// Returns the identity that was stored with a label.
        ///
        /// - Parameter label: The label.
        /// - Returns: The identity, or `nil` if the label has none.
        /// - Throws: An `NSError` with code ``CBLError/invalidParameter`` if the label is invalid or the file is
        ///   damaged; with code ``CBLError/ioError`` if it cannot be read.
        public static func identity(withLabel label: String) throws -> TLSIdentity? {
            try convertingErrors {
                try QuireReplication.TLSIdentity.identity(withLabel: label).map(
                    TLSIdentity.init(quire:))
            }
        }

        /// Deletes the identity that was stored with a label, if there is one.
        ///
        /// - Parameter label: The label.
        /// - Throws: An `NSError` with code ``CBLError/invalidParameter`` if the label is invalid; with code
        ///   ``CBLError/ioError`` if the file cannot be deleted.
        public static func deleteIdentity(withLabel label: String) throws {
            try convertingErrors {
                try QuireReplication.TLSIdentity.deleteIdentity(withLabel: label)
            }
        }

        /// Creates an identity for a listener without one.
        static func anonymous() throws -> QuireReplication.TLSIdentity {
            try .createIdentity(
                for: .serverAuth, attributes: [.commonName: "CBLAnonymousCertificate"])
        }
    }

    extension ClientCertificateAuthenticator {
        /// Creates an authenticator.
        ///
        /// - Parameter identity: The identity that the client shows to the server.
        public init(identity: TLSIdentity) { self.init(identity: identity.quire) }
    }

    extension ListenerCertificateAuthenticator {
        /// Creates an authenticator that accepts certificates which one of these has signed.
        ///
        /// - Parameter rootCerts: The certificates, each as DER or PEM.
        public init(rootCerts: [Data]) { self.init(rootCertificates: rootCerts) }
    }

    extension ListenerPasswordAuthenticator {
        /// Creates an authenticator.
        ///
        /// - Parameter authenticator: A closure that returns whether a user has a password.
        public init(
            authenticator: @escaping @Sendable (_ username: String, _ password: String) -> Bool
        ) {
            self.init(accepts: authenticator)
        }
    }
#endif
