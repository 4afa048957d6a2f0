import QuirePlatform

/// A scanner that finds digests of blobs in stored bytes.
///
/// It searches for the digest strings anywhere in the bytes: in a body, in remote revisions, or in
/// a damaged body. It may find a digest that is not a reference to a blob. In that case garbage
/// collection keeps a file that it could remove. It never misses a reference, because Fleece stores
/// a string of that length contiguously.
enum MentionedBlobs {
    private static let beginning = Array("sha1-".utf8)
    private static let textLength = beginning.count + 28

    /// Adds the digests of the blobs that the bytes mention.
    ///
    /// - Parameters:
    ///   - bytes: The bytes to search.
    ///   - digests: The set to which the digests are added.
    /// - Complexity: O(*n*) in the number of bytes.
    static func add(_ bytes: UnsafeRawBufferPointer, to digests: inout Set<BlobDigest>) {
        guard var start = bytes.baseAddress, let first = beginning.first else { return }
        let end = start + bytes.count
        while let found = memchr(start, Int32(first), end - start) {
            let text = UnsafeRawPointer(found)
            start = text + 1
            guard end - text >= textLength, memcmp(text, beginning, beginning.count) == 0 else {
                continue
            }
            let characters = UnsafeRawBufferPointer(start: text, count: textLength)
            if let digest = BlobDigest(String(decoding: characters, as: UTF8.self)) {
                digests.insert(digest)
            }
        }
    }
}
