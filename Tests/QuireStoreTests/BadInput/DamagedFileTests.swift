import DatabaseTestSupport
import Foundation
import Quire
import Testing

@testable import QuireStore

/// Files that are truncated or contain invalid pages.
@Suite struct DamagedFileTests {
    static let pageSize = 4096

    let folder: StoreFolder
    /// The IDs of the documents, most of which have a separate page.
    let ids = (0..<20).map { "document-\($0)" }

    init() throws {
        folder = try StoreFolder()
        let database = try folder.open()
        let collection = try database.defaultCollection()
        let text = String(repeating: "x", count: 2500)
        try database.inBatch {
            for id in ids { try collection.save(id, "{\"id\":\"\(id)\",\"text\":\"\(text)\"}") }
        }
        try database.close()
    }

    private var file: URL { URL(filePath: folder.path + "/test.cblite2/db.sqlite3") }

    private func change(_ body: (inout Data) -> Void) throws {
        var bytes = try Data(contentsOf: file)
        body(&bytes)
        try bytes.write(to: file)
    }

    /// Opens the database, reads all documents, and returns the errors.
    private func useEverything() -> [QuireError] {
        var errors: [QuireError] = []
        func attempt(_ body: () throws -> Void) {
            do { try body() } catch {
                if let error = error as? QuireError { errors.append(error) }
                #expect(error is QuireError, "\(error)")
            }
        }
        attempt {
            let database = try folder.open()
            let collection = try database.defaultCollection()
            for id in ids { attempt { _ = try collection.record(id: id) } }
            attempt { try collection.forEachRecord(onDamage: { _, _ in }) { _ in } }
            attempt { _ = try collection.countDocuments() }
            attempt { try collection.save("new", "{}") }
            attempt { try collection.delete(id: ids[0], expecting: .any) }
            attempt { try database.performMaintenance(type: .integrityCheck) }
            attempt { try database.close() }
        }
        return errors
    }

    // MARK: Cut off

    // Within the header, at its end, and around page boundaries.
    static let lengths: [(length: Int, code: QuireError.Code)] = [
        (2, .unreadableDatabase), (16, .unreadableDatabase), (99, .corruptData),
        (100, .corruptData), (511, .corruptData), (512, .corruptData),
        (4095, .corruptData), (4096, .corruptData), (4097, .corruptData), (8191, .corruptData),
        (8192, .corruptData), (5 * 4096, .corruptData), (10 * 4096, .corruptData),
        (15 * 4096 + 1, .corruptData),
    ]

    @Test(arguments: lengths)
    func `a truncated file is rejected and not changed`(
        length: Int, code: QuireError.Code
    ) throws {
        try change { $0 = $0.prefix(length) }
        let before = try Data(contentsOf: file)
        let error = thrownError { _ = try folder.open() }
        #expect(
            error?.code == code && error?.message.contains(file.path) == true,
            "\(error.map(\.description) ?? "none")")
        #expect(try Data(contentsOf: file) == before)
    }

    @Test func `an empty file becomes a database, like a missing one`() throws {
        try change { $0 = Data() }
        #expect(try folder.open().defaultCollection().count == 0)
    }

    @Test(arguments: 1...5)
    func `a file without its last pages is rejected`(pages: Int) throws {
        try change { $0.removeLast(pages * Self.pageSize) }
        let error = thrownError { _ = try folder.open() }
        #expect(error?.code == .corruptData && error?.message.contains(file.path) == true)
    }

    // MARK: Pages of something else

    static let fillings: [(name: String, byte: @Sendable (Int) -> UInt8)] = [
        ("zeros", { _ in 0 }), ("ones", { _ in 0xFF }), ("noise", { UInt8(($0 * 31 + 7) & 255) }),
        // The header of a page of rows, followed by invalid contents.
        ("a false header", { $0 == 0 ? 0x0D : 0xFF }),
    ]

    @Test(arguments: fillings.indices)
    func `damage to any page causes a typed error or none, but no crash`(
        index: Int
    ) throws {
        let whole = try Data(contentsOf: file)
        for page in 0..<whole.count / Self.pageSize {
            var bytes = whole
            for offset in 0..<Self.pageSize {
                bytes[page * Self.pageSize + offset] = Self.fillings[index].byte(offset)
            }
            try bytes.write(to: file)
            let codes = Set(useEverything().map(\.code))
            let expected: Set<QuireError.Code> = [
                .corruptData, .corruptRevisionData, .unreadableDatabase, .wrongFormat,
                .databaseTooNew, .notWriteable, .notFound, .unexpectedError,
            ]
            #expect(codes.isSubset(of: expected), "page \(page): \(codes)")
            for suffix in ["-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: file.path + suffix)
            }
        }
    }

    @Test func `documents outside of a damaged page can be read, and errors name the damaged ones`()
        throws
    {
        // The page of the table that contains a document's ID.
        let page = try #require(
            try folder.sqlite().integer(
                """
                SELECT max(pageno) FROM dbstat WHERE name = 'kv_default' AND pagetype = 'leaf'
                """, purpose: "test"))
        try change {
            let start = Int(page - 1) * Self.pageSize
            $0.replaceSubrange(
                start..<start + Self.pageSize, with: Data(repeating: 0xFF, count: Self.pageSize))
        }
        let collection = try folder.open().defaultCollection()
        var damaged: [String] = []
        for id in ids {
            let error = thrownError { try #require(collection.json(id) != nil) }
            guard let error else { continue }
            let names = "Document \(id.debugDescription) in collection _default._default"
            #expect(error.code == .corruptData && error.message.contains(names))
            damaged.append(id)
        }
        #expect(1..<ids.count ~= damaged.count)
    }
}
