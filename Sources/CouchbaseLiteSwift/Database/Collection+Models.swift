import Quire

/// A class that can be saved as a document.
///
/// ```swift
/// func store(_ hotel: some DocumentEncodable) throws {
///     try collection.save(from: hotel)
/// }
/// ```
public typealias DocumentEncodable = Encodable & AnyObject

/// A class that can be loaded from a document.
///
/// ```swift
/// func load<Model: DocumentDecodable>(_ id: String) throws -> Model? {
///     try collection.document(id: id, as: Model.self)
/// }
/// ```
public typealias DocumentDecodable = Decodable & AnyObject

/// A class that can be saved as a document and loaded from it.
///
/// ```swift
/// final class Hotel: Codable {
///     @DocumentID var id: String?
///     var name = ""
/// }
/// let hotel = Hotel()
/// hotel.name = "Fjord View"
/// try collection.save(from: hotel)
/// ```
public typealias DocumentCodable = DocumentDecodable & DocumentEncodable

extension Collection {
    /// Loads a document as an object.
    ///
    /// ```swift
    /// let loaded = try collection.document(id: id, as: Hotel.self)
    /// ```
    ///
    /// - Parameters:
    ///   - id: The ID of the document.
    ///   - type: The type of the object. Its `DocumentID` receives the ID and the revision.
    /// - Returns: The object, or `nil` if the document does not exist.
    /// - Throws: `NSError` with code ``CBLError/decodingError`` if the document does not match the
    ///   type, ``CBLError/notOpen``, or another code of ``CBLError``.
    public func document<Model: DocumentDecodable>(
        id: String, as type: Model.Type
    ) throws -> Model? {
        try convertingErrors { try quire.document(id: id, as: type) }
    }

    /// Saves an object as a document, replacing changes by other writers.
    ///
    /// - Parameter object: An object with a `DocumentID`, which receives the ID and the revision.
    /// - Throws: `NSError` with code ``CBLError/invalidParameter`` if the object has no
    ///   `DocumentID`, ``CBLError/encodingError`` if it cannot be encoded, ``CBLError/notOpen``, or
    ///   another code of ``CBLError``.
    public func save<Model: DocumentEncodable>(from object: Model) throws {
        try convertingErrors { try quire.save(from: object) }
    }

    /// Saves an object as a document using the given concurrency control.
    ///
    /// - Parameters:
    ///   - object: An object with a `DocumentID`, which receives the ID and the revision.
    ///   - concurrencyControl: The concurrency control.
    /// - Returns: `false` if there is a conflict.
    /// - Throws: `NSError` as ``save(from:)``.
    @discardableResult
    public func save<Model: DocumentEncodable>(
        from object: Model, concurrencyControl: ConcurrencyControl
    ) throws -> Bool {
        try convertingErrors {
            try quire.save(from: object, concurrencyControl: concurrencyControl)
        }
    }

    /// Saves an object as a document, resolving conflicts with a closure.
    ///
    /// - Parameters:
    ///   - object: An object with a `DocumentID`, which receives the ID and the revision.
    ///   - conflictHandler: A closure that receives the object, which it can change, and the stored
    ///     one, or `nil` if that is deleted. If it returns `false`, nothing is saved.
    /// - Returns: `false` if the closure returned `false`.
    /// - Throws: `NSError` as ``save(from:)``.
    @discardableResult
    public func save<Model: DocumentCodable>(
        from object: Model, conflictHandler: (Model, Model?) -> Bool
    ) throws -> Bool {
        try convertingErrors {
            try quire.save(from: object, conflictHandler: conflictHandler)
        }
    }

    /// Deletes the document of an object, leaving a tombstone.
    ///
    /// - Parameter object: An object that was loaded or saved.
    /// - Throws: `NSError` with code ``CBLError/invalidParameter`` if the object has no
    ///   `DocumentID`, ``CBLError/notFound`` if it was never saved, ``CBLError/notOpen``, or
    ///   another code of ``CBLError``.
    public func delete<Model: DocumentEncodable>(for object: Model) throws {
        try convertingErrors { try quire.delete(for: object) }
    }

    /// Deletes the document of an object using the given concurrency control.
    ///
    /// - Parameters:
    ///   - object: An object that was loaded or saved.
    ///   - concurrencyControl: The concurrency control.
    /// - Returns: `false` if there is a conflict.
    /// - Throws: `NSError` as ``delete(for:)``.
    @discardableResult
    public func delete<Model: DocumentEncodable>(
        for object: Model, concurrencyControl: ConcurrencyControl
    ) throws -> Bool {
        try convertingErrors {
            try quire.delete(for: object, concurrencyControl: concurrencyControl)
        }
    }

    /// Purges the document of an object, leaving no tombstone.
    ///
    /// - Parameter object: An object that was loaded or saved.
    /// - Throws: `NSError` as ``delete(for:)``.
    public func purge<Model: DocumentEncodable>(for object: Model) throws {
        try convertingErrors { try quire.purge(for: object) }
    }
}
