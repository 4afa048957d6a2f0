import Fleece
import Foundation

// The dictionary of a blob in a document:
//
//   {"@type":"blob","content_type":"image/jpeg",
//    "digest":"sha1-Lve95gjOVATpfV8EL5X4nxwjKHE=","length":12}
//
// The content type and the length are optional. In place of the digest, the dictionary can contain
// the content under the key "data", as bytes or as a base64 string.

extension Blob {
    /// The blob's properties as stored in a document, without unknown ones.
    ///
    /// The keys are `@type`, `content_type`, `digest` and `length`. The length is an `NSNumber`. If
    /// the blob was read from a document with the content in place of a digest, the key `data`
    /// contains the content.
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

    /// Returns whether a dictionary represents a blob in a document.
    ///
    /// - Parameter properties: A dictionary.
    /// - Returns: `true` if `@type` is `blob`, and there is either a `digest` that is a string, or
    ///   `data`. The optional `content_type` must be a string, and the optional `length` must be a
    ///   nonnegative integer.
    public static func isBlob(properties: [String: Any]) -> Bool {
        (try? check(properties)) != nil
            && (properties[blobDigestProperty] != nil
                || properties[dataProperty] is Data || properties[dataProperty] is String)
    }

    /// Creates a blob from a dictionary that represents one in a document.
    ///
    /// The initializer returns `nil` if the dictionary does not represent a blob. The blob does not
    /// belong to a database yet.
    ///
    /// - Parameter properties: A dictionary.
    package convenience init?(properties: [String: Any]) {
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

    /// Reads and checks the properties of a blob.
    ///
    /// - Parameter properties: A dictionary.
    /// - Returns: The properties. The format of the digest is not checked.
    /// - Throws: ``QuireError`` with code `invalidParameter`, whose message names the invalid key.
    package static func check(
        _ properties: [String: Any]
    ) throws -> (digest: String?, length: UInt64?, contentType: String?) {
        guard properties[typeProperty] as? String == blobType else {
            throw unsuitable(typeProperty, "is not \"\(blobType)\"")
        }
        let digest = properties[blobDigestProperty].map { $0 as? String }
        if digest == .some(nil) { throw unsuitable(blobDigestProperty, "is not a string") }
        let contentType = properties[blobContentType].map { $0 as? String }
        if contentType == .some(nil) { throw unsuitable(blobContentType, "is not a string") }
        let length = properties[blobLengthProperty].map(unsignedInteger)
        if length == .some(nil) {
            throw unsuitable(blobLengthProperty, "is not a nonnegative integer")
        }
        return (digest ?? nil, length ?? nil, contentType ?? nil)
    }

    private static func unsignedInteger(_ value: Any) -> UInt64? {
        // A cast would convert a Boolean to a number.
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
        QuireError(.invalidParameter, "The property \"\(key)\" of a blob \(reason).")
    }

    /// Returns the JSON representation of the blob in a document, with sorted keys.
    ///
    /// - Returns: The JSON text.
    /// - Precondition: The blob is saved, or was read from a document.
    public func toJSON() -> String {
        let current = current
        let writer = FleeceWriter()
        precondition(
            write(current, to: writer),
            "an unsaved blob has no JSON representation; save it first")
        // Strings and a number can always be written as JSON.
        let text = (try? writer.finish()).flatMap { try? FleeceStorage($0).root?.json(.canonical) }
        return text ?? "null"
    }
}
