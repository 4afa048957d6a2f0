public import Foundation
public import Quire

// Replacements of throwing methods of Quire's types. They throw `NSError` objects, as Couchbase Lite
// does. A program that imports this module calls them instead of Quire's methods.

extension MutableDocument {
    /// Creates a document from JSON, with a random ID.
    ///
    /// - Parameter json: A JSON object.
    /// - Throws: `NSError` with code ``CBLError/invalidJSON`` if the string is not a JSON object.
    public convenience init(json: String) throws { try self.init(id: nil, json: json) }

    /// Creates a document from JSON.
    ///
    /// - Parameters:
    ///   - id: The ID, or `nil` for a random one.
    ///   - json: A JSON object.
    /// - Throws: `NSError` with code ``CBLError/invalidJSON`` if the string is not a JSON object.
    public convenience init(id: String?, json: String) throws {
        self.init(id: id)
        try convertingErrors { try replaceValues(withJSON: json) }
    }

    /// Replaces all values with those of a JSON object.
    ///
    /// - Parameter json: A JSON object.
    /// - Returns: The document.
    /// - Throws: `NSError` with code ``CBLError/invalidJSON`` if the string is not a JSON object.
    @discardableResult
    public func setJSON(_ json: String) throws -> Self {
        try convertingErrors { try replaceValues(withJSON: json) }
        return self
    }
}

extension MutableDictionaryObject {
    /// Creates a dictionary from JSON.
    ///
    /// - Parameter json: A JSON object.
    /// - Throws: `NSError` with code ``CBLError/invalidJSON`` if the string is not a JSON object.
    public convenience init(json: String) throws {
        self.init()
        try convertingErrors { try replaceValues(withJSON: json) }
    }

    /// Replaces all values with those of a JSON object.
    ///
    /// - Parameter json: A JSON object.
    /// - Returns: The dictionary.
    /// - Throws: `NSError` with code ``CBLError/invalidJSON`` if the string is not a JSON object.
    @discardableResult
    public func setJSON(_ json: String) throws -> Self {
        try convertingErrors { try replaceValues(withJSON: json) }
        return self
    }
}

extension MutableArrayObject {
    /// Creates an array from JSON.
    ///
    /// - Parameter json: A JSON array.
    /// - Throws: `NSError` with code ``CBLError/invalidJSON`` if the string is not a JSON array.
    public convenience init(json: String) throws {
        self.init()
        try convertingErrors { try replaceValues(withJSON: json) }
    }

    /// Replaces all values with those of a JSON array.
    ///
    /// - Parameter json: A JSON array.
    /// - Returns: The array.
    /// - Throws: `NSError` with code ``CBLError/invalidJSON`` if the string is not a JSON array.
    @discardableResult
    public func setJSON(_ json: String) throws -> Self {
        try convertingErrors { try replaceValues(withJSON: json) }
        return self
    }
}

extension Blob {
    /// Creates a blob from a file.
    ///
    /// - Parameters:
    ///   - contentType: The type of the content, such as `text/plain`.
    ///   - fileURL: The URL of the file.
    /// - Throws: `NSError` with code ``CBLError/invalidParameter`` if it is not the URL of a file.
    public convenience init(contentType: String, fileURL: URL) throws {
        do {
            try self.init(contentType: contentType, contentsOf: fileURL)
        } catch {
            throw NSError.converted(error)
        }
    }
}
