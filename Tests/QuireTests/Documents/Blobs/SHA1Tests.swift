import Testing

@testable import Quire

@Suite struct SHA1Tests {
    /// A text, the number of repetitions, and the digest from the standard and its test vectors.
    static let messages: [(text: String, count: Int, digest: String)] = [
        ("", 1, "DA39A3EE5E6B4B0D3255BFEF95601890AFD80709"),
        ("abc", 1, "A9993E364706816ABA3E25717850C26C9CD0D89D"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
            "84983E441C3BD26EBAAE4AA1F95129E5E54670F1"
        ),
        ("a", 1_000_000, "34AA973CD4C4DAA4F61EEB2BDBAD27316534016F"),
    ]

    @Test(arguments: messages)
    func `a message has the digest given in the standard`(text: String, count: Int, digest: String)
    {
        var hash = PortableSHA1()
        Array(String(repeating: text, count: count).utf8).withUnsafeBytes { hash.update($0) }
        #expect(hash.digest.hexadecimal == digest)
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
        #expect(hash.digest.hexadecimal == "A9993E364706816ABA3E25717850C26C9CD0D89D")
    }
}
