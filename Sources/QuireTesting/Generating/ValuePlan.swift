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

    /// The stored properties of a value that can have other values.
    ///
    /// Properties of the types of Swift, Foundation and this package keep their values. So does a property
    /// that is encoded and not decoded, such as a constant with an initial value.
    ///
    /// - Parameter value: Any value.
    /// - Returns: The properties; none of a value that is not a structure.
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

    /// The names of the stored properties that are decoded, or that are not coded at all.
    private static func variableNames<T: Codable>(of type: T.Type) -> VariableNames {
        guard let (first, second) = try? samples(of: type) else { return VariableNames() }
        let texts = [first, second].map { sample in
            Dictionary(
                Mirror(reflecting: sample).children.map { ($0.label ?? "", "\($0.value)") },
                uniquingKeysWith: { first, _ in first })
        }
        let variable = StructureProperty.all(of: first).filter { property in
            texts[0][property.label] != texts[1][property.label] || !isEncoded(property, of: first)
        }
        return VariableNames(names: Set(variable.map(\.label)))
    }

    /// Two values of a type that differ in all properties that are decoded.
    private static func samples<T: Decodable>(of type: T.Type) throws -> (T, T) {
        let sampler = ModelSampler()
        let first = try sampler.make(type)
        sampler.sample = 1
        return (first, try sampler.make(type))
    }

    /// Whether the encoded form of a value depends on a property.
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

    /// The name of a property without the mark of its wrapper.
    static func name(_ label: String) -> String {
        label.hasPrefix("_") ? String(label.dropFirst()) : label
    }

    private static let foreignModules = [
        "Swift.", "Foundation.", "FoundationEssentials.", "Quire.",
    ]
}
