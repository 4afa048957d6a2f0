package import Fleece
import Foundation

extension Blob {
    static let typeKey = FleeceKey(typeProperty)
    private static let digestKey = FleeceKey(blobDigestProperty)
    private static let lengthKey = FleeceKey(blobLengthProperty)
    private static let contentTypeKey = FleeceKey(blobContentType)
    private static let dataKey = FleeceKey(dataProperty)

    /// Creates a blob from its dictionary in a document.
    ///
    /// The initializer returns `nil` if the dictionary is not a blob, if its digest is invalid, or
    /// if another property has the wrong type.
    ///
    /// - Parameters:
    ///   - dictionary: A dictionary.
    ///   - storage: The blob storage of the document's database.
    package convenience init?(_ dictionary: FleeceDictionary, storage: (any BlobStorage)?) {
        guard dictionary.string(Self.typeKey) == Self.blobType else { return nil }
        let contentType = dictionary[Self.contentTypeKey]
        let length = dictionary[Self.lengthKey]
        guard contentType == nil || contentType?.string != nil,
            length == nil || length?.uint64 != nil
        else { return nil }
        if let data = dictionary[Self.dataKey] {
            guard let content = Self.content(data) else { return nil }
            self.init(contentType: contentType?.string, Self.inline(content))
        } else {
            guard let digest = dictionary.string(Self.digestKey).flatMap({ BlobDigest($0) }) else {
                return nil
            }
            self.init(
                contentType: contentType?.string,
                State(source: .reference(storage), digest: digest, length: length?.uint64))
        }
    }

    private static func content(_ value: FleeceValue) -> Data? {
        value.withDataBytes { Data($0) } ?? value.string.flatMap { Data(base64Encoded: $0) }
    }

    static func inline(_ content: Data) -> State {
        State(source: .inline(content), length: UInt64(content.count))
    }

    /// Stores the content and writes the blob's dictionary as the next value of a writer.
    ///
    /// - Parameters:
    ///   - writer: The writer of the document's body.
    ///   - storage: The storage of the database in which the document is saved. A transaction of
    ///     the database must be in progress, so that the content is not removed before the
    ///     transaction ends.
    /// - Throws: ``QuireError`` if the content cannot be read or stored.
    /// - Complexity: O(1) if the storage already contains the content; otherwise O(*n*) in the
    ///   length.
    func write(to writer: FleeceWriter, storage: any BlobStorage) throws {
        try install(in: storage)
        _ = write(current, to: writer)
    }

    /// Writes the known properties of the blob, even if it is unsaved, without storing the content.
    func writePresent(to writer: FleeceWriter) {
        let current = current
        guard !write(current, to: writer) else { return }
        writer.beginDictionary()
        writer.writeKey(Self.typeProperty)
        writer.write(Self.blobType)
        if let contentType {
            writer.writeKey(Self.blobContentType)
            writer.write(contentType)
        }
        if let length = current.length {
            writer.writeKey(Self.blobLengthProperty)
            writer.write(length)
        }
        writer.endDictionary()
    }

    /// Writes the blob's dictionary, with the content in place of the digest if the blob is
    /// unsaved.
    ///
    /// - Parameter writer: The writer, which receives one dictionary.
    /// - Throws: ``QuireError`` as thrown by ``read()``.
    func writeWithContent(to writer: FleeceWriter) throws {
        guard !write(current, to: writer) else { return }
        _ = write(Self.inline(try read()), to: writer)
    }

    /// Writes the blob's dictionary.
    ///
    /// - Returns: Whether the dictionary was written. A blob without a digest and without inline
    ///   content has no dictionary.
    func write(_ state: State, to writer: FleeceWriter) -> Bool {
        var inline: Data?
        if state.digest == nil {
            guard case .inline(let content) = state.source else { return false }
            inline = content
        }
        writer.beginDictionary()
        writer.writeKey(Self.typeProperty)
        writer.write(Self.blobType)
        if let contentType {
            writer.writeKey(Self.blobContentType)
            writer.write(contentType)
        }
        if let inline {
            writer.writeKey(Self.dataProperty)
            writer.write(inline.base64EncodedString())
        }
        if let digest = state.digest {
            writer.writeKey(Self.blobDigestProperty)
            writer.write(digest.description)
        }
        if let length = state.length {
            writer.writeKey(Self.blobLengthProperty)
            writer.write(length)
        }
        writer.endDictionary()
        return true
    }
}
