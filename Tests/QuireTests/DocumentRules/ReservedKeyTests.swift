import DatabaseTestSupport
import Foundation
import Quire
import QuirePlatform
import Testing

@Suite struct ReservedKeyTests {
    let folder: StoreFolder
    let database: Database

    init() throws {
        folder = try StoreFolder()
        database = try folder.open()
    }

    @Test(arguments: ["_id", "_rev", "_deleted"])
    func `a document's metadata cannot be set as a value`(key: String) throws {
        let document = MutableDocument(id: "a", data: [key: "x", "n": 1])
        do {
            try database.defaultCollection().save(document: document)
            Issue.record("the key was saved")
        } catch {
            let error = error as NSError
            #expect(error.domain == "CouchbaseLite" && error.code == 5)
            #expect(error.localizedDescription.contains(key))
            #expect(error.localizedDescription.contains("Remove the key before you save"))
        }
        #expect(try database.defaultCollection().count == 0)
        try database.defaultCollection().save(document: document.removeValue(forKey: key))
        #expect(
            thrownCode {
                try database.defaultCollection().save(document: document.setJSON("{\"\(key)\":1}"))
            }
                == .corruptRevisionData)
        try database.defaultCollection().save(
            document: document.setJSON("{\"nested\":{\"\(key)\":1}}"))
    }

    @Test(arguments: ["_id", "_rev", "_deleted"])
    func `values that another program stored there are preserved, but cannot be changed`(
        key: String
    ) throws {
        try OpenTestStore(store: try database.defaultStore())
            .put("a", "{\"\(key)\":\"x\",\"n\":1}")
        let document = try #require(try database.defaultCollection().document(id: "a")?.toMutable())
        try database.defaultCollection().save(
            document: document.setInt(2, forKey: "n").setString("x", forKey: key))
        #expect(
            thrownCode {
                try database.defaultCollection().save(
                    document: document.setString("y", forKey: key))
            }
                == .corruptRevisionData)
        try database.defaultCollection().save(document: document.removeValue(forKey: key))
        #expect(try database.defaultCollection().document(id: "a")?.toJSON() == #"{"n":2}"#)
    }

    @Test(arguments: ["_attachments", "_removed", "_sequence"])
    func `another reserved key is saved, with one warning`(key: String) throws {
        let warnings = try warnings {
            for id in ["a", "b"] {
                try database.defaultCollection().save(
                    document: MutableDocument(id: id, data: [key: "secret"]))
            }
        }
        #expect(warnings.count == 1)
        #expect(warnings.allSatisfy { $0.contains(key) && !$0.contains("secret") })
        #expect(try database.defaultCollection().document(id: "b")?.string(forKey: key) == "secret")
    }

    @Test(arguments: ["_attachments", "_removed", "_sequence"])
    func `another reserved key is rejected in a strict configuration`(key: String) throws {
        var configuration = folder.configuration
        configuration.refusesReservedKeys = true
        let strict = try Database(name: "strict", config: configuration)
        let document = MutableDocument(id: "a", data: [key: 1])
        #expect(
            thrownCode { try strict.defaultCollection().save(document: document) }
                == .corruptRevisionData)
        try strict.defaultCollection().save(
            document: document.setData(["nested": [key: 1], "_mine": 1]))
    }
}
