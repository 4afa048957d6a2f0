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
        /// had. In the closures of `merge`, `mine` is the model of this database and `theirs` that of
        /// the other one. `overwrite` selects the model of this database. With `fail`, the conflict stays
        /// open. The rule applies if neither database has deleted the document; all other conflicts, and
        /// those of other types, are resolved by ``conflictResolver``.
        ///
        /// - Parameters:
        ///   - repository: A repository of the collection.
        ///   - rule: The rule.
        public mutating func resolveConflicts<Model: DocumentModel>(
            of repository: Repository<Model>, by rule: ConflictRule<Model>
        ) {
            modelResolvers.append { conflict in
                guard let mine = conflict.local.record, let theirs = conflict.other.record else {
                    return nil
                }
                let merged = try repository.merge(mine, theirs, base: conflict.base, by: rule)
                return merged.map { body in .merged { $0.write(copyOf: body) } }
            }
        }
    }
#endif
