import Fleece

// Documents as objects.

extension DocumentCollection {
    /// Returns a document.
    ///
    /// Inside of a transaction of this thread it sees what the transaction wrote, otherwise the
    /// last commit. The document stays as it is.
    ///
    /// - Parameter id: The document's ID.
    /// - Returns: The document, another object each time; `nil` if there is none or it is deleted.
    /// - Throws: ``QuireError`` with code `corruptData` or `corruptRevisionData` if the document is
    ///   damaged, `notOpen` if the database is closed or the collection deleted.
    /// - Complexity: O(log *n*) in the number of documents, and the size of the document.
    public func document(id: String) throws -> Document? {
        try record(id: id).map { Document($0, in: self) }
    }

    /// The place of a document.
    ///
    /// A document that cannot be read is treated as none, and a warning is logged.
    ///
    /// - Parameter id: The document's ID.
    public subscript(id: String) -> DocumentFragment {
        DocumentFragment(database.loggingFailure { try document(id: id) } ?? nil)
    }
}

extension DocumentCollection: DocumentOwner {
    var blobStorage: any BlobStorage { database.blobs }

    var location: String {
        // Of a database in memory no two objects are one.
        "\(database.folder?.path ?? "memory \(ObjectIdentifier(database))") \(fullName)"
    }
}

extension Document {
    /// The collection that the document is in; `nil` if it was never saved, or was purged.
    public var collection: DocumentCollection? { owner as? DocumentCollection }

    /// The collection, for a module that declares ``collection`` again.
    package var quireCollection: DocumentCollection? { collection }

    /// Makes a document that was read.
    convenience init(_ record: DocumentRecord, in collection: DocumentCollection) {
        self.init(
            id: record.id, body: record.body,
            revision: DocumentRevision(id: record.revisionID, sequence: record.sequence),
            owner: collection)
    }
}

extension DocumentRevision {
    init(_ saved: SavedRevision) {
        self.init(id: saved.revisionID, sequence: saved.sequence)
    }
}

extension DocumentCollection {
    /// Refuses a document that belongs somewhere else.
    ///
    /// - Parameter document: A document that is to be changed here.
    /// - Throws: ``QuireError`` with code `invalidParameter` if it is in another collection, or was
    ///   read through another ``Database`` object.
    func checkOwner(of document: Document) throws {
        guard let owner = document.collection, owner != self else { return }
        throw QuireError(
            .invalidParameter,
            "Document \(document.id.debugDescription) is in \(owner.place)"
                + (owner.location == location ? ", read through another Database object" : "")
                + ", not in \(place).")
    }
}

extension Database {
    /// Returns what a closure returns, or `nil` if it throws an error, which is logged as a
    /// warning.
    package func loggingFailure<R>(_ body: () throws -> R) -> R? {
        do {
            return try body()
        } catch {
            QuireLog.warning("\(error)")
            return nil
        }
    }
}
