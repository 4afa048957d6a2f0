#if os(Linux)
    import DatabaseTestSupport
    import Foundation
    import Quire
    import QuirePlatform
    import Testing

    /// Large bodies in a process with little memory left.
    @Suite struct MemoryLimitTests {
        /// Limits the memory of the process to its current use plus a number of bytes.
        private static func limitMemory(toFurther bytes: Int) throws {
            let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
                .split(separator: " ").first.flatMap { Int($0) }
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
            limit.rlim_cur = rlim_t(try #require(pages) * sysconf(Int32(_SC_PAGESIZE)) + bytes)
            try #require(setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0)
        }

        private static let large = 100_000_000

        private static func save(
            _ text: String, as id: String, in collection: DocumentCollection
        ) throws {
            try collection.saveBody(id: id) { writer in
                writer.beginDictionary()
                writer.writeKey("a")
                writer.write(text)
                writer.endDictionary()
            }
        }

        @Test func `saving a body that exceeds the memory limit is an error`() async {
            await #expect(processExitsWith: .success) {
                let folder = try StoreFolder()
                let collection = try folder.open().defaultCollection()
                let text = String(repeating: "x", count: Self.large)
                try Self.limitMemory(toFurther: Self.large / 2)
                let error = #expect(throws: (any Error).self) {
                    try Self.save(text, as: "a", in: collection)
                }
                #expect("\(try #require(error))".contains("not enough memory"))
                try collection.save("b", "{}")
                #expect(collection.count == 1)
            }
        }

        @Test func `reading a body that exceeds the memory limit is an error`() async {
            await #expect(processExitsWith: .success) {
                let folder = try StoreFolder()
                let database = try folder.open()
                let collection = try database.defaultCollection()
                try Self.save(String(repeating: "x", count: Self.large), as: "a", in: collection)
                try collection.save("b", "{}")
                try Self.limitMemory(toFurther: Self.large * 3 / 2)
                #expect(thrownCode { _ = try collection.record(id: "a") } == .memoryError)
                let query = try database.createQuery("SELECT a FROM _")
                #expect(throws: QuireError.self) { try query.execute() }
                #expect(try collection.json("b") == "{}")
            }
        }
    }
#endif
