import Fleece
import Quire
import QuireFormats

/// A blob that a document mentions.
struct MentionedBlob {
    let path: String
    let digest: String
    let contentType: String?
    let length: Int64?

    /// Returns the blobs of a body, in the order of its keys.
    static func all(in body: FleeceDictionary) -> [MentionedBlob] {
        var blobs: [MentionedBlob] = []
        add(body.value, "", depth: 0, to: &blobs)
        return blobs
    }

    private static func add(
        _ value: FleeceValue, _ path: String, depth: Int, to blobs: inout [MentionedBlob]
    ) {
        // Stored bodies can share their parts, so that they are much larger when expanded.
        guard depth < 64, blobs.count < 1_000 else { return }
        if let dictionary = value.dictionary {
            if dictionary[Blob.typeProperty]?.string == Blob.blobType,
                let digest = dictionary[Blob.blobDigestProperty]?.string
            {
                blobs.append(
                    MentionedBlob(
                        path: path, digest: digest,
                        contentType: dictionary[Blob.blobContentType]?.string,
                        length: dictionary[Blob.blobLengthProperty]?.int64))
                return
            }
            for (key, value) in dictionary {
                add(value, DocumentPath.text(path, appending: key), depth: depth + 1, to: &blobs)
            }
        } else if let array = value.array {
            for (index, value) in array.enumerated() {
                add(value, "\(path)[\(index)]", depth: depth + 1, to: &blobs)
            }
        }
    }

    /// Returns the description for the API.
    func node(_ store: any DocumentStore) throws -> JSONNode {
        let stored = try BlobDigest(digest).flatMap { try store.blobStorage?.length(of: $0) }
        return .object([
            ("path", .string(path)), ("digest", .string(digest)),
            ("contentType", contentType.map { .string($0) } ?? .null),
            (
                "length",
                (length ?? stored.map { Int64(clamping: $0) }).map { .integer($0) } ?? .null
            ),
            ("available", .bool(stored != nil)),
        ])
    }
}
