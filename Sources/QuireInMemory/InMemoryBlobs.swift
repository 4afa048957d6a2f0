import Foundation
import QuireModels
import QuirePlatform

/// A blob storage in memory.
final class InMemoryBlobs: BlobStorage {
    let location = "memory:\(UUID().uuidString)"
    private let contents = Mutex<[BlobDigest: Data]>([:])

    func install(_ content: Data) -> InstalledBlob {
        let digest = BlobDigest(of: content)
        contents.withLock { $0[digest] = content }
        return InstalledBlob(digest: digest, length: UInt64(content.count))
    }

    func length(of digest: BlobDigest) -> UInt64? {
        contents.withLock { $0[digest].map { UInt64($0.count) } }
    }

    func read(_ digest: BlobDigest, length: UInt64?) throws -> Data? {
        let content = contents.withLock { $0[digest] }
        guard let content, let length, length != content.count else { return content }
        throw QuireError(
            .corruptData,
            "Blob \(digest) has \(content.count) bytes, but the document specifies \(length).")
    }
}
