package import Fleece

/// The default values of keys inside the stored form of a type.
///
/// A decoder uses them in place of missing keys. A query that compares whole values needs them, because a
/// stored value without such a key equals a value that has the default value.
///
/// As JSON, in which a query contains them, the defaults of an array of objects with the keys
/// `currency` and `tax`, and an object in the key `owner`, are:
///
/// ```json
/// {"items": {"object": {
///     "currency": {"default": "EUR"},
///     "tax": {"default": 0.25},
///     "owner": {"inside": {"object": {"country": {"default": "NO"}}}}
/// }}}
/// ```
///
/// A type that contains itself refers to an outer node, here the one two nodes further out, so that the
/// defaults apply at every depth: `{"object": {"note": {"default": ""}, "replies": {"inside":
/// {"items": {"outer": 2}}}}}`. A value of a family has the defaults of its type, and the type's own name
/// in place of an alias: `{"key": "type", "types": {"circle": …}, "aliases": {"disc": "circle"}}`.
package indirect enum ValueDefaults: Sendable {
    /// A key of an object.
    package struct Property: Sendable {
        /// The default value, or `nil` if the key has none.
        package var value: FleeceValue?
        /// The defaults inside the value.
        package var inside: ValueDefaults?

        package init(value: FleeceValue?, inside: ValueDefaults?) {
            self.value = value
            self.inside = inside
        }

        fileprivate func union(_ other: Property) -> Property {
            guard let inside, let otherInside = other.inside else {
                return Property(value: value ?? other.value, inside: inside ?? other.inside)
            }
            return Property(value: value ?? other.value, inside: inside.union(otherInside))
        }
    }

    /// The keys of an object.
    case object([String: Property])
    /// All values of a dictionary, whose keys can be any.
    case values(ValueDefaults)
    /// All items of an array.
    case items(ValueDefaults)
    /// The items at some positions of an array whose items have different meanings.
    case positions([Int: ValueDefaults])
    /// The objects of several types, by the string in a key, and the types' own names by their aliases.
    case types(key: String, [String: ValueDefaults], aliases: [String: String])
    /// The node that is this number of nodes further out, at least 1.
    case outer(Int)

    /// Whether a key has a default value.
    package var containsValue: Bool {
        switch self {
        case .object(let properties):
            properties.values.contains {
                $0.value != nil || $0.inside?.containsValue ?? false
            }
        case .values(let inside), .items(let inside): inside.containsValue
        case .positions(let positions): positions.values.contains(where: \.containsValue)
        case .types(_, let types, let aliases):
            !aliases.isEmpty || types.values.contains(where: \.containsValue)
        case .outer: false
        }
    }

    /// Returns the defaults of a type whose values have one of two forms.
    ///
    /// - Parameter other: The defaults of the other form.
    /// - Returns: The defaults.
    package func union(_ other: ValueDefaults) -> ValueDefaults {
        switch (self, other) {
        case (.object(let first), .object(let second)):
            .object(first.merging(second) { $0.union($1) })
        case (.values(let first), .values(let second)): .values(first.union(second))
        case (.items(let first), .items(let second)): .items(first.union(second))
        case (.positions(let first), .positions(let second)):
            .positions(first.merging(second) { $0.union($1) })
        case (.types(let key, let first, let aliases), .types(let other, let second, let others))
        where key == other:
            .types(
                key: key, first.merging(second) { $0.union($1) },
                aliases: aliases.merging(others) { name, _ in name })
        default: self
        }
    }
}

extension ValueDefaults {
    /// Returns the same defaults without references to the nodes around them.
    ///
    /// - Parameter outer: The nodes around this one, the outermost first.
    /// - Returns: The defaults.
    package func closed(in outer: [ValueDefaults]) -> ValueDefaults {
        closed(in: outer, depth: 0)
    }

    private func closed(in outer: [ValueDefaults], depth: Int) -> ValueDefaults {
        func next(_ node: ValueDefaults) -> ValueDefaults {
            node.closed(in: outer, depth: depth + 1)
        }
        switch self {
        case .object(let properties):
            return .object(
                properties.mapValues { Property(value: $0.value, inside: $0.inside.map(next)) })
        case .values(let inside): return .values(next(inside))
        case .items(let inside): return .items(next(inside))
        case .positions(let positions): return .positions(positions.mapValues(next))
        case .types(let key, let types, let aliases):
            return .types(key: key, types.mapValues(next), aliases: aliases)
        case .outer(let levels):
            let index = outer.count - (levels - depth)
            guard levels > depth, index >= 0 else { return self }
            return outer[index].closed(in: Array(outer[..<index]))
        }
    }
}
