#if Replication
    import Fleece
    import Foundation
    import Quire

    // What a session leaves for the next one, next to the checkpoint in `kv_checkpoints`, under the
    // checkpoint's ID with the suffix "/failed". Couchbase Lite ignores the row.
    //
    //   {"push": {"hotel-1": "…"}, "pull": {"hotel-2": "…"}, "unverified": 12, "offered": 20,
    //    "offeredAt": 1795858000000, "lacksTombstones": true, "collection": "app.hotels"}
    //
    //   push, pull    the documents that could not be sent or received, with the causes
    //   unverified    the last local sequence whose remembered remote revision may be wrong
    //   offered       the last local sequence that may have been offered to the other database
    //   offeredAt     the latest time of an offer, in milliseconds since 1970; 0 after all answers
    //   lacksTombstones  whether the first pull left out the tombstones of the other database

    /// What a session leaves for the next one, apart from the checkpoint.
    ///
    /// It contains the documents of a collection that could not be replicated, and are tried again by
    /// the next session. Because of it, the checkpoint can pass over these documents.
    struct ReplicationRecord: Equatable, Sendable {
        /// The maximum number of documents in each direction.
        static let maximumCount = 10_000
        private static let maximumMessageLength = 500

        /// The causes by document ID.
        private(set) var pushes: [DocumentIDKey: String] = [:]
        private(set) var pulls: [DocumentIDKey: String] = [:]
        /// The last local sequence whose remembered remote revision counts for nothing, because the
        /// checkpoints of both databases did not match.
        var unverifiedEnd: UInt64 = 0
        /// The last local sequence that may have been offered to the other database.
        ///
        /// The other database has none of the later ones, and of the earlier ones all but ``pushes``.
        var offeredEnd: UInt64 = 0
        /// The latest time of the clock at which changes were offered, in milliseconds since 1970, or 0
        /// if all of them were answered.
        ///
        /// Until then, the other database can have a revision of that time of any document.
        var offeredAt: UInt64 = 0
        /// Whether the first pull left out the tombstones of the other database.
        var lacksTombstones = false
        /// The full name of the collection.
        let collection: String

        /// Creates an empty record.
        init(collection: String = "") {
            self.collection = collection
        }

        /// Adds a document that could not be replicated.
        ///
        /// - Parameters:
        ///   - id: The ID of the document.
        ///   - isPush: Whether it could not be sent.
        ///   - message: The cause.
        /// - Returns: `false` if the record is full. The checkpoint must not pass over the document.
        mutating func addFailure(of id: String, isPush: Bool, _ message: String) -> Bool {
            let message = String(message.unicodeScalars.prefix(Self.maximumMessageLength))
            let path = isPush ? \Self.pushes : \Self.pulls
            let key = DocumentIDKey(id)
            guard self[keyPath: path].count < Self.maximumCount || self[keyPath: path][key] != nil
            else { return false }
            self[keyPath: path][key] = message
            return true
        }

        /// Returns whether the other database certainly has no revision of a document with a time that
        /// is ahead of the clock.
        ///
        /// - Parameters:
        ///   - id: The ID of the document.
        ///   - sequence: Its current sequence.
        ///   - end: The last sequence that may have been offered.
        /// - Returns: `false` if it may have one.
        func isUnsent(_ id: String, sequence: UInt64, offeredThrough end: UInt64) -> Bool {
            offeredAt <= Self.now && (sequence > end || pushes[DocumentIDKey(id)] != nil)
        }

        /// The time of the clock, in milliseconds since 1970.
        static var now: UInt64 { UInt64(max(0, Date().timeIntervalSince1970 * 1000)) }

        /// Removes a document that was replicated, or no longer needs to be.
        ///
        /// - Returns: Whether it was one of the documents that have failed.
        @discardableResult
        mutating func removeFailure(of id: String, isPush: Bool) -> Bool {
            if isPush {
                return !pushes.isEmpty && pushes.removeValue(forKey: DocumentIDKey(id)) != nil
            }
            return !pulls.isEmpty && pulls.removeValue(forKey: DocumentIDKey(id)) != nil
        }

        /// Returns this record with the changes that another process has stored in the meantime.
        ///
        /// Two processes can synchronize a database at the same time. Each changes the entries of the
        /// documents that it transfers. Together, they can exceed ``maximumCount``.
        ///
        /// - Parameters:
        ///   - stored: The record that is stored now.
        ///   - base: The record that this process has stored or read before.
        /// - Returns: The record to store.
        func merged(with stored: ReplicationRecord, since base: ReplicationRecord) -> Self {
            guard stored != base else { return self }
            var merged = self
            merged.pushes = Self.merge(pushes, into: stored.pushes, base: base.pushes)
            merged.pulls = Self.merge(pulls, into: stored.pulls, base: base.pulls)
            if unverifiedEnd == base.unverifiedEnd || stored.unverifiedEnd > unverifiedEnd,
                stored.unverifiedEnd != base.unverifiedEnd
            {
                merged.unverifiedEnd = stored.unverifiedEnd
            }
            merged.lacksTombstones = lacksTombstones || stored.lacksTombstones
            // Too late an end, or too late a time, only leaves a revision as it is.
            merged.offeredEnd = max(offeredEnd, stored.offeredEnd)
            merged.offeredAt = max(offeredAt, stored.offeredAt)
            return merged
        }

        /// Applies the differences between two dictionaries to a third one.
        private static func merge(
            _ new: [DocumentIDKey: String], into stored: [DocumentIDKey: String],
            base: [DocumentIDKey: String]
        ) -> [DocumentIDKey: String] {
            var merged = stored
            for id in base.keys where new[id] == nil { merged[id] = nil }
            for (id, message) in new where base[id] != message {
                merged[id] = message
            }
            return merged
        }
    }

    extension ReplicationRecord {
        /// Reads a record, or returns `nil` if the text is not an object.
        init?(json: [UInt8]) {
            guard let object = try? WireJSON.parseObject(json) else { return nil }
            pushes = Self.messages(object["push"])
            pulls = Self.messages(object["pull"])
            unverifiedEnd = object["unverified"]?.uint64 ?? 0
            offeredEnd = object["offered"]?.uint64 ?? 0
            offeredAt = object["offeredAt"]?.uint64 ?? 0
            lacksTombstones = object["lacksTombstones"]?.boolean ?? false
            collection = object["collection"]?.string ?? ""
        }

        private static func messages(_ value: FleeceValue?) -> [DocumentIDKey: String] {
            guard let dictionary = value?.dictionary else { return [:] }
            return dictionary.reduce(into: [:]) { messages, pair in
                messages[DocumentIDKey(pair.key)] = pair.value.string ?? ""
            }
        }

        /// Returns the JSON text of the record.
        func json() throws -> [UInt8] {
            try WireJSON.body { writer in
                writer.beginDictionary()
                for (key, messages) in [("push", pushes), ("pull", pulls)] {
                    writer.writeKey(key)
                    writer.beginDictionary()
                    for (key, message) in messages {
                        writer.writeKey(key.id)
                        writer.write(message)
                    }
                    writer.endDictionary()
                }
                writer.writeKey("unverified")
                writer.write(unverifiedEnd)
                writer.writeKey("offered")
                writer.write(offeredEnd)
                writer.writeKey("offeredAt")
                writer.write(offeredAt)
                if lacksTombstones {
                    writer.writeKey("lacksTombstones")
                    writer.write(true)
                }
                writer.writeKey("collection")
                writer.write(collection)
                writer.endDictionary()
            }
        }
    }
#endif
