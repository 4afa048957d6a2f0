#if Replication
    public import Foundation
    import Quire

    /// A private key and its certificate, with which a program proves who it is.
    ///
    /// A listener shows its identity to all clients, and a client shows its own to a listener that asks for
    /// it; see <doc:EncryptedConnections>.
    ///
    /// ```swift
    /// let identity = try TLSIdentity.createIdentity(
    ///     for: .serverAuth, attributes: [.commonName: "Hotel", .hostname: "hotel.example"],
    ///     expiration: nil, label: "listener")
    /// configuration.tlsIdentity = identity
    /// ```
    ///
    /// The key appears neither in logs nor in errors.
    public struct TLSIdentity: Sendable {
        /// What the key of an identity is used for.
        ///
        /// ```swift
        /// let usages: TLSIdentity.KeyUsages = [.serverAuth, .clientAuth]
        /// ```
        public struct KeyUsages: OptionSet, Sendable, Hashable {
            /// The bits of the usages.
            public let rawValue: UInt32

            /// Creates a set of usages from its bits.
            public init(rawValue: UInt32) { self.rawValue = rawValue }

            /// The identity is that of a client.
            public static let clientAuth = KeyUsages(rawValue: 0x80)
            /// The identity is that of a server.
            public static let serverAuth = KeyUsages(rawValue: 0x40)
        }

        /// The lifetime of a new certificate, unless it is given: a year.
        static let defaultLifetime: TimeInterval = 365 * 86_400

        /// The certificates as DER: that of the key, and those of the authorities that have signed it.
        public let certificates: [Data]

        /// The date after which the first certificate is not valid.
        public let expiration: Date

        let key: PrivateKey

        /// Creates an identity from certificates, of which the first one must belong to the key.
        ///
        /// - Parameters:
        ///   - certificates: The certificates as DER.
        ///   - key: The key of the first one.
        /// - Throws: `QuireError` with code `invalidParameter` if the first certificate is invalid or belongs
        ///   to another key.
        init(certificates: [[UInt8]], key: PrivateKey) throws {
            guard let first = certificates.first.flatMap(Certificate.init),
                let expiration = first.expiration
            else { throw Self.invalid("A TLS identity needs a valid certificate.") }
            guard key.belongs(to: first.bytes) else {
                throw Self.invalid("The certificate of the TLS identity belongs to another key.")
            }
            self.certificates = certificates.map { Data($0) }
            self.expiration = expiration
            self.key = key
        }

        static func invalid(_ message: String) -> QuireError {
            QuireError(.invalidParameter, message)
        }
    }

    extension TLSIdentity: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
    {
        /// The date of expiration and the number of certificates, without the key.
        public var description: String {
            "TLSIdentity(\(certificates.count) certificates, expiration: \(expiration))"
        }

        /// The date of expiration and the number of certificates, without the key.
        public var debugDescription: String { description }

        /// A mirror without the key, for `dump(_:)`.
        public var customMirror: Mirror {
            Mirror(self, children: ["certificates": certificates, "expiration": expiration])
        }
    }

    extension TLSIdentity {
        /// Returns the content of a certificate that its own key signs.
        ///
        /// - Parameters:
        ///   - usages: What the key is used for.
        ///   - attributes: The names of the owner.
        ///   - expiration: The last date, or `nil` for a year from now.
        /// - Returns: The content, which is valid from now on.
        /// - Throws: `QuireError` with code `invalidParameter` if there is no usage, or the date is over.
        static func content(
            for usages: KeyUsages, _ attributes: [CertificateAttribute: String],
            expiration: Date?
        ) throws -> CertificateContent {
            // Clocks of other machines can be slow.
            let start = Date(timeIntervalSinceNow: -3600)
            let expiration = expiration ?? Date(timeIntervalSinceNow: defaultLifetime)
            guard !usages.isDisjoint(with: [.serverAuth, .clientAuth]) else {
                throw invalid("A TLS identity needs a usage of its key.")
            }
            guard expiration > Date() else {
                throw invalid("The TLS identity expires at \(expiration), which is over.")
            }
            return CertificateContent(
                attributes: attributes, keyUsages: usages, start: start, expiration: expiration,
                serialNumber: (0..<16).map { _ in UInt8.random(in: 0...255) })
        }
    }
#endif
