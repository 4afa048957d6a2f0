import Fleece

/// The conditions that one run of a statement evaluates for each row.
package final class RowCondition {
    private let conditions: PreparedConditions
    // With the check of exclusive access, the benchmark query.scan-rows takes 3% more time. Only the
    // function of the statement uses the property, and evaluating a condition runs no statement.
    @exclusivity(unchecked) private var evaluation: Evaluation

    init(_ conditions: PreparedConditions) {
        self.conditions = conditions
        evaluation = Evaluation(for: conditions.term, conditions.locations)
    }

    /// Returns whether the conditions are true for a document.
    ///
    /// - Parameters:
    ///   - row: The bytes of the column `body`, in memory that SQLite owns until the call returns.
    ///   - keys: The shared keys of the connection.
    /// - Returns: `true` if all conditions are true, or `false` if one is false or missing.
    /// - Throws: ``FunctionFailure`` if a function fails or the query must end.
    package func isTrue(
        of row: UnsafeRawBufferPointer, _ keys: ConnectionKeys
    ) throws(FunctionFailure) -> Bool {
        evaluation.begin(body: keys.body(in: row), keys: keys)
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
