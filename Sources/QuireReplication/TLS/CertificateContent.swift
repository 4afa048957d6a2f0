#if Replication
    import Foundation

    // A certificate (RFC 5280, section 4.1) that its own key signs:
    //
    //   SEQUENCE
    //      SEQUENCE                      what is signed
    //         [0] INTEGER 2              version 3
    //         INTEGER                    serial number: 16 random bytes
    //         SEQUENCE                   algorithm of the signature: ECDSA with SHA-256
    //         SEQUENCE                   name of the issuer, which is that of the subject
    //         SEQUENCE                   the first and the last date
    //         SEQUENCE                   name of the subject, such as CN=Quire
    //         SEQUENCE                   public key
    //         [3] SEQUENCE               extensions: is no authority; use of the key; other names
    //      SEQUENCE                      algorithm of the signature
    //      BIT STRING                    signature

    /// The content of a self-signed certificate.
    struct CertificateContent {
        let attributes: [CertificateAttribute: String]
        let keyUsages: TLSIdentity.KeyUsages
        let start: Date
        let expiration: Date
        let serialNumber: [UInt8]

        /// Returns the certificate as DER.
        ///
        /// - Parameters:
        ///   - publicKey: The public key with its algorithm, as DER.
        ///   - sign: Returns the signature (ECDSA with SHA-256, as DER) of bytes.
        /// - Returns: The bytes of the certificate.
        /// - Throws: Any error of the closure, and `QuireError` with code `invalidParameter` for an
        ///   attribute that is invalid.
        func signed(publicKey: [UInt8], by sign: ([UInt8]) throws -> [UInt8]) throws -> [UInt8] {
            let algorithm = DERWriter.sequence(DERWriter.identifier("1.2.840.10045.4.3.2"))
            let name = try CertificateAttribute.name(attributes)
            let content = DERWriter.sequence(
                DERWriter.tagged(0, DERWriter.integer([2])),
                DERWriter.integer(serialNumber),
                algorithm,
                name,
                DERWriter.sequence(
                    CertificateTime.encoded(start), CertificateTime.encoded(expiration)),
                name,
                publicKey,
                DERWriter.tagged(3, DERWriter.sequence(try extensions())))
            return DERWriter.sequence(content, algorithm, DERWriter.bits(try sign(content)))
        }

        private func extensions() throws -> [[UInt8]] {
            var extensions = [
                Self.extension("2.5.29.19", isCritical: true, DERWriter.sequence([])),
                // The first bit: the key signs, but encrypts nothing and signs no certificates.
                Self.extension(
                    "2.5.29.15", isCritical: true, DERWriter.bits([0x80], unusedCount: 7)),
                Self.extension(
                    "2.5.29.37", isCritical: false,
                    DERWriter.sequence(keyUsages.identifiers.map(DERWriter.identifier))),
            ]
            let names = try CertificateAttribute.alternativeNames(attributes)
            if !names.isEmpty {
                extensions.append(
                    Self.extension("2.5.29.17", isCritical: false, DERWriter.sequence(names)))
            }
            return extensions
        }

        private static func `extension`(
            _ identifier: String, isCritical: Bool, _ value: [UInt8]
        ) -> [UInt8] {
            DERWriter.sequence(
                DERWriter.identifier(identifier),
                isCritical ? DERWriter.boolean(true) : [],
                DERWriter.octets(value))
        }
    }

    extension TLSIdentity.KeyUsages {
        fileprivate var identifiers: [String] {
            (contains(.serverAuth) ? ["1.3.6.1.5.5.7.3.1"] : [])
                + (contains(.clientAuth) ? ["1.3.6.1.5.5.7.3.2"] : [])
        }
    }
#endif
