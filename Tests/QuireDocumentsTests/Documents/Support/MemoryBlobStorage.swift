import DatabaseTestSupport
import Foundation
import Quire
import QuirePlatform

/// An in-memory blob storage that counts its calls.
final class MemoryBlobStorage: BlobStorage {
    private let state = Mutex<(contents: [String: Data], installCount: Int)>(([:], 0))

    let location = "memory \(UUID())"

    var contents: [String: Data] { state.withLock { $0.contents } }

    var installCount: Int { state.withLock { $0.installCount } }

    func removeAll() {
        state.withLock { $0.contents = [:] }
    }

    func install(_ content: Data) throws -> InstalledBlob {
        var hash = SHA1()
        hash.update(Array(content))
        let digest = BlobDigest(hash.digest)
        state.withLock {
            $0.contents[digest.description] = content
            $0.installCount += 1
        }
        return InstalledBlob(digest: digest, length: UInt64(content.count))
    }

    func install(readingFrom stream: InputStream) throws -> InstalledBlob {
        try install(stream.rest())
    }

    func install(contentsOf file: URL) throws -> InstalledBlob {
        try install(Data(contentsOf: file))
    }

    func length(of digest: BlobDigest) throws -> UInt64? {
        contents[digest.description].map { UInt64($0.count) }
    }

    func read(_ digest: BlobDigest, length: UInt64?) throws -> Data? {
        contents[digest.description]
    }

    func stream(_ digest: BlobDigest, length: UInt64?) throws -> InputStream? {
        contents[digest.description].map { InputStream(data: $0) }
    }
}
