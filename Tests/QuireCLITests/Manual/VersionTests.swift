import Foundation
import Testing

@testable import QuireCLI

@Suite struct VersionTests {
    @Test func `the program's version is the newest in the changelog`() throws {
        let changelog = try RepositoryFile.text(of: "CHANGELOG.md")
        let newest = changelog.split(separator: "\n").first {
            $0.hasPrefix("## [") && !$0.hasPrefix("## [Unreleased]")
        }
        #expect(newest.map(String.init) == "## [\(Version.text)] - \(Version.date)")
    }

    @Test func `the program prints its version`() {
        #expect(ToolRun(["--version"]).output == "quire \(Version.text)\n")
    }
}
