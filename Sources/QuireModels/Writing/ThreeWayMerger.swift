import Fleece
import SQLPlusPlus

/// A merger that combines two changes of a body field by field.
///
/// The merged value of a field is a function of its base and its two changed values:
///
/// - If one of the two is the base, the result is the other one.
/// - If both are equal, the result is this value, except for a counter, whose differences are added.
/// - Otherwise the policy determines the result. Exchanging the changes does not affect it, except
///   for the policies that select one of the writers.
struct ThreeWayMerger {
    let policies: [PropertyPath: MergePolicy]
    /// Whether the body that both changes started from is known.
    ///
    /// If it is not, each field counts as changed by both, and none as removed.
    var knowsBase = true

    /// Merges the values of one field.
    ///
    /// - Returns: The merged value, or `nil` if the field is removed.
    /// - Throws: ``UnmergeableField``.
    func merge(
        base: FleeceValue?, mine: FleeceValue?, theirs: FleeceValue?, at path: PropertyPath
    ) throws -> BodyTree? {
        if knowsBase {
            if mine.isSame(as: base) { return theirs.map { .stored($0) } }
            if theirs.isSame(as: base) { return mine.map { .stored($0) } }
        }
        let values = (base, mine, theirs)
        let policy = policies[path]
        if case .counter(let isDecimal) = policy {
            return try counter(values, isDecimal, at: path)
        }
        // Equal objects can contain counters.
        if mine.isSame(as: theirs), policy != nil || mine?.dictionary == nil {
            return mine.map { .stored($0) }
        }
        switch policy {
        case .lastWriter, .counter: return selected(mine, over: theirs)
        case .firstWriter: return selected(theirs, over: mine)
        case .set: return try set(values, at: path)
        case .maximum(let isDecimal):
            return try greatest(of: mine, and: theirs, isDecimal: isDecimal, at: path) { $0 > 0 }
        case .minimum(let isDecimal):
            return try greatest(of: mine, and: theirs, isDecimal: isDecimal, at: path) { $0 < 0 }
        case nil:
            guard let mine = mine?.dictionary, let theirs = theirs?.dictionary else {
                return selected(mine, over: theirs)
            }
            return try dictionary(base: base?.dictionary, mine: mine, theirs: theirs, at: path)
        }
    }

    /// Returns the value of the writer that a policy selects.
    ///
    /// A missing value is a removal only if the base is known.
    private func selected(_ value: FleeceValue?, over other: FleeceValue?) -> BodyTree? {
        (value ?? (knowsBase ? nil : other)).map { .stored($0) }
    }

    private func dictionary(
        base: FleeceDictionary?, mine: FleeceDictionary, theirs: FleeceDictionary,
        at path: PropertyPath
    ) throws -> BodyTree {
        var pairs = BodyPairs()
        for key in mine.keys + theirs.keys.filter({ mine[$0] == nil }) {
            pairs[key] = try merge(
                base: base?[key], mine: mine[key], theirs: theirs[key], at: path.appending(key: key)
            )
        }
        return .dictionary(pairs)
    }

    private typealias Values = (base: FleeceValue?, mine: FleeceValue?, theirs: FleeceValue?)

    // MARK: Counters

    private func counter(
        _ values: Values, _ isDecimal: Bool, at path: PropertyPath
    ) throws -> BodyTree? {
        guard values.mine.isPresent || values.theirs.isPresent else {
            return (values.mine ?? values.theirs).map { .stored($0) }
        }
        guard knowsBase else {
            throw UnmergeableField(
                path: path, reason: "a counter cannot be merged without the base of both changes")
        }
        func number(_ value: FleeceValue?) throws -> MergedNumber {
            guard let value, !value.isNull else { return .zero }
            guard let number = MergedNumber(value, isDecimal: isDecimal) else {
                throw UnmergeableField(
                    path: path,
                    reason: "a counter must be a number in both changes and in their base")
            }
            return number
        }
        let sum = try MergedNumber.sum(
            base: try number(values.base), mine: try number(values.mine),
            theirs: try number(values.theirs), isDecimal: isDecimal)
        guard let sum else {
            throw UnmergeableField(path: path, reason: "the sum of the counter cannot be stored")
        }
        return sum
    }

