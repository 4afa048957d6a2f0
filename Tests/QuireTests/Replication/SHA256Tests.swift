import Testing

@testable import Quire

@Suite struct SHA256Tests {
    /// A text, the number of repetitions, and the digest from the standard and its test vectors.
    static let messages: [(text: String, count: Int, digest: String)] = [
        ("", 1, "E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855"),
        ("abc", 1, "BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
            "248D6A61D20638B8E5C026930C3E6039A33CE45964FF2167F6ECEDD419DB06C1"
        ),
        ("a", 10_000, "27DD1F61B867B6A0F6E9D8A41C43231DE52107E53AE424DE8F847B821DB4B711"),
    ]

    @Test(arguments: messages)
    func `a message has the digest given in the standard`(text: String, count: Int, digest: String)
    {
        var hash = PortableSHA256()
        Array(String(repeating: text, count: count).utf8).withUnsafeBytes { hash.update($0) }
        #expect(hash.digest.hexadecimal == digest)
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
