import Foundation
import QuireTestSupport
import Testing

@testable import QuireCLI

@Suite struct GenerateTestsCommandTests {
    /// A source file, the types with generated tests, and the notes about other types.
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let models: [String]
        let note: String

        init(_ text: String, _ models: [String], note: String = "") {
            self.text = text
            self.models = models
            self.note = note
        }

        var testDescription: String { text }
    }

    static let cases = [
        Case("struct A: Codable { var x: Int }", ["A"]),
        Case("struct A: Decodable, Encodable {}", ["A"]),
        Case("struct A: Sendable & Swift.Codable {}", ["A"]),
        Case("struct A: DocumentModel {}; struct B: Quire.DocumentModel {}", ["A", "B"]),
        Case("enum A: String, Codable { case a }", ["A"]),
        Case("final class A: Codable {}", ["A"]),
        Case("class A: Codable {}; class B: A {}", ["A", "B"]),
        Case("struct A: @unchecked Sendable, Codable {}", ["A"]),
        Case("struct A /* : Codable */ : /* : */ // Codable\n Codable {}", ["A"]),
        Case(
            "struct A: Codable { struct B: Codable {}; enum C { struct D: Codable {} } }",
            [
                "A", "A.B", "A.C.D",
            ]),
        Case("struct A {}; extension A: Codable {}", ["A"]),
        Case("enum A {}; extension A { struct B: Codable {} }", ["A.B"]),
        Case("enum A { struct B {} }; extension A.B: Codable {}", ["A.B"]),
        Case("protocol P: Codable {}; struct A: P {}", ["A"]),
        Case("protocol P: Sendable, Q {}; protocol Q: Codable {}; struct A: P {}", ["A"]),
        Case("typealias P = Codable & Sendable\nstruct A: P {}", ["A"]),
        Case("struct `default`: Codable {}", ["`default`"]),
        Case(
            "struct A: Codable {}; struct B: Decodable {}", ["A"],
            note: "B is Decodable, but not Encodable; a round trip needs both"),
        Case(
            "struct A: Codable {}; struct B: Encodable {}", ["A"],
            note: "B is Encodable, but not Decodable; a round trip needs both"),
        Case("struct A: Codable {}; let b: any Codable = 1", ["A"]),
        Case("struct A: Codable { enum CodingKeys: String, CodingKey { case a } }", ["A"]),
        Case(
            "struct A: Codable {}\n// struct B: Codable {}\nlet s = \"struct C: Codable {}\"",
            [
                "A"
            ]),
        Case("struct A: Codable {}; struct B<T: Codable>: Codable {}", ["A"], note: "B is generic"),
        Case(
            "struct A: Codable {}; struct B<T> { struct C: Codable {} }", ["A"],
            note: "B.C is generic"),
        Case("struct A: Codable {}; private struct B: Codable {}", ["A"], note: "B is private"),
        Case(
            "struct A: Codable {}; private enum B {}; extension B { struct C: Codable {} }", ["A"],
            note: "B.C is private"),
        Case(
            "struct A: Codable {}; extension B: Codable {}", ["A"],
            note: "B is declared in another file"),
    ]

    static let protocols =
        KnownTypes.quire.flatMap { name in
            [
                Case("struct A: \(name) {}", ["A"]),
                Case("struct A: Sendable {}; extension A: Quire.\(name) {}", ["A"]),
                Case("protocol P: Sendable, \(name) {}; enum A: P { case a }", ["A"]),
                Case("typealias P = \(name) & Sendable\nclass A: P {}", ["A"]),
            ]
        } + [
            Case("protocol P where Self: Sendable, Self: Codable {}; struct A: P {}", ["A"]),
            Case("protocol P<T>: Codable { associatedtype T }; struct A: P {}", ["A"]),
            Case(
                "protocol P: Q {}; protocol Q: R {}; protocol R: Codable {}; struct A: P {}", ["A"]),
            Case("protocol P: Q {}; protocol Q: P, Codable {}; struct A: P {}", ["A"]),
            Case("enum N { typealias P = Codable }; struct A: N.P {}", ["A"]),
            Case("struct A: M.P {}; protocol P: Codable {}", ["A"]),
            Case("typealias B = A\nstruct A {}; extension B: Codable {}", ["A"]),
            Case("typealias C = B\ntypealias B = A\nextension C: Codable {}; struct A {}", ["A"]),
            Case("protocol Encodable2: Encodable {}; struct A: Encodable2, Decodable {}", ["A"]),
            Case("struct A {}; extension A: @retroactive Codable {}", ["A"]),
            // A protocol of the files hides one of a library.
            Case(
                "protocol DocumentModel {}; struct A: DocumentModel {}; struct B: Codable {}", ["B"]
            ),
        ]

    static let leftOut = [
        Case(
            "struct A: Codable {}; struct B: Base {}", ["A"],
            note:
                "B inherits from 'Base', which no file declares; add its file if it implies Codable"
        ),
        Case(
            "struct A: Codable {}; protocol P: Base {}; struct B: P, Other.Kind, Encodable {}",
            ["A"],
            note: "B inherits from 'Base' and 'Other.Kind', which no file declares; add their files"
        ),
        Case(
            "struct A: Codable {}; func f() { struct B: Codable {} }", ["A"],
            note: "B is declared in a function; tests cannot access it"),
        Case(
            "struct A: Codable { var x: Int { struct B: Codable {}; return 1 } }", ["A"],
            note: "A.B is declared in a function"),
        Case(
            "struct A: Codable {}; let x = { struct B: Codable {}; return 1 }()", ["A"],
            note: "B is declared in a function"),
        Case(
            "func f() { struct A {} }; struct A: Codable {}; func g() { struct A: Codable {} }",
            ["A"],
            note: "A is declared in a function"),
    ]

    static let unrelated = [
        "enum B: Int, CaseIterable, Sendable {}", "struct B: Equatable & Hashable {}",
        "class B: ObservableObject {}", "struct B: ExpressibleByIntegerLiteral {}",
        "struct B: RepositoryMiddleware {}", "enum B: Swift.Error {}", "struct B: ~Copyable {}",
        "private struct B: Base {}", "struct B<T>: Base {}", "func f() { struct B: Base {} }",
    ].map { Case("struct A: Codable {}; \($0)", ["A"]) }

    @Test(arguments: cases + protocols + leftOut + unrelated)
    func `models are found for every form of conformance`(example: Case) throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(example.text, to: "Models.swift")
        let run = ToolRun(["generate-tests", file.path])
        let models = run.lines.compactMap { line -> String? in
            let call = line.trimmingCharacters(in: .whitespaces)
            return call.hasPrefix("expectRoundTrips(")
                ? String(call.dropFirst("expectRoundTrips(".count).dropLast(".self)".count)) : nil
        }
        #expect(
            run.code == .success && models == example.models
                && (example.note.isEmpty ? run.notes.isEmpty : run.notes.contains(example.note)),
            "\(run.output)\(run.notes)")
    }

    /// The protocols in the baseline of the public API that refine `Codable`, also indirectly.
    private func codableProtocols() throws -> Set<String> {
        let baselines = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Scripts/support/api").standardizedFileURL
        var parents: [String: [String]] = [:]
        for module in ["Quire", "QuireTesting", "QuirePostgreSQL", "Fleece"] {
            let text = try String(
                contentsOf: baselines.appending(path: "\(module).txt"), encoding: .utf8)
            for line in text.split(separator: "\n") {
                guard let match = line.wholeMatch(of: /(\w+): protocol [^:]+ : (.*)/) else {
                    continue
                }
                parents[String(match.1)] = match.2.split(separator: ", ").map(String.init)
            }
        }
        var found: Set<String> = ["Decodable"]
        while let next = parents.first(where: { name, inherited in
            !found.contains(name) && !found.isDisjoint(with: inherited)
        }) {
            found.insert(next.key)
        }
        return found.subtracting(["Decodable"])
    }

    @Test func `all protocols of the public API that refine Codable are known`() throws {
        #expect(try codableProtocols() == Set(KnownTypes.quire))
    }

    @Test func `an extension in one file makes a type in another file a model`() throws {
        let folder = try TemporaryFolder()
        let files = try [
            folder.write("extension A.B: Codable {}", to: "Coding.swift"),
            folder.write("public enum A { public struct B { var x: Int } }", to: "A.swift"),
        ]
        let run = ToolRun(["generate-tests", "--module", "Models"] + files.map(\.path))
        #expect(
            run.output == """
                \(TestFile.firstLine)

                import QuireTesting
                import Testing
                import Models

                @Suite struct RoundTripTests {
                    @Test func `A.B survives a round trip`() {
                        expectRoundTrips(A.B.self)
                    }
                }

                """)
    }

    private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../QuireTestingTests").standardizedFileURL

    @Test func `the tests of the sound models are identical to the generated ones`() throws {
        let models = Self.tests.appending(path: "SoundModels.swift").path
        let run = ToolRun(["generate-tests", models, "--suite", "SoundModelTests"])
        let expected = try String(
            contentsOf: Self.tests.appending(path: "SoundModelTests.swift"), encoding: .utf8)
        #expect(run.output == expected)
        #expect(
            run.notes == "quire generate-tests: \(models): Sound.Page is generic; write a test "
                + "with specific types\n")
    }

    @Test func `a generated file is replaced, but not a handwritten one`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("struct A: Codable {}", to: "A.swift")
        let output = folder.path + "/ATests.swift"
        let runs = (0..<2).map { _ in ToolRun(["generate-tests", file.path, "-o", output]) }
        let refused = ToolRun(["generate-tests", file.path, "-o", file.path])
        let text = try String(contentsOfFile: output, encoding: .utf8)
        #expect(runs.allSatisfy { $0.code == .success && $0.output.isEmpty })
        #expect(text == ToolRun(["generate-tests", file.path]).output)
        #expect(
            refused.code == .failure && refused.notes.contains("was not generated by this command"))
    }

    static let refused = [
        ("struct A: Codable {", CommandLineTool.ExitCode.failure, "error: "),
        ("struct A {}", .failure, "no model found in "),
    ]

    @Test(arguments: refused)
    func `a file without models, or that is not Swift, is rejected`(
        text: String, code: CommandLineTool.ExitCode, reason: String
    ) throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(text, to: "A.swift")
        let run = ToolRun(["generate-tests", file.path])
        #expect(run.code == code && run.output.isEmpty && run.notes.contains(reason))
    }

    @Test func `a missing file and an invalid name are rejected`() {
        let missing = ToolRun(["generate-tests", "/nowhere/A.swift"])
        #expect(
            missing.code == .failure && missing.notes.contains("/nowhere/A.swift cannot be read"))
    }
}
