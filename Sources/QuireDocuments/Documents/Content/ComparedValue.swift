import Fleece
import Foundation

/// The type and value of a document value, regardless of its representation.
enum ComparedValue {
    case missing
    case null
    case boolean(Bool)
    case number(Number)
    case string
    case data(Data)
    case date(Date)
    case blob(Blob)
    case array(ArrayContent)
    case dictionary(DictionaryContent)

    /// A number that compares by value.
    ///
    /// Numbers without a fraction are represented as integers.
    enum Number: Equatable {
        case integer(Int64)
        case unsigned(UInt64)
        case double(Double)

        init(_ number: Double) {
            self =
                Int64(exactly: number).map(Self.integer)
                ?? UInt64(exactly: number).map(Self.unsigned) ?? .double(number)
        }
    }

    /// Creates a value for comparison.
    ///
    /// - Parameters:
    ///   - form: The value.
    ///   - blobs: The storage for the contents of its encoded blobs.
    init(_ form: DocumentValue.Form, _ blobs: (any BlobStorage)?) {
        switch form {
        case .missing: self = .missing
        case .null: self = .null
        case .boolean(let truth): self = .boolean(truth)
        case .integer(let number): self = .number(.integer(number))
        case .unsigned(let number): self = .number(.unsigned(number))
        case .float(let number): self = .number(Number(Double(number)))
        case .double(let number): self = .number(Number(number))
        case .string: self = .string
        case .data(let bytes): self = .data(bytes)
        case .unwritable(let date): self = .date(date)
        case .blob(let blob): self = .blob(blob)
        case .array(let array): self = .array(array.content)
        case .dictionary(let dictionary): self = .dictionary(dictionary.content)
        case .stored(let value): self = Self(value, blobs)
        }
    }

    private init(_ value: FleeceValue, _ blobs: (any BlobStorage)?) {
        switch value.kind {
        case .null: self = .null
        case .boolean: self = .boolean(value.boolean ?? false)
        case .integer:
            self = .number(value.int64.map(Number.integer) ?? .unsigned(value.uint64 ?? 0))
        case .float, .double: self = .number(Number(value.double ?? .nan))
        case .string: self = .string
        case .data: self = .data(value.withDataBytes { Data($0) } ?? Data())
        case .undefined: self = .missing
        case .array, .dictionary:
            // The object is used only for the comparison.
            let form = DocumentValue.Form(value, blobs: blobs, isMutable: false)
            if case .stored = form { self = .missing } else { self = Self(form, nil) }
        }
    }
}
