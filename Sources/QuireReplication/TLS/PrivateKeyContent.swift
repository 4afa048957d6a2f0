#if Replication
    // The forms of a private key as DER:
    //
    //   PKCS#8   SEQUENCE { INTEGER 0, SEQUENCE { algorithm, curve }, OCTET STRING { SEC 1 or PKCS#1 } }
    //   SEC 1    SEQUENCE { INTEGER 1, OCTET STRING { number }, [0] { curve }, [1] { BIT STRING { point } } }
    //   PKCS#1   SEQUENCE { INTEGER 0, INTEGER modulus, … } for RSA
    //
    // Apple's libraries know PKCS#1, and for elliptic curves the bytes of the point (04, x, y) followed by
    // those of the number.

    /// A private key in the form that Apple's libraries know.
    struct PrivateKeyContent: Equatable {
        enum Algorithm { case ellipticCurve, rsa }

        let algorithm: Algorithm
        let bytes: [UInt8]

        private static let ellipticCurve = DERWriter.identifier("1.2.840.10045.2.1")
        private static let rsa = DERWriter.identifier("1.2.840.113549.1.1.1")
        private static let p256 = DERWriter.identifier("1.2.840.10045.3.1.7")

        init(_ algorithm: Algorithm, _ bytes: [UInt8]) {
            self.algorithm = algorithm
            self.bytes = bytes
        }

        /// Reads a key of any of the three forms, and returns `nil` if it is invalid or has no point.
        init?(_ der: [UInt8]) {
            var outer = DERReader(der[...])
            guard let whole = outer.next(DERReader.sequence), outer.isAtEnd else { return nil }
            var parts = DERReader(whole.content)
            guard parts.next(0x02) != nil, let second = parts.next() else { return nil }
            switch second.tag {
            case DERReader.sequence:
                var names = DERReader(second.content)
                guard let name = names.next(), let inner = parts.next(0x04) else { return nil }
                switch Array(name.bytes) {
                case Self.rsa: self.init(.rsa, Array(inner.content))
                case Self.ellipticCurve: self.init(sec1: inner.content)
                default: return nil
                }
            case 0x04: self.init(sec1: der[...])
            case 0x02: self.init(.rsa, der)
            default: return nil
            }
        }

        private init?(sec1 der: ArraySlice<UInt8>) {
            var outer = DERReader(der)
            guard let whole = outer.next(DERReader.sequence) else { return nil }
            var parts = DERReader(whole.content)
            guard let version = parts.next(0x02), Array(version.content) == [1],
                let number = parts.next(0x04), let point = Self.point(&parts)
            else { return nil }
            self.init(.ellipticCurve, point + number.content)
        }

        private static func point(_ parts: inout DERReader) -> [UInt8]? {
            while let part = parts.next() {
                guard part.tag == 0xA1 else { continue }
                var content = DERReader(part.content)
                // The first byte of a string of bits is the number of unused bits.
                guard let bits = content.next(0x03), bits.content.first == 0 else { return nil }
                return Array(bits.content.dropFirst())
            }
            return nil
        }

        /// The key in the form PKCS#8, for a key on the curve P-256 or of RSA.
        var encoded: [UInt8] {
            let version = DERWriter.integer([])
            if algorithm == .rsa {
                let name = DERWriter.sequence(Self.rsa, DERWriter.element(0x05, []))
                return DERWriter.sequence(version, name, DERWriter.octets(bytes))
            }
            let pointCount = min(bytes.count, 65)
            let key = DERWriter.sequence(
                DERWriter.integer([1]), DERWriter.octets(Array(bytes[pointCount...])),
                DERWriter.tagged(1, DERWriter.bits(Array(bytes[..<pointCount]))))
            return DERWriter.sequence(version, Self.algorithmOfP256, DERWriter.octets(key))
        }

        private static let algorithmOfP256 = DERWriter.sequence(ellipticCurve, p256)

        /// Returns the public key of a point on the curve P-256, with its algorithm.
        static func publicKey(ofPoint bytes: [UInt8]) -> [UInt8] {
            DERWriter.sequence(algorithmOfP256, DERWriter.bits(bytes))
        }
    }
#endif
