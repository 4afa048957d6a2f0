// Asynchronous forms of the calls for which Couchbase Lite has names.
//
// They have the same labels but different names: in an asynchronous function, Swift prefers an
// asynchronous overload, so the synchronous call would no longer compile there.

extension Database {
    /// The threads for calls of databases that are not open.
    private static let files = BlockingWork(label: "Quire.Database", width: 4)

    // MARK: Opening and closing

    /// Opens a database, and creates it if it doesn't exist.
    ///
    /// The asynchronous form of ``init(name:config:)``.
    ///
    /// ```swift
    /// let database = try await Database.open(name: "hoteldb", config: config)
    /// ```
    ///
    /// - Parameters:
    ///   - name: The database's name, which must not be empty or contain path separators.
    ///   - config: The location and durability of the database.
    /// - Returns: The database.
    /// - Throws: `CancellationError`, and the errors of ``init(name:config:)``.
    public static func open(
        name: String, config: DatabaseConfiguration = DatabaseConfiguration()
    ) async throws -> Database {
        try await files.run { try Database(name: name, config: config) }
    }

    /// Creates an empty in-memory database.
    ///
    /// The asynchronous form of ``init(inMemoryNamed:)``.
    ///
    /// - Parameter name: The database's name, which queries can use.
    /// - Returns: The database.
    /// - Throws: `CancellationError`, and the errors of ``init(inMemoryNamed:)``.
    public static func open(inMemoryNamed name: String) async throws -> Database {
        try await files.run { try Database(inMemoryNamed: name) }
    }

    /// Closes the database.
    ///
    /// The asynchronous form of ``close()``. Asynchronous writes that were called earlier are
    /// completed first.
    ///
    /// - Throws: `CancellationError`, and the errors of ``close()``.
    public func shutDown() async throws {
        try await writing { try self.close() }
    }

    /// Closes the database and deletes its files.
    ///
    /// The asynchronous form of ``delete()``. Asynchronous writes that were called earlier are
    /// completed first.
    ///
    /// - Throws: `CancellationError`, and the errors of ``delete()``.
    public func remove() async throws {
        try await writing { try self.delete() }
    }

    /// Deletes a database and all of its files.
    ///
    /// The asynchronous form of ``delete(withName:inDirectory:)``.
    ///
    /// - Parameters:
    ///   - name: The database's name.
    ///   - directory: The folder that contains the database, by default
    ///     ``DatabaseConfiguration/defaultDirectory``.
    /// - Throws: `CancellationError`, and the errors of ``delete(withName:inDirectory:)``.
    public static func remove(
        withName name: String, inDirectory directory: String? = nil
    ) async throws {
        try await files.run { try delete(withName: name, inDirectory: directory) }
    }

    /// Copies a database to a new name.
    ///
    /// The asynchronous form of ``copy(fromPath:toDatabase:withConfig:)``.
    ///
    /// - Parameters:
    ///   - path: The path of the source's folder, `NAME.cblite2`.
    ///   - name: The name of the copy.
    ///   - config: The location of the copy, by default the default folder for databases.
    /// - Throws: `CancellationError`, and the errors of
    ///   ``copy(fromPath:toDatabase:withConfig:)``.
    public static func duplicate(
        fromPath path: String, toDatabase name: String,
        withConfig config: DatabaseConfiguration? = nil
    ) async throws {
        try await files.run { try copy(fromPath: path, toDatabase: name, withConfig: config) }
    }

    /// Copies a database to a new name, with another encryption key.
    ///
    /// The asynchronous form of ``copy(fromPath:toDatabase:withConfig:sourceKey:)``.
    ///
    /// - Parameters:
    ///   - path: The path of the source's folder, `NAME.cblite2`.
    ///   - name: The name of the copy.
    ///   - config: The location and the encryption key of the copy.
    ///   - sourceKey: The encryption key of the source. It is ignored if the source is not encrypted.
    /// - Throws: `CancellationError`, and the errors of
    ///   ``copy(fromPath:toDatabase:withConfig:sourceKey:)``.
    public static func duplicate(
        fromPath path: String, toDatabase name: String, withConfig config: DatabaseConfiguration,
        sourceKey: EncryptionKey?
    ) async throws {
        try await files.run {
            try copy(
                fromPath: path, toDatabase: name, withConfig: config, sourceKey: sourceKey)
        }
    }

