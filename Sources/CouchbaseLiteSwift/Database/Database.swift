public import Quire

/// A database of documents.
///
/// It wraps a database of Quire, ``quire``, which the repositories and typed queries of Quire can
/// use at the same time.
///
/// ```swift
/// var config = DatabaseConfiguration()
/// config.directory = path
/// let database = try Database(name: "guests", config: config)
/// let guests = try database.createCollection(name: "guests", scope: "travel")
/// ```
public final class Database: Sendable {
    /// The database in Quire's API.
    public let quire: Quire.Database

    /// The name of the default scope.
    public static let defaultScopeName = Scope.defaultScopeName

    /// The name of the default collection.
    public static let defaultCollectionName = Collection.defaultCollectionName

    /// Opens a database, and creates it if it does not exist.
    ///
    /// - Parameters:
    ///   - name: The name of the database.
    ///   - config: The options.
    /// - Throws: `NSError` with a code of ``CBLError``, as `Quire.Database.init(name:config:)`.
    public init(
        name: String, config: DatabaseConfiguration = DatabaseConfiguration()
    ) throws {
        quire = try convertingErrors { try Quire.Database(name: name, config: config) }
        quire.counterpart.set(self)
    }

    /// Wraps an open database of Quire.
    ///
    /// - Parameter quire: The database.
    public init(_ quire: Quire.Database) {
        self.quire = quire
        quire.counterpart.set(self)
    }

    private init(counterpartOf quire: Quire.Database) {
        self.quire = quire
    }

    /// Returns the object that wraps a database of Quire.
    ///
    /// While that object is in use, the method returns the same one.
    static func counterpart(of quire: Quire.Database) -> Database {
        quire.counterpart.object { Database(counterpartOf: quire) }
    }

    /// The name of the database.
    public var name: String { quire.name }

    /// The path of the database, or `nil` if it is closed.
    public var path: String? { quire.path }

    /// The options with which the database was opened.
    public var config: DatabaseConfiguration { quire.config }

    /// Closes the database.
    ///
    /// If it is closed, nothing happens.
    ///
    /// - Throws: `NSError` with a code of ``CBLError``.
    public func close() throws { try convertingErrors { try quire.close() } }

    /// Closes the database and deletes its files.
    ///
    /// - Throws: `NSError` with a code of ``CBLError``.
    public func delete() throws { try convertingErrors { try quire.delete() } }

    /// Maintains the files of the database.
    ///
    /// - Parameter type: The kind of maintenance.
    /// - Throws: `NSError` with a code of ``CBLError``.
    public func performMaintenance(type: MaintenanceType) throws {
        try convertingErrors { try quire.performMaintenance(type: type) }
    }

    /// Runs a closure as one transaction.
    ///
    /// Either all of its changes are committed or none.
    ///
    /// ```swift
    /// try database.inBatch {
    ///     for number in 3...5 {
    ///         let hotel = MutableDocument(id: "hotel-\(number)")
    ///         hotel.setString("Cabin \(number)", forKey: "name")
    ///         try collection.save(document: hotel)
    ///     }
    /// }
    /// ```
    ///
    /// - Parameter block: A closure that reads and writes.
    /// - Throws: `NSError` with code ``CBLError/unexpectedError`` and the cause if the closure
    ///   throws an error, after its changes were rolled back; another code of ``CBLError`` if the
    ///   transaction cannot begin or commit.
    public func inBatch(using block: () throws -> Void) throws {
        // An error that the closure throws becomes the cause of another error. An error of the
        // transaction itself is only converted.
        var thrown: (any Error)?
        try convertingErrors {
            do {
                try quire.inBatch {
                    do {
                        try block()
                    } catch {
                        thrown = error
                        throw error
                    }
                }
            } catch {
                throw thrown.map(NSError.unexpected) ?? error
            }
        }
    }

    /// Saves the content of a blob.
    ///
    /// - Parameter blob: The blob, whose content may be a stream or a file.
    /// - Throws: `NSError` with a code of ``CBLError``.
    public func saveBlob(blob: Blob) throws {
        try convertingErrors { try quire.saveBlob(blob: blob) }
    }

    /// Returns a saved blob.
    ///
    /// - Parameter properties: The properties of the blob in documents.
    /// - Returns: The blob, or `nil` if the database does not contain its content.
    /// - Throws: `NSError` with code ``CBLError/invalidParameter`` if the properties are invalid.
    public func getBlob(properties: [String: Any]) throws -> Blob? {
        try convertingErrors { try quire.getBlob(properties: properties) }
    }
}
