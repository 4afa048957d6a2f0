#if Replication
    import Fleece
    import Quire

    @testable import QuireReplication

    /// The text of the versions of a document, independent of spaces and punctuation.
    enum LocalState {
        /// Returns the text of a vector.
        static func vector(_ version: String, _ history: String) -> String {
            let isMerge = history.contains(";")
            let text = history.isEmpty ? version : "\(version)\(isMerge ? "," : ";") \(history)"
            return normalized(text)
        }

        static func normalized(_ value: JSONValue) -> JSONValue {
            .string(normalized(value.string ?? ""))
        }

        private static func normalized(_ text: String) -> String {
            text.replacing(";", with: " ; ").replacing(",", with: " ")
                .split(separator: " ").joined(separator: " ")
        }
    }

    extension Comparison {
        /// Compares the stored revision of a document with that at the end of a recording.
        func compareEnd(
            _ document: JSONValue, of device: String, in collection: DocumentCollection
        ) throws {
            let id = document["id"]?.string ?? ""
            let state = try collection.outgoingRevision(of: id, version: nil)
            let name = "\(device)'s document \(id) at the end"
            compare(
                state.map { .string(LocalState.vector($0.version, $0.history)) },
                document["versions"].map { LocalState.normalized($0) }, nil,
                "the version of \(name)")
            let body = state.flatMap { state in
                state.isDeleted ? nil : JSONValue(String(decoding: state.body, as: UTF8.self))
            }
            // Long texts are replaced with their length.
            guard document["body"]?["…"] == nil,
                document["body"]?.object?.values.contains(where: { $0["…"] != nil }) != true
            else { return }
            compare(body, document["body"], nil, name)
        }
    }

    extension PlayedDevice {
        /// Returns what is replicated of a collection.
        ///
        /// - Parameters:
        ///   - name: The name of the collection.
        ///   - options: The options of the recorded client.
        ///   - resolves: Whether conflicts are resolved during the session.
        /// - Returns: The configuration.
        /// - Throws: `QuireError` if the collection cannot be created.
        func replicated(
            _ name: String, _ options: RunOptions, resolves: Bool
        ) throws -> ReplicatedCollection {
            var collection = ReplicatedCollection(try collection(name))
            collection.pulls = options.pulls
            collection.pushes = options.pushes
            collection.documentIDs = options.documentIDs.map { Set($0.map(DocumentIDKey.init)) }
            collection.channels = options.channels
            if let prefix = options.pushPrefix {
                collection.pushFilter = { $0.id.hasPrefix(prefix) }
            }
            if let prefix = options.pullPrefix {
                collection.pullFilter = { $0.id.hasPrefix(prefix) }
            }
            let resolver = options.resolver
            if resolves {
                let mergeMark = resolver == "merge" ? mergeMark : nil
                collection.resolver = {
                    try Self.resolution(of: $0, in: $1, resolver, mergeMark)
                }
            }
            return collection
        }

        /// Resolves the open conflicts as the recorded client of Couchbase Lite does after a session.
        func resolveConflicts(_ options: RunOptions) throws {
            for name in options.collections {
                let collection = try collection(name)
                let conflicts = try collection.openConflicts()
                guard !conflicts.isEmpty else { continue }
                let mergeMark = mergeMark
                for id in conflicts {
                    guard let conflict = try collection.openConflict(of: id) else { continue }
                    _ = try collection.resolve(
                        conflict,
                        try Self.resolution(
                            of: conflict, in: collection, options.resolver, mergeMark))
                }
            }
        }

        /// Removes the local checkpoint.
        func loseCheckpoint() throws {
            let store = ReplicationStore(database)
            let parameters = CheckpointParameters(remote: "ws://127.0.0.1:4984/db/_blipsync")
            // A text that is no checkpoint has the same effect as a missing one.
            for id in try store.checkpointIDs(for: parameters) {
                try store.setCheckpoint(Array("lost".utf8), id: id)
            }
        }

        /// The value of the member `merged` in merged bodies of the recording, or `nil` if they
        /// contain both values of the member `v`.
        private var mergeMark: String? {
            let bodies = recording.messages.lazy.compactMap { $0.body.json?["merged"]?.string }
            return bodies.first
        }

        private static func resolution(
            of conflict: OpenConflict, in collection: DocumentCollection, _ resolver: String?,
            _ mergeMark: String?
        ) throws -> ConflictResolution {
            switch resolver {
            case "local": return .keepLocal
            case "merge":
                guard let local = conflict.local.record, let other = conflict.other.record,
                    let merged = merge(
                        collection.document(of: local).toJSON(),
                        collection.document(of: other).toJSON(), mergeMark)
                else { break }
                return .merged { writer in
                    try Array(merged.text.utf8).withUnsafeBytes {
                        try JSONReader.read($0, into: writer)
                    }
                }
            default: break
            }
            return try conflict.resolution(by: ConflictResolver.default, in: collection)
        }

        /// Merges two bodies as the recorded client did.
        private static func merge(
            _ local: String, _ other: String, _ mergeMark: String?
        ) -> JSONValue? {
            guard let local = JSONValue(local)?.object, let other = JSONValue(other)?.object
            else { return nil }
            var merged = local.merging(other) { _, other in other }
            if let mergeMark {
                merged["merged"] = .string(mergeMark)
            } else if let mine = local["v"]?.string, let theirs = other["v"]?.string {
                merged["v"] = .string("\(mine)+\(theirs)")
            }
            return .object(merged)
        }
    }
#endif
