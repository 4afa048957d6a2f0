import Foundation
import Testing

/// The scripts are listed where a contributor looks for them.
@Suite struct ScriptsTests {
    private static func names(in folder: String) throws -> [String] {
        let path = ProjectFiles.root.appending(path: folder).path
        return try FileManager.default.contentsOfDirectory(atPath: path)
            .filter { $0.hasPrefix(".") == false }
    }

    @Test func `make and the table of CONTRIBUTING have a line for each script`() throws {
        let makefile = try ProjectFiles.text(of: "Makefile")
        let table = try ProjectFiles.text(of: "CONTRIBUTING.md")
        let scripts = Set(try Self.names(in: "Scripts")).subtracting(["checks", "support"])
        #expect(scripts.count <= 13, "a contributor reads all of them")
        for script in scripts {
            #expect(makefile.contains("\n\(script): ## "), "\(script)")
            #expect(table.contains("| `make \(script)` | `Scripts/\(script)` |"), "\(script)")
        }
    }

    @Test func `the table of checks calls each script of a check`() throws {
        let table = try ProjectFiles.text(of: "Scripts/check")
        let checks = try Self.names(in: "Scripts/checks")
        #expect(checks.isEmpty == false)
        for check in checks {
            #expect(table.contains("\n        Scripts/checks/\(check)"), "\(check)")
        }
    }
}
