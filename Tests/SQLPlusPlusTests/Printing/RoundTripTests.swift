import SQLPlusPlus
import Testing

@Suite struct RoundTripTests {
    @Test(arguments: 1...10)
    func `a printed statement is parsed to the same tree`(seed: UInt64) throws {
        var trees = RandomTrees(seed: seed)
        for _ in 0..<1_000 {
            let statement = trees.statement()
            try #require(try SelectStatement.parse(statement.description) == statement)
        }
    }

    @Test(arguments: 1...10)
    func `a printed expression survives a round trip`(seed: UInt64) throws {
        var trees = RandomTrees(seed: seed &+ 1_000)
        for _ in 0..<500 {
            let statement = SelectStatement(
                [ResultColumn(trees.term(5))], from: CollectionSource("_"))
            let text = statement.description
            try #require(try SelectStatement.parse(text).description == text)
        }
    }

    @Test func `the generated statements differ`() {
        var trees = RandomTrees(seed: 1)
        #expect(Set((0..<1_000).map { _ in trees.statement() }).count > 950)
    }
}
