/// The indexes that the explanation of a query names.
enum PlannedIndexes {
    private static let marks = ["USING INDEX ", "USING COVERING INDEX ", "USING FULL-TEXT INDEX "]

    /// The names of the indexes that serve.
    ///
    /// - Parameter plan: What `explain()` of a query says.
    /// - Returns: The names, without those of the indexes that every table has.
    static func names(in plan: String) -> [String] {
        plan.split(separator: "\n").compactMap { line in
            for mark in marks {
                guard let range = line.firstRange(of: mark) else { continue }
                let rest = line[range.upperBound...]
                let name = rest.firstRange(of: " (").map { rest[..<$0.lowerBound] } ?? rest
                let isOwn = name.hasPrefix("sqlite_autoindex_") || name.hasPrefix("kv_")
                return isOwn ? nil : String(name)
            }
            return nil
        }
    }
}
