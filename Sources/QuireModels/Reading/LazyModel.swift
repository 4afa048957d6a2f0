import Fleece

/// A model of a selection whose properties are decoded when you read them.
///
/// `Selection/lazy()` returns these values. Reading a few properties of many models this way takes
/// less time than decoding the models:
///
/// ```swift
/// for hotel in try hotels.filter({ $0.stars >= 4 }).lazy() {
///     print(try hotel.name, try hotel[\.address.city])
/// }
/// ```
///
/// A property is decoded from the value that is stored for it, without calling the model's
/// `init(from:)`. A property that is not stored, such as a computed property, or whose stored value
/// is missing or doesn't match its type, is read from the decoded model. So it has the value that
/// ``model()`` gives it, or reading it throws the same error.
///
/// Each read decodes the value again. `hotel.address.city` decodes the whole address;
/// `hotel[\.address.city]` decodes only the city.
@dynamicMemberLookup
public struct LazyModel<Model: DocumentModel>: Sendable {
    private let row: LazyRow
    private let source: LazySource<Model>

    init(_ record: DocumentRecord, _ source: LazySource<Model>) {
        row = LazyRow(record)
        self.source = source
    }

    /// The document's ID.
    public var id: String { row.record.id }

    /// The revision that was read.
    public var revisionID: RevisionID { row.record.revisionID }

    /// The sequence number of the change that created the revision, within the collection.
    public var sequence: UInt64 { row.record.sequence }

    /// Decodes the model.
    ///
    /// - Returns: The model, as `Selection/all()` returns it.
    /// - Throws: `DecodingError` if the document does not match the model, ``QuireError`` with code
    ///   `corruptData` if the ID in the body is not the document's.
    public func model() throws -> Model { try source.repository.decode(row.record) }

    /// Decodes a property of the model.
    public subscript<Value: Decodable>(
        dynamicMember keyPath: any KeyPath<Model, Value> & Sendable
    ) -> Value {
        get throws { try source.value(of: keyPath, in: row.record) }
    }

    /// Decodes the model and returns a property whose type is not `Decodable`.
    public subscript<Value>(
        dynamicMember keyPath: any KeyPath<Model, Value> & Sendable
    ) -> Value {
        get throws { try model()[keyPath: keyPath] }
    }

    /// Decodes a property of the model, or of a value in it.
    ///
    /// ```swift
    /// let cities = try hotels.lazy().map { try $0[\.address.city] }
    /// ```
    ///
    /// - Parameter keyPath: The property.
    /// - Returns: The value.
    /// - Throws: The errors of ``model()``.
    public subscript<Value: Decodable>(
        keyPath: any KeyPath<Model, Value> & Sendable
    ) -> Value {
        get throws { try source.value(of: keyPath, in: row.record) }
    }
}

/// The document of a model, which copies of a ``LazyModel`` share.
final class LazyRow: Sendable {
    let record: DocumentRecord

    init(_ record: DocumentRecord) {
        self.record = record
    }
}

extension LazyModel: Identifiable {}

extension LazyModel: CustomStringConvertible {
    /// The document's ID and its revision.
    public var description: String { "\(id) (\(revisionID))" }
}

extension Selection {
    /// Reads the documents of the selection, and decodes properties of the models when you read
    /// them.
    ///
    /// ```swift
    /// let names = try hotels.filter { $0.stars >= 4 }.lazy().map { try $0.name }
    /// ```
    ///
    /// - Returns: The models in the order of `all()`. They don't change when documents change.
    /// - Throws: The errors of `all()`, except for `DecodingError`.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    public func lazy() throws -> [LazyModel<Model>] {
        let source = LazySource(repository)
        let isMigrated = repository.plan != nil
        return try repository.values(selectedBy: documents()) {
            LazyModel(isMigrated ? try repository.current($0) : $0, source)
        }
    }
}

extension Repository {
    /// Reads all documents of the model's type, and decodes properties of the models when you read
    /// them.
    ///
    /// ```swift
    /// let cities = try hotels.lazy().map { try $0[\.address.city] }
    /// ```
    ///
    /// - Returns: The models in the order of `all()`. They don't change when documents change.
    /// - Throws: The errors of `all()`, except for `DecodingError`.
    /// - Complexity: O(*n*) in the number of documents in the collection.
    public func lazy() throws -> [LazyModel<Model>] { try selection.lazy() }
}
