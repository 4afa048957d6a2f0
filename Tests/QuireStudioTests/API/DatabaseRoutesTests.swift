import Fleece
import Foundation
import Quire
import QuireNetwork
import QuireTestSupport
import Testing

@testable import QuireStudio

/// The resources about collections, indexes, schemas, blobs and changes.
@Suite struct DatabaseRoutesTests {
    private let fixture: StudioFixture

    init() throws {
        fixture = try StudioFixture { database in
            try database.defaultStore().put("a", #"{"type":"hotel","stars":4,"tags":["x","y"]}"#)
            try database.defaultStore().put("b", #"{"type":"hotel","stars":null}"#)
            try database.createStore(named: "rooms", scope: "inventory").put("r", "{}")
        }
    }

    @Test func `the database describes itself`() async throws {
        let answer = try await fixture.send("GET", "/api/database")
        let capabilities = answer["capabilities"]?.dictionary
        #expect(
            answer["name"]?.string == "travel" && answer["engine"]?.string == "embedded"
                && capabilities?["check"]?.boolean == true)
    }

    #if Encryption
        @Test func `an encrypted database is shown, and its key is in no answer`() async throws {
            let folder = try TemporaryFolder()
            var config = DatabaseConfiguration(directory: folder.path)
            config.encryptionKey = EncryptionKey(password: "letmein")
            let database = try Database(name: "secret", config: config)
            try database.defaultStore().put("a", #"{"type":"hotel"}"#)
            let encrypted = try StudioFixture(database)
            let targets = ["/api/database", "/api/collections?sizes=1"]
            for target in targets {
                let answer = try await encrypted.send("GET", target)
                #expect(answer.status == 200 && !answer.text.contains("letmein"), "\(target)")
            }
            let check = try await encrypted.send("GET", "/api/check")
            #expect(check["faults"]?.array?.isEmpty == true)
            #expect(try await encrypted.send("GET", "/api/database")["encrypted"]?.boolean == true)
            #expect(try await fixture.send("GET", "/api/database")["encrypted"]?.boolean == false)
        }
    #endif

    @Test func `the version is that of the command`() async throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Sources/QuireCLI/Version.swift")
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.contains("\"\(Studio.version)\""))
    }

    @Test func `collections have their numbers of documents`() async throws {
        let answer = try await fixture.send("GET", "/api/collections")
        let lines = answer["collections"]?.array?.compactMap(\.dictionary).map {
            "\($0["name"]?.string ?? "") \($0["count"]?.int64 ?? -1)"
        }
        #expect(lines == ["_default._default 2", "inventory.rooms 1"])
    }

    @Test func `collections have their sizes on request`() async throws {
        _ = try fixture.database.defaultStore().delete(id: "b", if: .any)
        let answer = try await fixture.send("GET", "/api/collections?sizes=1")
        let first = answer["collections"]?.array?.value(at: 0)?.dictionary
        #expect(first?["tombstones"]?.int64 == 1 && first?["size"]?.int64 ?? 0 > 0)
    }

    @Test func `a collection is created and deleted`() async throws {
        let created = try await fixture.send(
            "POST", "/api/collections", #"{"name":"inventory.beds"}"#)
        let deleted = try await fixture.send("DELETE", "/api/collections/inventory.beds")
        let again = try await fixture.send("DELETE", "/api/collections/inventory.beds")
        #expect([created, deleted, again].map(\.status) == [201, 204, 404])
    }

    @Test(arguments: ["", "_x", "a b", "a.b.c", "a/b", "ä", String(repeating: "x", count: 300)])
    func `an invalid name of a collection is refused`(name: String) async throws {
        let answer = try await fixture.send(
            "POST", "/api/collections", "{\"name\":\(JSONQuoting.quoted(name))}")
        #expect(answer.status == 400)
    }

    @Test func `indexes are created, listed and deleted`() async throws {
        let created = try await fixture.send(
            "POST", "/api/indexes",
            #"{"collection":"_default._default","name":"byStars","expressions":["stars"],"where":"stars > 2"}"#
        )
        let list = try await fixture.send("GET", "/api/indexes")
        let deleted = try await fixture.send(
            "DELETE", "/api/indexes?collection=_default._default&name=byStars")
        let index = list["indexes"]?.array?.value(at: 0)?.dictionary
        #expect(
            created.status == 201 && deleted.status == 204
                && index?["expressions"]?.array?.value(at: 0)?.string == "stars"
                && index?["where"]?.string == "stars > 2")
    }

    @Test func `a schema has the kinds and examples of each property`() async throws {
        let answer = try await fixture.send("GET", "/api/schema?collection=_default._default")
        let properties = answer["types"]?.array?.value(at: 0)?.dictionary?["properties"]?.array
        let stars = properties?.compactMap(\.dictionary).first { $0["path"]?.string == "stars" }
        let text = try stars?.value.json(.canonical) ?? ""
        let expected =
            #"{"count":2,"examples":[4],"format":null,"kinds":[{"count":1,"kind":"integer"},{"count":1,"kind":"null"}],"path":"stars","share":1.0}"#
        #expect(text == expected)
    }

