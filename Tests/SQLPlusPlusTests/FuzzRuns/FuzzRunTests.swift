import Testing

/// Handwritten inputs and inputs found by a fuzzer, processed by the run of the fuzzer.
@Suite struct FuzzRunTests {
    static let texts =
        AcceptedStatementTests.statements.map(\.text)
        + RejectedStatementTests.statements.map(\.text)
        + NestingTests.forms.map { String(repeating: $0.opening, count: 40) + $0.middle }
        + ["", "\0", "\u{FEFF}SELECT a FROM _", "SELECT `\0` FROM `\u{2028}`"]

    @Test(arguments: texts)
    func `no text violates an invariant`(text: String) {
        #expect(throws: Never.self) {
            try Array(text.utf8).withUnsafeBytes { try FuzzRun.parser.run($0) }
        }
    }
}
