import Quire
import QuireTestSupport
import Testing

/// Handwritten inputs and inputs found by a fuzzer, processed by the walk of the fuzzer.
@Suite struct FuzzRunTests {
    static let found: [String] = []

    static let texts =
        found + BuiltAttackTests.commands + QueryAttackTests.tooLarge
        + QueryLanguageTests.invalid.map(\.text) + ["", "\0", "SELECT `\0` FROM _ AS `\u{2028}`"]

    @Test(arguments: texts)
    func `no input violates an invariant`(text: String) {
        #expect(throws: Never.self) {
            try Array(text.utf8).withUnsafeBytes { try FuzzRun.compiler.run($0) }
        }
    }

    @Test func `a statement with a known result satisfies all invariants`() throws {
        for statement in try SQLPlusPlusCase.read("statements.jsonl") {
            try Array(statement.sql.utf8).withUnsafeBytes { try FuzzRun.compiler.run($0) }
        }
    }

    static let forms = FunctionFuzzRun.forms.indices.map { $0 }

    @Test(arguments: forms)
    func `functions and operators accept values at the limits of their ranges`(form: Int) throws {
        let form = FunctionFuzzRun.forms[form]
        let database = try FuzzRun.database.get()
        let values: [Parameters.Value?] = [nil] + FunctionFuzzRun.values
        var random = SplitMix64(seed: 1)
        let counts = [
            form.counts.lowerBound, min(form.counts.upperBound, 3), form.counts.upperBound,
        ]
        for count in Set(counts) {
            for _ in 0..<(count == 0 ? 1 : count > 5 ? 1 : 8) {
                let arguments = (0..<count).map { _ in values[random.next(below: values.count)] }
                try FunctionFuzzRun(form, arguments).run(on: database)
            }
        }
    }
}
