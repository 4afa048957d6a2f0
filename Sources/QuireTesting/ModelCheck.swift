/// A check for values of a type that do not survive a round trip.
///
/// The check generates values by passing random and extreme numbers, strings, dates and collections
/// to the type's own decoding. Each value makes round trips through a document body, the JSON of a
/// document, Foundation's JSON and a database, and must not change. The check then varies the
/// stored properties, because a program can set values that the type's decoding never produces.
/// Encoding such a value may throw an error, but must not silently change the value.
///
/// A property that is encoded but not decoded is regarded as a constant, unless it is `nil` or empty
/// when the value is decoded. To check such a property, pass a model as one of the ``examples``.
///
/// A fixture must decode. If it contains a key that the model ignores, and the model has a similar
/// key that the fixture does not contain, this is also a finding. Fixtures of a `VersionedModel` are
/// migrated first.
///
/// The check simplifies a failing value as long as it keeps failing. Tests call
/// ``expectRoundTrips(_:fixtures:examples:ignoring:seed:count:sourceLocation:)``, which records the
/// findings as issues. A check returns the findings as data.
///
/// If the type traps while it decodes a value, for example because a number is too large, the test
/// process ends.
///
/// ```swift
/// var check = ModelCheck(Hotel.self)
/// check.count = 20
/// check.fixtures = [#"{"name":"Grand","room_rate":240}"#]
/// let findings = check.findings()
/// ```
public struct ModelCheck<Model: Codable> {
    /// The seed of the first value.
    ///
    /// Equal seeds generate equal values.
    public var seed: UInt64 = 1

    /// The number of values to generate.
    public var count = 100

    /// JSON texts written by older versions of the program, which must decode.
    public var fixtures: [String] = []

    /// Values to use for types that cannot be generated.
    ///
    /// Examples of the model itself are checked in addition to the generated values.
    public var examples: [any Decodable] = []

    /// The names of stored properties that are not encoded and are therefore ignored.
    public var transientProperties: Set<String> = []

    /// Creates a check.
    ///
    /// - Parameter type: The type to check.
    public init(_ type: Model.Type = Model.self) {}

    /// Creates a check with the given options.
    ///
    /// ```swift
    /// let check = ModelCheck(Hotel.self, fixtures: [#"{"name":"Grand","room_rate":240}"#])
    /// for finding in check.findings() { print(finding) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to check.
    ///   - fixtures: JSON texts written by older versions of the program, which must decode.
    ///   - examples: Values to use for types that cannot be generated. Examples of the model itself
    ///     are checked in addition to the generated values.
    ///   - transientProperties: The names of stored properties that are not encoded and are
    ///     therefore ignored.
    ///   - seed: The seed of the first value.
    ///   - count: The number of values to generate.
    public init(
        _ type: Model.Type = Model.self, fixtures: [String] = [], examples: [any Decodable] = [],
        ignoring transientProperties: Set<String> = [], seed: UInt64 = 1, count: Int = 100
    ) {
        self.fixtures = fixtures
        self.examples = examples
        self.transientProperties = transientProperties
        self.seed = seed
        self.count = count
    }

    /// Runs the check.
    ///
    /// The check uses a new in-memory database.
    ///
    /// - Returns: The first problem of each check, but only one problem if several checks fail for
    ///   the same value. The array is empty if there are no problems.
    /// - Complexity: O(*n*) in ``count``.
    public func findings() -> [ModelFinding] {
        do {
            var run = try ModelRun(self)
            try run.perform()
            return run.findings
        } catch {
            return [
                ModelFinding(
                    check: .generation, problem: "cannot create a database: \(error)",
                    stored: nil, cause: nil, value: nil, seed: nil)
            ]
        }
    }

    /// Generates the values that the check uses.
    ///
    /// ```swift
    /// for hotel in try ModelCheck(Hotel.self).values().prefix(3) { print(hotel) }
    /// ```
    ///
    /// - Returns: An array with ``count`` values.
    /// - Throws: The type's error, if the type rejects all generated input.
    public func values() throws -> [Model] {
        let plan = ValuePlan(examples: examples, transientProperties: transientProperties)
        return try (0..<UInt64(max(count, 0))).map {
            try ValueSource(Choices(seed: seed &+ $0), plan).value(Model.self)
        }
    }
}
