import Fleece
import SQLPlusPlus

/// A merger that combines two changes of a body field by field.
struct ThreeWayMerger {
    let policies: [PropertyPath: MergePolicy]

    /// Merges the values of one field.
    ///
    /// - Returns: The merged value, or `nil` if the field is removed.
    /// - Throws: ``UnmergeableField``.
    func merge(
        base: FleeceValue?, mine: FleeceValue?, theirs: FleeceValue?, at path: PropertyPath
    ) throws -> BodyTree? {
        let values = (base, mine, theirs)
        switch policies[path] {
        case .lastWriter: return changed(values, both: mine)
        case .firstWriter: return changed(values, both: theirs)
        case .counter: return try counter(values, at: path)
        case .set: return try set(values)
        case .maximum: return greatest(values) { $0 > 0 }
        case .minimum: return greatest(values) { $0 < 0 }
        case nil: break
        }
        guard let mine = mine?.dictionary, let theirs = theirs?.dictionary else {
            return changed(values, both: mine)
        }
        return try dictionary(base?.dictionary, mine, theirs, at: path)
    }

    private func dictionary(
        _ base: FleeceDictionary?, _ mine: FleeceDictionary, _ theirs: FleeceDictionary,
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

    /// Returns the value of the only change, or the given value if both changed the field.
    private func changed(_ values: Values, both: FleeceValue?) -> BodyTree? {
        if values.mine.isSame(as: values.base) { return values.theirs.map { .stored($0) } }
        if values.theirs.isSame(as: values.base) { return values.mine.map { .stored($0) } }
        return both.map { .stored($0) }
    }

    private func counter(_ values: Values, at path: PropertyPath) throws -> BodyTree? {
        if values.mine.isSame(as: values.theirs) { return values.mine.map { .stored($0) } }
        guard let mine = StoredNumber(values.mine),
            let theirs = StoredNumber(values.theirs),
            let base = StoredNumber(values.base), let sum = mine.adding(theirs)?.subtracting(base)
        else { throw UnmergeableField(path: path) }
        return try BodyTree(encoding: sum)
    }

    private func set(_ values: Values) throws -> BodyTree? {
        guard let mine = values.mine?.array, let theirs = values.theirs?.array else {
            return changed(values, both: values.mine ?? values.theirs)
        }
        func texts(_ items: FleeceArray?) throws -> Set<String> {
            Set(try (items.map { Array($0) } ?? []).map { try $0.json(.canonical) })
        }
        let base = try texts(values.base?.array)
        let removed = base.subtracting(try texts(mine)).union(base.subtracting(try texts(theirs)))
        var items: [BodyTree] = []
        var seen = removed
        for item in Array(theirs) + Array(mine)
        where seen.insert(try item.json(.canonical)).inserted {
            items.append(.stored(item))
        }
        return .array(items)
    }

    private func greatest(_ values: Values, _ isBetter: (Int) -> Bool) -> BodyTree? {
        guard let order = order(values.mine, values.theirs) else {
            return changed(values, both: values.mine ?? values.theirs)
        }
        return (isBetter(order) ? values.mine : values.theirs).map { .stored($0) }
    }

    /// Returns the order of two values as -1, 0 or 1, or `nil` if they cannot be compared.
    private func order(_ left: FleeceValue?, _ right: FleeceValue?) -> Int? {
        if let left = StoredNumber(present: left), let right = StoredNumber(present: right) {
            return left < right ? -1 : right < left ? 1 : 0
        }
        // Dates are stored as strings that sort chronologically.
        guard let left = left?.string, let right = right?.string else { return nil }
        return left < right ? -1 : right < left ? 1 : 0
    }
}

/// An error for a field that the policy cannot merge.
struct UnmergeableField: Error {
    let path: PropertyPath
}

extension FleeceValue? {
    /// Returns whether two values are equal or both missing.
    func isSame(as other: FleeceValue?) -> Bool {
        guard let self, let other else { return self == nil && other == nil }
        guard self.kind == other.kind else { return false }
        return (try? self.json(.canonical) == other.json(.canonical)) ?? false
    }
}
