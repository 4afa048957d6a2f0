import CSQLite
import DatabaseTestSupport
import Quire
import QuireInspection
import Testing

@testable import QuireStore

/// The check of Couchbase Lite 2 bundles, whose indexes refer to the current revisions in trees.
@Suite struct OlderIndexCheckTests {
    let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
    }

    private func findings() throws -> [String] {
        var findings: [String] = []
        let path = folder.path + "/test.cblite2"
        _ = try BundleCheck.run(path: path) { findings.append("\($0.location): \($0.message)") }
        return findings
    }

    /// Creates an index with a function of the test: the letter in the name of ``LegacyBundle``'s
    /// documents, which is in the last body of a record.
    private func write(_ schema: Int, isRight: Bool) throws {
        try LegacyBundle(schema: schema).write(to: folder)
        let connection = try folder.sqlite()
        let name: SQLiteScalarFunction = { context, _, values in
            let result = SQLiteResult(context: context)
            let bytes = Array(
                SQLiteArgument(values, 0)?.bytes ?? UnsafeRawBufferPointer(start: nil, count: 0))
            guard let start = bytes.firstRange(of: [0x70, 2, 0, 0, 0x41])?.upperBound else {
                return result.setMissing()
            }
            [bytes[start]].withUnsafeBytes { result.set(text: $0) }
        }
        let nothing: SQLiteScalarFunction = { context, _, _ in
            SQLiteResult(context: context).setMissing()
        }
        try connection.register(
            function: "fl_value", argumentCount: 2, use: .schema, isRight ? name : nothing)
        try connection.execute(
            "CREATE INDEX byName ON kv_default (fl_value(body, 'name'))", purpose: "test")
    }

    @Test(arguments: [201, 301, 302, 400, 502])
    func `an index with the right values is no finding`(schema: Int) throws {
        try write(schema, isRight: true)
        #expect(try findings() == [])
    }

    @Test(arguments: [201, 301, 302, 400, 502])
    func `an index with wrong values is a finding`(schema: Int) throws {
        try write(schema, isRight: false)
        #expect(try findings().contains { $0.contains("byName") })
    }

    @Test(arguments: [302, 400])
    func `a damaged revision tree is a finding of its document, and no crash`(schema: Int) throws {
        try write(schema, isRight: true)
        try folder.sqlite().execute("DROP INDEX byName", purpose: "test")
        try folder.sqlite().execute(
            "UPDATE kv_default SET body = x'FFFFFFFF0000' WHERE key = 'one'", purpose: "test")
        let connection = try folder.sqlite()
        try connection.applySettings(fullSync: false)
        try connection.execute(
            "CREATE INDEX byName ON kv_default (fl_value(body, 'name'))", purpose: "test")
        #expect(try findings().contains { $0.contains("\"one\"") })
    }
}
