import Foundation

/// A comparison that describes the difference between two values.
enum ValueComparison {
    private static let greatestDepth = 40

    /// Compares two values.
    ///
    /// If the type is Equatable, its `==` determines whether the values are equal. Otherwise, the
    /// stored properties are compared one by one.
    ///
    /// - Parameters:
    ///   - before: A value.
    ///   - after: Another value.
    ///   - ignored: The names of properties to ignore.
    /// - Returns: A description of the first difference, or `nil` if the values are equal.
    static func difference<T>(_ before: T, _ after: T, ignoring ignored: Set<String>) -> String? {
        if ignored.isEmpty, let left = before as? any Equatable {
            if isEqual(left, after) { return nil }
            return difference(before, after, at: "", ignoring: ignored, depth: 0)
                ?? "the value does not equal the original"
        }
        return difference(before, after, at: "", ignoring: ignored, depth: 0)
    }

    private static func isEqual<Value: Equatable>(_ left: Value, _ right: Any) -> Bool {
        (right as? Value) == left
    }

    private static func difference(
        _ before: Any, _ after: Any, at location: String, ignoring ignored: Set<String>, depth: Int
    ) -> String? {
        let mirrors = (Mirror(reflecting: before), Mirror(reflecting: after))
        if isWhole(before, mirrors.0) || depth > greatestDepth {
            guard let left = before as? any Equatable else { return nil }
            return isEqual(left, after) ? nil : change(before, after, at: location)
        }
        if mirrors.0.displayStyle == .dictionary {
            return dictionaryDifference(
                mirrors.0, mirrors.1, at: location, ignoring: ignored, depth: depth)
        }
        let (left, right) = (children(of: mirrors.0), children(of: mirrors.1))
        guard left.count == right.count, caseName(before, mirrors.0) == caseName(after, mirrors.1)
        else { return change(before, after, at: location) }
        for (index, child) in left.enumerated() {
            if let label = child.label, ignored.contains(ValuePlan.name(label)) { continue }
            let below = name(child.label, index: index, in: mirrors.0, at: location)
            let found = difference(
                child.value, right[index].value, at: below, ignoring: ignored, depth: depth + 1)
            if let found { return found }
        }
        return nil
    }

    /// Whether a value is compared with `==` instead of property by property.
    private static func isWhole(_ value: Any, _ mirror: Mirror) -> Bool {
        if mirror.displayStyle == .set { return true }
        if [.dictionary, .collection, .optional, .tuple].contains(mirror.displayStyle) {
            // `Data`, for example, is a collection of its bytes.
            return value is Data
        }
        guard value is any Equatable else { return false }
        let name = String(reflecting: type(of: value))
        return ["Swift.", "Foundation.", "FoundationEssentials.", "Quire.", "__C."].contains {
            name.hasPrefix($0)
        } || mirror.displayStyle == nil
    }

    /// The case of an enumeration, or `nil` for other types.
    ///
    /// A custom description of the enumeration cannot be used, because it may not identify the
    /// case.
    private static func caseName(_ value: Any, _ mirror: Mirror) -> String? {
        guard mirror.displayStyle == .enum else { return nil }
        return mirror.children.first?.label ?? "\(value)"
    }

    private static func children(of mirror: Mirror) -> [Mirror.Child] {
        (mirror.superclassMirror.map(children) ?? []) + Array(mirror.children)
    }

    private static func dictionaryDifference(
        _ before: Mirror, _ after: Mirror, at location: String, ignoring ignored: Set<String>,
        depth: Int
    ) -> String? {
        let (left, right) = (pairs(of: before), pairs(of: after))
        guard Set(left.keys) == Set(right.keys) else {
            return "\(at(location))the keys \(left.keys.sorted()) became \(right.keys.sorted())"
        }
        for (key, value) in left.sorted(by: { $0.key < $1.key }) {
            guard let other = right[key] else { continue }
            let below = "\(location)[\(key)]"
            if let found = difference(value, other, at: below, ignoring: ignored, depth: depth + 1)
            {
                return found
            }
        }
        return nil
    }

    private static func pairs(of mirror: Mirror) -> [String: Any] {
        var pairs: [String: Any] = [:]
        for child in mirror.children {
            let pair = Array(Mirror(reflecting: child.value).children)
            guard pair.count == 2 else { continue }
            pairs[ValueText.text(pair[0].value)] = pair[1].value
        }
        return pairs
    }

    private static func name(
        _ label: String?, index: Int, in mirror: Mirror, at location: String
    ) -> String {
        if mirror.displayStyle == .optional { return location }
        guard let label, mirror.displayStyle != .collection else { return "\(location)[\(index)]" }
        return location.isEmpty ? ValuePlan.name(label) : "\(location).\(ValuePlan.name(label))"
    }

    private static func at(_ location: String) -> String { location.isEmpty ? "" : "\(location): " }

    private static func change(_ before: Any, _ after: Any, at location: String) -> String {
        at(location) + ValueText.change(before, after)
    }
}
