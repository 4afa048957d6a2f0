import CouchbaseLiteSwift
import QuireTestSupport
import Testing

/// The cases of Couchbase Lite's tests of encrypted databases, and those of wrong keys.
@Suite struct DatabaseEncryptionTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func config(_ key: EncryptionKey?) -> DatabaseConfiguration {
        var config = DatabaseConfiguration()
        config.directory = folder.path
        config.encryptionKey = key
        return config
    }

    private func open(_ key: EncryptionKey?, name: String = "seekrit") throws -> Database {
        try Database(name: name, config: config(key))
    }

    private func open(password: String?, name: String = "seekrit") throws -> Database {
        try open(password.map { .password($0) }, name: name)
    }

    #if Encryption
        private static let content = Data("This is a blob!".utf8)

        /// Creates a database with a document, a blob and a hundred numbers.
        private func create(password: String?) throws -> Database {
            let database = try open(password: password)
            let collection = try database.defaultCollection()
            let document = MutableDocument(id: "att")
            document.setBlob(
                Blob(contentType: "text/plain", data: Self.content), forKey: "blob")
            try collection.save(document: document)
            try database.inBatch {
                for number in 0..<100 {
                    try collection.save(document: MutableDocument(data: ["seq": number]))
                }
            }
            return database
        }

        /// Returns what a database contains.
        private func check(_ database: Database) throws {
            let collection = try database.defaultCollection()
            let document = try collection.document(id: "att")
            #expect(document?.blob(forKey: "blob")?.content == Self.content)
            let seq = Expression.property("seq")
            let query = QueryBuilder.select(SelectResult.expression(seq))
                .from(DataSource.collection(collection)).where(seq.isValued())
                .orderBy(Ordering.expression(seq))
            #expect(try query.execute().map { $0.int(at: 0) } == Array(0..<100))
        }

        /// The bytes of all files of a database.
        private func bytes(name: String = "seekrit") throws -> Data {
            let bundle = folder.url.appending(path: name + ".cblite2").path
            return try FileManager.default.subpathsOfDirectory(atPath: bundle)
                .reduce(into: Data()) { data, file in
                    data += FileManager.default.contents(atPath: "\(bundle)/\(file)") ?? Data()
                }
        }

        static let keys: [(key: String?, wrong: [String?])] = [
            (nil, ["wrong"]), ("letmein", [nil, "wrong", "letmein ", "LETMEIN"]),
        ]

        @Test(arguments: keys)
        func `a database opens with its own key only`(key: String?, wrong: [String?]) throws {
            try create(password: key).close()
            for password in wrong {
                let code = thrownCode { _ = try open(password: password) }
                #expect(code == CBLError.unreadableDatabase, "\(password ?? "none")")
            }
            let database = try open(password: key)
            try check(database)
            #expect(database.count == 101)
            try database.close()
        }

        @Test(arguments: [(nil, true), ("letmein", false)] as [(String?, Bool)])
        func `an encrypted database contains no text of blobs and documents`(
            password: String?, isReadable: Bool
        ) throws {
            try create(password: password).close()
            let bytes = try bytes()
            #expect((bytes.range(of: Self.content) != nil) == isReadable)
            #expect((bytes.range(of: Data("text/plain".utf8)) != nil) == isReadable)
        }

        @Test func `a deleted database leaves no key behind`() throws {
            try create(password: "letmein").delete()
            let database = try open(password: nil)
            #expect(database.count == 0)
            try database.close()
            #expect(thrownCode { _ = try open(password: "letmein") } == CBLError.unreadableDatabase)
            try open(password: nil).delete()
            let other = try open(password: "other")
            #expect(other.count == 0)
            try other.close()
        }

        @Test func `an encrypted database is maintained`() throws {
            let database = try create(password: "letmein")
            let collection = try database.defaultCollection()
            let types: [MaintenanceType] = [
                .compact, .reindex, .integrityCheck, .optimize, .fullOptimize,
            ]
            for (number, type) in types.enumerated() {
                let document = try #require(try collection.document(id: "att")).toMutable()
                document.setInt(number, forKey: "answer")
                try collection.save(document: document)
                try database.performMaintenance(type: type)
            }
            try database.close()
            let again = try open(password: "letmein")
            try check(again)
            #expect(try again.defaultCollection().document(id: "att")?.int(forKey: "answer") == 4)
            try again.close()
        }

        @Test func `a copy has the key of the configuration`() throws {
            let source = try create(password: "letmein")
            let path = try #require(source.path)
            try Database.copy(
                fromPath: path, toDatabase: "copy", withConfig: config(.password("letmein")))
            #expect(
                thrownCode {
                    try Database.copy(fromPath: path, toDatabase: "plain", withConfig: config(nil))
                } == CBLError.unreadableDatabase)
            #expect(
                thrownCode {
                    try Database.copy(
                        fromPath: path, toDatabase: "other", withConfig: config(.password("other")))
                } == CBLError.unreadableDatabase)
            #expect(!Database.exists(withName: "plain", inDirectory: folder.path))
            try source.close()
            #expect(
                thrownCode { _ = try open(password: nil, name: "copy") }
                    == CBLError.unreadableDatabase)
            let copy = try open(password: "letmein", name: "copy")
            try check(copy)
            try copy.close()
        }

        @Test func `two objects of a database share its key`() throws {
            let first = try create(password: "seekrit")
            let second = try open(password: "seekrit")
            try check(second)
            #expect(thrownCode { _ = try open(password: "wrong") } == CBLError.unreadableDatabase)
            #expect(thrownCode { try first.changeEncryptionKey(nil) } == CBLError.busy)
            try first.changeEncryptionKey(.password("foobar"))
            try second.defaultCollection().save(document: MutableDocument(id: "later"))
            try second.close()
            try first.close()
            let database = try open(password: "foobar")
            #expect(database.count == 102)
            try database.close()
        }

        static let changes: [(String?, String?)] = [
            (nil, "letmein"), ("letmein", "letmeout"), ("letmein", nil), (nil, nil),
            ("letmein", "letmein"),
        ]

        @Test(arguments: changes)
        func `a database opens with the changed key only`(old: String?, new: String?) throws {
            let database = try create(password: old)
            try database.changeEncryptionKey(new.map { .password($0) })
            try check(database)
            #expect(database.config.encryptionKey == new.map { .password($0) })
            try database.close()
            if old != new {
                #expect(thrownCode { _ = try open(password: old) } == CBLError.unreadableDatabase)
            }
            let again = try open(password: new)
            try check(again)
            try again.close()
        }

        @Test func `a live query continues with the changed key`() async throws {
            let database = try create(password: "letmein")
            let query = try database.createQuery("SELECT COUNT(*) AS n FROM _")
            let (counts, continuation) = AsyncStream.makeStream(of: Int.self)
            let token = query.addChangeListener { change in
                continuation.yield(change.results?.allResults().first?.int(at: 0) ?? -1)
            }
            var iterator = counts.makeAsyncIterator()
            #expect(await iterator.next() == 101)
            try database.changeEncryptionKey(.password("letmeout"))
            try database.defaultCollection().save(document: MutableDocument(id: "later"))
            #expect(await iterator.next() == 102)
            token.remove()
            try database.close()
        }

        @Test(arguments: [0, 1, 16, 31, 33, 64, 1_000_000])
        func `a key that does not have 32 bytes opens nothing`(count: Int) throws {
            let key = EncryptionKey.key(Data(repeating: 7, count: count))
            #expect(thrownCode { _ = try open(key) } == CBLError.invalidParameter)
            #expect(!Database.exists(withName: "seekrit", inDirectory: folder.path))
            let database = try open(.key(Data(repeating: 7, count: 32)))
            #expect(
                thrownCode { try database.changeEncryptionKey(key) } == CBLError.invalidParameter)
            try database.close()
        }

        @Test func `an empty password opens nothing`() throws {
            #expect(thrownCode { _ = try open(password: "") } == CBLError.invalidParameter)
            #expect(!Database.exists(withName: "seekrit", inDirectory: folder.path))
        }

        @Test func `bytes and a password are different keys`() throws {
            let text = String(repeating: "k", count: 32)
            try open(.key(Data(text.utf8))).close()
            #expect(thrownCode { _ = try open(password: text) } == CBLError.unreadableDatabase)
            try open(.key(Data(text.utf8))).close()
        }

        @Test func `a description of a key and of a configuration contains no secret`() {
            let key = EncryptionKey.password("letmein")
            var text = "\(key) \(config(key)) \(String(reflecting: config(key)))"
            dump(config(key), to: &text)
            #expect(!text.contains("letmein"))
        }

        @Test func `a closed database keeps its key`() throws {
            let database = try create(password: "letmein")
            try database.close()
            #expect(thrownCode { try database.changeEncryptionKey(nil) } == CBLError.notOpen)
            try open(password: "letmein").close()
        }
    #else
        @Test func `encryption requires the trait`() throws {
            let code = thrownCode { _ = try open(password: "letmein") }
            #expect(code == CBLError.unsupportedEncryption)
            #expect(!Database.exists(withName: "seekrit", inDirectory: folder.path))
            let database = try open(password: nil)
            #expect(
                thrownCode { try database.changeEncryptionKey(.password("letmein")) }
                    == CBLError.unsupportedEncryption)
            try database.close()
        }
    #endif
}
