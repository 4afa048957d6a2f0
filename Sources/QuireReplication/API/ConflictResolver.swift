#if Replication
    import Fleece
    public import Quire

    /// A received document that conflicts with a change of this database.
    public struct ReplicationConflict {
        /// The ID of the document.
        public let documentID: String
        /// The document of this database, or `nil` if it is deleted.
        public let localDocument: Document?
        /// The document of the other database, or `nil` if it is deleted.
        public let remoteDocument: Document?
    }

    /// A type that decides conflicts.
    ///
    /// ```swift
    /// struct HigherRate: ConflictResolverProtocol {
    ///     func resolve(conflict: ReplicationConflict) -> Document? {
    ///         guard let local = conflict.localDocument, let remote = conflict.remoteDocument else {
    ///             return nil
    ///         }
    ///         return local.double(forKey: "rate") > remote.double(forKey: "rate") ? local : remote
    ///     }
    /// }
    /// ```
    public protocol ConflictResolverProtocol: Sendable {
        /// Returns the document that replaces both documents of a conflict.
        ///
        /// The method runs on a thread of the database, outside of a transaction. If the document
        /// changes in the meantime, the method is called again.
        ///
        /// - Parameter conflict: The conflict, with `nil` for a deleted document.
        /// - Returns: One of the two documents, a new document with the same ID, or `nil` to delete the
        ///   document. A document of another database leaves the conflict open, and an error with code
        ///   `conflict` is reported.
        func resolve(conflict: ReplicationConflict) -> Document?
    }

    /// The resolver of Couchbase Lite, and a resolver with a closure.
    public struct ConflictResolver: ConflictResolverProtocol {
        private let body: @Sendable (ReplicationConflict) -> Document?

        /// Creates a resolver with a closure.
        ///
        /// - Parameter resolve: A closure that returns the document that replaces both.
        public init(_ resolve: @escaping @Sendable (ReplicationConflict) -> Document?) {
            body = resolve
        }

        /// Returns the result of the closure.
        public func resolve(conflict: ReplicationConflict) -> Document? { body(conflict) }

        /// Deletes the document if one side has deleted it; otherwise, the later change replaces the
        /// earlier one.
        public static let `default`: any ConflictResolverProtocol = ConflictResolver { conflict in
            guard let local = conflict.localDocument, let remote = conflict.remoteDocument else {
                return nil
            }
            if local.timestamp != remote.timestamp {
                return local.timestamp > remote.timestamp ? local : remote
            }
            // Several databases can resolve the same conflict. They must choose the same document.
            return local.toJSON() > remote.toJSON() ? local : remote
        }
    }

    extension OpenConflict {
        /// Returns the decision of a resolver.
        ///
        /// - Parameters:
        ///   - resolver: The resolver, which is not called if both documents are deleted.
        ///   - collection: The collection of the document.
        /// If both documents are deleted, there is nothing to decide. If the resolver returns a document
        /// with another ID, its properties are saved under the ID of the conflict, with a warning in the
        /// log, as in Couchbase Lite.
        ///
        /// - Returns: The resolution.
        /// - Throws: `QuireError` with code `conflict` if the resolver returns a document of another database,
        ///   and with another code if the properties of the returned document cannot be read.
        func resolution(
            by resolver: any ConflictResolverProtocol, in collection: DocumentCollection
        ) throws -> ConflictResolution {
            let local = local.record.map { collection.document(of: $0) }
            let remote = other.record.map { collection.document(of: $0) }
            if local == nil, remote == nil { return .deleted }
            let result = resolver.resolve(
                conflict: ReplicationConflict(
                    documentID: id, localDocument: local, remoteDocument: remote))
            guard let result else { return .deleted }
            if result === local { return .keepLocal }
            if result === remote { return .keepRemote }
            if let other = result.quireCollection, other.database !== collection.database {
                throw QuireError(
                    .conflict,
                    "The conflict resolver of document \(id.debugDescription) in "
                        + "\(collection.fullName) returned a document of another database.")
            }
            if result.id != id {
                QuireLog.warning(
                    "The conflict resolver of document \(id.debugDescription) returned document "
                        + "\(result.id.debugDescription). Its properties are saved in the former.",
                    about: .replication)
            }
            let writer = FleeceWriter()
            try collection.write(propertiesOf: result, to: writer)
            guard let body = FleeceStorage(try writer.finish()).root else { return .deleted }
            return .merged { $0.write(copyOf: body) }
        }
    }
#endif
