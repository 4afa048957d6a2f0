import Fleece
import SQLPlusPlus

/// Applies the changes of a patch to a body.
struct BodyPatch {
    /// The encoder for the values of the patch.
    let encoder: DocumentEncoder
    /// The body with the changes that were applied so far.
    private(set) var body: BodyTree

    init(_ body: FleeceDictionary, encoder: DocumentEncoder) {
        self.init(.stored(body.value), encoder: encoder)
    }

    init(_ body: BodyTree, encoder: DocumentEncoder) {
        self.body = body
        self.encoder = encoder
    }

    /// Encodes the values of a change, and applies it.
    ///
    /// - Throws: ``PatchFailure``, or `EncodingError` if a value cannot be encoded.
    mutating func apply(_ step: PatchStep) throws {
        try apply(step.encoded(by: encoder))
    }

    /// Applies one change.
    ///
    /// - Throws: ``PatchFailure``.
    mutating func apply(_ step: EncodedPatchStep) throws {
        switch step {
        case .set(let path, let value):
            try change(path, makingParents: !value.isNull) { $0 = value.isNull ? nil : value }
        case .assign(let path, let value):
            try change(path, makingParents: true) { $0 = value }
        case .increment(let path, let amount, let type):
            try change(path, makingParents: true) {
                try Self.increment(&$0, of: type, by: amount, path)
            }
        case .add(let path, let amount):
            try change(path, makingParents: true) { try Self.add(amount, to: &$0, path) }
        case .append(let path, let elements):
            try change(path, makingParents: true) { try Self.append(elements, to: &$0, path) }
        case .complete(let path, let value):
            try change(path, makingParents: false) { $0 = $0 ?? value }
        case .remove(let path):
            try change(path, makingParents: false) { $0 = nil }
        case .rename(let path, let other):
            var moved: BodyTree?
            try change(path, makingParents: false) {
                moved = $0
                $0 = nil
            }
            if let moved { try change(other, makingParents: true) { $0 = moved } }
        }
    }

    private static func increment(
        _ value: inout BodyTree?, of type: any Any.Type, by amount: StoredNumber,
        _ path: PropertyPath
    ) throws {
        guard let number = StoredNumber(value?.scalar), value?.isScalar ?? true else {
            throw PatchFailure(path, "it is \(value?.kindName ?? "missing"), not a number")
        }
        guard let sum = number.adding(amount) else {
            throw PatchFailure(path, "the sum is too large to be stored")
        }
        guard sum.fits(type) else {
            let size = sum.isNegative ? "small" : "large"
            throw PatchFailure(path, "the sum is too \(size) for \(type)")
        }
        value = try BodyTree(encoding: sum)
    }

    private static func add(
        _ amount: MergedNumber, to value: inout BodyTree?, _ path: PropertyPath
    ) throws {
        let number =
            value?.isNull ?? true
            ? MergedNumber.zero : value?.scalar.flatMap { MergedNumber($0, isDecimal: true) }
        guard let number else {
            throw PatchFailure(path, "it is \(value?.kindName ?? "missing"), not a decimal")
        }
        let sum = try MergedNumber.sum(
            base: .zero, mine: number, theirs: amount, isDecimal: true)
        guard let sum else {
            throw PatchFailure(path, "the sum has too many digits to be stored")
        }
        value = sum
    }

    private static func append(
        _ elements: [BodyTree], to value: inout BodyTree?, _ path: PropertyPath
    ) throws {
        if value?.isNull ?? true {
            value = .array(elements)
        } else if let items = value?.items {
            value = .array(items + elements)
        } else {
            throw PatchFailure(path, "it is \(value?.kindName ?? "missing"), not an array")
        }
    }

    // MARK: Locating a value

    @inline(__always)
    private mutating func change(
        _ path: PropertyPath, makingParents: Bool, _ body: (inout BodyTree?) throws -> Void
    ) throws {
        let changed = try Self.changed(
            self.body, at: path, depth: 0, makingParents: makingParents, body)
        if let changed { self.body = changed }
    }

    private static func changed(
        _ value: BodyTree?, at path: PropertyPath, depth: Int, makingParents: Bool,
        _ body: (inout BodyTree?) throws -> Void
    ) throws -> BodyTree? {
        guard depth < path.components.count else {
            var value = value
            try body(&value)
            return value
        }
        func next(_ value: BodyTree?) throws -> BodyTree? {
            try changed(value, at: path, depth: depth + 1, makingParents: makingParents, body)
        }
        let isMissing = value?.isNull ?? true
        if isMissing, !makingParents { return value }
        switch path.components[depth] {
        case .key(let key):
            guard var pairs = isMissing ? BodyPairs() : value?.pairs else {
                throw obstacle(value, at: path, depth: depth, expected: "an object")
            }
            pairs[key] = try next(pairs[key])
            return .dictionary(pairs)
        case .index(let index):
            guard var items = value?.items, items.indices.contains(index) else {
                throw obstacle(
                    value, at: path, depth: depth, expected: "an array with an element \(index)")
            }
            guard let item = try next(items[index]) else {
                items.remove(at: index)
                return .array(items)
            }
            items[index] = item
            return .array(items)
        }
    }

    private static func obstacle(
        _ value: BodyTree?, at path: PropertyPath, depth: Int, expected: String
    ) -> PatchFailure {
        let parent = PropertyPath(Array(path.components.prefix(depth)))
        return PatchFailure(
            path, "\(parent) is \(value?.kindName ?? "missing"), not \(expected)")
    }
}

/// The reason why a change cannot be applied to a body.
struct PatchFailure: Error {
    let path: PropertyPath
    let reason: String

    init(_ path: PropertyPath, _ reason: String) {
        self.path = path
        self.reason = reason
    }
}

extension BodyTree {
    /// The stored value, if the value was not expanded.
    var scalar: FleeceValue? {
        if case .stored(let value) = self { value } else { nil }
    }

    fileprivate var isScalar: Bool { scalar != nil }

    /// Whether the value is null.
    var isNull: Bool { scalar?.isNull ?? false }

    /// The key-value pairs of a dictionary.
    var pairs: BodyPairs? {
        switch self {
        case .stored(let value): value.dictionary.map { BodyPairs($0) }
        case .dictionary(let pairs): pairs
        case .array: nil
        }
    }

    /// The elements of an array.
    var items: [BodyTree]? {
        switch self {
        case .stored(let value): value.array.map { $0.map { .stored($0) } }
        case .array(let items): items
        case .dictionary: nil
        }
    }

    fileprivate var kindName: String {
        switch self {
        case .dictionary: return "an object"
        case .array: return "an array"
        case .stored(let value):
            switch value.kind {
            case .null: return "null"
            case .boolean: return "a Boolean"
            case .integer, .float, .double: return "a number"
            case .string: return "a string"
            case .data: return "data"
            case .array: return "an array"
            case .dictionary: return "an object"
            case .undefined: return "undefined"
            }
        }
    }
}
