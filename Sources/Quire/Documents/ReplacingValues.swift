package import Foundation

// CouchbaseLiteSwift declares `init(json:)`, `setJSON(_:)` and `Blob.init(contentType:fileURL:)`
// again, with errors that are `NSError` objects. Inside that module its declarations hide these
// types' own ones, so it calls these.

extension MutableDocument {
    /// Replaces all values by those of a JSON object.
    package func replaceValues(withJSON json: String) throws { try setJSON(json) }
}

extension MutableDictionaryObject {
    /// Replaces all values by those of a JSON object.
    package func replaceValues(withJSON json: String) throws { try setJSON(json) }
}

extension MutableArrayObject {
    /// Replaces all values by those of a JSON array.
    package func replaceValues(withJSON json: String) throws { try setJSON(json) }
}

extension Blob {
    /// Creates a blob of a file.
    package convenience init(contentType: String, contentsOf fileURL: URL) throws {
        try self.init(contentType: contentType, fileURL: fileURL)
    }
}
