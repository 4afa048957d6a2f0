import Fleece

// Access to documents as `Document` objects.

extension DocumentCollection {
    /// Returns the document with the given ID.
    ///
    /// Inside a transaction of this thread, the method reads the changes of that transaction;
    /// otherwise, it reads the last committed state. Later changes don't affect the returned
    /// document.
    ///
    /// ```swift
    /// if let hotel = try collection.document(id: "hotel-1") {
    ///     print(hotel.string(forKey: "name") ?? "")
    /// }
    /// ```
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: A new document object, or `nil` if the document doesn't exist or is deleted.
    /// - Throws: ``QuireError`` with code `corruptData` or `corruptRevisionData` if the document is
    ///   damaged, `notOpen` if the database is closed or the collection is deleted.
    /// - Complexity: O(log *n*) in the number of documents, and O(*n*) in the size of the document.
    public func document(id: String) throws -> Document? {
        try record(id: id).map { Document($0, in: self) }
    }

    /// Returns a fragment for the document with the given ID.
    ///
    /// If the document cannot be read, the fragment is empty, and a warning is logged.
    ///
    /// ```swift
    /// let name = collection["hotel-1"]["name"].string
    /// ```
    ///
    /// - Parameter id: The document's ID.
    public subscript(id: String) -> DocumentFragment {
        DocumentFragment(database.loggingFailure { try document(id: id) } ?? nil)
    }
}

extension DocumentCollection: DocumentOwner {
    package var blobStorage: any BlobStorage { database.blobs }

    package var storeIdentity: String {
        // Every in-memory database has a distinct location.
        "\(database.folder?.path ?? "memory \(ObjectIdentifier(database))") \(fullName)"
    }
}

extension Document {
    /// The collection that contains the document.
    ///
    /// It is `nil` if the document was never saved, or was purged.
    public var collection: DocumentCollection? { owner as? DocumentCollection }

    /// The value of ``collection`` for modules that redeclare that property.
    package var quireCollection: DocumentCollection? { collection }

    /// Creates a document object for a stored document.
    package convenience init(_ record: DocumentRecord, in collection: DocumentCollection) {
        self.init(
            id: record.id, body: record.body,
            revision: DocumentRevision(id: record.revisionID, sequence: record.sequence),
            owner: collection)
    }
}

extension DocumentRevision {
    package init(_ saved: SavedRevision) {
        self.init(id: saved.revisionID, sequence: saved.sequence)
    }
}

extension DocumentCollection {
    /// Checks that a document may be changed in this collection.
    ///
    /// - Parameter document: A document to save or delete.
    /// - Throws: ``QuireError`` with code `invalidParameter` if the document is in another
    ///   collection, or was read with another ``Database`` object.
    func checkOwner(of document: Document) throws {
        guard let owner = document.collection, owner != self else { return }
        throw QuireError(
            .invalidParameter,
            "Document \(document.id.debugDescription) is in \(owner.location)"
                + (owner.storeIdentity == storeIdentity ? " of another Database object" : "")
                + ", not in \(location).")
    }
}

extension Database {
    /// Returns the return value of a closure.
    ///
    /// If the closure throws an error, the method logs a warning and returns `nil`.
    package func loggingFailure<R>(_ body: () throws -> R) -> R? {
        do {
            return try body()
        } catch {
            QuireLog.warning("\(error)")
            return nil
        }
    }
}
