import DatabaseTestSupport
import Fleece
import Foundation
import Quire

@testable import QuireDocuments
@testable import QuireStore

/// A blob storage in a temporary folder, for writing documents without a database.
struct BytesOnly {
    let blobs: BlobStore

    init(_ folder: borrowing StoreFolder) {
        blobs = BlobStore(location: folder.path + "/Attachments")
    }

    /// Returns the body of a document as it would be stored.
    func body(_ document: Document) throws -> FleeceDictionary {
        let keys = MutableSharedKeys()
        let writer = FleeceWriter(sharedKeys: keys)
        var contents = ContentWriter(writer, puttingBlobsInto: blobs, isStrict: true)
        try contents.write(document.content)
        let bytes = try writer.finish()
        let root = FleeceStorage(bytes, sharedKeys: keys.snapshot).root?.dictionary
        guard let root else { throw CancellationError() }
        return root
    }

    /// Returns the document as it would be read after a save.
    func reread(_ document: Document) throws -> Document {
        let content = DictionaryContent(try body(document), blobs: blobs, isMutable: false)
        return Document(id: document.id, content)
    }
}

/// The states in which the values of a document can be read.
enum DocumentState: String, CaseIterable, Sendable {
    case unsaved
    case stored
    case mutableOfStored
    case fromJSON

    func document(_ values: [String: Any]) throws -> Document {
        let document = MutableDocument(id: "document", data: values)
        let folder = try StoreFolder()
        switch self {
        case .unsaved: return document
        case .stored: return try BytesOnly(folder).reread(document)
        case .mutableOfStored: return try BytesOnly(folder).reread(document).toMutable()
        case .fromJSON:
            return try MutableDocument(id: "document", json: document.toJSON())
        }
    }
}
