package import Foundation
package import Quire
import QuireTestSupport

/// A folder for the databases of one test.
package final class StoreFolder: Sendable {
    /// The databases that tests read, with the descriptions of their contents.
    package static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Fixtures")

    private let folder: TemporaryFolder

    package var path: String { folder.path }

    package init() throws {
        folder = try TemporaryFolder()
    }

    package var configuration: DatabaseConfiguration { DatabaseConfiguration(directory: path) }

    package func open(_ name: String = "test") throws -> Database {
        try Database(name: name, config: configuration)
    }

    /// Returns rows of the database file, with columns joined by `|` and bytes as `x'..'`.
    package func rows(_ sql: String, _ name: String = "test") throws -> [String] {
        try plainFile(name).rows(sql)
    }

    /// Executes SQL text with one or more statements in the database file, as another program.
    package func execute(_ script: String, purpose: String) throws {
        try plainFile("test").execute(script, purpose: purpose)
    }

    /// Opens the database file, creating it with its folder if it is missing.
    private func plainFile(_ name: String) throws -> PlainSQLite {
        let folder = try DatabaseFolder(name: name, directory: path)
        try folder.prepare(durably: false)
        return try PlainSQLite(path: folder.path + "/db.sqlite3")
    }

    /// Creates a writable copy of a fixture.
    package func copyFixture(_ fixture: String) throws {
        let copy = path + "/" + fixture
        try FileManager.default.copyItem(
            atPath: Self.fixtures.appending(path: fixture).path, toPath: copy)
        let inside = try FileManager.default.subpathsOfDirectory(atPath: copy)
        for file in [copy] + inside.map({ copy + "/" + $0 }) {
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: file)
        }
    }
}
