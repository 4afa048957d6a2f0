#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Finds which blobs some stored bytes may refer to.
///
/// It looks for the text of a digest, wherever it stands: in a body, in the revisions kept beside
/// it, in a damaged body. So it may find one too many, of which nothing comes but a file that stays.
/// It finds all: Fleece keeps a string of that length in one piece.
enum MentionedBlobs {
    private static let beginning = Array("sha1-".utf8)
    private static let textLength = beginning.count + 28

    /// Adds the blobs that some bytes mention.
    ///
    /// - Parameters:
    ///   - bytes: Any bytes.
    ///   - digests: The digests found so far.
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