    // MARK: Sets

    /// Merges arrays as sets; a missing value and null are empty sets.
    ///
    /// The elements of the base keep their order. The added ones follow in the order of their JSON,
    /// so that both databases of a conflict compute the same array.
    private func set(_ values: Values, at path: PropertyPath) throws -> BodyTree? {
        guard values.mine.isPresent || values.theirs.isPresent else {
            return (values.mine ?? values.theirs).map { .stored($0) }
        }
        func elements(_ value: FleeceValue?) throws -> [String: FleeceValue] {
            guard let value, !value.isNull else { return [:] }
            guard let array = value.array else {
                throw UnmergeableField(
                    path: path, reason: "a set must be an array in both changes")
            }
            return Dictionary(try array.map { (try $0.json(.canonical), $0) }) { first, _ in first }
        }
        let (mine, theirs) = (try elements(values.mine), try elements(values.theirs))
        var items: [BodyTree] = []
        var seen: Set<String> = []
        for item in values.base?.array.map(Array.init) ?? [] {
            let text = try item.json(.canonical)
            guard seen.insert(text).inserted, mine[text] != nil, theirs[text] != nil else {
                continue
            }
            items.append(.stored(item))
        }
        let added = mine.merging(theirs) { first, _ in first }.filter { !seen.contains($0.key) }
        items += added.sorted { $0.key < $1.key }.map { .stored($0.value) }
        return .array(items)
    }

    // MARK: Maximum and minimum

    private func greatest(
        of mine: FleeceValue?, and theirs: FleeceValue?, isDecimal: Bool, at path: PropertyPath,
        _ isBetter: (Int) -> Bool
    ) throws -> BodyTree? {
        // A value is preferred to null, and null to a missing value.
        guard let mine, let theirs else { return (mine ?? theirs).map { .stored($0) } }
        if mine.isNull { return .stored(theirs) }
        if theirs.isNull { return .stored(mine) }
        guard let order = order(mine, theirs, isDecimal: isDecimal) else {
            throw UnmergeableField(
                path: path, reason: "a maximum or minimum needs two numbers, dates or strings")
        }
        if order == 0 {
            // Two forms of one number, such as 1 and 1.0.
            let isFirst = try mine.json(.canonical) < theirs.json(.canonical)
            return .stored(isFirst ? mine : theirs)
        }
        return .stored(isBetter(order) ? mine : theirs)
    }

    /// Returns the order of two values as a negative number, zero or a positive number, or `nil` if
    /// they cannot be compared.
    private func order(_ left: FleeceValue, _ right: FleeceValue, isDecimal: Bool) -> Int? {
        if let left = MergedNumber(left, isDecimal: isDecimal),
            let right = MergedNumber(right, isDecimal: isDecimal)
        {
            return MergedNumber.compare(left, right)
        }
        // Dates are stored as strings that sort chronologically.
        guard let left = left.string, let right = right.string else { return nil }
        return left < right ? -1 : right < left ? 1 : 0
    }
}

/// An error for a field that the policy cannot merge.
struct UnmergeableField: Error {
    let path: PropertyPath
    let reason: String
}

extension FleeceValue? {
    /// Whether a value exists and is not null.
    fileprivate var isPresent: Bool { self.map { !$0.isNull } ?? false }

    /// Returns whether two values are equal or both missing.
    func isSame(as other: FleeceValue?) -> Bool {
        guard let self, let other else { return self == nil && other == nil }
        guard self.kind == other.kind else { return false }
        return (try? self.json(.canonical) == other.json(.canonical)) ?? false
    }
}
