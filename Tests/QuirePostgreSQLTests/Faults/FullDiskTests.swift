#if PostgreSQL && os(Linux)
    import Foundation
    import DatabaseTestSupport
    import Quire
    import SQLPlusPlus
    import Testing

    @testable import QuirePostgreSQL

    /// A server whose disk is full, which a preloaded library simulates.
    @Suite(
        .enabled(if: FaultServer.isAvailable, "PostgreSQL is not installed."), .serialized,
        .timeLimit(.minutes(10)))
    struct FullDiskTests {
        /// The server that the tests share, each with a schema of its own.
        private static let server = Result { try FaultServer("--full-disk") }

        private let server: FaultServer
        private let configuration: PostgresConfiguration
        private let database: PostgresDatabase
        private let store: any DocumentStore

        init() throws {
            server = try Self.server.get()
            var configuration = server.configuration()
            configuration.schemaName = PostgresServer.schemaName()
            self.configuration = configuration
            database = try PostgresDatabase(configuration)
            store = try database.defaultStore()
        }

        @Test func `a full disk loses nothing acknowledged, and saves succeed when space is free`()
            throws
        {
            let log = SaveLog(database, expecting: [.ioError])
            try log.start()
            for round in 1...FaultServer.rounds(2) {
                #expect(log.waitForProgress())
                try server.setFull(true)
                #expect(waits { log.codes.contains(.ioError) })
                Thread.sleep(forTimeInterval: 0.2 * Double(round % 3))
                try server.setFull(false)
            }
            #expect(log.waitForProgress())
            log.stop()
            #expect(try log.violations(in: store) == [])
            let other = try PostgresDatabase(configuration)
            #expect(try log.violations(in: other.defaultStore()) == [])
        }

        @Test func `operations that need space have the code ioError, and others succeed`() throws {
            let text = String(repeating: "x", count: 1000)
            try store.inBatch {
                for number in 0..<200 {
                    try store.put("doc\(number)", #"{"n":\#(number),"text":"\#(text)"}"#)
                }
            }
            let index = ValueIndexConfiguration(["text"])
            let large = Data((0..<400_000).map { _ in UInt8.random(in: 0...255) })
            let operations: [(String, () throws -> Void)] = [
                ("blob", { _ = try store.blobStorage?.install(large) }),
                ("index", { try store.createIndex(withName: "byText", config: index) }),
                ("store", { _ = try database.createStore(named: "new", scope: nil) }),
                (
                    "batch",
                    {
                        try store.inBatch {
                            for number in 0..<200 {
                                try store.put("new\(number)", #"{"text":"\#(text)"}"#)
                            }
                        }
                    }
                ),
            ]
            try server.setFull(true)
            for (name, operation) in operations {
                let error = #expect(throws: QuireError.self, "\(name)") { try operation() }
                #expect(error?.code == .ioError, "\(name): \(error?.message ?? "")")
            }
            let all = SelectStatement([.star], from: CollectionSource("_"))
            #expect(try store.records(selectedBy: all).count == 200)
            #expect(try store.changes(since: 0, limit: 1000).count == 200)
            #expect(try store.indexes() == [])
            #expect(try store.blobStorage?.length(of: BlobDigest(of: large)) == nil)
            try server.setFull(false)
            for (_, operation) in operations { try operation() }
            #expect(try store.indexes() == ["byText"])
            #expect(try store.count(where: .literal(.boolean(true))) == 400)
            #expect(try store.blobStorage?.read(BlobDigest(of: large), length: nil) == large)
        }

        @Test func `a full disk for the log ends the server, which loses nothing acknowledged`()
            throws
        {
            // The process that cannot write the log reports ioError before it ends.
            let log = SaveLog(database, expecting: [.cantOpenFile, .ioError])
            try log.start()
            for _ in 0..<FaultServer.rounds(2) {
                #expect(log.waitForProgress())
                try server.setFull(true, file: "full-log")
                #expect(waits { (try? store.record(id: "counter0")) == nil })
                let error = #expect(throws: QuireError.self) { try store.put("a", "{}") }
                #expect(error?.code == .cantOpenFile || error?.code == .ioError)
                try server.setFull(false, file: "full-log")
                try server.restart()
            }
            #expect(log.waitForProgress())
            log.stop()
            let violations = try log.violations(in: store)
            #expect(violations == [])
        }
    }
#endif
