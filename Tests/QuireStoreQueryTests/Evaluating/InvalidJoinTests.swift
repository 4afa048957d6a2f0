import Quire
import QuireTesting
import SQLPlusPlus
import Testing

/// Statements with several sources that are not valid.
@Suite struct InvalidJoinTests {
    private static let equality = QueryTerm.operation(
        .equal,
        [
            .value(at: PropertyPath([.key("n")]), of: "x"),
            .value(at: PropertyPath([.key("n")]), of: "y"),
        ])

    static let invalid: [(String, SelectStatement)] = {
        let (x, y, z) = (
            CollectionSource("_", as: "x"), CollectionSource("_", as: "y"),
            CollectionSource("_", as: "z")
        )
        let n = PropertyPath([.key("n")])
        let column = ResultColumn(.value(at: n, of: "x"))
        let later = QueryTerm.operation(.equal, [.value(at: n, of: "x"), .value(at: n, of: "z")])
        let nested = (0..<40).reduce(SelectStatement([.star], from: x)) { inner, _ in
            SelectStatement([.star], from: CollectionSource("_"), where: .exists(inner))
        }
        return [
            ("two names", SelectStatement([column], from: x, joining: [.join(.cross, x, on: nil)])),
            (
                "no condition",
                SelectStatement([column], from: x, joining: [.join(.left, y, on: nil)])
            ),
            (
                "a condition of CROSS JOIN",
                SelectStatement([column], from: x, joining: [.join(.cross, y, on: equality)])
            ),
            (
                "no source",
                SelectStatement(
                    [ResultColumn(.value(at: n))], from: x,
                    joining: [.join(.inner, y, on: equality)])
            ),
            (
                "all of several sources",
                SelectStatement([.star], from: x, joining: [.join(.inner, y, on: equality)])
            ),
            (
                "another source",
                SelectStatement(
                    [ResultColumn(.value(at: n, of: "q"))], from: x,
                    joining: [.join(.inner, y, on: equality)])
            ),
            (
                "a later source",
                SelectStatement(
                    [column], from: x,
                    joining: [.join(.left, y, on: later), .join(.cross, z, on: nil)])
            ),
            (
                "an aggregate in ON",
                SelectStatement(
                    [column], from: x,
                    joining: [.join(.inner, y, on: .call("COUNT", [.value(at: n, of: "y")]))])
            ),
            (
                "an aggregate in UNNEST",
                SelectStatement(
                    [column], from: x,
                    joining: [.unnest(.call("ARRAY_AGG", [.value(at: n, of: "x")]), as: "y")])
            ),
            ("nested queries", nested),
        ]
    }()

    @Test(arguments: invalid)
    func `an invalid statement with several sources is rejected`(
        name: String, statement: SelectStatement
    ) throws {
        let error = #expect(throws: QuireError.self) { try InMemoryStore().rows(of: statement) }
        #expect(error?.code == .invalidQuery)
    }
}
