import DatabaseTestSupport
import Fleece
import Foundation
import Quire
import SQLPlusPlus
import Testing

/// Models with properties for keys that are reserved for document metadata.
@Suite struct ReservedKeyBehaviourTests {
    struct Memo: DocumentModel {
        var text: String
    }

    struct WithID: DocumentModel {
        var id = 1
        enum CodingKeys: String, CodingKey { case id = "_id" }
    }

    struct WithRevision: DocumentModel {
        @DocumentID var id: String?
        var revision: Int?
        var children: [WithRevision] = []
        enum CodingKeys: String, CodingKey { case id, revision = "_rev", children }
    }

    struct WithDeletion: DocumentModel, Identifiable {
        var id = 1
        var isDeleted = false
        enum CodingKeys: String, CodingKey { case id, isDeleted = "_deleted" }
    }

    struct WithAttachments: DocumentModel {
        @DocumentID var id: String?
        var attachments = 1
        enum CodingKeys: String, CodingKey { case id, attachments = "_attachments" }
    }

    /// A model whose document ID has a reserved key, which is not stored in the body.
    struct Outside: DocumentModel {
        @DocumentID var id: String?
        var name: String
        enum CodingKeys: String, CodingKey { case id = "_id", name }
    }

    /// A model whose keys are data.
    struct Free: DocumentModel {
        var values: [String: Int]

        init(_ values: [String: Int]) { self.values = values }

        init(from decoder: any Decoder) throws {
            values = try [String: Int](from: decoder).filter { $0.key != "type" }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(values)
        }
    }

    /// A model that encodes its keys one by one.
    struct Dynamic: DocumentModel {
        var keys: [String]

        struct Key: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(_ text: String) { stringValue = text }
            init?(stringValue: String) { self.init(stringValue) }
            init?(intValue: Int) { nil }
        }

        init(_ keys: String...) { self.keys = keys }

