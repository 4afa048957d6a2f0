#if Replication
    import Fleece
    import Quire

    /// An item of a list of changes: sequence, document ID, version, flags.
    struct ListedChange: Sendable {
        /// The sequence, or `nil` if an invalid item has none.
        let sequence: RemoteSequence?
        /// The ID of the document, which can be empty in an invalid item.
        let id: String
        let version: String
        /// Whether the document is no longer accessible.
        let isAccessLost: Bool
        /// Whether the item has a sequence, an ID and a version.
        let isValid: Bool

        init(_ item: FleeceValue) {
            let items = item.array.map { Array($0.prefix(4)) } ?? []
            sequence = RemoteSequence(items.first)
            id = items.dropFirst().first?.string ?? ""
            version = items.dropFirst(2).first?.string ?? ""
            let value = items.dropFirst(3).first
            let flags = value?.int64 ?? (value?.boolean == true ? 1 : 0)
            // 1 is a deletion, 2 and 4 are the loss of access. 5 is a deletion of a document that was
            // also removed from a channel.
            isAccessLost = flags > 1 && flags != 5
            isValid = sequence != nil && !id.isEmpty && !version.isEmpty
        }
    }

    /// The last items of a list about the documents of which an item says that they are no longer
    /// accessible.
    ///
    /// Access can be lost and given again between two requests. Only the last item counts: purging
    /// and requesting a document in the wrong order would lose it, or keep it.
    struct LastOfRevoked {
        private var positions: [DocumentIDKey: Int] = [:]

        init(_ list: [ListedChange]) {
            for change in list where change.isAccessLost && change.isValid {
                positions[DocumentIDKey(change.id)] = 0
            }
            guard !positions.isEmpty else { return }
            for (position, change) in list.enumerated() where change.isValid {
                let key = DocumentIDKey(change.id)
                if positions[key] != nil { positions[key] = position }
            }
        }

        /// Returns whether no later item replaces an item.
        func counts(_ position: Int, _ change: ListedChange) -> Bool {
            positions.isEmpty || positions[DocumentIDKey(change.id)] ?? position == position
        }
    }

    extension ListedChange {
        /// Reads a list of changes.
        static func list(_ body: [UInt8]) throws -> [ListedChange] {
            try WireJSON.parseList(body).map { ListedChange($0) }
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
