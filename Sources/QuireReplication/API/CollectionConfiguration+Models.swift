#if Replication
    import Fleece
    public import Quire

    extension CollectionConfiguration {
        /// A closure that decides conflicts of one type of documents.
        ///
        /// It returns `nil` for documents of other types.
        typealias ModelResolver = @Sendable (OpenConflict) throws -> ConflictResolution?

        /// Resolves conflicts of a repository's documents by a rule.
        ///
        /// ```swift
        /// configuration.resolveConflicts(of: bookmarks, by: .mergeFields { $0.set(\.hotels) })
        /// ```
        ///
        /// With `mergeFields`, the rule compares both changes with the last revision that both databases
        /// had. If that revision is unknown, each field counts as changed by both, and the conflict of
        /// a changed counter stays open. In the closures of `merge`, `mine` is the model of this database
        /// and `theirs` that of the other one. `overwrite` selects the document of this database. With
        /// `fail`, the conflict stays open. Fields that the model does not know are merged without a
        /// policy.
        ///
        /// The rule `deletions` applies if one database has deleted the document:
        ///
        /// ```swift
        /// configuration.resolveConflicts(
        ///     of: bookmarks, by: .mergeFields { $0.set(\.hotels) },
        ///     deletions: .decide { $0.changed.hotels.isEmpty ? nil : $0.changed })
        /// ```
        ///
        /// Without it, `mergeFields` keeps the document with the change, `overwrite` selects the state of
        /// this database, `fail` leaves the conflict open, and with `merge`, ``conflictResolver``
        /// decides. It also decides conflicts of documents that do not belong to the repository.
        ///
        /// - Parameters:
        ///   - repository: A repository of the collection.
        ///   - rule: The rule for documents that both databases have changed.
        ///   - deletions: The rule for documents that one database has changed and the other one has
        ///     deleted.
        public mutating func resolveConflicts<Model: DocumentModel>(
            of repository: Repository<Model>, by rule: ConflictRule<Model>,
            deletions: DeletionRule<Model>? = nil
        ) {
            modelResolvers.append { conflict in
                let merged = try repository.merge(
                    conflict.local.record, conflict.other.record, base: conflict.base, by: rule,
                    deletions: deletions)
                switch merged {
                case .mine: return .keepLocal
                case .theirs: return .keepRemote
                case .body(let body): return .merged { $0.write(copyOf: body) }
                case .deleted: return .deleted
                case nil: return nil
                }
            }
        }
    }
#endif
