import Testing

@testable import QuireDocuments

@Suite struct SHA1Tests {
    /// A text, the number of repetitions, and the digest from the standard and its test vectors.
    static let messages: [(text: String, count: Int, digest: String)] = [
        ("", 1, "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
        ("abc", 1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
            "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
        ),
        ("a", 1_000_000, "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
    ]

    @Test(arguments: messages)
    func `a message has the digest given in the standard`(text: String, count: Int, digest: String)
    {
        var hash = PortableSHA1()
        Array(String(repeating: text, count: count).utf8).withUnsafeBytes { hash.update($0) }
        #expect(hash.digest.hexadecimalDigits == digest)
    }

    @Test(arguments: [1, 3, 63, 64, 65, 127, 1000])
    func `the digest does not depend on the sizes of the chunks`(step: Int) {
        let message = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        var whole = SHA1()
        whole.update(message)
        var cut = SHA1()
        for start in stride(from: 0, to: message.count, by: step) {
            cut.update(Array(message[start..<min(start + step, message.count)]))
        }
        #expect(cut.digest == whole.digest)
    }

    @Test func `more bytes can be added after computing a digest`() {
        var hash = SHA1()
        hash.update(Array("ab".utf8))
        _ = hash.digest
        hash.update(Array("c".utf8))
        #expect(hash.digest.hexadecimalDigits == "a9993e364706816aba3e25717850c26c9cd0d89d")
    }
}
