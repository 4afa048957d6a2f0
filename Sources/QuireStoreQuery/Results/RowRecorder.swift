import Fleece

/// Copies the rows of a query into a Fleece document.
///
/// The document is an array with a dictionary for each row, whose keys are the column names.
struct RowRecorder {
    /// A column with cached information about its values.
    private struct Column {
        let key: FleeceKey
        /// The shared key of the column name.
        ///
        /// A key that isn't shared is written for each row.
        var number: FleeceSlot?
        var sharing = StringSharing()
    }

    private let columns: RowColumns
    private let writer: FleeceWriter
    private let keys = MutableSharedKeys()
    private var recorded: [Column]
    private var rows: [FleeceSlot] = []
    /// The alternating keys and values of a row.
    private var pairs: [FleeceSlot] = []

    private let interruption: QueryInterruption?

    /// Creates a recorder.
    ///
    /// - Parameters:
    ///   - columnNames: The column names.
    ///   - codingInfo: The `userInfo` for decoders of the rows.
    ///   - interruption: The interruption of the query, if it can be interrupted.
    init(
        columnNames: [String], codingInfo: [CodingUserInfoKey: any Sendable],
        endingWith interruption: QueryInterruption?
    ) {
        columns = RowColumns(columnNames: columnNames, codingInfo: codingInfo)
        writer = FleeceWriter(sharedKeys: keys)
        writer.interruption = interruption
        self.interruption = interruption
        recorded = columns.keys.map { Column(key: $0) }
    }

    /// Adds the current row of a statement.
    ///
    /// A missing value adds no key to the row.
    ///
    /// - Throws: ``QuireError`` with code `corruptData` if a column cannot be read,
    ///   ``FunctionFailure/interrupted`` if the query was interrupted.
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
                    try encode($0, title: recorded[index].key.name, keys: keys())
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
        _ bytes: UnsafeRawBufferPointer, title: String, keys: SharedKeys
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

    /// Finishes the recording and returns the rows.
    ///
    /// - Throws: ``QuireError`` with code `corruptData` if a row is too large or damaged,
    ///   ``FunctionFailure/interrupted`` if the query was interrupted.
    func finish() throws -> RecordedRows {
        writer.write(writer.encodeArray(rows))
        do {
            let storage = try writer.withFinishedBytes { bytes in
                guard MemoryProbe.canAllocate(bytes.count) else {
                    throw QuireError(
                        .memoryError, "Not enough memory for rows of \(bytes.count) bytes.")
                }
                return FleeceStorage(copying: bytes, sharedKeys: keys.snapshot)
            }
            return RecordedRows(columns: columns, rows: storage.root?.array)
        } catch let error as FleeceError {
            // An interrupted copy leaves an incomplete value.
            if interruption?.hasEnded == true { throw FunctionFailure.interrupted }
            throw QuireError(
                .corruptData, "A row of the query cannot be read: \(error)", underlyingError: error)
        }
    }
}
