import Fleece

/// A comparison of document bodies that distinguishes all stored values.
///
/// An integer differs from a floating-point number with the same value, -0.0 from 0.0, and binary
/// data from its base64 string. The order of keys has no effect.
enum BodyEquality {
    /// Returns whether two bodies are equal.
    ///
    /// An explicit stack is used because values can be nested deeply.
    ///
    /// - Complexity: O(*n* log *n*) in the size of the bodies.
    static func areEqual(_ left: FleeceDictionary, _ right: FleeceDictionary) -> Bool {
        var pending = [(left.value, right.value)]
        while let (left, right) = pending.popLast() {
            if let items = left.array {
                guard let others = right.array, items.count == others.count else { return false }
                pending += zip(items, others)
            } else if let pairs = left.dictionary {
                guard let others = right.dictionary, pairs.count == others.count else {
                    return false
                }
                for (key, value) in pairs {
                    guard let other = others[key] else { return false }
                    pending.append((value, other))
                }
            } else if !areScalarsEqual(left, right) {
                return false
            }
        }
        return true
    }

    private static func areScalarsEqual(_ left: FleeceValue, _ right: FleeceValue) -> Bool {
        switch (left.kind, right.kind) {
        case (.float, .float), (.float, .double), (.double, .float), (.double, .double):
            // A number that is exact in 32 bits is stored in either size.
            left.double?.bitPattern == right.double?.bitPattern
        case (.integer, .integer):
            left.int64 == right.int64 && left.uint64 == right.uint64
        case (.string, .string):
            // Swift's `==` treats canonically equivalent strings as equal.
            left.withStringBytes { left in
                right.withStringBytes { right in left.elementsEqual(right) }
            } == true
        case (.data, .data): left.data == right.data
        case (.boolean, .boolean): left.boolean == right.boolean
        case (let kind, let other): kind == other
        }
    }
}
