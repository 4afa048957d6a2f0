#if Replication
    @testable import QuireReplication

    /// The checkpoints that the server of a recording stores for its clients.
    ///
    /// Local sequences differ from the recorded ones, so a client gets the checkpoint back that it has
    /// saved when the recorded client got back its own.
    struct PlayedCheckpoints: Sendable {
        /// A checkpoint that was saved.
        struct Saved: Sendable {
            var recorded: JSONValue
            var played: JSONValue
        }

        /// The last pairs of checkpoints that were saved, by recorded ID.
        private var saved: [String: [Saved]] = [:]
        /// The stored checkpoints, by the ID of the playing database.
        private var stored: [String: (revision: String, body: JSONValue)] = [:]

        /// Returns the object for the answer to `getCollections`.
        ///
        /// - Parameters:
        ///   - recorded: The recorded object, which is empty if there is no checkpoint.
        ///   - ids: The ID of the checkpoint in the recording and in the playing database.
        /// - Returns: The object.
        mutating func open(
            _ recorded: JSONValue, _ ids: (recorded: String, played: String)
        ) -> JSONValue {
            guard var members = recorded.object, !members.isEmpty else {
                stored[ids.played] = nil
                return recorded
            }
            let key = members["_rev"] == nil ? "rev" : "_rev"
            let revision = members.removeValue(forKey: key)
            let body = Self.withoutTime(.object(members))
            let match = saved[ids.recorded]?.last { Self.withoutTime($0.recorded) == body }
            var answer = match?.played.object ?? members
            stored[ids.played] = (revision?.string ?? "", .object(answer))
            answer[key] = revision
            return .object(answer)
        }

        /// Returns the revision and body of a checkpoint.
        func checkpoint(_ id: String) -> (revision: String, body: JSONValue)? { stored[id] }

        /// Stores a checkpoint.
        ///
        /// - Returns: The new revision, or `nil` if the given one is not current.
        mutating func set(_ body: JSONValue, _ id: String, revision: String) -> String? {
            let current = stored[id]?.revision ?? ""
            guard current == revision else { return nil }
            let parts = current.split(separator: "-")
            let next =
                parts.count == 2 && parts[0] != "0"
                ? "\((Int(parts[0]) ?? 0) + 1)-\(parts[1])"
                : "0-\((parts.last.flatMap { Int($0) } ?? 0) + 1)"
            stored[id] = (next, body)
            return next
        }

        /// Notes the checkpoint that the recorded client has saved last in a connection.
        mutating func note(_ recorded: JSONValue, _ ids: (recorded: String, played: String)) {
            guard let played = stored[ids.played]?.body else { return }
            saved[ids.recorded, default: []].append(Saved(recorded: recorded, played: played))
        }

        static func withoutTime(_ body: JSONValue) -> JSONValue {
            guard var members = body.object else { return body }
            members["time"] = nil
            return .object(members)
        }
    }
#endif
