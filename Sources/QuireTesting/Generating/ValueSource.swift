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
        if let cases = Cases.all(of: type) { return cases[choices.next(of: cases.count)] }
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
                let decoder = GeneratingDecoder(source: self, refusals: refusals(of: type))
                var value = try T(from: decoder)
                if plan.variesProperties { try vary(&value) }
                return value
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

    /// How many of its requests a type that can be made in several ways finds refused.
    private func refusals<T: Decodable>(of type: T.Type) -> Int {
        let count = RefusingDecoder.requestCount(of: type)
        return count > 1 ? possibility(of: count) : 0
    }

    /// Gives some of the stored properties of a structure values of their own.
    ///
    /// What is decoded is what the type's coding can express. A program makes other values, too.
    private func vary<T>(_ value: inout T) throws {
        for property in plan.variableProperties(of: value) where choices.next(of: 4) == 1 {
            guard let type = property.type as? any Decodable.Type else { continue }
            try replace(type, at: property.offset, in: &value)
        }
    }

    private func replace<T, Property: Decodable>(
        _ type: Property.Type, at offset: Int, in value: inout T
    ) throws {
        let new = try self.value(type)
        withUnsafeMutableBytes(of: &value) { bytes in
            // The runtime said that a property of this type lies there.
            bytes.baseAddress?.advanced(by: offset).assumingMemoryBound(to: Property.self)
                .pointee = new
        }
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
