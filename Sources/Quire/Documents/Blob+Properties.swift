import Fleece
import Foundation

// The dictionary that a document has for a blob:
//
//   {"@type":"blob","content_type":"image/jpeg","digest":"sha1-Lve95gjOVATpfV8EL5X4nxwjKHE=","length":12}
//
// The content's type and length may be missing. In place of the digest there may be the content
// itself: "data", as bytes or as base64.

extension Blob {
    /// What a document says of the blob: `@type`, `content_type`, `digest` and `length`, without what
    /// is not known.
    ///
    /// The length is an `NSNumber`. A blob that was read from a document which has the content in
    /// place of a digest has that under `data`.
    public var properties: [String: Any] {
        let current = current
        var properties: [String: Any] = [Self.typeProperty: Self.blobType]
        properties[Self.blobContentType] = contentType
        properties[Self.blobDigestProperty] = current.digest?.description
        properties[Self.blobLengthProperty] = current.length.map { NSNumber(value: $0) }
        if current.digest == nil, case .inline(let content) = current.source {
            properties[Self.dataProperty] = content
        }
        return properties
    }

    /// Says whether a dictionary is what a document has for a blob.
    ///
    /// - Parameter properties: Any dictionary.
    /// - Returns: `true` if its `@type` is `blob`, it has a `digest` that is a string or else `data`,
    ///   its `content_type` is a string and its `length` a number, where it has them.
    public static func isBlob(properties: [String: Any]) -> Bool {
        (try? check(properties)) != nil
            && (properties[blobDigestProperty] != nil
                || properties[dataProperty] is Data || properties[dataProperty] is String)
    }

    /// Makes a blob of what a document has for one.
    ///
    /// It fails if the dictionary is another one. The blob belongs to no database yet.
    ///
    /// - Parameter properties: Any dictionary.
    convenience init?(properties: [String: Any]) {
        guard properties[Self.typeProperty] != nil, let known = try? Self.check(properties) else {
            return nil
        }
        if let content = properties[Self.dataProperty] {
            let text = content as? String
            guard let content = content as? Data ?? text.flatMap({ Data(base64Encoded: $0) }) else {
                return nil
            }
            self.init(contentType: known.contentType, Self.inline(content))
        } else if let digest = known.digest.flatMap({ BlobDigest($0) }) {
            self.init(
                contentType: known.contentType,
                State(source: .reference(nil), digest: digest, length: known.length))
        } else {
            return nil
        }
    }

    /// Reads the properties of a blob.
    ///
    /// - Parameter properties: Any dictionary.
    /// - Returns: What is in it, as it is there: whether the digest is one was not looked at.
    /// - Throws: ``QuireError`` with code `invalidParameter` that names the key.
    static func check(
        _ properties: [String: Any]
    ) throws -> (digest: String?, length: UInt64?, contentType: String?) {
        guard properties[typeProperty] as? String == blobType else {
            throw unsuitable(typeProperty, "is not \"\(blobType)\"")
        }
        let digest = properties[blobDigestProperty].map { $0 as? String }
        if digest == .some(nil) { throw unsuitable(blobDigestProperty, "is not a string") }
        let contentType = properties[blobContentType].map { $0 as? String }
        if contentType == .some(nil) { throw unsuitable(blobContentType, "is not a string") }
        let length = properties[blobLengthProperty].map(wholeNumber)
        if length == .some(nil) {
            throw unsuitable(blobLengthProperty, "is not a whole number from 0 up")
        }
        return (digest ?? nil, length ?? nil, contentType ?? nil)
    }

    private static func wholeNumber(_ value: Any) -> UInt64? {
        // A cast would make a number of a truth value.
        if type(of: value) == Bool.self { return nil }
        return switch value {
        case let integer as any BinaryInteger: UInt64(exactly: integer)
        case let number as Double: UInt64(exactly: number)
        case let number as Float: UInt64(exactly: number)
        case let number as NSNumber: UInt64(exactly: number.doubleValue)
        default: nil
        }
    }

    private static func unsuitable(_ key: String, _ reason: String) -> QuireError {
        QuireError(.invalidParameter, "In the properties of a blob \"\(key)\" \(reason).")
    }

    /// Returns the JSON text of what a document has for the blob, with its keys sorted.
    ///
    /// - Returns: The text.
    /// - Precondition: The blob is saved, or it was read from a document.
    public func toJSON() -> String {
        let current = current
        let writer = FleeceWriter()
        precondition(write(current, to: writer), "a blob has no JSON text until it is saved")
        // Strings and a number always have a text.
        let text = (try? writer.finish()).flatMap { try? FleeceStorage($0).root?.json(.canonical) }
        return text ?? "null"
    }
}
