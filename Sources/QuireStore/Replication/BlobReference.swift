package import Fleece

/// A reference to a blob in the body of a document.
package struct BlobReference: Hashable, Sendable {
    /// The digest, such as `sha1-Lve95gjOVATpfV8EL5X4nxwjKHE=`.
    package let digest: String
    /// The number of bytes of the content, if the reference contains it.
    package let length: Int?
    /// The MIME type of the content, if the reference contains it.
    package let contentType: String?
    /// The location of the reference in the body, as a JSON pointer such as `/rooms/0/photo`.
    package let path: String
    /// The reference as a JSON object, without the key `@type`.
    package let json: String
}

extension BlobReference {
    /// Returns the blobs in the JSON text of a body.
    ///
    /// - Parameter json: The text.
    /// - Returns: The blobs that have a digest, and the attachments.
    /// - Throws: ``ReplicationFailure`` with code `Fleece` 5 if the text is not a JSON object.
    /// - Complexity: O(*n*) in the length of the text.
    package static func blobs(inBody json: [UInt8]) throws -> [BlobReference] {
        let writer = FleeceWriter()
        do {
            try json.withUnsafeBytes { try JSONReader.read($0, into: writer) }
            let body = FleeceStorage(try writer.finish())
            guard let root = body.rootDictionary else {
                throw ReplicationFailure(invalidBody: "The body is not a JSON object.")
            }
            return blobs(in: root) + attachments(in: root)
        } catch let error as JSONError {
            throw ReplicationFailure(invalidBody: "The body is no JSON: \(error.message)")
        } catch let error as FleeceError {
            throw ReplicationFailure(invalidBody: "The body cannot be stored: \(error.message)")
        }
    }

    /// The key of the attachments that Sync Gateway's REST API and clients of version 1 create.
    package static let attachmentsKey = "_attachments"

    /// Returns the attachments of a body that are no blobs in it.
    ///
    /// - Parameter body: The body, which is not trusted.
    /// - Returns: The attachments that have a digest, by name. Their paths are not those of blobs.
    /// - Complexity: O(*n*) in the number of attachments.
    package static func attachments(in body: FleeceDictionary) -> [BlobReference] {
        guard let entries = body[attachmentsKey]?.dictionary else { return [] }
        return entries.compactMap { name, entry in
            entry.dictionary.flatMap {
                BlobReference(properties: $0, at: "/\(attachmentsKey)/\(escaped(name))")
            }
        }.sorted { $0.path < $1.path }
    }

    /// Returns the blobs in a body, except those at the top level whose names begin with `_`.
    ///
    /// - Parameter body: The body, which is not trusted.
    /// - Returns: The blobs that have a digest.
    /// - Complexity: O(*n*) in the size of the body.
    package static func blobs(in body: FleeceDictionary) -> [BlobReference] {
        let mayHoldBlobs = body.storage.withUnsafeBytes { Blob.mayBeHeld(by: $0) }
        guard mayHoldBlobs else { return [] }
        // The body itself can be a blob.
        var found = BlobReference(body, at: "").map { [$0] } ?? []
        // Values may be shared, so a few hostile bytes can represent a huge value. The stack of a
        // thread may be small, so the search is not recursive.
        var remaining = max(1024, 8 * body.storage.count)
        var pending: [(value: FleeceValue, path: String)] = []
        for (key, value) in body where !key.hasPrefix("_") {
            pending.append((value, "/" + escaped(key)))
        }
        while let (value, path) = pending.popLast(), remaining > 0 {
            remaining -= 1 + path.utf8.count >> 4
            if let dictionary = value.dictionary {
                if let blob = BlobReference(dictionary, at: path) {
                    found.append(blob)
                    continue
                }
                for (key, item) in dictionary {
                    remaining -= 1
                    guard remaining > 0 else { break }
                    if item.kind == .dictionary || item.kind == .array {
                        pending.append((item, "\(path)/\(escaped(key))"))
                    }
                }
            } else if let array = value.array {
                for (index, item) in array.enumerated() {
                    remaining -= 1
                    guard remaining > 0 else { break }
                    if item.kind == .dictionary || item.kind == .array {
                        pending.append((item, "\(path)/\(index)"))
                    }
                }
            }
        }
        return found.sorted { $0.path < $1.path }
    }

    private init?(_ dictionary: FleeceDictionary, at path: String) {
        guard dictionary[Blob.typeProperty]?.string == Blob.blobType else { return nil }
        self.init(properties: dictionary, at: path)
    }

    private init?(properties dictionary: FleeceDictionary, at path: String) {
        guard let digest = dictionary[Blob.blobDigestProperty]?.string, BlobDigest(digest) != nil
        else { return nil }
        let writer = JSONWriter()
        let pairs = dictionary.filter { $0.key != Blob.typeProperty }
        guard (try? writer.write(object: pairs)) != nil else { return nil }
        self.init(
            digest: digest,
            length: dictionary[Blob.blobLengthProperty]?.int64.flatMap { Int(exactly: $0) },
            contentType: dictionary[Blob.blobContentType]?.string, path: path, json: writer.text)
    }

    /// Returns a key as a part of a JSON pointer.
    package static func escaped(_ key: String) -> String {
        guard key.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") })
        else { return key }
        return key.split(separator: "~", omittingEmptySubsequences: false).joined(separator: "~0")
            .split(separator: "/", omittingEmptySubsequences: false).joined(separator: "~1")
    }
}
