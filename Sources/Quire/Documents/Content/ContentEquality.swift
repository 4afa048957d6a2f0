import Fleece
import Foundation

// Values are compared by what they are, not by how they are held: bytes with other bytes, with
// objects, with what was set. Numbers are compared by value, 1 with 1.0; a truth value is no number.

/// Compares values of documents.
struct ContentEquality {
    /// What comparing bytes with bytes may still cost: parts of them may be shared very often.
    private var budget: VisitBudget?

    /// Compares two values.
    ///
    /// What is nested deeper than can be written, or contains itself, is equal to nothing.
    ///
    /// - Parameters:
    ///   - left: A value.
    ///   - right: Another value.
    /// - Returns: Whether they are equal.
    /// - Complexity: O(*n*) in their size.
    static func areEqual(_ left: DocumentValue.Form, _ right: DocumentValue.Form) -> Bool {
        var equality = ContentEquality()
        return equality.areEqual((left, nil), (right, nil), ContentPath())
    }

    /// A value, and where the contents of the blobs in its bytes are.
    private typealias Side = (form: DocumentValue.Form, blobs: (any BlobStorage)?)

    private mutating func areEqual(
        _ leftSide: Side, _ rightSide: Side, _ path: ContentPath
    ) -> Bool {
        let (left, right) = (leftSide.form, rightSide.form)
        if case .stored(let value) = left, case .stored = right {
            var budget = self.budget ?? VisitBudget(value)
            defer { self.budget = budget }
            guard budget.allows(bytes: value.withStringBytes(\.count) ?? 0) else { return false }
        }
        return switch (Kind(left, leftSide.blobs), Kind(right, rightSide.blobs)) {
        case (.missing, .missing), (.null, .null): true
        case (.boolean(let left), .boolean(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string, .string): Self.textsAreEqual(left, right)
        case (.data(let left), .data(let right)): left == right
        case (.date(let left), .date(let right)): left == right
        case (.blob(let left), .blob(let right)): left == right
        case (.array(let left), .array(let right)): areEqual(left, right, path)
        case (.dictionary(let left), .dictionary(let right)): areEqual(left, right, path)
        default: false
        }
    }

    private static func textsAreEqual(
        _ left: DocumentValue.Form, _ right: DocumentValue.Form
    ) -> Bool {
        guard let left = left.string, let right = right.string else { return false }
        // Swift's own equality takes canonically equivalent texts for the same.
        return left.utf8.elementsEqual(right.utf8)
    }

    private mutating func areEqual(
        _ left: ArrayContent, _ right: ArrayContent, _ path: ContentPath
    ) -> Bool {
        if left === right { return true }
        guard left.count == right.count, let path = path.entering(left) else { return false }
        return (0..<left.count).allSatisfy {
            areEqual((left.peek($0), left.blobs), (right.peek($0), right.blobs), path)
        }
    }

    private mutating func areEqual(
        _ left: DictionaryContent, _ right: DictionaryContent, _ path: ContentPath
    ) -> Bool {
        if left === right { return true }
        guard left.count == right.count, let path = path.entering(left) else { return false }
        var isEqual = true
        left.forEachPair { key, form in
            guard isEqual else { return }
            let other = right.peek(FleeceKey(key))
            isEqual = areEqual((form, left.blobs), (other, right.blobs), path)
        }
        return isEqual
    }

    /// What a value is, however it is held.
    private enum Kind {
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
                self = .number(
                    value.int64.map(Number.integer) ?? .unsigned(value.uint64 ?? 0))
            case .float, .double: self = .number(Number(value.double ?? .nan))
            case .string: self = .string
            case .data: self = .data(value.withDataBytes { Data($0) } ?? Data())
            case .undefined: self = .missing
            case .array, .dictionary:
                // The object is for the comparison alone.
                let form = DocumentValue.Form(value, blobs: blobs, isMutable: false)
                if case .stored = form { self = .missing } else { self = Self(form, nil) }
            }
        }
    }

    private enum Number: Equatable {
        case integer(Int64)
        case unsigned(UInt64)
        case double(Double)

        init(_ number: Double) {
            self =
                Int64(exactly: number).map(Self.integer)
                ?? UInt64(exactly: number).map(Self.unsigned) ?? .double(number)
        }
    }
}
