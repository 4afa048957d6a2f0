import Quire
import QuireTestSupport
import SQLPlusPlus
import Testing

/// Randomly mutated statements.
@Suite struct MutatedStatementTests {
    private static let pieces = [
        " ", "(", ")", "[0]", "*", "-", "'", "`", "||", ".", ",", "1", "1e300", "NULL", "MISSING",
        "$p",
        " AND ", " OR ", " NOT ", " IN ", " LIKE ", " COLLATE UNICODE", " v ", " _ ", "META()",
        " COUNT(*) ", " MATCH(names, 'x') ", " RANK(names) ", " UNNEST tags t ",
        " JOIN _ j ON TRUE ",
        " GROUP BY type ", " LIMIT 3 ", "ANY x IN v SATISFIES x END", "[v]", "{'a': v}", "😀",
    ]

    private static let allowed: Set<QuireError.Code> = [
        .invalidQuery, .missingIndex, .invalidQueryParameter, .timeLimitExceeded,
    ]

    private static func mutated(
        _ text: String, _ random: inout some RandomNumberGenerator
    ) -> String {
        var characters = text.map(String.init)
        for _ in 0..<Int.random(in: 1...3, using: &random) where !characters.isEmpty {
            let location = Int.random(in: 0..<characters.count, using: &random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0: characters.remove(at: location)
            case 1: characters.insert(pieces.randomElement(using: &random) ?? "", at: location)
            default:
                characters.swapAt(location, Int.random(in: 0..<characters.count, using: &random))
            }
        }
        return characters.joined()
    }

    @Test(arguments: 1...4)
    func `a mutated statement is executed or rejected as invalid`(seed: UInt64) throws {
        let database = try SQLPlusPlusDatabase.shared.get().database
        var random = SplitMix64(seed: seed)
        for statement in try SQLPlusPlusCase.read("statements.jsonl") {
            let text = Self.mutated(statement.sql, &random)
            do {
                let query = try database.createQuery(QuerySource(verbatim: text))
                query.parameters = statement.parameters
                query.timeLimit = .seconds(2)
                _ = try query.execute()
            } catch {
                let code = (error as? QuireError)?.code
                try #require(code.map(Self.allowed.contains) == true, "\(text): \(error)")
            }
        }
    }
}
