import Fleece

/// Copies a query's rows into one Fleece document: an array of a dictionary a row, by column title.
struct RowRecorder {
    /// A column, and what is known of its values.
    private struct Column {
        let key: FleeceKey
        /// The key's number; one that has none is written anew for each row.
        var number: FleeceSlot?
        var sharing = StringSharing()
    }

    private let columns: RowColumns
    private let writer: FleeceWriter
    private let keys = MutableSharedKeys()
    private var recorded: [Column]
    private var rows: [FleeceSlot] = []
    /// The keys and values of a row in turn.
    private var pairs: [FleeceSlot] = []

    private let interruption: QueryInterruption?

    /// - Parameters:
    ///   - titles: The columns' titles.
    ///   - codingInfo: What decoders of the rows are given.
    ///   - interruption: What ends the query.
    init(
        titles: [String], codingInfo: [CodingUserInfoKey: any Sendable],
        endingWith interruption: QueryInterruption?
    ) {
        columns = RowColumns(titles: titles, codingInfo: codingInfo)
        writer = FleeceWriter(sharedKeys: keys)
        writer.interruption = interruption
        self.interruption = interruption
        recorded = columns.keys.map { Column(key: $0) }
    }

    /// Adds the row that a statement is at; a missing column leaves no pair.
    ///
    /// - Throws: ``QuireError`` with code `corruptData` if a column cannot be read,
    ///   ``FunctionFailure/interrupted`` if the query has to end.
    mutating func record(_ row: SQLiteStatement, keys: @autoclosure () -> SharedKeys) throws {
        pairs.removeAll(keepingCapacity: true)
        for index in recorded.indices {
            let column = Int32(index)
            let type = row.type(at: column)
            if type == .null { continue }
            pairs.append(key(index))
            switch type {
            case .null: break
            case .integer: pairs.append(writer.encode(row.int64(at: column)))
            case .double: pairs.append(writer.encode(row.double(at: column)))
            case .text:
                pairs.append(
                    row.withBytes(at: column) {
                        writer.encode(utf8: $0, &recorded[index].sharing)
                    })
            case .blob:
                let slot = try row.withBytes(at: column) {
                    try encode($0, recorded[index].key.name, keys())
                }
                pairs.append(slot)
            }
        }
        rows.append(pairs.withUnsafeMutableBufferPointer { writer.encodeDictionary($0) })
    }

    private mutating func key(_ index: Int) -> FleeceSlot {
        if let number = recorded[index].number { return number }
        let slot = writer.encodeKey(recorded[index].key)
        if slot.isKeyNumber { recorded[index].number = slot }
        return slot
    }

    private func encode(
        _ bytes: UnsafeRawBufferPointer, _ title: String, _ keys: SharedKeys
    ) throws -> FleeceSlot {
        if interruption?.isDue(after: bytes.count) == true { throw FunctionFailure.interrupted }
        return try FleeceStorage.withBorrowed(bytes, sharedKeys: keys) { storage in
            guard let root = storage.root else {
                throw QuireError(.corruptData, "The column \(title) of a row is damaged.")
            }
            let slot = writer.encode(copyOf: root)
            if let failure = writer.failureSoFar, interruption?.hasEnded != true {
                throw QuireError(
                    .corruptData, "The column \(title) of a row is damaged: \(failure)",
                    underlyingError: failure)
            }
            return slot
        }
    }

    /// Ends the recording.
    ///
    /// - Throws: ``QuireError`` with code `corruptData` if a row is too large or damaged,
    ///   ``FunctionFailure/interrupted`` if the query has to end.
    func finish() throws -> RecordedRows {
        writer.write(writer.encodeArray(rows))
        do {
            let storage = try writer.withFinishedBytes { bytes in
                guard MemoryProbe.canAllocate(bytes.count) else {
                    throw QuireError(
                        .memoryError, "There is no memory for rows of \(bytes.count) bytes.")
                }
                return FleeceStorage(copying: bytes, sharedKeys: keys.snapshot)
            }
            return RecordedRows(columns: columns, rows: storage.root?.array)
        } catch let error as FleeceError {
            // Copying that was interrupted leaves a value that is not complete.
            if interruption?.hasEnded == true { throw FunctionFailure.interrupted }
            throw QuireError(
                .corruptData, "A row of the query cannot be read: \(error)", underlyingError: error)
        }
    }
}