        init(from decoder: any Decoder) throws { keys = [] }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            for key in keys { try container.encode(1, forKey: Key(key)) }
        }
    }

    class Base: DocumentModel, @unchecked Sendable {
        // Accessed by one test at a time.
        @DocumentID var id: String?
    }

    final class Derived: Base, @unchecked Sendable {
        override func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            var container = encoder.container(keyedBy: Dynamic.Key.self)
            try container.encode(1, forKey: Dynamic.Key("_rev"))
        }
    }

    struct Refused: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let open: @Sendable (Database) throws -> Void
        let save: @Sendable (OpenTestStore) throws -> Void

        init<Model: DocumentModel>(_ key: String, _ model: @escaping @Sendable () -> Model) {
            testDescription = key
            open = { _ = try $0.repository(of: Model.self) }
            save = { try $0.repository(of: Model.self).save(model()) }
        }
    }

    static let shown = [
        Refused("_id") { WithID() }, Refused("_rev") { WithRevision(revision: 1) },
        Refused("_deleted") { WithDeletion() },
    ]

    static let hidden = [
        Refused("_rev") { Free(["a": 1, "_rev": 2]) }, Refused("_id") { Dynamic("a", "_id") },
        Refused("_deleted") { Dynamic("_deleted") }, Refused("_rev") { Derived() as Base },
    ]

    private func expectRefusal(_ error: QuireError?, _ refused: Refused) {
        #expect(error?.code == .corruptRevisionData)
        #expect(error?.message.contains("\"\(refused.testDescription)\"") == true)
        #expect(error?.message.contains("another coding key") == true)
    }

    @Test(arguments: shown)
    func `the repository rejects a reserved key found in a sample`(
        refused: Refused
    ) throws {
        let database = try Database(inMemoryNamed: "reserved")
        expectRefusal(thrownError { try refused.open(database) }, refused)
    }

    @Test(arguments: TestStore.all, shown + hidden)
    func `a model with a reserved key is not saved`(kind: TestStore, refused: Refused) throws {
        let store = try kind.open()
        for _ in 0..<2 { expectRefusal(thrownError { try refused.save(store) }, refused) }
        #expect(try store.repository(of: Free.self).count() == 0)
        let count = try store.store.count(where: .literal(.boolean(true)))
        #expect(count == 0)
    }

    @Test(arguments: hidden)
    func `a model without reserved keys in its sample has a repository`(refused: Refused) throws {
        let database = try Database(inMemoryNamed: "reserved")
        #expect(throws: Never.self) { try refused.open(database) }
    }

    @Test(arguments: TestStore.all)
    func `a reserved key is accepted below the top level and as an ID`(kind: TestStore) throws {
        let store = try kind.open()
        let models = try store.repository(of: WithRevision.self)
        let child = WithRevision(id: "c", revision: 2)
        let saved = try models.save(WithRevision(id: "a", revision: nil, children: [child]))
        #expect(try models.require("a").children[0].revision == 2)
        // The key was encoded before, and is now known.
        #expect { try models.save(child) } throws: { QuireError.Code.corruptRevisionData ~= $0 }
        var changed = saved
        changed.revision = 3
        #expect { try models.save(changed) } throws: { QuireError.Code.corruptRevisionData ~= $0 }
        let outside = try store.repository(of: Outside.self)
        try outside.save(Outside(id: "o", name: "a"))
        #expect(try store.body("o") == #"{"name":"a","type":"outside"}"#)
    }

    struct Nested: DocumentModel {
        var items: Set<Item>
        var counts: [Item: Int]

        struct Item: Codable, Hashable, Sendable {
            var id: Int
            enum CodingKeys: String, CodingKey { case id = "_id" }
        }
    }

    @Test(arguments: TestStore.all)
    func `a reserved key is accepted in sets and in keys of dictionaries`(kind: TestStore) throws {
        let models = try kind.open().repository(of: Nested.self)
        let items = [Nested.Item(id: 1), Nested.Item(id: 2)]
        try models.save(Nested(items: Set(items), counts: [items[0]: 1, items[1]: 2]))
        #expect(try models.all().map(\.items) == [Set(items)])
    }

    @Test func `a collection rejects a reserved key, too`() throws {
        final class Object: Encodable {
            @DocumentID var id: String?
            let revision = 1
            enum CodingKeys: String, CodingKey { case id, revision = "_rev" }
        }
        let collection = try Database(inMemoryNamed: "reserved").defaultCollection()
        #expect {
            try collection.save(from: Object())
        } throws: {
            QuireError.Code.corruptRevisionData ~= $0
        }
        #expect(collection.count == 0)
    }

    @Test(arguments: TestStore.all)
    func `a patch cannot set a reserved key, but can remove one`(kind: TestStore) throws {
        let store = try kind.open()
        try store.put("a", #"{"type":"withRevision","_rev":1,"children":[],"x":2}"#)
        let models = try store.repository(of: WithRevision.self)
        let errors = [
            thrownError { try models.patch("a") { $0.set(\.revision, to: 5) } },
            thrownError { try models.patch("a") { $0.increment(\.revision) } },
            thrownError { try models.patch("a") { $0.rename("x", to: \.revision) } },
        ]
        for error in errors { expectRefusal(error, Self.shown[1]) }
        try models.patch("a") { $0.remove(key: "_rev") }
        #expect(try store.body("a") == #"{"children":[],"type":"withRevision","x":2}"#)
    }

    @Test(arguments: TestStore.all)
    func `values that another program stored for reserved keys are preserved`(
        kind: TestStore
    ) throws {
        let store = try kind.open()
        try store.put("a", #"{"type":"memo","text":"a","_rev":"x"}"#)
        let memos = try store.repository(of: Memo.self)
        try memos.update("a") { $0.text = "b" }
        try memos.patch("a") { $0.set(\.text, to: "c") }
        #expect(try store.body("a") == #"{"_rev":"x","text":"c","type":"memo"}"#)
    }

    // MARK: Keys that are discouraged

    @Test func `a discouraged key is saved with one warning`() throws {
        let database = try Database(inMemoryNamed: "reserved")
        let warnings = try warnings {
            let models = try database.repository(of: WithAttachments.self)
            try models.save([WithAttachments(), WithAttachments()])
        }
        #expect(warnings.count == 1 && warnings[0].contains("\"_attachments\""))
        #expect(try database.repository(of: WithAttachments.self).count() == 2)
    }

    @Test func `a discouraged key is rejected in a strict configuration`() throws {
        let folder = try StoreFolder()
        var configuration = folder.configuration
        configuration.refusesReservedKeys = true
        let database = try Database(name: "strict", config: configuration)
        let refused = Refused("_attachments") { WithAttachments() }
        expectRefusal(thrownError { try refused.open(database) }, refused)
        let models = try database.defaultCollection().repository(of: WithAttachments.self)
        expectRefusal(thrownError { try models.save(WithAttachments()) }, refused)
        #expect(try database.defaultCollection().count == 0)
    }

    // MARK: Migrations

    struct Migrated: DocumentModel, VersionedModel {
        var name: String

        static let migrations = Migrations<Migrated>().migrate(to: 2) { $0.set("_rev", to: 1) }
    }

    @Test(arguments: TestStore.all)
    func `a migration cannot set a reserved key`(kind: TestStore) throws {
        let store = try kind.open()
        try store.put("a", #"{"type":"migrated","name":"a"}"#)
        let models = try store.repository(of: Migrated.self)
        let error = #expect(throws: QuireError.self) { try models.find("a") }
        #expect(error?.code == .decodingError && error?.message.contains("_rev") == true)
        #expect(try models.sweep().failures.count == 1)
        #expect(try store.body("a") == #"{"name":"a","type":"migrated"}"#)
    }
}
