package import Fleece
package import Foundation

/// An opaque value that is passed between a document and its typed accessors.
///
/// A custom type gets all typed accessors by returning and accepting these values. They have no
/// other use.
///
/// ```swift
/// struct RoomRate: FragmentProtocol {
///     let hotel: Document
///     var documentValue: DocumentValue { hotel.documentValue(forKey: "room_rate") }
/// }
/// ```
public struct DocumentValue {
    /// The type of the value and its representation.
    package enum Form {
        /// A missing value.
        case missing
        case null
        case boolean(Bool)
        case integer(Int64)
        /// An integer above `Int64.max`.
        case unsigned(UInt64)
        case float(Float)
        case double(Double)
        case string(String)
        case data(Data)
        /// A date that has no string representation because its year does not have four digits.
        ///
        /// It cannot be saved.
        case unwritable(Date)
        /// An encoded value that was not converted yet.
        case stored(FleeceValue)
        case dictionary(DictionaryObject)
        case array(ArrayObject)
        case blob(Blob)
    }

    package let form: Form

    package init(_ form: Form) {
        self.form = form
    }
}

extension DocumentValue.Form {
    /// Creates a value from an encoded value.
    ///
    /// Collections and blobs become objects.
    ///
    /// - Parameters:
    ///   - value: The encoded value.
    ///   - blobs: The storage for the contents of its blobs, which is evaluated only for
    ///     collections.
    ///   - isMutable: Whether nested collections are mutable.
    package init(
        _ value: FleeceValue, blobs: @autoclosure () -> (any BlobStorage)?, isMutable: Bool
    ) {
        switch value.kind {
        case .dictionary:
            guard let dictionary = value.dictionary else { self = .missing; return }
            if let blob = Blob(dictionary, storage: blobs()) {
                self = .blob(blob)
            } else {
                let content = DictionaryContent(dictionary, blobs: blobs(), isMutable: isMutable)
                self = .dictionary(
                    isMutable ? MutableDictionaryObject(content) : DictionaryObject(content))
            }
        case .array:
            guard value.array != nil else { self = .missing; return }
            let content = ArrayContent(value, blobs: blobs(), isMutable: isMutable)
            self = .array(isMutable ? MutableArrayObject(content) : ArrayObject(content))
        case .undefined: self = .missing
        default: self = .stored(value)
        }
    }

    /// Creates the value of a dictionary's field, or `nil` if the value can be a collection.
    ///
    /// Copied numbers and Booleans do not retain the storage.
    ///
    /// - Parameters:
    ///   - field: The field, or `nil` for a missing one.
    ///   - storage: The storage of the dictionary.
    @inline(__always)
    init?(_ field: FleeceField?, in storage: FleeceStorage) {
        switch field {
        case nil: self = .missing
        case .boolean(let truth): self = .boolean(truth)
        case .integer(let number): self = .integer(number)
        case .unsigned(let number): self = .unsigned(number)
        case .double(let number): self = .double(number)
        case .scalar(let offset): self = .stored(storage.value(at: offset))
        case .other: return nil
        }
    }

    /// Whether the value is missing.
    var isMissing: Bool {
        switch self {
        case .missing: true
        case .stored(let value): value.kind == .undefined
        default: false
        }
    }

    package var isNull: Bool {
        switch self {
        case .null: true
        case .stored(let value): value.isNull
        default: false
        }
    }
}
