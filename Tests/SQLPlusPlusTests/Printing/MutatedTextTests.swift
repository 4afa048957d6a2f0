import SQLPlusPlus
import Testing
import QuireTestSupport

@Suite struct MutatedTextTests {
    /// Fragments that are inserted at random positions.
    private static let pieces = [
        " ", "(", ")", "[", "]", "{", "}", ",", ".", "'", "`", "\"", "*", "-", "+", "=", "||", "é",
        "\0", "1", "1e9", "$a", " NOT ", " AND ", " IS ", " NULL ", " IN ", " LIKE ", " BETWEEN ",
        " CASE ", " END ", " AS ", " FROM _ ", " SELECT ", " a ", "META()", "_id",
    ]

    private static func mutated(_ text: String, using random: inout SplitMix64) -> String {
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

    @Test(arguments: 1...10)
    func `a mutated statement is rejected, or printed with the same meaning`(
        seed: UInt64
    ) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<40 {
            for (text, _) in AcceptedStatementTests.statements {
                let damaged = Self.mutated(text, using: &random)
                guard let statement = try? SelectStatement.parse(damaged) else { continue }
                try #require(try SelectStatement.parse(statement.description) == statement)
            }
        }
    }

    @Test func `some mutated statements are accepted and some are not`() {
        var random = SplitMix64(seed: 0)
        let outcomes = AcceptedStatementTests.statements.map { text, _ in
            (try? SelectStatement.parse(Self.mutated(text, using: &random))) != nil
        }
        #expect(Set(outcomes) == [true, false])
    }
}
