import Fleece
import Foundation

/// A builder of a string result.
///
/// The string never exceeds the maximum length of a stored value. If memory cannot be allocated,
/// the query fails, but the process continues.
struct TextBuilder: ~Copyable {
    private var start: UnsafeMutableRawPointer?
    /// The number of bytes in the string.
    private(set) var count = 0
    private var capacity = 0
    private let limit: Int
    private let call: FunctionCall
    /// The meter that tracks the work.
    let work: WorkMeter

    /// - Parameter call: The call that returns the string.
    init(_ call: FunctionCall) {
        self.call = call
        work = call.work
        limit = call.environment.lengthLimit
    }

    deinit {
        free(start)
    }

    /// Appends bytes.
    ///
    /// - Throws: ``FunctionFailure`` if the string becomes too long, memory cannot be allocated, or
    ///   the query must end.
    mutating func append(_ bytes: UnsafeRawBufferPointer) throws(FunctionFailure) {
        try work.charge(bytes.count)
        guard let source = bytes.baseAddress, !bytes.isEmpty else { return }
        guard bytes.count <= limit - count else { throw .tooLong }
        if count + bytes.count > capacity { try grow(to: count + bytes.count) }
        start?.advanced(by: count).copyMemory(from: source, byteCount: bytes.count)
        count += bytes.count
    }

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
        guard let memory = realloc(start, wanted) else { throw .outOfMemory }
        start = memory
        capacity = wanted
    }

    /// Appends a value as text.
    ///
    /// A missing value appends nothing.
    ///
    /// - Throws: ``FunctionFailure``, as ``append(_:)-(UnsafeRawBufferPointer)``.
    mutating func append(_ value: LanguageValue) throws(FunctionFailure) {
        switch value {
        case .unknown, .missing: break
        case .null: try append("null")
        case .boolean(let value): try append(value ? "true" : "false")
        case .integer(let value): try append(String(value))
        case .unsigned(let bits): try append(String(Int64(bitPattern: bits)))
        case .double(let value): try append(value.description)
        case .string(let bytes): try append(bytes)
        case .data(let part), .array(let part), .dictionary(let part):
            if let value = part.value { try append(json: value) }
        }
    }

    private mutating func append(json value: FleeceValue) throws(FunctionFailure) {
        let writer = JSONWriter(format: .canonical)
        writer.interruption = work.interruption
        // A value that cannot be written as JSON appends nothing.
        do throws(JSONError) { try writer.write(value) } catch { writer.removeAll() }
        if work.interruption?.isDue == true { throw .interrupted }
        try append(writer)
    }

    /// Returns the string and ends the builder.
    consuming func finish() -> LanguageValue {
        guard let text = start else {
            return .string(UnsafeRawBufferPointer(start: nil, count: 0))
        }
        start = nil
        call.memory.adopt(text)
        return .string(UnsafeRawBufferPointer(start: text, count: count))
    }
}
