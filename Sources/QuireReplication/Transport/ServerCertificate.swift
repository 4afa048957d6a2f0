#if Replication
    /// The parts of an X.509 certificate that decide whether it is trusted (RFC 5280, section 4.1).
    struct ServerCertificate {
        /// The certificate as DER.
        let bytes: [UInt8]
        let issuer: [UInt8]
        let subject: [UInt8]
        /// The public key with its algorithm.
        let publicKey: [UInt8]

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
                fields.next(DERReader.sequence) != nil,
                let subject = fields.next(DERReader.sequence),
                let publicKey = fields.next(DERReader.sequence)
            else { return nil }
            self.bytes = bytes
            self.issuer = Array(issuer.bytes)
            self.subject = Array(subject.bytes)
            self.publicKey = Array(publicKey.bytes)
        }

        /// Whether no authority has signed the certificate.
        var isSelfSigned: Bool { issuer == subject }
    }
#endif
