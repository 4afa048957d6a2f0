/// The indexes that a query plan contains.
struct PlannedIndexes {
    private static let marks = ["USING INDEX ", "USING COVERING INDEX ", "USING FULL-TEXT INDEX "]

    /// The steps of the plan that use an index.
    private let steps: Set<Substring>
    private let isSorted: Bool

    /// The names of the used indexes, without the built-in indexes of tables.
    let names: [String]

    /// Parses the indexes of a query plan.
    ///
    /// - Parameter plan: The result of `explain()` of a query.
    init(_ plan: String) {
        var steps: Set<Substring> = []
        var names: [String] = []
        for line in plan.split(separator: "\n") {
            guard let name = Self.name(in: line) else { continue }
            steps.insert(line.drop { $0 == " " })
            names.append(name)
        }
        self.steps = steps
        self.names = names
        isSorted = plan.contains("USE TEMP B-TREE FOR ORDER BY")
    }

    private static func name(in line: Substring) -> String? {
        for mark in marks {
            guard let range = line.firstRange(of: mark) else { continue }
            let rest = line[range.upperBound...]
            let name = rest.firstRange(of: " (").map { rest[..<$0.lowerBound] } ?? rest
            let isOwn = name.hasPrefix("sqlite_autoindex_") || name.hasPrefix("kv_")
            return isOwn ? nil : String(name)
        }
        return nil
    }

    /// Returns whether the indexes are used only for the condition on the type discriminator.
    ///
    /// - Parameters:
    ///   - ofType: The indexes of the same query without any other condition or order.
    ///   - hasOrder: Whether the query has an order.
    /// - Returns: `true` if the indexes are used neither for another condition nor for the order.
    func serveOnlyType(_ ofType: PlannedIndexes, hasOrder: Bool) -> Bool {
        let servesOrder = hasOrder && !isSorted
        return !steps.isEmpty && steps.isSubset(of: ofType.steps) && !servesOrder
    }
}
