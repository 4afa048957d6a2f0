@testable import QuireDocuments

extension BlobDigest {
    /// Creates the digest of a text.
    init(of content: String) {
        var hash = SHA1()
        hash.update(Array(content.utf8))
        self.init(hash.digest)
    }
}
