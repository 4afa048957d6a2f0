import Fleece

/// A traversal of a value by the public API.
///
/// The number of visited values is limited, so that the run ends soon even if values are shared
/// excessively. Lookups have a separate limit, because a lookup can scan all pairs; so does the
/// search for the first pair of an unvalidated dictionary.
struct FleeceFuzzRun {
    /// A description of the first unreadable value, if any.
    private(set) var damage: String?
    /// Whether every value was visited.
    private(set) var isComplete = true

    private var visitsLeft: Int
    private var lookupsLeft: Int
    private let isValidated: Bool
    private let dictionaryCost: Int

    /// Creates a run.
    ///
    /// - Parameters:
    ///   - storage: The storage of the value.
    ///   - visits: The maximum number of visited values.
    ///   - isValidated: Whether the bytes were validated, so that lookups must find all keys.
    init(_ storage: FleeceStorage, visits: Int, isValidated: Bool) {
        let size = storage.count + (storage.extern?.count ?? 0)
        lookupsLeft = 40_000 / (1 + size / 4)
        dictionaryCost = isValidated ? 0 : size / 32
        visitsLeft = visits
        self.isValidated = isValidated
    }

    mutating func visit(_ value: FleeceValue, depth: Int = 0) throws {
        guard isComplete, visitsLeft > 0, depth <= FleeceWriter.maximumDepth else {
            isComplete = false
            return
        }
        visitsLeft -= 1
        try visitScalar(value)
        if let array = value.array {
            try visit(array, depth: depth)
        } else if let dictionary = value.dictionary {
            try visit(dictionary, depth: depth)
        }
    }

    private mutating func note(_ message: @autoclosure () -> String) {
        if damage == nil { damage = message() }
    }

    // MARK: Accessors

    private mutating func visitScalar(_ value: FleeceValue) throws {
        let kind = value.kind
        let isNumber = kind == .integer || kind == .float || kind == .double
        if isValidated, kind == .string, value.string == nil { note("a string is not UTF-8") }
        try expect(value.isNull, kind == .null, value)
        try expect(value.boolean != nil, kind == .boolean, value)
        try expect(value.double != nil, isNumber, value)
        try expect(value.withStringBytes(\.count) != nil, kind == .string, value)
        try expect(value.withDataBytes(\.count) != nil, kind == .data, value)
        try expect(value.array != nil, kind == .array, value)
        try expect(value.dictionary != nil, kind == .dictionary, value)
        try visitNumber(value)
        try require(
            value.string == nil || value.string?.utf8.count == value.withStringBytes(\.count),
            "a string has the bytes that are stored")
        try require(
            value.data?.count == value.withDataBytes(\.count), "data has the bytes that are stored")
    }

    /// Requires that an accessor returns a value for a readable value of its kind, and only for
    /// that.
    private mutating func expect(_ isGiven: Bool, _ isOfKind: Bool, _ value: FleeceValue) throws {
        try require(!isGiven || isOfKind, "a value of kind \(value.kind) is of no other kind")
        if isOfKind, !isGiven { note("a value of kind \(value.kind) cannot be read") }
    }

    private func visitNumber(_ value: FleeceValue) throws {
        if let signed = value.int64, let unsigned = value.uint64 {
            try require(UInt64(exactly: signed) == unsigned, "both forms of an integer are equal")
        }
        if value.kind == .integer, value.double != nil {
            try require(value.int64 != nil || value.uint64 != nil, "an integer is an integer")
        }
        if value.isUnsigned {
            try require(value.int64 == nil && value.uint64 != nil, "an unsigned number is one")
        }
        if let float = value.float, let double = value.double, !double.isNaN {
            let nearest = value.int64.map { Float($0) } ?? value.uint64.map { Float($0) }
            try require(
                float == nearest ?? Float(double), "a float is the nearest to the number")
        }
    }

    // MARK: Collections

    private mutating func visit(_ array: FleeceArray, depth: Int) throws {
        let outside = [array.value(at: -1), array.value(at: array.count), array.value(at: .max)]
        try require(outside.allSatisfy { $0 == nil }, "there is nothing outside of an array")
        for index in array.indices {
            guard isComplete else { return }
            if let item = array.value(at: index) {
                try visit(item, depth: depth + 1)
            } else {
                note("item \(index) of an array of \(array.count) is damaged")
                try require(array[index].kind == .undefined, "a damaged item reads as undefined")
            }
        }
    }

    private mutating func visit(_ dictionary: FleeceDictionary, depth: Int) throws {
        visitsLeft -= dictionaryCost
        try require(dictionary.value.kind == .dictionary, "a dictionary is a dictionary as a value")
        var pairs = 0
        var keys: Set<[UInt8]> = []
        for (key, value) in dictionary {
            guard isComplete else { return }
            pairs += 1
            try look(up: key, in: dictionary, mustBeFound: true)
            if isValidated {
                try require(keys.insert(Array(key.utf8)).inserted, "no key comes twice: \(key)")
            }
            try visit(value, depth: depth + 1)
        }
        try require(pairs <= dictionary.count, "no more pairs are iterated than are counted")
        for key in ["", "type", "not there", "a key of more than 16 bytes"] {
            try look(up: key, in: dictionary, mustBeFound: false)
        }
        try visitParent(of: dictionary, keys: keys)
    }

    /// Requires that the parent's keys that the child does not hide are found in both ways.
    private mutating func visitParent(of child: FleeceDictionary, keys: Set<[UInt8]>) throws {
        guard isValidated, let parent = child.parent else { return }
        for (key, _) in parent {
            guard lookupsLeft > 0 else { return }
            lookupsLeft -= 1
            try require(
                child[key] == nil || keys.contains(Array(key.utf8)),
                "a key of the parent that is found is iterated: \(key)")
        }
    }

    private mutating func look(
        up key: String, in dictionary: FleeceDictionary, mustBeFound: Bool
    ) throws {
        guard lookupsLeft > 0 else { return }
        lookupsLeft -= 1
        let found = dictionary[key]
        let prepared = dictionary[FleeceKey(key)]
        try require(found?.kind == prepared?.kind, "a prepared key finds the same: \(key)")
        if isValidated, mustBeFound {
            try require(found != nil, "a key that is iterated is found: \(key)")
        }
    }
}
