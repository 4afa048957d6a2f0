import Testing

@testable import QuireDocuments

@Suite struct SHA256Tests {
    /// A text, the number of repetitions, and the digest from the standard and its test vectors.
    static let messages: [(text: String, count: Int, digest: String)] = [
        ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        ("a", 10_000, "27dd1f61b867b6a0f6e9d8a41c43231de52107e53ae424de8f847b821db4b711"),
    ]

    @Test(arguments: messages)
    func `a message has the digest given in the standard`(text: String, count: Int, digest: String)
    {
        var hash = PortableSHA256()
        Array(String(repeating: text, count: count).utf8).withUnsafeBytes { hash.update($0) }
        #expect(hash.digest.hexadecimalDigits == digest)
    }

    @Test(arguments: [1, 3, 63, 64, 65, 127, 1000])
    func `the digest does not depend on the sizes of the chunks`(step: Int) {
        let message = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        var whole = SHA256()
        whole.update(message)
        var cut = SHA256()
        for start in stride(from: 0, to: message.count, by: step) {
            cut.update(Array(message[start..<min(start + step, message.count)]))
        }
        #expect(cut.digest == whole.digest)
    }
}
