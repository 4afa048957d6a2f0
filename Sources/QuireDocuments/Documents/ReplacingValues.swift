package import Foundation

// CouchbaseLiteSwift redeclares `init(json:)`, `setJSON(_:)` and `Blob.init(contentType:fileURL:)`
// so that they throw `NSError` objects. Inside that module, its declarations hide the originals. It
// therefore calls the methods in this file.

extension MutableDocument {
    /// Replaces all values with those of a JSON object.
    package func replaceValues(withJSON json: String) throws { try setJSON(json) }
}

extension MutableDictionaryObject {
    /// Replaces all values with those of a JSON object.
    package func replaceValues(withJSON json: String) throws { try setJSON(json) }
}

extension MutableArrayObject {
    /// Replaces all values with those of a JSON array.
    package func replaceValues(withJSON json: String) throws { try setJSON(json) }
}

extension Blob {
    /// Creates a blob from a file.
    package convenience init(contentType: String, contentsOf fileURL: URL) throws {
        try self.init(contentType: contentType, fileURL: fileURL)
    }
}
