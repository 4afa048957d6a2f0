import Fleece

/// The conditions of one run of a statement.
final class EvaluatedRowCondition: RowCondition {
    private let conditions: PreparedConditions
    // With the check of exclusive access, the benchmark query.scan-rows takes 3% more time. Only the
    // function of the statement uses the property, and evaluating a condition runs no statement.
    @exclusivity(unchecked) private var evaluation: Evaluation

    init(_ conditions: PreparedConditions) {
        self.conditions = conditions
        evaluation = Evaluation(for: conditions.term, conditions.locations)
    }

    override func isTrue(
        of body: UnsafeRawBufferPointer, _ keys: ConnectionKeys
    ) throws(FunctionFailure) -> Bool {
        evaluation.begin(body: body, keys: keys)
        defer { evaluation.endBody() }
        let roots = conditions.roots
        for index in roots.indices {
            // As in SQL, the next condition is not evaluated if this one is missing.
            let logic = conditions.term.logic(of: roots[index], &evaluation)
            if let failure = evaluation.failure { throw failure }
            if logic == .isTrue { continue }
            if logic.contains(.isTrue), keys.interruption?.hasEnded == true { throw .interrupted }
            return false
        }
        return true
    }
}
