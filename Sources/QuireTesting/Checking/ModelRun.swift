import Quire

/// A single execution of a ``ModelCheck``.
struct ModelRun<Model: Codable> {
    /// The number of values to save in the database, which takes longer than the other checks.
    private static var storedCount: UInt64 { 25 }

    private let check: ModelCheck<Model>
    private let trips: RoundTrips<Model>
    private var plan: ValuePlan
    private(set) var findings: [ModelFinding] = []
    /// The checks whose finding is an error.
    ///
    /// If such a check finds a changed value later, it replaces the error.
    private var refusals: Set<ModelFinding.Check> = []

    init(_ check: ModelCheck<Model>) throws {
        self.check = check
        trips = try RoundTrips(ignoring: check.transientProperties)
        plan = ValuePlan(
            examples: check.examples, transientProperties: check.transientProperties)
    }

    /// Checks the fixtures, the examples and the generated values.
    ///
    /// - Throws: An error of the database that is unrelated to the model.
    mutating func perform() throws {
        tryFixtures()
        tryExamples()
        let count = UInt64(max(check.count, 0))
        for number in 0..<count { tryValue(number) }
        plan.variesProperties = true
        for number in 0..<count { tryValue(number) }
    }

    private func isFound(_ check: ModelFinding.Check) -> Bool {
        findings.contains { $0.check == check }
    }

    private mutating func report(
        _ check: ModelFinding.Check, problem: String, value: Model?, seed: UInt64?
    ) {
        let (stored, cause) = value.map { trips.explanation(of: $0, check) } ?? (nil, nil)
        findings.append(
            ModelFinding(
                check: check, problem: problem, stored: stored, cause: cause,
                value: value.map(ValueText.text), seed: seed))
    }

    private mutating func reportFixture(
        _ number: Int, text: String, problem: String, cause: String? = nil,
        value: Model? = nil
    ) {
        findings.append(
            ModelFinding(
                check: .fixture, problem: "number \(number), \(problem)",
                stored: ValueText.shortened(text, to: 300), cause: cause,
                value: value.map(ValueText.text),
                seed: nil))
    }

    // MARK: Fixtures and examples

    private mutating func tryFixtures() {
        guard !check.fixtures.isEmpty else { return }
        var unreadKeys = UnreadKeys(check)
        for (index, text) in check.fixtures.enumerated() {
            do {
                let current = try FixtureMigration(collection: trips.collection)
                    .migrated(text, Model.self)
                let value = try DocumentDecoder().decode(Model.self, fromJSON: current)
                // Fixtures can have different shapes, so the first ones are also saved in the
                // database. The others are only encoded, because saving takes longer.
                let ways =
                    index < Self.storedCount ? trips.ways(isStored: true) : [.document]
                if let (way, problem) = firstProblem(value, ways) {
                    reportFixture(
                        index + 1, text: text, problem: "then \(way.rawValue): \(problem)",
                        cause: trips.explanation(of: value, way).cause, value: value)
                } else {
                    for problem in unreadKeys.newProblems(in: current, decodedAs: value) {
                        reportFixture(
                            index + 1, text: text, problem: problem,
                            cause: "one of the two keys is misspelled; check the coding keys")
                    }
                }
            } catch {
                reportFixture(
                    index + 1, text: text, problem: CodingErrorText.text(error),
                    cause: CodingErrorText.cause(error))
            }
        }
    }

    private mutating func tryExamples() {
        for example in check.examples {
            guard let value = example as? Model,
                let (way, problem) = firstProblem(value, trips.ways(isStored: true))
            else { continue }
            report(way, problem: problem, value: value, seed: nil)
        }
    }

    private func firstProblem(
        _ value: Model, _ ways: [ModelFinding.Check]
    ) -> (ModelFinding.Check, String)? {
        for way in ways {
            switch trips.outcome(of: value, way) {
            case .right: continue
            case .wrong(let problem), .refused(let problem): return (way, problem)
            }
        }
        return nil
    }

    // MARK: Generated values

    private mutating func tryValue(_ number: UInt64) {
        if isFound(.generation) { return }
        let seed = check.seed &+ number
        let choices = Choices(seed: seed)
        let value: Model
        do {
            value = try ValueSource(choices, plan).value(Model.self)
        } catch {
            // A type may reject varied property values. This is not a problem of the model.
            guard !plan.variesProperties else { return }
            return report(
                .generation,
                problem:
                    "\(CodingErrorText.text(error)). Add examples of the failing type to the check",
                value: nil, seed: seed)
        }
        // All checks use the type's own coding, so one check is enough for varied values.
        let ways =
            plan.variesProperties ? [.document] : trips.ways(isStored: number < Self.storedCount)
        for way in ways {
            let outcome = trips.outcome(of: value, way)
            guard isWrong(outcome) else { continue }
            let isChange = if case .wrong = outcome { true } else { false }
            if isChange, refusals.remove(way) != nil { findings.removeAll { $0.check == way } }
            if !isFound(way) {
                reportSmallest(choices.made, way: way, seed: seed, isChange: isChange)
                if !isChange { refusals.insert(way) }
            }
            // A problem that occurs in one check also occurs in the following ones.
            return
        }
    }

    /// Returns whether the outcome of a check is a problem.
    ///
    /// A value with varied properties can be rejected without being a problem.
    ///
    /// - Parameters:
    ///   - outcome: The outcome of a round trip.
    ///   - isChange: Whether only a changed value is a problem, and not an error.
    /// - Returns: Whether the outcome is a problem.
    private func isWrong(_ outcome: RoundTrips<Model>.Outcome, isChange: Bool = false) -> Bool {
        switch outcome {
        case .right: false
        case .wrong: true
        case .refused: !plan.variesProperties && !isChange
        }
    }

    private mutating func reportSmallest(
        _ made: [UInt64], way: ModelFinding.Check, seed: UInt64, isChange: Bool
    ) {
        let smallest = Shrinking.smallest(made) { list in
            let choices = Choices(repeating: list)
            guard let value = try? ValueSource(choices, plan).value(Model.self),
                isWrong(trips.outcome(of: value, way), isChange: isChange)
            else { return nil }
            return choices.made
        }
        guard
            let value = try? ValueSource(Choices(repeating: smallest), plan).value(Model.self)
        else { return }
        switch trips.outcome(of: value, way) {
        case .right:
            report(way, problem: "the problem occurs only intermittently", value: value, seed: seed)
        case .wrong(let problem), .refused(let problem):
            report(way, problem: problem, value: value, seed: seed)
        }
    }
}
