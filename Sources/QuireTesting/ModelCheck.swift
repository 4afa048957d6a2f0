/// Looks for values of a type that do not come back as they were.
///
/// Values are made up from the type itself: its own decoding is given random and extreme numbers,
/// texts, dates and collections. Each of them goes through a document's body, a document's JSON,
/// Foundation's JSON and a database, and must come back. Then stored properties get values of their
/// own, which a program can give them while the type's decoding never does; such a value may be
/// refused, but must not come back as another one without a word.
///
/// A value that is wrong is made smaller as long as it stays wrong. A test calls
/// ``expectRoundTrips(_:fixtures:examples:ignoring:seed:count:sourceLocation:)`` and gets what is found
/// as its issues; a check gives it as data. A type that traps on what it decodes, such as a number
/// that is too large for it, ends the test.
public struct ModelCheck<Model: Codable> {
    /// Where the values begin: equal seeds make equal values.
    public var seed: UInt64 = 1

    /// How many values are made up.
    public var count = 100

    /// JSON texts, as older versions of the program wrote them, that must decode.
    public var fixtures: [String] = []

    /// Values to use where their types appear, for types that cannot be made up.
    ///
    /// Of the model itself they are tried beside those that are made up.
    public var examples: [any Decodable] = []

    /// The names of stored properties that are not coded, and need not come back.
    public var transientProperties: Set<String> = []

    /// Makes a check.
    ///
    /// - Parameter type: The type to check.
    public init(_ type: Model.Type = Model.self) {}

    /// Runs the check.
    ///
    /// It uses a database in memory of its own.
    ///
    /// - Returns: What is wrong: for each way of coding the first thing, and no more than one for
    ///   ways that go wrong together. Empty if nothing is.
    /// - Complexity: O(*n*) in ``count``.
    public func findings() -> [ModelFinding] {
        do {
            var run = try ModelRun(self)
            try run.perform()
            return run.findings
        } catch {
            return [
                ModelFinding(
                    check: .generation, problem: "no database can be made: \(error)", value: nil,
                    seed: nil)
            ]
        }
    }

    /// Makes values up, as the check does.
    ///
    /// - Returns: ``count`` values.
    /// - Throws: What the type throws when it refuses everything that it is offered.
    public func values() throws -> [Model] {
        let plan = ValuePlan(examples: examples, transientProperties: transientProperties)
        return try (0..<UInt64(max(count, 0))).map {
            try ValueSource(Choices(seed: seed &+ $0), plan).value(Model.self)
        }
    }
}
