#if Replication
    import Quire

    extension ActiveSession {
        /// The number of attempts to resolve a conflict of a document that changes in the meantime.
        private static let maximumAttempts = 10

        /// Resolves the conflicts that earlier sessions left open.
        func resolveOpenConflicts() async throws {
            for index in configurations.indices where configurations[index].resolver != nil {
                let collection = configurations[index].collection
                for id in try await work.run({ try collection.openConflicts() }) {
                    await resolve(id, index)
                }
            }
        }

        /// Resolves a new conflict, during which the pull is not complete.
        func startResolving(_ id: String, _ index: Int) {
            guard configurations[index].resolver != nil else { return }
            pulls[index].resolvingCount += 1
            tasks.add {
                await self.resolve(id, index)
                await self.finishResolving(index)
            }
        }

        private func finishResolving(_ index: Int) async {
            pulls[index].resolvingCount -= 1
            // A session that requests documents again sends nothing, and its push is complete.
            if configurations[index].pushes, options.purpose == .replication {
                pushes[index].resolutionCount += 1
                pushes[index].isDone = false
                pushes[index].signal.send()
            }
            checkCompletion()
        }

        /// What became of an attempt to resolve a conflict.
        private enum Attempt: Sendable {
            case unnecessary
            case resolved(SyncSummary.Conflict)
            /// The document has changed in the meantime.
            case late
        }

        private func resolve(_ id: String, _ index: Int) async {
            let configuration = configurations[index]
            guard let resolver = configuration.resolver else { return }
            let collection = configuration.collection
            do {
                for number in 1...Self.maximumAttempts {
                    let attempt = try await work.run {
                        guard let conflict = try collection.openConflict(of: id) else {
                            // The resolver was called in the previous attempt.
                            if number > 1,
                                try collection.replicationChanges(of: [id], remote: nil).isEmpty
                            {
                                throw BLIPError(
                                    domain: "LiteCore", code: 7,
                                    message:
                                        "the document was purged while its conflict was resolved")
                            }
                            return Attempt.unnecessary
                        }
                        let resolution = try resolver(conflict, collection)
                        guard try collection.resolve(conflict, resolution) else { return .late }
                        // Nothing is lost if both have done the same.
                        let (mine, theirs) = (conflict.local.record, conflict.other.record)
                        guard
                            mine.map({ collection.document(of: $0) })
                                != theirs.map({ collection.document(of: $0) })
                        else { return .unnecessary }
                        return .resolved(
                            SyncSummary.Conflict(conflict, resolution, in: collection.fullName))
                    }
                    switch attempt {
                    case .unnecessary: return
                    case .resolved(let conflict): return report(.resolved(conflict))
                    case .late: continue
                    }
                }
                throw BLIPError(
                    domain: "LiteCore", code: 8,
                    message:
                        "the conflict could not be resolved, because the document kept changing")
            } catch let error as QuireError where error.isTransient {
                // The next session tries again.
                fail(error)
            } catch {
                // The conflict stays open. It is in the list of open conflicts, and the next session
                // tries again.
                report(
                    .documents([
                        DocumentEvent(
                            collection: collection, id: id, isPush: false, isDeleted: false,
                            error: BLIPError(local: error))
                    ]))
            }
        }
    }
#endif
