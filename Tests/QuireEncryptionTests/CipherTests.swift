#if Encryption
    import QuireTestSupport
    import Testing

    @testable import QuireEncryption

    /// Vectors that others published.
    @Suite struct CipherTests {
        struct Vector: CustomTestStringConvertible {
            let name: String
            let suite: CipherSuite
            let key: String
            let nonce: String
            let context: String
            let plain: String
            let sealed: String
            let tag: String

            var testDescription: String { name }
        }

        // The GCM vectors are test cases 13 to 16 of the submission of GCM to NIST; that of ChaCha20-Poly1305 is
        // RFC 8439, section 2.8.2.
        static let vectors = [
            Vector(
                name: "GCM 13, nothing", suite: .aes256GCM, key: String(repeating: "00", count: 32),
                nonce: String(repeating: "00", count: 12), context: "", plain: "", sealed: "",
                tag: "530f8afbc74536b9a963b4f1c4cb738b"),
            Vector(
                name: "GCM 14, one block", suite: .aes256GCM,
                key: String(repeating: "00", count: 32), nonce: String(repeating: "00", count: 12),
                context: "", plain: String(repeating: "00", count: 16),
                sealed: "cea7403d4d606b6e074ec5d3baf39d18", tag: "d0d1c8a799996bf0265b98b5d48ab919"),
            Vector(
                name: "GCM 16, with a context", suite: .aes256GCM,
                key: "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308",
                nonce: "cafebabefacedbaddecaf888",
                context: "feedfacedeadbeeffeedfacedeadbeefabaddad2",
                plain: "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95"
                    + "956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39",
                sealed: "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48"
                    + "590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662",
                tag: "76fc6ece0f4e1768cddf8853bb2d551b"),
            Vector(
                name: "RFC 8439", suite: .chaCha20Poly1305,
                key: "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f",
                nonce: "070000004041424344454647", context: "50515253c0c1c2c3c4c5c6c7",
                plain: "4c616469657320616e642047656e746c656d656e206f662074686520636c617373206f66"
                    + "202739393a204966204920636f756c64206f6666657220796f75206f6e6c79206f6e6520"
                    + "74697020666f7220746865206675747572652c2073756e73637265656e20776f756c6420"
                    + "62652069742e",
                sealed: "d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63dbea45e"
                    + "8ca9671282fafb69da92728b1a71de0a9e060b2905d6a5b67ecd3b3692ddbd7f2d778b8c"
                    + "9803aee328091b58fab324e4fad675945585808b4831d7bc3ff4def08e4b7a9de576d265"
                    + "86cec64b6116",
                tag: "1ae10b594f09e26a7e902ecbd0600691"),
        ]

        @Test(arguments: vectors)
        func `a published vector is encrypted to its bytes and its tag`(_ vector: Vector) throws {
            let sealed = try vector.seal()
            #expect(sealed == hexadecimal(vector.sealed) + hexadecimal(vector.tag))
        }

        @Test(arguments: vectors)
        func `a published vector is decrypted`(_ vector: Vector) throws {
            let opened = try vector.open(hexadecimal(vector.sealed) + hexadecimal(vector.tag))
            #expect(opened == hexadecimal(vector.plain))
        }

        @Test(arguments: vectors)
        func `a changed bit of the bytes or of the tag is not authentic`(_ vector: Vector) throws {
            let sealed = hexadecimal(vector.sealed) + hexadecimal(vector.tag)
            let accepted = sealed.indices.filter { index in
                var changed = sealed
                changed[index] ^= 0x10
                return (try? vector.open(changed)) != nil
            }
            #expect(accepted.isEmpty)
        }

        // RFC 5869, A.1 to A.3; the first 32 bytes of the output.
        @Test(arguments: [
            (
                String(repeating: "0b", count: 22), "000102030405060708090a0b0c",
                "f0f1f2f3f4f5f6f7f8f9",
                "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf"
            ),
            (
                String(repeating: "0b", count: 22), "", "",
                "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d"
            ),
        ])
        func `HKDF derives the published keys`(
            _ key: String, salt: String, info: String, expected: String
        ) throws {
            let derived = try KeyDerivation.hkdf(
                secret(hexadecimal(key)), salt: hexadecimal(salt), purpose: hexadecimal(info))
            #expect(derived.withBytes { Array($0) } == hexadecimal(expected))
        }

        // RFC 7914, section 11, and the widely published vectors of RFC 6070 with SHA-256.
        @Test(arguments: [
            (
                "passwd", "salt", UInt32(1),
                "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"
            ),
            (
                "password", "salt", 4096,
                "c5e478d59288c841aa530db6845c4c8d962893a001ce4e11a4963873aa98134a"
            ),
        ])
        func `PBKDF2 derives the published keys`(
            _ password: String, salt: String, rounds: UInt32, expected: String
        ) throws {
            let derived = try KeyDerivation.pbkdf2(
                secret(Array(password.utf8)), salt: Array(salt.utf8), rounds: rounds)
            #expect(derived.withBytes { Array($0) } == hexadecimal(expected))
        }

        private func next(_ nonces: inout Nonces) -> [UInt8] {
            var nonce = [UInt8](repeating: 0, count: CipherSuite.nonceLength)
            nonce.withUnsafeMutableBytes { bytes in
                if let start = bytes.baseAddress { nonces.write(to: start) }
            }
            return nonce
        }

        @Test func `nonces do not repeat`() {
            var nonces = Nonces()
            #expect(Set((0..<10_000).map { _ in next(&nonces) }).count == 10_000)
        }

        @Test func `a transaction does not use the nonces that a snapshot of the memory contains`()
        {
            var nonces = Nonces()
            _ = next(&nonces)
            var restored = nonces
            nonces.renew()
            restored.renew()
            let both = (0..<100).flatMap { _ in [next(&nonces), next(&restored)] }
            #expect(Set(both).count == 200)
        }

        @Test func `the memory of a key is overwritten`() {
            var bytes: [UInt8] = Array(1...32)
            bytes.withUnsafeMutableBytes { SecretBytes.erase($0) }
            #expect(bytes == [UInt8](repeating: 0, count: 32))
        }
    }

    extension CipherTests.Vector {
        func seal() throws -> [UInt8] {
            let sealer = try Sealer(suite, key: secret(hexadecimal(key)))
            let bytes = hexadecimal(plain)
            var output = [UInt8](repeating: 0, count: bytes.count + CipherSuite.tagLength)
            try bytes.withUnsafeBytes { bytes in
                try hexadecimal(context).withUnsafeBytes { context in
                    try hexadecimal(nonce).withUnsafeBytes { nonce in
                        try output.withUnsafeMutableBytes { output in
                            let start = try #require(output.baseAddress)
                            try sealer.seal(
                                bytes, into: start, nonce: try #require(nonce.baseAddress),
                                context: context, tag: start + bytes.count)
                        }
                    }
                }
            }
            return output
        }

        func open(_ sealed: [UInt8]) throws -> [UInt8] {
            let sealer = try Sealer(suite, key: secret(hexadecimal(key)))
            var output = sealed
            let count = sealed.count - CipherSuite.tagLength
            try hexadecimal(context).withUnsafeBytes { context in
                try hexadecimal(nonce).withUnsafeBytes { nonce in
                    try output.withUnsafeMutableBytes { output in
                        let start = try #require(output.baseAddress)
                        try sealer.open(
                            UnsafeRawBufferPointer(rebasing: output[..<count]), into: start,
                            nonce: try #require(nonce.baseAddress), context: context,
                            tag: start + count)
                    }
                }
            }
            return Array(output[..<count])
        }
    }

    func secret(_ bytes: [UInt8]) -> SecretBytes { bytes.withUnsafeBytes { SecretBytes($0) } }

    func hexadecimal(_ text: String) -> [UInt8] {
        let digits = Array(text.utf8)
        return stride(from: 0, to: digits.count, by: 2).map { index in
            UInt8(String(decoding: digits[index..<index + 2], as: UTF8.self), radix: 16) ?? 0
        }
    }
#endif
