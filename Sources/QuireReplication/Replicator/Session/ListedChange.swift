#if Replication
    import Fleece
    import Quire

    /// An item of a list of changes: sequence, document ID, version, flags.
    struct ListedChange: Sendable {
        let sequence: RemoteSequence
        let id: String
        let version: String
        /// Whether the document is no longer accessible.
        let isAccessLost: Bool

        init(_ value: FleeceValue?) throws {
            guard let items = value?.array, items.count >= 3,
                let sequence = RemoteSequence(items.value(at: 0)),
                let id = items.value(at: 1)?.string, let version = items.value(at: 2)?.string
            else { throw BLIPError.badRequest("an item of a list of changes is invalid") }
            self.sequence = sequence
            self.id = id
            self.version = version
            let value = items.value(at: 3)
            let flags = value?.int64 ?? (value?.boolean == true ? 1 : 0)
            // 1 is a deletion, 2 and 4 are the loss of access. 5 is a deletion of a document that was
            // also removed from a channel.
            isAccessLost = flags > 1 && flags != 5
        }
    }

    extension ListedChange {
        /// Reads a list of changes.
        static func list(_ body: [UInt8]) throws -> [ListedChange] {
            let items = try WireJSON.parseArray(body)
            return try (0..<items.count).map { try ListedChange(items.value(at: $0)) }
        }

        /// Returns the answer to a list: the known revisions of each wanted document, or 0.
        ///
        /// Items that are missing at the end mean 0.
        static func body(of answers: [ChangeAnswer]) throws -> [UInt8] {
            let count =
                (answers.lastIndex { if case .wanted = $0 { true } else { false } } ?? -1) + 1
            return try WireJSON.body { writer in
                writer.beginArray()
                for answer in answers.prefix(count) {
                    if case .wanted(let known) = answer {
                        writer.write(strings: known)
                    } else {
                        writer.write(Int64(0))
                    }
                }
                writer.endArray()
            }
        }
    }
#endif
