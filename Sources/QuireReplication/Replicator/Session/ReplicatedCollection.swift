#if Replication
    import Fleece
    package import Quire

    /// A revision that a filter examines.
    package struct FilteredRevision: Sendable {
        /// The ID of the document.
        package let id: String
        /// The version, which is empty if the document is no longer accessible.
        var version = ""
        /// Whether the revision is a deletion.
        package let isDeleted: Bool
        /// Whether the document is no longer accessible to this client.
        package let isAccessRemoved: Bool
        /// The JSON text of the body.
        package let body: [UInt8]
    }

    /// A closure that returns whether a revision is replicated.
    package typealias RevisionFilter = @Sendable (FilteredRevision) throws -> Bool

    /// A closure that decides an open conflict.
    package typealias RevisionConflictResolver =
        @Sendable (OpenConflict, DocumentCollection) throws -> ConflictResolution

    /// A collection with what is replicated of it.
    package struct ReplicatedCollection: Sendable {
        package let collection: DocumentCollection
        /// Whether the collection is left out if the other database does not have it.
        package var isOptional = false
        /// Whether changes of the other database are received.
        package var pulls = true
        /// Whether changes of this database are sent.
        package var pushes = true
        /// The IDs of the documents to replicate, or `nil` for all documents.
        package var documentIDs: Set<DocumentIDKey>?
        /// The channels to receive, or `nil` for all that the user has access to.
        package var channels: [String]?
        /// The filter for revisions to send.
        package var pushFilter: RevisionFilter?
        /// The filter for received revisions.
        package var pullFilter: RevisionFilter?
        /// The closure that decides conflicts, or `nil` to leave them open.
        package var resolver: RevisionConflictResolver?

        /// Creates the default: all documents in both directions.
        package init(_ collection: DocumentCollection) {
            self.collection = collection
        }

        /// The name in messages: without the scope in the default scope.
        var wireName: String {
            collection.scope.name == Scope.defaultScopeName
                ? collection.name : collection.fullName
        }

        /// Returns what distinguishes the checkpoints of the collection.
        func checkpointParameters(_ remote: String) -> CheckpointParameters {
            CheckpointParameters(
                remote: remote, collection: collection.name, scope: collection.scope.name,
                pulls: pulls, pushes: pushes, channels: channels ?? [],
                documentIDs: sortedDocumentIDs ?? [])
        }

        /// Returns whether a document is among the chosen ones.
        func chooses(_ id: String) -> Bool { documentIDs?.contains(DocumentIDKey(id)) ?? true }

        /// The IDs of the documents to replicate, in the order of their bytes.
        var sortedDocumentIDs: [String]? {
            documentIDs?.map(\.id).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        }

        /// Returns whether the filter for revisions to send accepts a change.
        ///
        /// - Returns: `false` also if the revision is no longer the current one.
        /// - Throws: An error of the filter, or `QuireError` if the document cannot be read.
        func accepts(_ change: ReplicationChange) throws -> Bool {
            guard let pushFilter else { return true }
            guard
                let revision = try collection.outgoingRevision(
                    of: change.id, version: change.version)
            else { return false }
            return try pushFilter(
                FilteredRevision(
                    id: change.id, version: revision.version, isDeleted: revision.isDeleted,
                    isAccessRemoved: false,
                    body: revision.body))
        }
    }
#endif
