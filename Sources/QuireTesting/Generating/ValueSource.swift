import Quire

/// Makes up values of any type, by decoding them from nothing.
final class ValueSource {
    /// How deep types may lie in each other before everything that may be absent is.
    private static let greatestDepth = 5
    /// How many choices a value is made of before everything that may be absent is.
    private static let greatestSize = 250
    /// How often one type is tried again that refuses what it is offered.
    private static let attempts = 250
    /// How often that may happen in one value.
    private static let greatestFailures = 3000

    let choices: Choices
    /// What the value is to be like.
    let plan: ValuePlan

    /// How often the innermost type has been tried already.
    ///
    /// Where the choices are given, the same would come again; so the attempt counts, too.
    private(set) var attempt = 0
    /// The texts that were made so far.
    var texts: [String] = []

    private var depth = 0
    private var failures = 0

    init(_ choices: Choices, _ plan: ValuePlan) {
        self.choices = choices
        self.plan = plan
    }

    /// Whether the value is large enough.
    private var isFull: Bool {
        depth > Self.greatestDepth || choices.made.count > Self.greatestSize
    }

    /// How many members a collection gets.
    func count() -> Int { isFull ? 0 : choices.next(of: 4) }

    /// Whether something is there that may be absent.
    func isPresent() -> Bool { !isFull && choices.next(of: 3) > 0 }

    /// One of several possibilities, another one each time that a type is tried again.
    func possibility(of count: Int) -> Int { (choices.next(of: count) + attempt) % count }

    /// Makes a value.
    ///
    /// - Parameter type: Its type.
    /// - Returns: The value.
    /// - Throws: What the type threw last, if it refused whatever it was offered, or
    ///   ``UnmakeableValue``.
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
        guard depth < 2 * Self.greatestDepth else { throw UnmakeableValue("\(type) has no end") }
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

    /// The number of requests to refuse, for a type that goes on with another one, such as an enumeration
    /// that tries its cases.
    private func refusalCount<T: Decodable>(of type: T.Type) -> Int {
        let refusals = SamplingDecoder.Refusals(limit: .max)
        _ = try? T(from: SamplingDecoder(source: ModelSampler(), refusals: refusals))
        return refusals.count > 1 ? possibility(of: min(refusals.count, 12)) : 0
    }

    /// A structure with other values of some of its stored properties.
    ///
    /// A decoded value has the values that the type's coding can express. A program makes other values, too.
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

extension ValueSource: SampleSource {
    func make<T: Decodable>(_ type: T.Type, at place: [String]) throws -> T { try value(type) }

    func makeIfPossible<T: Decodable>(_ type: T.Type, at place: [String]) throws -> T? {
        do {
            return try value(type)
        } catch is UnmakeableValue {
            // A type that contains itself ends somewhere.
            return nil
        }
    }

    func isPresent(at place: [String]) -> Bool { isPresent() }

    func isNull(at place: [String]) -> Bool { !isPresent() }

    func itemCount(at place: [String]) -> Int { count() }

    /// One of the keys of an enumeration, and any keys of another type.
    func keys<Key: CodingKey>(_ type: Key.Type, at place: [String]) -> [Key] {
        let cases = EnumerationCases.all(of: type)
        if !cases.isEmpty { return [cases[possibility(of: cases.count)]] }
        return (0..<count()).compactMap { _ in Key(stringValue: String.generated(self)) }
    }

    func choose(from names: [String], at place: [String]) -> String? {
        names.isEmpty ? nil : names[possibility(of: names.count)]
    }
}

/// Why no value of a type can be made up.
struct UnmakeableValue: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Too many attempts have failed: nothing is tried again.
struct ExhaustedSource: Error, CustomStringConvertible {
    let description: String
}
