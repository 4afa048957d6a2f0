/// The indexes that the explanation of a query names.
struct PlannedIndexes {
    private static let marks = ["USING INDEX ", "USING COVERING INDEX ", "USING FULL-TEXT INDEX "]

    /// The steps of the plan that use an index.
    private let steps: Set<Substring>
    private let isSorted: Bool

    /// The names of the indexes that serve, without those that every table has.
    let names: [String]

    /// Creates the indexes of a plan.
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

    /// Whether the indexes serve no more than the condition on the type discriminator.
    ///
    /// - Parameters:
    ///   - ofType: The indexes of the same query with no other condition and in no order.
    ///   - hasOrder: Whether the query has an order.
    /// - Returns: `true` if the indexes serve neither another condition nor the order.
    func serveOnlyType(_ ofType: PlannedIndexes, hasOrder: Bool) -> Bool {
        let servesOrder = hasOrder && !isSorted
        return !steps.isEmpty && steps.isSubset(of: ofType.steps) && !servesOrder
    }
}
