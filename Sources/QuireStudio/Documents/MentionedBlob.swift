import Fleece
import Quire
import QuireFormats

/// A blob that a document mentions.
struct MentionedBlob {
    /// The text of the property path.
    let path: String
    let reference: BlobReference

    /// Returns the blobs of a body.
    static func all(in body: FleeceDictionary) -> [MentionedBlob] {
        BlobReference.blobs(in: body).map { reference in
            MentionedBlob(path: path(reference.path, in: body.value), reference: reference)
        }
    }

    /// Returns the property path for a JSON pointer.
    private static func path(_ pointer: String, in body: FleeceValue) -> String {
        var value: FleeceValue? = body
        var path = ""
        for part in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            if let array = value?.array {
                path += "[\(part)]"
                value = Int(part).flatMap { array.value(at: $0) }
            } else {
                let key = String(part).replacing("~1", with: "/").replacing("~0", with: "~")
                path = DocumentPath.text(path, appending: key)
                value = value?.dictionary?[key]
            }
        }
        return path
    }

    /// Returns the description for the API.
    func node(_ store: any DocumentStore) throws -> JSONNode {
        let stored = try BlobDigest(reference.digest).flatMap {
            try store.blobStorage?.length(of: $0)
        }
        return .object([
            ("path", .string(path)), ("digest", .string(reference.digest)),
            ("contentType", reference.contentType.map { .string($0) } ?? .null),
            (
                "length",
                (reference.length.map { Int64($0) } ?? stored.map { Int64(clamping: $0) })
                    .map { .integer($0) } ?? .null
            ),
            ("available", .bool(stored != nil)),
        ])
    }
}
