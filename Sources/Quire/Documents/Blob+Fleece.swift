import Fleece
import Foundation

extension Blob {
    private static let typeKey = FleeceKey(typeProperty)
    private static let digestKey = FleeceKey(blobDigestProperty)
    private static let lengthKey = FleeceKey(blobLengthProperty)
    private static let contentTypeKey = FleeceKey(blobContentType)
    private static let dataKey = FleeceKey(dataProperty)

    /// Reads a blob from a document.
    ///
    /// It fails if the dictionary is one of another kind, if its digest is none, or if another value
    /// is not of its type.
    ///
    /// - Parameters:
    ///   - dictionary: Any dictionary.
    ///   - storage: Where the document's database has its blobs.
    convenience init?(_ dictionary: FleeceDictionary, storage: (any BlobStorage)?) {
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

    /// Writes what a document has for the blob as the writer's next value, and stores the content.
    ///
    /// - Parameters:
    ///   - writer: The writer.
    ///   - storage: The storage of the database that the document is saved to; its transaction must
    ///     be running, so that the content is not removed again before it is over.
    /// - Throws: ``QuireError`` if the content cannot be read or stored.
    /// - Complexity: O(1) if the storage has the content, else O(*n*) in the length.
    func write(to writer: FleeceWriter, storage: any BlobStorage) throws {
        try install(in: storage)
        _ = write(current, to: writer)
    }

    /// Writes what is known of the blob, saved or not, without storing anything.
    ///
    /// - Parameter writer: The writer.
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

    /// Writes what a document has for the blob, or the content of one that was never saved.
    ///
    /// - Parameter writer: The writer.
    /// - Throws: ``QuireError`` as ``read()``.
    func writeWithContent(to writer: FleeceWriter) throws {
        guard !write(current, to: writer) else { return }
        _ = write(Self.inline(try read()), to: writer)
    }

    /// Writes the dictionary.
    ///
    /// - Returns: Whether there is one: an unsaved blob has none.
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
