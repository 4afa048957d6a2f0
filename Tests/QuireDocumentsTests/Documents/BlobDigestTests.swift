import Testing

@testable import QuireDocuments

@Suite struct BlobDigestTests {
    /// Contents with digests computed by OpenSSL; the last digest contains many of the
    /// non-alphanumeric
    /// characters of base64.
    static let golden: [(content: String, text: String, fileName: String)] = [
        (
            "Hello World!", "sha1-Lve95gjOVATpfV8EL5X4nxwjKHE=",
            "Lve95gjOVATpfV8EL5X4nxwjKHE=.blob"
        ),
        ("", "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=", "2jmj7l5rSw0yVb_vlWAYkK_YBwk=.blob"),
        ("abc", "sha1-qZk+NkcGgWq6PiVxeFDCbJzQ2J0=", "qZk+NkcGgWq6PiVxeFDCbJzQ2J0=.blob"),
        ("blob 24", "sha1-x1j7REV6bcT3P0/x7+/JOQ24jmI=", "x1j7REV6bcT3P0_x7+_JOQ24jmI=.blob"),
    ]

    static func digest(_ content: String) -> BlobDigest {
        var hash = SHA1()
        hash.update(Array(content.utf8))
        return BlobDigest(hash.digest)
    }

    @Test(arguments: golden)
    func `a content has the digest string and file name of its SHA-1`(
        content: String, text: String, fileName: String
    ) {
        let digest = Self.digest(content)
        #expect([digest.description, digest.fileName] == [text, fileName])
    }

    @Test(arguments: golden)
    func `digest strings and file names can be parsed`(
        content: String, text: String, fileName: String
    ) {
        let digest = Self.digest(content)
        #expect([BlobDigest(text), BlobDigest(fileName: fileName)] == [digest, digest])
    }

    static let badTexts = [
        "", "sha1-", "sha1-=", "sha1", "Lve95gjOVATpfV8EL5X4nxwjKHE=",
        // Other algorithms and spellings
        "sha256-Lve95gjOVATpfV8EL5X4nxwjKHE=", "SHA1-Lve95gjOVATpfV8EL5X4nxwjKHE=",
        "md5-Lve95gjOVATpfV8EL5X4nxwjKHE=", " sha1-Lve95gjOVATpfV8EL5X4nxwjKHE=",
        "sha1-Lve95gjOVATpfV8EL5X4nxwjKHE= ", "sha1-Lve95gjOVATpfV8EL5X4nxwjKHE=\n",
        // Other lengths, with or without padding
        "sha1-Lve95gjOVATpfV8EL5X4nxwjKHE", "sha1-Lve95gjOVATpfV8EL5X4nxwjKHE==",
        "sha1-Lve95gjOVATpfV8EL5X4nxwjKH==", "sha1-Lve95gjOVATpfV8EL5X4nxwjKHEA",
        "sha1-Lve95gjOVATpfV8EL5X4nxwjKA==", "sha1-Lve95gjOVATpfV8EL5X4nxwjKHEAAAA=",
        // Nonzero trailing bits
        "sha1-Lve95gjOVATpfV8EL5X4nxwjKHF=", "sha1-Lve95gjOVATpfV8EL5X4nxwjKHG=",
        "sha1-Lve95gjOVATpfV8EL5X4nxwjKHH=",
        // Other alphabets
        "sha1-2jmj7l5rSw0yVb_vlWAYkK_YBwk=", "sha1-qZk-NkcGgWq6PiVxeFDCbJzQ2J0=",
        "sha1-Lve95gjOVATpfV8EL5X4nxwj\u{0}HE=", "sha1-Lve95gjOVATpfV8EL5X4nxwj HE=",
        "sha1-Lve95gjOVATpfV8EL5X4nxwj\u{212A}HE=", "sha1-Lve95gjOVATpfV8EL5X4nxwj\u{2F}..=",
        // Path traversal
        "sha1-../../../etc/passwd", "sha1-../../../../../../etc/pass=",
        "sha1-/etc/passwd", "sha1-../../../../../../etc/passwd\u{0}=", "sha1-....................",
    ]

    @Test(arguments: badTexts)
    func `any other string is not a digest`(text: String) {
        #expect(BlobDigest(text) == nil)
    }

    static let badFileNames = [
        "", ".blob", "blob", "Lve95gjOVATpfV8EL5X4nxwjKHE=", "Lve95gjOVATpfV8EL5X4nxwjKHE=.blob2",
        "Lve95gjOVATpfV8EL5X4nxwjKHE=.BLOB", "Lve95gjOVATpfV8EL5X4nxwjKHE.blob",
        "2jmj7l5rSw0yVb/vlWAYkK/YBwk=.blob", "2jmj7l5rSw0yVb/vlWAYkK_YBwk=.blob",
        "qZk-NkcGgWq6PiVxeFDCbJzQ2J0=.blob", "Lve95gjOVATpfV8EL5X4nxwjKHF=.blob",
        "sha1-Lve95gjOVATpfV8EL5X4nxwjKHE=.blob", "incoming_Lve95gjOVATpfV8EL5X4nxwjKHE=.blob",
        "../Lve95gjOVATpfV8EL5X4nxwjKHE=.blob", "../../../../etc/passwd.blob", "notes.txt",
    ]

    @Test(arguments: badFileNames)
    func `any other file name is not a blob's`(name: String) {
        #expect(BlobDigest(fileName: name) == nil)
    }

    @Test func `a blob's file name never contains a path separator`() {
        let names = (0...255).map {
            BlobDigest([UInt8](repeating: UInt8($0), count: BlobDigest.byteCount)).fileName
        }
        #expect(names.allSatisfy { !$0.contains("/") && !$0.hasPrefix(".") && $0.utf8.count == 33 })
    }
}
