#if PostgreSQL
    import Fleece
    import Foundation
    import DatabaseTestSupport
    import Quire
    import SQLPlusPlus
    import Testing

    @testable import QuirePostgreSQL

    /// Pages of large results, which the server returns through a cursor.
    @Suite(
        .enabled(if: PostgresServer.isAvailable, "PostgreSQL is not installed."),
        .timeLimit(.minutes(10)))
    struct PostgresPageTests {
        private static func number(of record: DocumentRecord) -> Int64 {
            record.body["n"]?.int64 ?? -1
        }

        enum Context: CaseIterable { case alone, transaction, snapshot }

        @Test(arguments: Context.allCases, [0, 1, 1000, 20_000, 20_001, 21_500])
        func `pages contain each document once, while the closure uses the store`(
            context: Context, count: Int
        ) throws {
            var configuration = try PostgresConfiguration.test()
            configuration.maximumConnections = 1
            let database = try PostgresDatabase(configuration)
            let store = try database.defaultStore()
            for start in stride(from: 0, to: count, by: 1000) {
                _ = try store.save(
                    (start..<min(count, start + 1000)).map { number in
                        DocumentSave { writer in
                            try JSONReader.read(#"{"n": \#(number)}"#, into: writer)
                            return WriteTarget(id: "doc\(number)", if: .absent)
                        }
                    })
            }
            let condition = try QueryTerm.parse("n % 2 = 0")
            let statement = SelectStatement([.star], from: CollectionSource("_"), where: condition)
            var numbers: [Int64] = []
            func read() throws {
                try store.forEachPage(selectedBy: statement) { page in
                    numbers += page.map(Self.number)
                    // Changes do not affect the following pages.
                    if context != .snapshot, count > 0 {
                        _ = try store.delete(id: "doc\(count - 1)", if: .any)
                        try store.put("other\(numbers.count)", #"{"n": 2}"#)
                    }
                    var inner = 0
                    try store.forEachPage(selectedBy: statement) { inner += $0.count }
                    #expect(inner > 0)
                }
            }
            switch context {
            case .alone: try read()
            case .transaction: try store.inBatch { try read() }
            case .snapshot: try database.snapshot { try read() }
            }
            #expect(numbers == (0..<Int64(count)).filter { $0 % 2 == 0 })
        }

        @Test func `an error of the closure for a page ends the enumeration`() throws {
            let store = try PostgresDatabase(.test()).defaultStore()
            try store.put("a", "{}")
            let statement = SelectStatement([.star], from: CollectionSource("_"))
            try store.inBatch {
                #expect(throws: CancellationError.self) {
                    try store.forEachPage(selectedBy: statement) { _ in throw CancellationError() }
                }
                try store.put("b", "{}")
            }
            #expect(try store.record(id: "b") != nil)
        }
    }
#endif