    @Test func `a key with a period is quoted in the paths of a schema`() async throws {
        try fixture.database.defaultStore().put("c", #"{"a.b":{"c d":1}}"#)
        let answer = try await fixture.send("GET", "/api/schema?collection=_default._default")
        #expect(answer.text.contains(#""path":"`a.b`.`c d`""#))
    }

    @Test(arguments: ["0", "x", "-1", "99999999999999999999"])
    func `an invalid sample is refused`(sample: String) async throws {
        let answer = try await fixture.send(
            "GET", "/api/schema?collection=_default._default&sample=\(sample)")
        #expect(answer.status == 400)
    }

    // MARK: Blobs

    private func store(_ content: [UInt8]) async throws -> String {
        let answer = try await fixture.send(
            "POST", "/api/blob", bytes: content,
            headers: [
                ("Content-Type", "application/octet-stream"),
                ("X-Quire-Content-Type", "text/html"),
            ])
        return answer["digest"]?.string ?? ""
    }

    private func blob(_ digest: String) async throws -> StudioAnswer {
        try await fixture.send(
            "GET", "/api/blob?collection=_default._default&digest=\(encoded(digest))")
    }

    @Test(arguments: [
        "<html><script>alert(1)</script></html>", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>",
        "GIF88a", "", "%PDF-1.7", "<?xml version=\"1.0\"?>", "RIFF....WAVE",
    ])
    func `a blob that is not a picture is downloaded`(text: String) async throws {
        let answer = try await blob(store(Array(text.utf8)))
        #expect(
            answer.text == text && answer.headers["Content-Type"] == "application/octet-stream"
                && answer.headers["Content-Disposition"]?.hasPrefix("attachment") == true)
    }

    @Test(
        arguments: [
            ("image/png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
            ("image/jpeg", [0xFF, 0xD8, 0xFF, 0xE0]), ("image/gif", Array("GIF89a".utf8)),
            ("image/webp", Array("RIFF\0\0\0\0WEBP".utf8)),
            ("image/avif", Array("\0\0\0\u{1C}ftypavif".utf8)),
        ] as [(String, [UInt8])])
    func `a picture has its type`(type: String, content: [UInt8]) async throws {
        #expect(try await blob(store(content)).headers["Content-Type"] == type)
    }

    @Test(arguments: [
        ("sha1-AAAAAAAAAAAAAAAAAAAAAAAAAAA=", 404), ("../../db.sqlite3", 400), ("", 400),
    ])
    func `another blob is refused`(digest: String, status: Int) async throws {
        #expect(try await blob(digest).status == status)
    }

    // MARK: Other resources

    @Test func `the check of an intact file has no faults`() async throws {
        let answer = try await fixture.send("GET", "/api/check")
        #expect(answer["faults"]?.array?.isEmpty == true)
    }

    @Test(arguments: ["/api/conflicts", "/api/replication"])
    func `a database without replication has no conflicts`(target: String) async throws {
        #expect(try await fixture.send("GET", target).status == 200)
    }

    @Test func `replication lists the other databases with the number of changes to push`()
        async throws
    {
        let database = try #require(fixture.database as? Database)
        let number = try ReplicationStore(database).remoteNumber(named: "ws://host/db/_blipsync")
        let collection = try database.defaultCollection()
        let change = try #require(
            try collection.replicationChanges(since: 0, limit: 1, remote: number).first)
        try collection.markSynchronized(
            [(change.id, change.version, change.sequence)], with: number)
        let answer = try await fixture.send("GET", "/api/replication")
        let remote = answer["remotes"]?.array?.value(at: 0)?.dictionary
        #expect(remote?["url"]?.string == "ws://host/db/_blipsync")
        #expect(remote?["pending"]?.int64 == 2)
    }

    @Test func `the stream of changes contains the IDs of changed documents`() async throws {
        let client = try await StudioClient(port: fixture.studio.port)
        try await client.send(
            "GET /api/changes HTTP/1.1\r\nHost: 127.0.0.1:\(fixture.studio.port)\r\n"
                + "X-Quire-Token: \(fixture.token)\r\n\r\n")
        let text = try await client.transport.closing(after: .seconds(20), "The event") {
            var text = ""
            while !text.contains(": changes") {
                text += String(
                    decoding: try await client.stream.receive(maximum: 4096), as: UTF8.self)
            }
            let store = try fixture.database.defaultStore()
            try store.put("new", "{}")
            while !text.contains("\"new\"") {
                text += String(
                    decoding: try await client.stream.receive(maximum: 4096), as: UTF8.self)
            }
            return text
        }
        let event =
            #"event: change\#ndata: {"collection":"_default._default","ids":["new"],"truncated":false}"#
        #expect(text.contains(event))
    }

    @Test func `there is a limited number of streams of changes, whose places become free`()
        async throws
    {
        func open() async throws -> (StudioClient, Int?) {
            let client = try await StudioClient(port: fixture.studio.port)
            try await client.send(
                "GET /api/changes HTTP/1.1\r\nHost: 127.0.0.1:\(fixture.studio.port)\r\n"
                    + "X-Quire-Token: \(fixture.token)\r\n\r\n")
            return (client, try await client.stream.responseHead()?.status)
        }
        var clients: [StudioClient] = []
        for _ in 0..<ChangeRoutes.maximumStreams { clients.append(try await open().0) }
        let (_, refused) = try await open()
        for client in clients { client.transport.close() }
        var status: Int?
        for _ in 0..<500 where status != 200 {
            status = try await open().1
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(refused == 503 && status == 200)
    }
}
