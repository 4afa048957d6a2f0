import Foundation
import Testing

/// Runs `Scripts/checks/api` on small lists of declarations.
@Suite struct CheckAPITests {
    static let baseline = """
        Color: enum Color
        Color.red: case red
        Engine: protocol Engine
        Engine.run(_:): required func run(_ count: Int) throws
        Page: conforms to Swift.Hashable
        Page: struct Page<Model> where Model : Sendable
        Page.next(after:): func next(after cursor: String? = nil) -> Page<Model>?

        """

    /// Returns the output and the exit code of a comparison with the baseline.
    private func compare(_ current: String, allowing allowed: String = "") throws -> ScriptRun {
        let tree = try TemporaryTree([
            "old/Quire.txt": Self.baseline, "new/Quire.txt": current, "allowed.txt": allowed,
        ])
        return try ScriptRun(
            "checks/api",
            ["--compare", tree.path("old"), tree.path("new"), tree.path("allowed.txt")])
    }

    @Test func `an unchanged API has no breaking changes`() throws {
        let run = try compare(Self.baseline)
        #expect(run.output == "")
        #expect(run.exitCode == 0)
    }

    static let breaking: [(change: (of: String, to: String), report: String)] = [
        // Removed declarations and conformances.
        (
            ("Color.red: case red\n", ""), "- Quire.Color.red: case red\n"
        ),
        (
            ("Page: conforms to Swift.Hashable\n", ""),
            "- Quire.Page: conforms to Swift.Hashable\n"
        ),
        // Changed declarations.
        (
            (" = nil", ""),
            "- Quire.Page.next(after:): func next(after cursor: String? = nil) -> Page<Model>?\n"
        ),
        (
            ("Model : Sendable", "Model : Hashable"),
            "- Quire.Page: struct Page<Model> where Model : Sendable\n"
        ),
        // New cases and requirements of existing types.
        (
            ("case red\n", "case red\nColor.blue: case blue\n"), "+ Quire.Color.blue: case blue\n"
        ),
        (
            ("protocol Engine\n", "protocol Engine\nEngine.stop(): required func stop()\n"),
            "+ Quire.Engine.stop(): required func stop()\n"
        ),
    ]

    @Test(arguments: breaking)
    func `a breaking change is reported, unless it is allowed`(
        change: (of: String, to: String), report: String
    ) throws {
        let current = Self.baseline.replacingOccurrences(of: change.of, with: change.to)
        let run = try compare(current)
        #expect(run.output == report)
        #expect(run.exitCode == 1)

        let allowed = try compare(current, allowing: "# Renamed in 0.2.0\n" + report)
        #expect(allowed.output == "")
        #expect(allowed.exitCode == 0)
    }

    @Test(arguments: [
        "Page.count: var count: Int { get }\n",
        "Engine.stop(): func stop()\n",
        "Shape: enum Shape\nShape.round: case round\n",
        "Store: protocol Store\nStore.open(): required func open() throws\n",
    ])
    func `additions without new requirements are not breaking`(added: String) throws {
        let run = try compare(Self.baseline + added)
        #expect(run.output == "")
        #expect(run.exitCode == 0)
    }

    @Test func `the baseline lists the declarations of all modules`() throws {
        for (module, type) in [
            ("Fleece", "FleeceValue"), ("SQLPlusPlus", "PropertyPath"), ("Quire", "Repository"),
            ("CouchbaseLiteSwift", "Collection"), ("QuireTesting", "InMemoryStore"),
        ] {
            let lines = try ProjectFiles.text(of: "Scripts/support/api/\(module).txt")
                .split(separator: "\n")
            #expect(lines.count > 50, "\(module)")
            #expect(lines.contains { $0.hasPrefix("\(type): ") }, "\(module)")
        }
    }
}
