package import Fleece
import QuirePlatform

/// A value of the query language that doesn't own its memory.
///
/// The value retains nothing. Its bytes belong to a document, to a running statement of SQLite, or
/// to a ``ValueMemory``.
package enum LanguageValue {
    /// A value that cannot be determined.
    ///
    /// The result of an operation on it is unknown, unless the other operands determine the result.
    case unknown
    case missing
    case null
    case boolean(Bool)
    case integer(Int64)
    /// An integer above `Int64.max`, which is treated as the negative integer with the same bits.
    case unsigned(UInt64)
    /// A number that is not NaN.
    case double(Double)
    /// A string in UTF-8.
    case string(UnsafeRawBufferPointer)
    case data(LanguageCollection)
    case array(LanguageCollection)
    case dictionary(LanguageCollection)

    /// Creates a number, or missing for NaN, as in SQL.
    package init(number: Double) {
        self = number.isNaN ? .missing : .double(number)
    }

    /// Creates a Boolean, or missing for `nil`.
    package init(_ boolean: Bool?) {
        self = boolean.map { .boolean($0) } ?? .missing
    }

    /// Creates a value from a scalar, or returns `nil` for a value that is not a scalar.
    ///
    /// The owner of the bytes must keep them while the value is in use.
    @inline(__always)
    package init?(_ scalar: FleeceScalar) {
        switch scalar {
        case .missing: self = .missing
        case .null: self = .null
        case .boolean(let value): self = .boolean(value)
        case .integer(let value): self = .integer(value)
        case .double(let value): self.init(number: value)
        case .string(let text): self = .string(text)
        case .other: return nil
        }
    }

    /// Creates a value from a Fleece value.
    ///
    /// The caller must retain its storage.
    package init(_ value: FleeceValue?) {
        guard let value else {
            self = .missing
            return
        }
        switch value.kind {
        case .undefined: self = .missing
        case .null: self = .null
        case .boolean: self = .boolean(value.boolean == true)
        case .integer:
            self = value.int64.map { .integer($0) } ?? .unsigned(value.uint64 ?? 0)
        case .float, .double: self.init(number: value.double ?? .nan)
        case .string: self = value.withStringBytes { .string($0) } ?? .missing
        case .data: self = .data(LanguageCollection(value))
        case .array: self = .array(LanguageCollection(value))
        case .dictionary: self = .dictionary(LanguageCollection(value))
        }
    }
}

/// An array, a dictionary or data in a Fleece document that it doesn't retain.
package struct LanguageCollection {
    // Not retained: see `LanguageValue`.
    private let storage: UnsafeReference<FleeceStorage>
    private let location: FleeceLocation?
    /// Whether the storage contains only this value, as written by a writer.
    package let isDocument: Bool

    package init(_ value: FleeceValue) {
        storage = UnsafeReference(value.storage)
        location = value.location
        isDocument = false
    }

    /// Creates a collection from the root of a document that a writer has finished.
    package init(document: FleeceStorage) {
        storage = UnsafeReference(document)
        location = document.root?.location
        isDocument = true
    }

    /// The value, or `nil` if the document is damaged.
    package var value: FleeceValue? { location.map { FleeceValue(storage.object, $0) } }

    /// Calls a closure with the bytes of the value, encoded as a document without shared keys.
    ///
    /// - Throws: ``FunctionFailure`` if the value is damaged or the query must end.
    package func withDocument<R>(
        _ work: WorkMeter, _ body: (UnsafeRawBufferPointer) -> R
    ) throws(FunctionFailure) -> R {
        if isDocument { return storage.object.withUnsafeBytes(body) }
        let writer = FleeceWriter()
        writer.interruption = work.interruption
        if let value { writer.write(copyOf: value) }
        let result: (value: R, count: Int)
        do {
            result = try writer.withFinishedBytes { (body($0), $0.count) }
        } catch {
            throw .unwritable(error, work)
        }
        try work.charge(result.count)
        return result.value
    }
}

extension LanguageValue {
    package var isUnknown: Bool { if case .unknown = self { true } else { false } }

    package var isMissing: Bool { if case .missing = self { true } else { false } }

    package var isNull: Bool { if case .null = self { true } else { false } }

    /// The array or dictionary, or `nil` if the value is of another type.
    package var collection: FleeceValue? {
        switch self {
        case .array(let collection), .dictionary(let collection): collection.value
        default: nil
        }
    }

    /// The array, or `nil` if the value is of another type.
    package var array: FleeceArray? {
        if case .array(let collection) = self { collection.value?.array } else { nil }
    }

    /// The UTF-8 bytes of a string, or `nil` if the value is of another type.
    var stringBytes: UnsafeRawBufferPointer? {
        if case .string(let bytes) = self { bytes } else { nil }
    }

    /// The string, or `nil` if the value is of another type.
    package var string: String? { stringBytes.map { String(decoding: $0, as: UTF8.self) } }

    /// The name of the type in the query language, or `nil` for missing and null.
    package var typeName: StaticString? {
        switch self {
        case .unknown, .missing, .null: nil
        case .boolean: "boolean"
        case .integer, .unsigned, .double: "number"
        case .string: "string"
        case .data: "binary"
        case .array: "array"
        case .dictionary: "object"
        }
    }

    /// Writes the value and returns its slot.
    ///
    /// A missing value is written as null.
    package func encoded(_ writer: FleeceWriter) -> FleeceSlot {
        switch self {
        case .unknown, .missing, .null: writer.encodeNull()
        case .boolean(let value): writer.encode(value)
        case .integer(let value): writer.encode(value)
        case .unsigned(let value): writer.encode(value)
        case .double(let value): writer.encode(value)
        case .string(let bytes): writer.encode(utf8: bytes)
        case .data(let collection), .array(let collection), .dictionary(let collection):
            collection.value.map { writer.encode(copyOf: $0) }
                ?? (try? collection.withDocument(WorkMeter(nil)) { writer.encode(data: $0) })
                ?? writer.encodeNull()
        }
    }

    /// Writes the value as an item of a collection in a query result and returns its slot.
    ///
    /// An integer above `Int64.max` is written as the negative integer with the same bits.
    package func encodedItem(_ writer: FleeceWriter) -> FleeceSlot {
        if case .unsigned(let bits) = self { return writer.encode(Int64(bitPattern: bits)) }
        return encoded(writer)
    }
}
