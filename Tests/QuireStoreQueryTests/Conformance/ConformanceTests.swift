import Foundation
import Quire
import QuireTestSupport
import SQLPlusPlus
import Testing

/// The statements of `Fixtures/sqlpp/statements.jsonl` with the results of the original engine.
///
/// For intentional differences, `differences.jsonl` contains our result and the name of the reason,
/// and `reasons.tsv` the reasons.
@Suite struct ConformanceTests {
    private static let differences = Result {
        Dictionary(
            try SQLPlusPlusCase.read("differences.jsonl").map { ($0.sql, $0) },
            uniquingKeysWith: { first, _ in first })
    }

    static let statements = (try? SQLPlusPlusCase.read("statements.jsonl")) ?? []

    @Test func `all statements are loaded`() {
        #expect(Self.statements.count == 1291)
    }

    @Test(arguments: statements)
    func `a statement has the original's rows, column names and errors, or documented differences`(
        statement: SQLPlusPlusCase
    ) throws {
        let answer = try SQLPlusPlusDatabase.shared.get().answer(to: statement)
        let difference = try Self.differences.get()[statement.sql]
        let expected = difference ?? statement
        let problem: String? =
            switch answer {
            case .success(let answer): Self.problem(answer, expected)
            case .failure(let error): Self.problem(error, expected)
            }
        #expect(problem == nil, "\(statement): \(problem ?? "")")
        // A difference that no longer exists must be removed from the table.
        if difference != nil { #expect(!Self.isAsOriginal(answer, statement)) }
    }

    private static func problem(
        _ answer: SQLPlusPlusDatabase.Answer, _ expected: SQLPlusPlusCase
    ) -> String? {
        let isSame = answer.isSame(
            as: .init(columns: expected.columns, rows: expected.rows),
            isOrdered: expected.isOrdered)
        return isSame && !expected.isError ? nil : "answers \(answer.columns) \(answer.text)"
    }

    private static func problem(_ error: any Error, _ expected: SQLPlusPlusCase) -> String? {
        guard expected.isError, let error = error as? QuireError else { return "throws \(error)" }
        if let message = expected.value["error"]?.string {
            return error.message == message ? nil : error.message
        }
        let codes: [QuireError.Code] = [.invalidQuery, .missingIndex]
        guard codes.contains(error.code) else { return "throws \(error)" }
        guard let offset = expected.offset else { return nil }
        guard let location = error.underlyingError as? SQLPlusPlusError else {
            return "throws without a place: \(error.message)"
        }
        // The original's offset is inside or just after the invalid token.
        let text = Array(expected.sql.utf8)
        let end = text[location.offset...].firstIndex(of: UInt8(ascii: " ")) ?? text.count
        return (location.offset - 1...end + 1).contains(offset)
            ? nil : "points at \(location.offset), not at \(offset): \(error.message)"
    }

    private static func isAsOriginal(
        _ answer: Result<SQLPlusPlusDatabase.Answer, any Error>, _ statement: SQLPlusPlusCase
    ) -> Bool {
        switch answer {
        case .success(let answer): problem(answer, statement) == nil
        case .failure(let error): problem(error, statement) == nil
        }
    }

    // MARK: Reasons

    private static func reasons() throws -> [String: String] {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Fixtures/sqlpp/reasons.tsv").standardizedFileURL
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        return Dictionary(
            uniqueKeysWithValues: lines.map {
                let parts = $0.split(separator: "\t", maxSplits: 1)
                return (String(parts[0]), String(parts[1]))
            })
    }

    @Test func `every difference has a reason, and every reason a difference`() throws {
        let used = try Self.differences.get().values.compactMap { $0.value["reason"]?.string }
        #expect(try Set(used) == Set(Self.reasons().keys))
    }

    @Test func `the documentation contains every reason`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../docs/SQLPlusPlus.md").standardizedFileURL
        let text = try String(contentsOf: file, encoding: .utf8)
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let missing = try Self.reasons().values.filter { !text.contains($0) }
        #expect(missing.isEmpty)
    }
}
