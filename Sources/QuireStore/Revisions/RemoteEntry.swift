import Fleece

/// The last known revision of a remote database, as the column `extra` stores it.
struct RemoteEntry {
    /// The properties of a revision.
    enum Properties {
        /// The properties are not known, or the revision is a tombstone.
        case unknown
        /// The properties are the body of the document's current revision.
        case current
        /// The properties.
        case value(FleeceValue)
    }

    /// The revision in the form of the column `version`.
    var version: [UInt8]
    /// The revision's properties.
    var properties = Properties.unknown
    /// The revision's flags.
    var flags: DocumentFlags = []
    /// The last common ancestor of this revision and the current one, if they conflict and it is
    /// known: a dictionary of the same form.
    var base: FleeceValue?

    /// Whether the revision conflicts with the document's current revision.
    var isConflicting: Bool { flags.contains(.conflicted) }

    /// The revision and its ancestors.
    var lineage: RevisionLineage {
        get throws {
            try version.withUnsafeBytes {
                try RevisionLineage(stored: $0, extra: UnsafeRawBufferPointer(start: nil, count: 0))
            }
        }
    }
}

extension RemoteEntry {
    /// The key of the common ancestor, which only Quire uses.
    static let baseKey = "quire.base"

    /// Reads an item of the column.
    ///
    /// - Parameters:
    ///   - item: The dictionary of one remote database.
    ///   - index: The number of the remote database, for the error message.
    /// - Throws: ``QuireError`` with code `corruptRevisionData` if the item has no revision.
    init(_ item: FleeceDictionary, at index: Int) throws {
        guard let version = item[RemoteRevisions.versionKey]?.withDataBytes({ Array($0) }) else {
            throw RemoteRevisions.damaged("item \(index) has no revision")
        }
        let value = item[RemoteRevisions.propertiesKey]
        self.init(
            version: version, properties: value.map { .value($0) } ?? .unknown,
            flags: DocumentFlags(stored: item[RemoteRevisions.flagsKey]?.int64 ?? 0),
            base: item[Self.baseKey])
    }

    /// Writes the entry as an item of the column.
    ///
    /// - Parameters:
    ///   - writer: The writer of the column.
    ///   - body: The properties of the document's current revision.
    /// - Returns: The item.
    func encode(to writer: FleeceWriter, current body: FleeceValue?) -> FleeceSlot {
        let value: FleeceValue? =
            switch properties {
            case .unknown: nil
            case .current: body
            case .value(let value): value
            }
        var pairs = [
            writer.encodeKey(RemoteRevisions.versionKey),
            version.withUnsafeBytes { writer.encode(data: $0) },
        ]
        if let value {
            pairs += [
                writer.encodeKey(RemoteRevisions.propertiesKey), writer.encode(copyOf: value),
            ]
        }
        if !flags.isEmpty {
            pairs += [
                writer.encodeKey(RemoteRevisions.flagsKey), writer.encode(UInt64(flags.rawValue)),
            ]
        }
        if let base {
            pairs += [writer.encodeKey(Self.baseKey), writer.encode(copyOf: base)]
        }
        return writer.encodeDictionary(pairs)
    }
}
