import Testing

@Suite struct CompareOutputTests {
    static let same: [(expected: String, actual: String)] = [
        ("", ""),
        ("one\ntwo\n", "one\ntwo\n"),
        ("one\n", "one"),
        ("in {path}\n", "in /tmp/x y\n"),
        ("{path}.cblite2: {path} done\n", "/a.cblite2/b.cblite2: it is done: done done\n"),
        ("a.b*[c\\n\n", "a.b*[c\\n\n"),
    ]

    static let different: [(expected: String, actual: String, line: Int)] = [
        ("one\n", "", 1),
        ("", "one\n", 1),
        ("one\ntwo\n", "one\ntow\n", 2),
        ("one\ntwo\n", "one\n", 2),
        ("one\n", "one\n\n", 2),
        ("in {path}\n", "in \n", 1),
        ("in {path}.\n", "in /tmp\n", 1),
        ("in {path}\n", "in /tmp\nmore\n", 2),
        ("{path}a{path}b\n", "xab\n", 1),
        ("a.b\n", "axb\n", 1),
        ("1\n", "1.0\n", 1),
    ]

    static func run(_ expected: String, _ actual: String) throws -> ScriptRun {
        let tree = try TemporaryTree(["expected": expected, "actual": actual])
        defer { withExtendedLifetime(tree) {} }
        return try ScriptRun("compare-output", [tree.path("expected"), tree.path("actual")])
    }

    @Test(arguments: same)
    func `equal lines pass, and {path} stands for anything`(expected: String, actual: String) throws
    {
        let run = try Self.run(expected, actual)
        #expect(run.exitCode == 0 && run.output == "", "\(run.output)")
    }

    @Test(arguments: different)
    func `the first line that differs is named`(expected: String, actual: String, line: Int) throws
    {
        let run = try Self.run(expected, actual)
        #expect(run.exitCode == 1 && run.output.hasPrefix("line \(line)\n"), "\(run.output)")
    }
}
