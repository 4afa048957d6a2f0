#if Replication
    import Foundation
    import Quire

    /// A part of a certificate that names its owner.
    ///
    /// The names are those of Couchbase Lite.
    ///
    /// ```swift
    /// let attributes: [CertificateAttribute: String] = [.commonName: "Ann", .hostname: "ann.example"]
    /// ```
    public struct CertificateAttribute: RawRepresentable, Hashable, Sendable {
        /// The name of the attribute, such as `CN`.
        public let rawValue: String

        /// Creates an attribute from its name.
        ///
        /// - Parameter rawValue: A name, such as `CN`. Creating a certificate with one that is not a
        ///   constant of this type fails.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The name of a person, program or machine, which each certificate needs.
        public static let commonName = CertificateAttribute(rawValue: "CN")
        /// A pseudonym of a person.
        public static let pseudonym = CertificateAttribute(rawValue: "pseudonym")
        /// The given name of a person.
        public static let givenName = CertificateAttribute(rawValue: "GN")
        /// The family name of a person.
        public static let surname = CertificateAttribute(rawValue: "SN")
        /// The name of an organization.
        public static let organization = CertificateAttribute(rawValue: "O")
        /// The name of a part of an organization.
        public static let organizationUnit = CertificateAttribute(rawValue: "OU")
        /// A postal address.
        public static let postalAddress = CertificateAttribute(rawValue: "postalAddress")
        /// The name of a place.
        public static let locality = CertificateAttribute(rawValue: "locality")
        /// A postal code.
        public static let postalCode = CertificateAttribute(rawValue: "postalCode")
        /// The name of a state or province.
        public static let stateOrProvince = CertificateAttribute(rawValue: "ST")
        /// The two letters of a country.
        public static let country = CertificateAttribute(rawValue: "C")
        /// An email address.
        public static let emailAddress = CertificateAttribute(rawValue: "rfc822Name")
        /// The name of a host, which clients compare with the host of their URL.
        public static let hostname = CertificateAttribute(rawValue: "dNSName")
        /// A URL.
        public static let url = CertificateAttribute(rawValue: "uniformResourceIdentifier")
        /// An IP address, which clients compare with the host of their URL.
        public static let ipAddress = CertificateAttribute(rawValue: "iPAddress")
        /// An object identifier, such as `1.2.840.113549`.
        public static let registeredID = CertificateAttribute(rawValue: "registeredID")
    }

    // MARK: - Encoding

    extension CertificateAttribute {
        /// The attributes of the subject's name (RFC 5280, appendix A.1) in their order there.
        private static let subject: [(CertificateAttribute, String)] = [
            (.country, "2.5.4.6"), (.stateOrProvince, "2.5.4.8"), (.locality, "2.5.4.7"),
            (.postalCode, "2.5.4.17"), (.postalAddress, "2.5.4.16"), (.organization, "2.5.4.10"),
            (.organizationUnit, "2.5.4.11"), (.commonName, "2.5.4.3"), (.pseudonym, "2.5.4.65"),
            (.givenName, "2.5.4.42"), (.surname, "2.5.4.4"),
        ]

        /// The alternative names (RFC 5280, section 4.2.1.6) with their tags.
        private static let alternatives: [(CertificateAttribute, UInt8)] = [
            (.emailAddress, 0x81), (.hostname, 0x82), (.url, 0x86), (.ipAddress, 0x87),
            (.registeredID, 0x88),
        ]

        /// Returns the name of the owner as DER.
        static func name(_ attributes: [CertificateAttribute: String]) throws -> [UInt8] {
            let known = subject.map(\.0) + alternatives.map(\.0)
            if let unknown = attributes.keys.first(where: { !known.contains($0) }) {
                throw invalid("The attribute \(unknown.rawValue.debugDescription) is unknown.")
            }
            guard attributes[.commonName]?.isEmpty == false else {
                throw invalid("A certificate needs a common name (\"CN\").")
            }
            return DERWriter.sequence(
                try subject.compactMap { attribute, identifier in
                    guard let text = attributes[attribute] else { return nil }
                    return DERWriter.set(
                        DERWriter.sequence(
                            DERWriter.identifier(identifier), try attribute.encoded(text)))
                })
        }

        private func encoded(_ text: String) throws -> [UInt8] {
            guard self == .country else { return DERWriter.text(text) }
            guard text.utf8.count == 2, text.utf8.allSatisfy({ (65...90).contains($0) }) else {
                throw Self.invalid(
                    "A country has two capital letters, unlike \(text.debugDescription).")
            }
            return DERWriter.printableText(text)
        }

        /// Returns the other names of the owner as DER.
        static func alternativeNames(
            _ attributes: [CertificateAttribute: String]
        ) throws
            -> [[UInt8]]
        {
            try alternatives.compactMap { attribute, tag in
                guard let text = attributes[attribute] else { return nil }
                return DERWriter.element(tag, try attribute.alternativeContent(text))
            }
        }

        private func alternativeContent(_ text: String) throws -> [UInt8] {
            switch self {
            case .ipAddress:
                guard let bytes = Self.bytes(ofAddress: text) else {
                    throw Self.invalid("\(text.debugDescription) is not an IP address.")
                }
                return bytes
            case .registeredID:
                guard Self.isObjectIdentifier(text) else {
                    throw Self.invalid("\(text.debugDescription) is not an object identifier.")
                }
                var reader = DERReader(DERWriter.identifier(text)[...])
                return reader.next().map { Array($0.content) } ?? []
            default:
                guard !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                    throw Self.invalid(
                        "\(text.debugDescription) for \(rawValue) must have ASCII characters without "
                            + "spaces.")
                }
                return Array(text.utf8)
            }
        }

        /// Whether text is an object identifier: 0, 1 or 2, then a number, which is less than 40 after 0 and 1.
        private static func isObjectIdentifier(_ text: String) -> Bool {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            let numbers = parts.compactMap { UInt32($0) }
            guard numbers.count == parts.count, numbers.count >= 2 else { return false }
            let limit: UInt32 = numbers[0] == 2 ? .max - 80 : 39
            return numbers[0] <= 2 && numbers[1] <= limit
        }

        /// Returns the 4 or 16 bytes of an IP address.
        private static func bytes(ofAddress text: String) -> [UInt8]? {
            for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
                var bytes = [UInt8](repeating: 0, count: count)
                if inet_pton(family, text, &bytes) == 1 { return bytes }
            }
            return nil
        }

        private static func invalid(_ message: String) -> QuireError {
            QuireError(.invalidParameter, message)
        }
    }
#endif
