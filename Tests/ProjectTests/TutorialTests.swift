import Foundation
import Testing

/// The code and the pictures of the tutorial are those of programs that tests run.
///
/// `Scripts/checks/tutorial` compiles the code of each step.
@Suite struct TutorialTests {
    private static let folder = "Sources/Quire/Quire.docc/Tutorials"

    /// The names of the pages, in the order of the table of contents.
    private static let pages = arguments(
        of: #/@TutorialReference\(tutorial: "doc:([^"]+)"\)/#, in: "Tutorials")

    /// The programs at the end of the pages, which are in `Examples/Tutorial`.
    static let programs = [
        (page: "SavingTrips", program: "SavingTrips"),
        (page: "FindingTrips", program: "FindingTrips"),
        (page: "ChangingTrips", program: "ChangingTrips"),
        (page: "ConnectingTrips", program: "ConnectingTrips"),
        (page: "WatchingTrips", program: "TravelNotebook"),
        (page: "TestingTrips", program: "TravelNotebook"),
        (page: "TestingTrips", program: "TravelNotebookTests"),
    ]

    private static func arguments(
        of directive: Regex<(Substring, Substring)>, in page: String
    ) -> [String] {
        let text = (try? ProjectFiles.text(of: "\(folder)/\(page).tutorial")) ?? ""
        return text.matches(of: directive).map { String($0.1) }
    }

    private static func names(in folder: String) -> Set<String> {
        let path = ProjectFiles.root.appending(path: folder).path
        return Set((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
    }

    /// Returns the files of a reader's package after a page, by name.
    private static func files(after page: String) -> [String: String] {
        var files: [String: String] = [:]
        for current in pages {
            let text = (try? ProjectFiles.text(of: "\(folder)/\(current).tutorial")) ?? ""
            for match in text.matches(of: #/@Code\(name: "([^"]+)", file: "([^"]+)"/#) {
                files[String(match.1)] = String(match.2)
            }
            if current == page { break }
        }
        return files
    }

    @Test func `the table of contents lists all pages`() {
        let files = Self.names(in: Self.folder).filter { $0.hasSuffix(".tutorial") }
        #expect(Set(Self.pages.map { "\($0).tutorial" } + ["Tutorials.tutorial"]) == files)
        #expect(Self.pages.count >= 4)
    }

    @Test func `each code file belongs to a step`() {
        let files = Self.pages.flatMap { Self.arguments(of: #/ file: "([^"]+)"/#, in: $0) }
        #expect(Set(files) == Self.names(in: "\(Self.folder)/Code"))
    }

    @Test(arguments: programs)
    func `the code at the end of a page is that of a program which tests run`(
        page: String, program: String
    ) throws {
        let isTest = program.hasSuffix("Tests")
        let expected = Self.files(after: page).filter { name, _ in
            name.hasSuffix(".swift") && name != "Package.swift"
                && name.hasSuffix("Tests.swift") == isTest
        }
        let built = "Examples/Tutorial/\(program)"
        #expect(Set(expected.keys) == Self.names(in: built).filter { $0.hasSuffix(".swift") })
        for (name, file) in expected {
            let step = try ProjectFiles.text(of: "\(Self.folder)/Code/\(file)")
            #expect(try ProjectFiles.text(of: "\(built)/\(name)") == step, "\(name)")
        }
    }

    @Test func `the pictures show what the programs print`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "quire-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let run = try ScriptRun("docs", ["--pictures", folder.path])
        #expect(run.exitCode == 0, "\(run.output)")
        let drawn = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(drawn) == Self.names(in: "\(Self.folder)/Images"))
        for name in drawn {
            let picture = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            let shown = try ProjectFiles.text(of: "\(Self.folder)/Images/\(name)")
            #expect(picture == shown, "call Scripts/docs --pictures to draw \(name)")
        }
        let sources = (Self.pages + ["Tutorials"])
            .flatMap { Self.arguments(of: #/@Image\(source: "([^"]+)\.svg"/#, in: $0) }
        #expect(Set(sources.flatMap { ["\($0).svg", "\($0)~dark.svg"] }) == Set(drawn))
    }
}
