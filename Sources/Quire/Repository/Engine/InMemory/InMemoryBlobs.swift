import Foundation
import Synchronization

/// The contents of blobs, by their digests, as long as the process lives.
final class InMemoryBlobs: BlobStorage {
    let location = "memory:\(UUID().uuidString)"
    private let contents = Mutex<[BlobDigest: Data]>([:])

    func install(_ content: Data) -> InstalledBlob {
        var hash = SHA1()
        content.withUnsafeBytes { hash.update($0) }
        let digest = BlobDigest(hash.digest)
        contents.withLock { $0[digest] = content }
        return InstalledBlob(digest: digest, length: UInt64(content.count))
    }

    func install(readingFrom stream: InputStream) throws -> InstalledBlob {
        var content = Data()
        try stream.forEachChunk { content.append(contentsOf: $0) }
        return install(content)
    }

    func install(contentsOf file: URL) throws -> InstalledBlob {
        do {
            return install(try Data(contentsOf: file))
        } catch {
            throw QuireError(.ioError, "Cannot read \(file.path).", underlyingError: error)
        }
    }

    func length(of digest: BlobDigest) -> UInt64? {
        contents.withLock { $0[digest].map { UInt64($0.count) } }
    }

    func read(_ digest: BlobDigest, length: UInt64?) throws -> Data? {
        let content = contents.withLock { $0[digest] }
        guard let content, let length, length != content.count else { return content }
        throw QuireError(
            .corruptData,
            "Blob \(digest) has \(content.count) bytes; the document says that it has \(length).")
    }

    func stream(_ digest: BlobDigest, length: UInt64?) throws -> InputStream? {
        try read(digest, length: length).map { InputStream(data: $0) }
    }
}
