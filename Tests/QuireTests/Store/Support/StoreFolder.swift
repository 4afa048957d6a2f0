import CSQLite
import Fleece
import Foundation
import Quire
import QuireTestSupport

@testable import QuireStore

/// A folder for the databases of one test.
final class StoreFolder: Sendable {
    private let folder: TemporaryFolder

    var path: String { folder.path }

    init() throws {
        folder = try TemporaryFolder()
    }

    var configuration: DatabaseConfiguration { DatabaseConfiguration(directory: path) }

    func open(_ name: String = "test") throws -> Database {
        try Database(name: name, config: configuration)
    }

    /// Opens the database file with SQLite, creating it with its folder if it is missing.
    func sqlite(_ name: String = "test") throws -> SQLiteConnection {
        let folder = try DatabaseFolder(name: name, directory: path)
        try folder.prepare(durably: false)
        return try SQLiteConnection(path: folder.databaseFile, access: .readWriteCreate)
    }

    /// Returns rows of the database file, with columns joined by `|` and bytes as `x'..'`.
    func rows(_ sql: String, _ name: String = "test") throws -> [String] {
        try sqlite(name).rows(sql)
    }

    /// Creates a writable copy of a fixture.
    func copyFixture(_ fixture: String) throws {
        let source = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Fixtures").standardizedFileURL
        let copy = path + "/" + fixture
        try FileManager.default.copyItem(
            atPath: source.appending(path: fixture).path, toPath: copy)
        let inside = try FileManager.default.subpathsOfDirectory(atPath: copy)
        for file in [copy] + inside.map({ copy + "/" + $0 }) {
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: file)
        }
    }
}

// Unlike the sources, tests can use arbitrary SQL text.
extension SQLiteConnection {
    /// Executes SQL text with one or more statements.
    func execute(_ script: String, purpose: String) throws {
        let code = sqlite3_exec(handle, script, nil, nil, nil)
        if code != SQLITE_OK { throw failure(code, purpose: purpose) }
    }

    /// Compiles SQL text with one statement.
    func prepare(_ sql: String, purpose: String) throws -> SQLiteStatement {
        try prepare(SQLText(verbatim: sql), purpose: purpose)
    }

    func rows(_ sql: String) throws -> [String] {
        let statement = try prepare(sql, purpose: "test")
        var rows: [String] = []
        while try statement.step() {
            let columns = (0..<statement.columnCount).map { column in
                switch statement.type(at: column) {
                case .blob: "x'" + statement.bytes(at: column).hexadecimal + "'"
                case .null: "NULL"
                default: statement.string(at: column)
                }
            }
            rows.append(columns.joined(separator: "|"))
        }
        return rows
    }
}

extension DatabaseSchema {
    /// The SQL that creates the tables of a new database.
    static var creationScript: String { creation.map { $0.string + ";\n" }.joined() }
}

extension DocumentCollection {
    @discardableResult
    func save(
        _ id: String, _ json: String, expecting precondition: RevisionPrecondition = .any
    ) throws -> SavedRevision {
        try save(id: id, expecting: precondition) { try JSONReader.read(json, into: $0) }
    }

    @discardableResult
    func save(
        id: String, expecting precondition: RevisionPrecondition,
        body: (FleeceWriter) throws -> Void
    ) throws -> SavedRevision {
        try storage.save { writer in
            try body(writer)
            return WriteTarget(id: id, if: precondition)
        }.revision(in: storage)
    }

    @discardableResult
    func delete(
        id: String, expecting precondition: RevisionPrecondition
    ) throws -> SavedRevision? {
        try delete(id: id, if: precondition).revision(in: storage)
    }

    func json(_ id: String) throws -> String? {
        try record(id: id)?.json
    }
}

extension DocumentRecord {
    var json: String? { try? body.storage.root?.json(.canonical) }
}

extension [UInt8] {
    var hexadecimal: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined().uppercased()
    }

    init(hex: String) {
        let digits = hex.compactMap(\.hexDigitValue)
        self = stride(from: 0, to: digits.count, by: 2).map {
            UInt8(digits[$0] << 4 | digits[$0 + 1])
        }
    }
}

/// Returns the code of the error that a closure throws, if it is a `QuireError`.
func thrownCode(_ body: () throws -> Void) -> QuireError.Code? {
    thrownError(body)?.code
}

/// Returns the error that a closure throws, if it is a `QuireError`.
func thrownError(_ body: () throws -> Void) -> QuireError? {
    do {
        try body()
        return nil
    } catch {
        return error as? QuireError
    }
}
