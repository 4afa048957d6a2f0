import Quire

/// A generator of values of any type, which decodes them from random input.
final class ValueSource {
    /// The maximum nesting depth of types.
    ///
    /// At greater depths, optional values are omitted.
    private static let greatestDepth = 5
    /// The maximum number of choices for a value.
    ///
    /// Beyond it, optional values are omitted.
    private static let greatestSize = 250
    /// The maximum number of attempts for a type that rejects its input.
    private static let attempts = 250
    /// The maximum number of failed attempts for a value.
    private static let greatestFailures = 3000

    let choices: Choices
    /// The options for the value.
    let plan: ValuePlan

    /// The number of failed attempts for the innermost type.
    ///
    /// If the choices are given, each attempt would produce the same input. Therefore the number of
    /// attempts also influences the input.
    private(set) var attempt = 0
    /// The strings generated so far.
    var texts: [String] = []

    private var depth = 0
    private var failures = 0

    init(_ choices: Choices, _ plan: ValuePlan) {
        self.choices = choices
        self.plan = plan
    }

    /// Whether the value has reached its maximum size.
    private var isFull: Bool {
        depth > Self.greatestDepth || choices.made.count > Self.greatestSize
    }

    /// Returns the number of elements for a collection.
    func count() -> Int { isFull ? 0 : choices.next(of: 4) }

    /// Returns whether an optional value is present.
    func isPresent() -> Bool { !isFull && choices.next(of: 3) > 0 }

    /// Returns one of several possibilities.
    ///
    /// Each attempt for a type returns a different one.
    func possibility(of count: Int) -> Int { (choices.next(of: count) + attempt) % count }

    /// Generates a value.
    ///
    /// - Parameter type: The type of the value.
    /// - Returns: The value.
    /// - Throws: The type's last error, if the type rejects all input, or ``UnmakeableValue``.
    func value<T: Decodable>(_ type: T.Type) throws -> T {
        if depth > 0, let examples = plan.examples[ObjectIdentifier(type)],
            let example = examples[choices.next(of: examples.count)] as? T
        {
            return example
        }
        if let leaf = try GeneratedLeaves.value(of: type, self) { return leaf }
        if depth > 0, let provider = type as? any SampleProviding.Type,
            let (first, second) = provider.values() as? (T, T)
        {
            return choices.next(of: 2) == 0 ? first : second
        }
        let cases = EnumerationCases.all(of: type)
        if !cases.isEmpty { return cases[choices.next(of: cases.count)] }
        return try decoded(type)
    }

    private func decoded<T: Decodable>(_ type: T.Type) throws -> T {
        guard depth < 2 * Self.greatestDepth else {
            throw UnmakeableValue("\(type) is infinitely recursive")
        }
        let outer = attempt
        depth += 1
        defer {
            depth -= 1
            attempt = outer
        }
        attempt = 0
        while true {
            do {
                let refusals = SamplingDecoder.Refusals(limit: refusalCount(of: type))
                let value = try T(from: SamplingDecoder(source: self, refusals: refusals))
                guard plan.variesProperties, let encodable = value as? any Codable else {
                    return value
                }
                return try varied(encodable) as? T ?? value
            } catch let error as ExhaustedSource {
                throw error
            } catch {
                failures += 1
                attempt += 1
                guard failures < Self.greatestFailures else {
                    throw ExhaustedSource(description: "\(type): \(error)")
                }
                if attempt == Self.attempts { throw error }
            }
        }
    }

    /// Returns the number of decoding requests to reject before one is accepted.
    ///
    /// After a rejected request, some types make another one. An example is an enumeration that
    /// tries to decode each of its cases.
    private func refusalCount<T: Decodable>(of type: T.Type) -> Int {
        let refusals = SamplingDecoder.Refusals(limit: .max)
        _ = try? T(from: SamplingDecoder(source: ModelSampler(), refusals: refusals))
        return refusals.count > 1 ? possibility(of: min(refusals.count, 12)) : 0
    }

    /// Returns a copy of a structure with other values of some of its stored properties.
    ///
    /// A decoded value has only values that the type's coding can produce. A program can create
    /// other values.
    private func varied<T: Codable>(_ value: T) throws -> T {
        var value = value
        for property in plan.variableProperties(of: value) where choices.next(of: 4) == 1 {
            guard let type = property.type as? any Decodable.Type else { continue }
            try replace(property, type, in: &value)
        }
        return value
    }

    private func replace<T, Property: Decodable>(
        _ property: StructureProperty, _ type: Property.Type, in value: inout T
    ) throws {
        property.replace(in: &value, with: try self.value(type))
    }
}

extension ValueSource: SampleValueSource {
    func make<T: Decodable>(_ type: T.Type, at location: [String]) throws -> T { try value(type) }

    func makeIfPossible<T: Decodable>(_ type: T.Type, at location: [String]) throws -> T? {
        do {
            return try value(type)
        } catch is UnmakeableValue {
            // The value is `nil`, so that a recursive type terminates.
            return nil
        }
    }

    func isPresent(at location: [String]) -> Bool { isPresent() }

    func isNull(at location: [String]) -> Bool { !isPresent() }

    func itemCount(at location: [String]) -> Int { count() }

    /// Returns one key if the type of the keys is an enumeration, or random keys otherwise.
    func keys<Key: CodingKey>(_ type: Key.Type, at location: [String]) -> [Key] {
        let cases = EnumerationCases.all(of: type)
        if !cases.isEmpty { return [cases[possibility(of: cases.count)]] }
        return (0..<count()).compactMap { _ in Key(stringValue: String.generated(self)) }
    }

    func choose(from types: SampledTypes, at location: [String]) -> String? {
        types.names.isEmpty ? nil : types.names[possibility(of: types.names.count)]
    }
}

/// The reason why a value of a type cannot be generated.
struct UnmakeableValue: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// The error after too many failed attempts, which stops all further attempts.
struct ExhaustedSource: Error, CustomStringConvertible {
    let description: String
}
