#if Replication
    import Foundation

    /// The parts of an X.509 certificate that decide whether it is trusted (RFC 5280, section 4.1).
    struct Certificate {
        /// The certificate as DER.
        let bytes: [UInt8]
        let issuer: [UInt8]
        let subject: [UInt8]
        /// The public key with its algorithm.
        let publicKey: [UInt8]
        /// The date after which the certificate is not valid, or `nil` if that is not a date.
        let expiration: Date?

        /// Parses a certificate, and returns `nil` if it is invalid.
        init?(_ bytes: [UInt8]) {
            var outer = DERReader(bytes[...])
            guard let whole = outer.next(DERReader.sequence), outer.isAtEnd else { return nil }
            var parts = DERReader(whole.content)
            guard let signed = parts.next(DERReader.sequence) else { return nil }
            var fields = DERReader(signed.content)
            guard var field = fields.next() else { return nil }
            // The version is optional, and the serial number follows it.
            if field.tag == 0xA0 {
                guard let serial = fields.next() else { return nil }
                field = serial
            }
            guard field.tag == 0x02, fields.next(DERReader.sequence) != nil,
                let issuer = fields.next(DERReader.sequence),
                let validity = fields.next(DERReader.sequence),
                let subject = fields.next(DERReader.sequence),
                let publicKey = fields.next(DERReader.sequence)
            else { return nil }
            var dates = DERReader(validity.content)
            _ = dates.next()
            self.bytes = bytes
            self.issuer = Array(issuer.bytes)
            self.subject = Array(subject.bytes)
            self.publicKey = Array(publicKey.bytes)
            expiration = dates.next().flatMap(CertificateTime.decoded)
        }

        /// Whether no authority has signed the certificate.
        var isSelfSigned: Bool { issuer == subject }
    }
#endif
