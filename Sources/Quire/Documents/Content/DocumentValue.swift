import Fleece
import Foundation

/// A value of a document, as it is on its way between a document and a typed accessor.
///
/// It is what a type has to give, or to take, in order to have all typed accessors; nothing else can
/// be done with it.
public struct DocumentValue {
    /// What the value is, and where.
    enum Form {
        /// There is no value.
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
        /// A date that has no text, because its year has not four digits; it cannot be saved.
        case unwritable(Date)
        /// A value that lies in bytes and was not looked at.
        case stored(FleeceValue)
        case dictionary(DictionaryObject)
        case array(ArrayObject)
        case blob(Blob)
    }

    let form: Form

    init(_ form: Form) {
        self.form = form
    }
}

extension DocumentValue.Form {
    /// Takes a value out of bytes: collections and blobs become objects.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - blobs: Where the contents of its blobs are; asked for collections only.
    ///   - isMutable: Whether its collections are to be mutable ones.
    init(
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

    /// Whether there is no value.
    var isMissing: Bool {
        switch self {
        case .missing: true
        case .stored(let value): value.kind == .undefined
        default: false
        }
    }

    var isNull: Bool {
        switch self {
        case .null: true
        case .stored(let value): value.isNull
        default: false
        }
    }
}
