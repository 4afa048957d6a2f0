import Quire

/// The options for generating values.
struct ValuePlan {
    /// Values of types that cannot be generated, by type.
    var examples: [ObjectIdentifier: [any Decodable]] = [:]
    /// Whether stored properties get values that the type's decoding may never produce.
    var variesProperties = false
    /// The names of properties that keep their decoded values.
    var transientProperties: Set<String> = []

    init(examples: [any Decodable] = [], transientProperties: Set<String> = []) {
        for example in examples {
            self.examples[ObjectIdentifier(type(of: example)), default: []].append(example)
        }
        self.transientProperties = transientProperties
    }

    /// Returns the stored properties of a value that can be varied.
    ///
    /// Properties of types from Swift, Foundation and this package are not varied. The same applies
    /// to a property that is encoded but not decoded, such as a constant with an initial value. If
    /// such a property is `nil` or empty, it is not a constant: its decoding was forgotten.
    ///
    /// - Parameter value: A value.
    /// - Returns: The properties. The array is empty if the value is not a structure.
    func variableProperties<T: Codable>(of value: T) -> [StructureProperty] {
        let isForeign = Self.foreignModules.contains { String(reflecting: T.self).hasPrefix($0) }
        guard !isForeign else { return [] }
        let candidates = StructureProperty.all(of: value).filter {
            $0.type != DocumentID.self && isVaried($0.label)
        }
        guard !candidates.isEmpty else { return [] }
        let variable = ModelShape.of(T.self).fact { Self.variableNames(of: T.self) }
        return candidates.filter { variable.names.contains($0.label) }
    }

    private struct VariableNames: Sendable {
        var names: Set<String> = []
    }

    /// Returns the names of the stored properties that are decoded, or that are not coded at all.
    private static func variableNames<T: Codable>(of type: T.Type) -> VariableNames {
        guard let (first, second) = try? samples(of: type) else { return VariableNames() }
        let texts = [first, second].map { sample in
            Dictionary(
                Mirror(reflecting: sample).children.map { ($0.label ?? "", "\($0.value)") },
                uniquingKeysWith: { first, _ in first })
        }
        let variable = StructureProperty.all(of: first).filter { property in
            texts[0][property.label] != texts[1][property.label]
                || isEmpty(property, of: first) || !isEncoded(property, of: first)
        }
        return VariableNames(names: Set(variable.map(\.label)))
    }

    /// Returns whether a property is `nil`, an empty string or an empty collection.
    private static func isEmpty<T>(_ property: StructureProperty, of value: T) -> Bool {
        let child = Mirror(reflecting: value).children.first { $0.label == property.label }
        guard let content = child?.value else { return false }
        if let text = content as? String { return text.isEmpty }
        let mirror = Mirror(reflecting: content)
        let styles: [Mirror.DisplayStyle] = [.optional, .collection, .set, .dictionary]
        return mirror.displayStyle.map(styles.contains) == true && mirror.children.isEmpty
    }

    /// Returns two values of a type that differ in all decoded properties.
    private static func samples<T: Decodable>(of type: T.Type) throws -> (T, T) {
        let sampler = ModelSampler()
        let first = try sampler.make(type)
        sampler.sample = 1
        return (first, try sampler.make(type))
    }

    /// Returns whether the encoded form of a value depends on a property.
    private static func isEncoded<T: Encodable>(_ property: StructureProperty, of value: T) -> Bool
    {
        func other<Property: Decodable>(_ type: Property.Type) throws -> Bool {
            let (first, second) = try samples(of: type)
            let forms = try [first, second].map { sample in
                var copy = value
                property.replace(in: &copy, with: sample)
                return try DocumentEncoder().encodeToJSON([copy], format: .canonical)
            }
            return forms[0] != forms[1]
        }
        return (try? (property.type as? any Decodable.Type).map { try other($0) }) ?? true
    }

    private func isVaried(_ label: String) -> Bool {
        !label.hasPrefix("$__lazy") && !transientProperties.contains(Self.name(label))
    }

    /// Returns the name of a property without the underscore of a property wrapper.
    static func name(_ label: String) -> String {
        label.hasPrefix("_") ? String(label.dropFirst()) : label
    }

    private static let foreignModules = [
        "Swift.", "Foundation.", "FoundationEssentials.", "Quire.",
    ]
}
