import Quire

/// What generated values are to be like.
struct ValuePlan {
    /// Values of types that cannot be made up, by type.
    var examples: [ObjectIdentifier: [any Decodable]] = [:]
    /// Whether stored properties get values that the type's decoding may not give them.
    var variesProperties = false
    /// The names of properties that stay as decoding leaves them.
    var transientProperties: Set<String> = []

    init(examples: [any Decodable] = [], transientProperties: Set<String> = []) {
        for example in examples {
            self.examples[ObjectIdentifier(type(of: example)), default: []].append(example)
        }
        self.transientProperties = transientProperties
    }

    /// The stored properties of a value that can get other values.
    ///
    /// Those of the types of Swift, Foundation and this package stay as they are, and so do constants.
    ///
    /// - Parameter value: Any value.
    /// - Returns: The properties; none of anything but a structure.
    func variableProperties<T>(of value: T) -> [StoredProperty] {
        let isForeign = Self.foreignModules.contains { String(reflecting: T.self).hasPrefix($0) }
        guard !isForeign, !(T.self is AnyObject.Type), !(value is any CustomReflectable) else {
            return []
        }
        let properties = StoredProperty.all(of: T.self)
        let labels = Mirror(reflecting: value).children.map(\.label)
        guard labels.count == properties.count else { return [] }
        return zip(properties, labels).filter { property, label in
            property.isVariable && property.type != DocumentID.self
                && !Self.canBeWeak(property.type) && label.map(isVaried) ?? false
        }.map(\.0)
    }

    /// Whether a property can be a weak reference, which does not lie there as a value does.
    private static func canBeWeak(_ type: Any.Type) -> Bool {
        (type as? any OptionalType.Type)?.wrappedType is AnyObject.Type
    }

    private func isVaried(_ label: String) -> Bool {
        !label.hasPrefix("$__lazy") && !transientProperties.contains(Self.name(label))
    }

    /// The name of a property without the mark of its wrapper.
    static func name(_ label: String) -> String {
        label.hasPrefix("_") ? String(label.dropFirst()) : label
    }

    private static let foreignModules = [
        "Swift.", "Foundation.", "FoundationEssentials.", "Quire.",
    ]
}

private protocol OptionalType {
    static var wrappedType: Any.Type { get }
}

extension Optional: OptionalType {
    static var wrappedType: Any.Type { Wrapped.self }
}
