import Fleece
import Foundation
import Quire

/// The contents of blobs that the documents of a collection refer to.
struct BlobCopy {
    private let source: (any BlobStorage)?
    private let target: (any BlobStorage)?
    /// The digests that the last documents referred to.
    private var recent: Set<BlobDigest> = []
    /// The number of contents that were copied.
    private(set) var copiedCount = 0
    /// The number of references to contents that the source does not contain.
    private(set) var missingCount = 0

    /// The number of digests that are kept in memory.
    private static let limit = 10_000

    init(from source: any DocumentStore, to target: any DocumentStore) {
        self.source = source.blobStorage
        self.target = target.blobStorage
    }

    /// Copies the contents of the blobs in a body, unless the copy contains them.
    ///
    /// An explicit stack is used because values can be nested deeply.
    ///
    /// - Throws: `QuireError` if a content is damaged or cannot be read or written.
    mutating func copyBlobs(in body: FleeceDictionary) throws {
        var pending = [body.value]
        while let value = pending.popLast() {
            if let dictionary = value.dictionary {
                if let text = dictionary[Blob.blobDigestProperty]?.string,
                    let digest = BlobDigest(text)
                {
                    let isBlob = dictionary[Blob.typeProperty]?.string == Blob.blobType
                    try copy(digest, isBlob: isBlob)
                }
                for (_, value) in dictionary where value.isContainer { pending.append(value) }
            } else if let array = value.array {
                for value in array where value.isContainer { pending.append(value) }
            }
        }
    }

    private mutating func copy(_ digest: BlobDigest, isBlob: Bool) throws {
        guard !recent.contains(digest), let source, let target else { return }
        if recent.count >= Self.limit { recent = [] }
        recent.insert(digest)
        guard let length = try source.length(of: digest) else {
            if isBlob { missingCount += 1 }
            return
        }
        if try target.length(of: digest) == length { return }
        guard let stream = try source.stream(digest, length: length) else { return }
        let installed = try target.install(readingFrom: stream)
        guard installed.digest == digest else {
            throw Failure("the content of blob \(digest) in DB is damaged")
        }
        copiedCount += 1
    }
}

extension FleeceValue {
    /// Whether the value can contain other values.
    fileprivate var isContainer: Bool { kind == .dictionary || kind == .array }
}
