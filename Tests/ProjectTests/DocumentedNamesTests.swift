import Foundation
import Testing

/// The names in the documents for contributors refer to existing files, functions and types.
@Suite struct DocumentedNamesTests {
    static let documents = [
        "docs/Architecture.md", "docs/PostgreSQL.md", "docs/Replication.md", "docs/Studio.md",
        "CONTRIBUTING.md",
    ]
    static let declared = Result { try DeclaredNames(files: ProjectFiles.sources) }

    /// Names of Swift, Foundation, SQLite and the query language.
    static let foreign: Set<String> = [
        "Codable", "encode(to:)", "Mirror", "NSError", "String", "EncodingError", "DecodingError",
        "Makefile",
    ]

    @Test(arguments: documents)
    func `a document for contributors refers to existing files, functions and types`(
        path: String
    ) throws {
        let declared = try Self.declared.get()
        let unknown = Self.names(in: try ProjectFiles.text(of: path)).filter {
            !Self.exists($0.name, files: $0.files, declared)
        }
        #expect(unknown.map(\.name) == [], "\(path) names what does not exist")
    }

    @Test func `the three paths refer to many functions`() throws {
        let text = try ProjectFiles.text(of: "docs/Architecture.md")
        let functions = Self.names(in: text).filter { $0.name.hasSuffix(")") }
        #expect(functions.count >= 20)
    }

    static let cases: [(name: String, files: [String], exists: Bool)] = [
        ("Sources/Fleece", [], true), ("Sources/Nothing", [], false),
        ("QuireStoreQuery/Compiling", [], true), ("Query/Nothing", [], false),
        ("a.swift", [], true), ("b.swift", [], false),
        ("save(_:by:)", [], true), ("save(_:)", [], false),
        ("save(_:by:)", ["a.swift"], true), ("save(_:by:)", ["b.swift"], false),
        ("filter(_:in:)", [], true), ("Store.init(name:)", [], true), ("Store", [], true),
        ("Shop", [], false),
        ("fl_value(body, 'a')", [], true), ("SELECT", [], true), ("Examples/NAME", [], true),
    ]

    @Test(arguments: cases)
    func `a name exists if it is declared`(
        name: String, files: [String], exists: Bool
    ) {
        let declared = DeclaredNames(
            """
            struct Store {
                init?(name: String = "a, b") {}
                @inlinable public func save<Model: Codable>(
                    _ model: Model, by change: (Int, Int) -> Void
                ) throws
                func filter(
                    @Builder<Model, Field<Model>> _ lines: (Model) -> Bool, @Other in name: String
                )
            }
            """, file: "a.swift")
        #expect(Self.exists(name, files: files, declared) == exists)
    }

    // MARK: Names

    /// Returns the names in backticks outside of code blocks, with the files named directly before
    /// them:
    /// `File.swift`, `function()` and `other()`.
    static func names(in text: String) -> [(name: String, files: [String])] {
        var names: [(String, [String])] = []
        for (index, block) in text.split(separator: "```", omittingEmptySubsequences: false)
            .enumerated() where index.isMultiple(of: 2)
        {
            var files: [String] = []
            var previousIsFile = false
            for (index, part) in block.split(separator: "`", omittingEmptySubsequences: false)
                .enumerated()
            {
                if index.isMultiple(of: 2) {
                    if ![", ", " and ", ",\n   "].contains(part) { files = [] }
                    continue
                }
                let name = String(part)
                let isFile = name.hasSuffix(".swift")
                if isFile { files = (previousIsFile ? files : []) + [name] }
                previousIsFile = isFile
                names.append((name, files))
            }
        }
        return names
    }

    static func exists(_ name: String, files: [String], _ declared: DeclaredNames) -> Bool {
        if name.contains("NAME") || foreign.contains(name) { return true }
        if name.wholeMatch(of: /[A-Za-z]+(\/[A-Za-z+.\-]+)+\/?/) != nil {
            return ["", "Sources/", "Sources/QuireStore/"].contains {
                let url = ProjectFiles.root.appending(path: $0 + name)
                return FileManager.default.fileExists(atPath: url.path)
            }
        }
        if name.wholeMatch(of: /[A-Za-z+]+\.swift/) != nil {
            return declared.functions[name] != nil
                || ProjectFiles.sources.contains { $0.hasSuffix("/" + name) }
        }
        let function = /([A-Z][A-Za-z]*\.)?(?<name>[a-z][A-Za-z]*\(([a-zA-Z_]+:)*\))/
        if let match = name.wholeMatch(of: function) {
            return declared.declares(String(match.name), in: files)
        }
        // A type, or a member of it; or a folder.
        let type = /(?<name>[A-Z][A-Za-z]*[a-z][A-Za-z]*)(\.[a-z][A-Za-z]*)?/
        guard let match = name.wholeMatch(of: type) else { return true }
        let target = ProjectFiles.root.appending(path: "Sources/\(match.name)")
        return declared.types.contains(String(match.name))
            || ProjectFiles.sources.contains { $0.contains("/\(match.name)/") }
            || FileManager.default.fileExists(atPath: target.path)
    }
}
