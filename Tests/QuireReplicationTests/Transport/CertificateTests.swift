#if Replication
    import Foundation
    import QuireNetwork
    import Testing

    @testable import QuireReplication

    @Suite struct CertificateTests {
        @Test func `the parts of a certificate are found`() throws {
            let bytes = try #require(PEM.blocks(of: Array(TestCertificates.selfSigned.utf8)).first)
            let certificate = try #require(Certificate(bytes))
            #expect(certificate.isSelfSigned)
            #expect(
                PEM.blocks(of: Array(TestCertificates.selfSignedKey.utf8)) == [
                    certificate.publicKey
                ])
        }

        @Test func `a certificate that an authority has signed is not self-signed`() throws {
            let bytes = try #require(PEM.blocks(of: Array(TestCertificates.signed.utf8)).first)
            #expect(Certificate(bytes)?.isSelfSigned == false)
        }

        @Test func `a certificate that is cut off is invalid`() throws {
            let bytes = try #require(PEM.blocks(of: Array(TestCertificates.selfSigned.utf8)).first)
            for count in 0..<bytes.count {
                #expect(Certificate(Array(bytes.prefix(count))) == nil)
            }
            #expect(Certificate(bytes + [0]) == nil)
        }

        @Test func `a changed certificate is parsed without a trap`() throws {
            let bytes = try #require(PEM.blocks(of: Array(TestCertificates.selfSigned.utf8)).first)
            var parsed = 0
            for index in bytes.indices {
                for value in [0, 0x7F, 0x80, 0x84, 0xFF] as [UInt8] {
                    var changed = bytes
                    changed[index] = value
                    if Certificate(changed) != nil { parsed += 1 }
                }
            }
            #expect(parsed > 0)
        }

        static let hostile: [[UInt8]] = [
            [], [0x30], [0x30, 0x00], [0x30, 0x80], [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF],
            [0x30, 0x85, 0, 0, 0, 0, 1], [0x30, 0xFF], [0x30, 0x02, 0x30, 0x00],
        ]

        @Test(arguments: hostile)
        func `data that is no certificate is refused`(bytes: [UInt8]) {
            #expect(Certificate(bytes) == nil)
        }

        // MARK: Trust

        static func refusal(_ trust: TransportOptions.Trust, _ chain: [String]) -> Bool {
            do {
                try trust.check(chain.flatMap { PEM.blocks(of: Array($0.utf8)) })
                return false
            } catch {
                return (error as? NetworkError)?.kind == .untrustedCertificate
            }
        }

        static let one = TestCertificates.selfSigned
        static let signed = TestCertificates.signed

        static let checks: [(trust: TransportOptions.Trust, chain: [String], isRefused: Bool)] = [
            (.all, [one], false), (.all, [], false), (.selfSigned, [one], false),
            (.selfSigned, [signed], true), (.selfSigned, [one, signed], true),
            (.selfSigned, [], true),
            (.pinned(Array(one.utf8)), [one], false), (.pinned(Array(one.utf8)), [signed], true),
            (.pinned(Array(signed.utf8)), [signed], false), (.pinned(Array(one.utf8)), [], true),
            // A certificate that the server only presents proves nothing.
            (.pinned(Array(one.utf8)), [signed, one], true),
            (.pinned(Array(TestCertificates.selfSignedKey.utf8)), [one], false),
            (.pinned(Array(TestCertificates.selfSignedKey.utf8)), [signed], true),
            (.pinned([]), [one], true), (.pinned(Array("-----BEGIN X-----".utf8)), [one], true),
            (.pinned(PEM.blocks(of: Array(one.utf8))[0]), [one], false),
        ]

        @Test(arguments: checks)
        func `a certificate is trusted by its rule`(
            check: (trust: TransportOptions.Trust, chain: [String], isRefused: Bool)
        ) {
            #expect(Self.refusal(check.trust, check.chain) == check.isRefused)
        }

        @Test func `a certificate is the same after its conversion to text`() throws {
            let bytes = try #require(PEM.blocks(of: Array(Self.one.utf8)).first)
            #expect(PEM.blocks(of: Array(PEM.certificate(bytes).utf8)) == [bytes])
            #expect(PEM.blocks(of: Array((Self.one + "\n" + Self.signed).utf8)).count == 2)
        }
    }
#endif
