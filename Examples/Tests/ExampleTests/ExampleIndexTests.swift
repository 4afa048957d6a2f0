#if os(macOS) || os(Linux)
    import Foundation
    import Testing

    /// The index of the examples, and their READMEs.
    @Suite struct ExampleIndexTests {
        private static func text(_ path: String) throws -> String {
            try String(contentsOf: PrintedOutputTests.root.appending(path: path), encoding: .utf8)
        }

        @Test(arguments: PrintedOutputTests.examples.map(\.name))
        func `an example's README contains its output`(name: String) throws {
            let output = try Self.text("\(name)/expected-output.txt")
            let readme = try Self.text("\(name)/README.md")
            #expect(readme.contains("```text\n\(output)```\n"))
        }

        @Test func `the index lists each example once`() throws {
            let listed = try Self.text("README.md").matches(of: /\]\((\w+)\/README\.md\)/)
            #expect(listed.map { String($0.1) }.sorted() == PrintedOutputTests.examples.map(\.name))
        }
    }
#endif
