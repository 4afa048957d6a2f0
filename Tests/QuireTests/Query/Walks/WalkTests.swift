import Testing

/// Texts that a fuzzer found, or somebody thought of, go through the walk of the fuzzer.
@Suite struct WalkTests {
    static let found: [String] = []

    static let texts =
        found + BuiltAttackTests.commands + QueryAttackTests.tooLarge
        + QueryLanguageTests.invalid.map(\.text) + ["", "\0", "SELECT `\0` FROM _ AS `\u{2028}`"]

    @Test(arguments: texts)
    func `no text breaks a promise`(text: String) {
        #expect(throws: Never.self) {
            try Array(text.utf8).withUnsafeBytes { try Walk.compiler.run($0) }
        }
    }

    @Test func `a statement with a known answer keeps all promises`() throws {
        for statement in try SQLPlusPlusCase.read("statements.jsonl") {
            try Array(statement.sql.utf8).withUnsafeBytes { try Walk.compiler.run($0) }
        }
    }
}