    /// Changes the encryption key, encrypts the database, or removes the encryption.
    ///
    /// The asynchronous form of ``changeEncryptionKey(_:rewritingFiles:)``. Asynchronous writes that are
    /// called later wait until it ends.
    ///
    /// - Parameters:
    ///   - key: The new encryption key, or `nil` for a database that is not encrypted.
    ///   - rewritingFiles: Whether the files are written again even if only the encryption key changes.
    /// - Throws: `CancellationError`, and the errors of ``changeEncryptionKey(_:rewritingFiles:)``.
    public func replaceEncryptionKey(
        _ key: EncryptionKey?, rewritingFiles: Bool = false
    ) async throws {
        try await writing { try self.changeEncryptionKey(key, rewritingFiles: rewritingFiles) }
    }

    /// Performs a maintenance task on the files of the database.
    ///
    /// The asynchronous form of ``performMaintenance(type:)``. Asynchronous writes that are called
    /// later wait until it ends.
    ///
    /// - Parameter type: The kind of maintenance.
    /// - Throws: `CancellationError`, and the errors of ``performMaintenance(type:)``.
    public func maintain(type: MaintenanceType) async throws {
        try await writing { try self.performMaintenance(type: type) }
    }

    // MARK: Collections

    /// Creates a collection, or returns the existing one.
    ///
    /// The asynchronous form of ``createCollection(name:scope:)``.
    ///
    /// - Parameters:
    ///   - name: The collection's name.
    ///   - scope: The scope's name, or `nil` for the default scope.
    /// - Returns: The collection.
    /// - Throws: `CancellationError`, and the errors of ``createCollection(name:scope:)``.
    @discardableResult
    public func addCollection(
        name: String, scope: String? = Database.defaultScopeName
    ) async throws -> DocumentCollection {
        try await writing { try self.createCollection(name: name, scope: scope) }
    }

    /// Deletes a collection with its documents and indexes.
    ///
    /// The asynchronous form of ``deleteCollection(name:scope:)``.
    ///
    /// - Parameters:
    ///   - name: The collection's name.
    ///   - scope: The scope's name, or `nil` for the default scope.
    /// - Throws: `CancellationError`, and the errors of ``deleteCollection(name:scope:)``.
    public func removeCollection(
        name: String, scope: String? = Database.defaultScopeName
    ) async throws {
        try await writing { try self.deleteCollection(name: name, scope: scope) }
    }

    /// Returns the collection with the given name.
    ///
    /// The asynchronous form of ``collection(name:scope:)``.
    ///
    /// - Parameters:
    ///   - name: The collection's name.
    ///   - scope: The scope's name, or `nil` for the default scope.
    /// - Returns: The collection, or `nil` if it doesn't exist.
    /// - Throws: `CancellationError`, and the errors of ``collection(name:scope:)``.
    public func loadCollection(
        name: String, scope: String? = Database.defaultScopeName
    ) async throws -> DocumentCollection? {
        try await reading { try self.collection(name: name, scope: scope) }
    }

    /// Returns the collections of a scope.
    ///
    /// The asynchronous form of ``collections(scope:)``.
    ///
    /// - Parameter scope: The scope's name, or `nil` for the default scope.
    /// - Returns: The collections, sorted by name, with the default collection first.
    /// - Throws: `CancellationError`, and the errors of ``collections(scope:)``.
    public func loadCollections(
        scope: String? = Database.defaultScopeName
    ) async throws -> [DocumentCollection] {
        try await reading { try self.collections(scope: scope) }
    }

    // MARK: Blobs

    /// Stores the content of a blob before a document refers to it.
    ///
    /// The asynchronous form of ``saveBlob(blob:)``. The call does not block writes.
    ///
    /// - Parameter blob: The blob. The method sets its digest.
    /// - Throws: `CancellationError`, and the errors of ``saveBlob(blob:)``.
    public func storeBlob(blob: Blob) async throws {
        try await reading { try self.saveBlob(blob: blob) }
    }

    /// Returns the blob that a blob dictionary refers to.
    ///
    /// The asynchronous form of ``getBlob(properties:)``.
    ///
    /// - Parameter properties: The dictionary, with the keys and values of ``Blob/properties``.
    /// - Returns: The blob, or `nil` if the database contains no content with that digest.
    /// - Throws: `CancellationError`, and the errors of ``getBlob(properties:)``.
    public func loadBlob(properties: [String: Any]) async throws -> Blob? {
        // The caller is suspended while the thread of the database reads the values.
        nonisolated(unsafe) let properties = properties
        return try await reading { try self.getBlob(properties: properties) }
    }

    // MARK: Threads

    /// Runs a closure that reads, on a thread of the database.
    func reading<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
        try await blockingWork.run(body)
    }

    /// Runs a closure that writes, after the asynchronous transactions that were called earlier, on
    /// their thread.
    func writing<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
        try await batches.run(body)
    }
}
