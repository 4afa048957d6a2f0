import CSQLite
import Fleece

/// A text that a SQL function puts together in SQLite's memory.
///
/// The text never grows beyond the longest value that SQLite stores, and memory that cannot be
/// allocated is a failure of the query rather than the end of the process.
struct TextBuilder: ~Copyable {
    private var start: UnsafeMutableRawPointer?
    /// The number of bytes.
    private(set) var count = 0
    private var capacity = 0
    private let limit: Int
    private let call: FunctionCall
    /// What the work is charged to.
    let work: WorkMeter

    /// - Parameter call: The call whose result the text is.
    init(_ call: FunctionCall) {
        self.call = call
        work = call.work
        limit = Int(
            sqlite3_limit(
                sqlite3_context_db_handle(call.result.context), SQLITE_LIMIT_LENGTH, -1))
    }

    deinit {
        sqlite3_free(start)
    }

    /// Appends bytes.
    ///
    /// - Throws: ``FunctionFailure`` if the text becomes too long, there is no memory, or the query
    ///   has to end.
    mutating func append(_ bytes: UnsafeRawBufferPointer) throws(FunctionFailure) {
        try work.charge(bytes.count)
        guard let source = bytes.baseAddress, !bytes.isEmpty else { return }
        guard bytes.count <= limit - count else { throw .tooLong }
        if count + bytes.count > capacity { try grow(to: count + bytes.count) }
        start?.advanced(by: count).copyMemory(from: source, byteCount: bytes.count)
        count += bytes.count
    }

    /// Appends text.
    mutating func append(_ text: String) throws(FunctionFailure) {
        var text = text
        // `withUTF8` does not rethrow typed errors.
        let result = text.withUTF8 { bytes in
            Result { () throws(FunctionFailure) in try append(UnsafeRawBufferPointer(bytes)) }
        }
        try result.get()
    }

    /// Appends JSON text.
    mutating func append(_ json: JSONWriter) throws(FunctionFailure) {
        let result = json.withUTF8 { bytes in
            Result { () throws(FunctionFailure) in try append(bytes) }
        }
        try result.get()
    }

    private mutating func grow(to needed: Int) throws(FunctionFailure) {
        let wanted = min(max(needed, 2 * capacity, 256), limit)
        guard let memory = sqlite3_realloc64(start, UInt64(wanted)) else { throw .outOfMemory }
        start = memory
        capacity = wanted
    }

    /// Makes the text the result of the call; nothing can be appended afterwards.
    consuming func finish() {
        guard let text = start else {
            return call.result.set(text: UnsafeRawBufferPointer(start: nil, count: 0))
        }
        // SQLite owns the memory from here on, and frees it even if it refuses the text.
        start = nil
        sqlite3_result_text64(
            call.result.context, text.assumingMemoryBound(to: CChar.self), UInt64(count),
            sqlite3_free, UInt8(SQLITE_UTF8))
    }
}
