import Foundation
import Quire
import Testing

/// The calls with Couchbase Lite's names are synchronous, even in asynchronous functions.
@Suite struct SynchronousCallTests {
    @Test func `an asynchronous function can make the synchronous calls`() async throws {
        var config = DatabaseConfiguration()
        config.directory = NSTemporaryDirectory() + "Quire-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: config.directory) }
        let database = try Database(name: "travel", config: config)

        let hotels = try database.createCollection(name: "hotels", scope: "travel")
        #expect(try database.collection(name: "hotels", scope: "travel") == hotels)
        #expect(try database.collections(scope: "travel") == [hotels])
        #expect(try database.scopes().count == 2 && database.scope(name: "travel") != nil)

        try hotels.createIndex(withName: "byName", config: ValueIndexConfiguration(["name"]))
        #expect(try hotels.indexes() == ["byName"] && hotels.index(withName: "byName") != nil)
        try hotels.deleteIndex(forName: "byName")

        let hotel = MutableDocument(id: "hotel-1", data: ["name": "Grand"])
        try hotels.save(document: hotel)
        #expect(try hotels.save(document: hotel, concurrencyControl: .failOnConflict))
        #expect(try hotels.save(document: hotel) { _, _ in true })
        #expect(try hotels.document(id: "hotel-1")?.string(forKey: "name") == "Grand")
        let future = Date(timeIntervalSince1970: 4e9)
        try hotels.setDocumentExpiration(id: "hotel-1", expiration: future)
        #expect(try hotels.getDocumentExpiration(id: "hotel-1") == future)

        let query = try database.createQuery("SELECT name FROM travel.hotels")
        #expect(try query.execute().allResults().count == 1)
        #expect(try query.explain().contains("SELECT"))

        let blob = Blob(contentType: "text/plain", data: Data("1".utf8))
        try database.saveBlob(blob: blob)
        #expect(try database.getBlob(properties: blob.properties) != nil)
        try database.performMaintenance(type: .compact)

        try hotels.delete(document: hotel)
        #expect(try hotels.delete(document: hotel, concurrencyControl: .failOnConflict))
        try hotels.purge(document: hotel)
        try hotels.save(document: hotel)
        try hotels.purge(id: "hotel-1")
        try database.deleteCollection(name: "hotels", scope: "travel")

        if let path = database.path {
            try Database.copy(fromPath: path, toDatabase: "copy", withConfig: config)
        }
        try database.close()
        try Database.delete(withName: "travel", inDirectory: config.directory)
        try Database(name: "copy", config: config).delete()
        try Database(inMemoryNamed: "memory").close()
    }
}
