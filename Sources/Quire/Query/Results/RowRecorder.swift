import Fleece

/// Copies a query's rows into one Fleece document: an array of a dictionary a row, by column title.
struct RowRecorder {
    private let columns: RowColumns
    private let writer: FleeceWriter
    private let keys = MutableSharedKeys()

    init(titles: [String], codingInfo: [CodingUserInfoKey: any Sendable]) {
        columns = RowColumns(titles: titles, codingInfo: codingInfo)
        writer = FleeceWriter(sharedKeys: keys)
        writer.beginArray()
    }

    /// Adds the row that a statement is at; a missing column leaves no pair.
    ///
    /// - Throws: ``QuireError`` with code `corruptData` if a column cannot be read.
    mutating func record(_ row: SQLiteStatement, keys: SharedKeys) throws {
        writer.beginDictionary()
        for (index, key) in columns.keys.enumerated() {
            let column = Int32(index)
            switch row.type(at: column) {
            case .null: continue
            case .integer:
                writer.write(writer.encodeKey(key))
                writer.write(row.int64(at: column))
            case .double:
                writer.write(writer.encodeKey(key))
                writer.write(row.double(at: column))
            case .text:
                writer.write(writer.encodeKey(key))
                row.withBytes(at: column) { writer.write(utf8: $0) }
            case .blob:
                writer.write(writer.encodeKey(key))
                try row.withBytes(at: column) { try recordDocument($0, key.name, keys) }
            }
        }
        writer.endDictionary()
    }

    private func recordDocument(
        _ bytes: UnsafeRawBufferPointer, _ title: String, _ keys: SharedKeys
    ) throws {
        try FleeceStorage.withBorrowed(bytes, sharedKeys: keys) { storage in
            guard let root = storage.root else {
                throw QuireError(.corruptData, "The column \(title) of a row is damaged.")
            }
            writer.write(copyOf: root)
        }
    }

    /// Ends the recording.
    ///
    /// - Throws: ``QuireError`` with code `corruptData` if a row is too large or damaged.
    func finish() throws -> RecordedRows {
        writer.endArray()
        do {
            let storage = try writer.withFinishedBytes {
                FleeceStorage(copying: $0, sharedKeys: keys.snapshot)
            }
            return RecordedRows(columns: columns, rows: storage.root?.array)
        } catch let error as FleeceError {
            throw QuireError(
                .corruptData, "A row of the query cannot be read: \(error)", underlyingError: error)
        }
    }
}
