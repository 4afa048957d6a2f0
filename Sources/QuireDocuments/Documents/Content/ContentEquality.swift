import Fleece
import Foundation

// Values are compared regardless of their representation: encoded values, objects and values that
// were set can be equal. Numbers are compared by value, so that 1 equals 1.0. A Boolean never
// equals a number.
//
// The comparison keeps the pending pairs in a list instead of using recursion, because untrusted
// data can be nested to any depth.

/// A comparison of document values.
struct ContentEquality {
    /// A value and the storage for the contents of its encoded blobs.
    private typealias Side = (form: DocumentValue.Form, blobs: (any BlobStorage)?)

    private var pending: [(left: Side, right: Side)]
    /// Pairs of objects that were compared or are being compared.
    ///
    /// An object can contain itself.
    private var seen: Set<ObjectPair> = []
    /// The remaining budget for comparing encoded values, whose parts may be shared many times.
    private var budget: VisitBudget?

    private struct ObjectPair: Hashable {
        let left: ObjectIdentifier
        let right: ObjectIdentifier
    }

    /// Returns whether two values are equal.
    ///
    /// Encoded values that repeat shared parts excessively are not equal to any encoded value.
    ///
    /// - Parameters:
    ///   - left: A value.
    ///   - right: Another value.
    /// - Returns: Whether the values are equal.
    /// - Complexity: O(*n*) in the size of the values.
    static func areEqual(_ left: DocumentValue.Form, _ right: DocumentValue.Form) -> Bool {
        var equality = ContentEquality(pending: [((left, nil), (right, nil))])
        return equality.run()
    }

    private init(pending: [(left: Side, right: Side)]) {
        self.pending = pending
    }

    private mutating func run() -> Bool {
        while let (left, right) = pending.popLast() {
            guard isAllowed(left.form, right.form), areEqual(left, right) else { return false }
        }
        return true
    }

    private mutating func isAllowed(
        _ left: DocumentValue.Form, _ right: DocumentValue.Form
    ) -> Bool {
        guard case .stored(let value) = left, case .stored = right else { return true }
        var budget = self.budget ?? VisitBudget(value)
        defer { self.budget = budget }
        return budget.allows(bytes: value.withStringBytes(\.count) ?? 0)
    }

    /// Compares two values without their items, which are added to the pending pairs.
    private mutating func areEqual(_ left: Side, _ right: Side) -> Bool {
        switch (ComparedValue(left.form, left.blobs), ComparedValue(right.form, right.blobs)) {
        case (.missing, .missing), (.null, .null): return true
        case (.boolean(let left), .boolean(let right)): return left == right
        case (.number(let left), .number(let right)): return left == right
        case (.string, .string): return Self.textsAreEqual(left.form, right.form)
        case (.data(let left), .data(let right)): return left == right
        case (.date(let left), .date(let right)): return left == right
        case (.blob(let left), .blob(let right)): return left == right
        case (.array(let items), .array(let others)):
            return isKnown(left.form, right.form) || compareLater(items, others)
        case (.dictionary(let pairs), .dictionary(let others)):
            return isKnown(left.form, right.form) || compareLater(pairs, others)
        default: return false
        }
    }

    private static func textsAreEqual(
        _ left: DocumentValue.Form, _ right: DocumentValue.Form
    ) -> Bool {
        guard let left = left.string, let right = right.string else { return false }
        return left.hasSameBytes(as: right)
    }

    /// Returns whether two objects are identical or were already compared, and records the pair.
    private mutating func isKnown(
        _ left: DocumentValue.Form, _ right: DocumentValue.Form
    ) -> Bool {
        guard let left = left.contentIdentity, let right = right.contentIdentity else {
            return false
        }
        return left == right || !seen.insert(ObjectPair(left: left, right: right)).inserted
    }

    private mutating func compareLater(_ left: ArrayContent, _ right: ArrayContent) -> Bool {
        guard left.count == right.count else { return false }
        for index in 0..<left.count {
            pending.append(((left.peek(index), left.blobs), (right.peek(index), right.blobs)))
        }
        return true
    }

    private mutating func compareLater(
        _ left: DictionaryContent, _ right: DictionaryContent
    ) -> Bool {
        guard left.count == right.count else { return false }
        var hasAll = true
        left.forEachPair { key, form in
            guard hasAll else { return }
            let other = right.peek(FleeceKey(key))
            hasAll = !other.isMissing
            pending.append(((form, left.blobs), (other, right.blobs)))
        }
        return hasAll
    }
}

extension DocumentValue.Form {
    fileprivate var contentIdentity: ObjectIdentifier? {
        switch self {
        case .dictionary(let dictionary): ObjectIdentifier(dictionary.content)
        case .array(let array): ObjectIdentifier(array.content)
        default: nil
        }
    }
}
