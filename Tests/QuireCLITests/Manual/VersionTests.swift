import Foundation
import Testing

@testable import QuireCLI

@Suite struct VersionTests {
    @Test func `the newest version that the changelog tells of is the program's`() throws {
        let changelog = try RepositoryFile.text(of: "CHANGELOG.md")
        let newest = changelog.split(separator: "\n").first {
            $0.hasPrefix("## [") && !$0.hasPrefix("## [Unreleased]")
        }
        #expect(newest.map(String.init) == "## [\(Version.text)] - \(Version.date)")
    }

    @Test func `the program says its version`() {
        #expect(ToolRun(["--version"]).output == "quire \(Version.text)\n")
    }
}
