import DatabaseTestSupport
import Fleece
import Foundation
import Quire
import SQLPlusPlus
import Testing

@testable import QuireStore
@testable import QuireStoreQuery
@testable import QuireModels
@testable import QuireQuery
@testable import QuireDocuments

/// The rules for keys, IDs and sizes, which every way to save a document applies.
@Suite struct DocumentRulesTests {
    struct Memo: DocumentModel {
        var text: String
    }

    /// A model whose keys are data.
    struct Free: DocumentModel {
        @DocumentID var id: String?
        var values: [String: Int]

        init(_ id: String, _ values: [String: Int]) {
            self.id = id
            self.values = values
        }

        struct Key: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            let keys = container.allKeys.filter { $0.stringValue != "type" }
            values = Dictionary(
                uniqueKeysWithValues: try keys.map {
                    ($0.stringValue, try container.decode(Int.self, forKey: $0))
                })
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(values)
        }
    }

    /// A way to save a document with a key at the top level.
    struct Door: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Whether the way changes an existing document.
        var needsDocument = false
        /// Whether the way exists only for collections.
        var needsCollection = false
        /// Whether the keys `_id` and `_deleted` are names of the metadata.
        var namesMetadata = false
        let save: @Sendable (OpenTestStore, _ id: String, _ key: String) throws -> Void
    }

    private static func run(_ store: OpenTestStore, _ text: String) throws {
        try store.store.database.execute(QuerySource(verbatim: text))
    }

    private static func quoted(_ text: String) throws -> String {
        String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    }

    private static func json(_ key: String) throws -> String {
        #"{"type":"free",\#(try quoted(key)):7}"#
    }

    private static func write(_ key: String, _ writer: FleeceWriter) throws {
        try JSONReader.read(try json(key), into: writer)
    }

    static let doors = [
        Door(testDescription: "store") { store, id, key in
            try store.store.save { writer in
                try write(key, writer)
                return WriteTarget(id: id, if: .any)
            }.revision(in: store.store)
        },
        Door(testDescription: "store, new documents") { store, id, key in
            try store.store.save { writer in
                try write(key, writer)
                return WriteTarget(id: id, if: .absent)
            }.revision(in: store.store)
        },
        Door(testDescription: "store, batch") { store, id, key in
            let saves = [("other", "n"), (id, key)].map { id, key in
                DocumentSave { writer in
                    try write(key, writer)
                    return WriteTarget(id: id, if: .any)
                }
            }
            try store.store.inBatch {
                for result in try store.store.save(saves) { try result.revision(in: store.store) }
            }
        },
        Door(testDescription: "store, merge", needsDocument: true) { store, id, key in
            try store.store.save { writer in
                try write("n", writer)
                return WriteTarget(id: id, if: .any, mergesStored: true)
            } merging: { _, _, writer in
                try write(key, writer)
                return true
            }.revision(in: store.store)
        },
        Door(testDescription: "repository, save") { store, id, key in
            try store.repository(of: Free.self).save(Free(id, [key: 7]))
        },
        Door(testDescription: "repository, batch") { store, id, key in
            try store.repository(of: Free.self).save([
                Free(UUID().uuidString, ["n": 1]), Free(id, [key: 7]),
            ])
        },
        Door(testDescription: "repository, insert") { store, id, key in
            try store.repository(of: Free.self).insert(Free(id, [key: 7]))
        },
        Door(testDescription: "repository, upsert") { store, id, key in
            try store.repository(of: Free.self).upsert(Free(id, [key: 7]))
        },
        Door(testDescription: "repository, update", needsDocument: true) { store, id, key in
            try store.repository(of: Free.self).update(id) { $0.values[key] = 7 }
        },
        Door(testDescription: "INSERT") { store, id, key in
            try run(store, "INSERT INTO _ (KEY, VALUE) VALUES ('\(id)', \(json(key)))")
        },
        Door(testDescription: "UPSERT") { store, id, key in
            try run(store, "UPSERT INTO _ (KEY, VALUE) VALUES ('\(id)', \(json(key)))")
        },
        Door(testDescription: "UPDATE", needsDocument: true, namesMetadata: true) { store, _, key in
            try run(store, "UPDATE _ SET `\(key)` = 7")
        },
        Door(testDescription: "saveBody", needsCollection: true) { store, id, key in
            try store.collection.saveBody(id: id) { try write(key, $0) }
        },
        Door(testDescription: "document", needsCollection: true) { store, id, key in
            let document = try MutableDocument(id: id, json: json(key))
            try store.collection.save(document: document)
        },
        Door(testDescription: "document, conflicts", needsCollection: true) { store, id, key in
            let document = try MutableDocument(id: id, json: json(key))
            _ = try store.collection.save(document: document, concurrencyControl: .failOnConflict)
        },
        Door(testDescription: "document, closure", needsCollection: true) { store, id, key in
            let document = try MutableDocument(id: id, json: json(key))
            _ = try store.collection.save(document: document) { _, _ in true }
        },
    ]

    private func open(_ kind: TestStore, _ door: Door) throws -> OpenTestStore? {
        let store = try kind.open()
        if door.needsCollection, !(store.store is CollectionStore) { return nil }
        if door.needsDocument { try store.put("a", #"{"type":"free","n":1}"#) }
        return store
    }

    // MARK: Keys

    @Test(arguments: TestStore.all, doors)
    func `every way to save a document rejects the keys of the metadata`(
        kind: TestStore, door: Door
    ) throws {
        guard let store = try open(kind, door) else { return }
        let before = try store.body("a")
        for key in ["_id", "_rev", "_deleted"] {
            let error = thrownError { try door.save(store, "a", key) }
            if door.namesMetadata, key != "_rev" {
                #expect(error?.message.contains("the metadata of a document cannot be set") == true)
                continue
            }
            #expect(error?.code == .corruptRevisionData)
            #expect(error?.isDocumentRefusal == true)
            let message = error?.message ?? ""
            #expect(
                message.contains("\"\(key)\"") && message.contains("reserved for document metadata")
            )
            #expect(message.contains("Remove the key") || message.contains("another coding key"))
            #expect(try store.body("a") == before)
        }
        #expect(try store.store.count(where: .literal(.boolean(true))) == (before == nil ? 0 : 1))
    }

    @Test(arguments: TestStore.all, doors)
    func `every way to save a document accepts other keys`(kind: TestStore, door: Door) throws {
        guard let store = try open(kind, door) else { return }
        for (index, key) in ["x", "_foo", "_exp", "_attachments", "_ID", "__rev"].enumerated() {
            let id = door.needsDocument ? "a" : "a\(index)"
            try door.save(store, id, key)
            #expect(try store.body(id)?.contains("\"\(key)\":7") == true)
        }
    }

    @Test(arguments: TestStore.all, ["_id", "_rev", "_deleted"])
    func `a stored value of a reserved key is kept, removed, but not changed`(
        kind: TestStore, key: String
    ) throws {
        let store = try kind.open()
        try store.put("a", #"{"type":"free","n":1,"\#(key)":{"x":[1]}}"#)
        func save(_ json: String) throws {
            try store.store.save { writer in
                try JSONReader.read(json, into: writer)
                return WriteTarget(id: "a", if: .any)
            }.revision(in: store.store)
        }
        try save(#"{"type":"free","n":2,"\#(key)":{"x":[1]}}"#)
        try Self.run(store, "UPDATE _ SET n = 3")
        #expect(try store.body("a") == #"{"\#(key)":{"x":[1]},"n":3,"type":"free"}"#)
        for value in ["null", "{}", #"{"x":[1.0]}"#] {
            #expect(throws: QuireError.self) { try save(#"{"n":1,"\#(key)":\#(value)}"#) }
        }
        try save(#"{"type":"free","n":3}"#)
        #expect(try store.body("a") == #"{"n":3,"type":"free"}"#)
        #expect(throws: QuireError.self) { try save(#"{"n":1,"\#(key)":{"x":[1]}}"#) }
    }

    @Test(arguments: TestStore.all)
    func `an undo restores a document with a reserved key`(kind: TestStore) throws {
        let store = try kind.open()
        try store.put("a", #"{"type":"memo","text":"a","_rev":"x"}"#)
        let history = UndoHistory()
        let memos = try store.repository(of: Memo.self).recording(in: history)
        try memos.delete(id: "a")
        _ = try history.undo()
        #expect(try store.body("a") == #"{"_rev":"x","text":"a","type":"memo"}"#)
    }

    @Test func `the keys that a replicator strips begin with an underscore`() throws {
        let body = try FleeceStorage(
            json: #"{"a":1,"_foo":1,"_exp":1,"_removed":1,"_attachments":{},"b":{"_c":1}}"#
        ).rootDictionary
        let keys = try DocumentRules.strippedKeys(of: #require(body))
        #expect(keys.sorted() == ["_exp", "_foo", "_removed"])
    }

    // MARK: IDs

    static let invalidIDs = [
        ("", "it is empty"), (String(repeating: "x", count: 241), "it has 241 bytes"),
        (String(repeating: "é", count: 121), "it has 242 bytes"),
        ("_a", "it begins with an underscore"), ("_design/a", "it begins with an underscore"),
        ("a\n", "it contains a control character"), ("a\u{7F}", "it contains a control character"),
    ]

    @Test(arguments: TestStore.all, doors.filter { !$0.needsDocument })
    func `every way to save a document rejects invalid IDs`(kind: TestStore, door: Door) throws {
        guard let store = try open(kind, door) else { return }
        for (id, reason) in Self.invalidIDs {
            let error = thrownError { try door.save(store, id, "n") }
            #expect(error?.code == .badDocumentID)
            #expect(error?.message.contains("cannot be a document's ID") == true)
            #expect(error?.message.contains(reason) == true)
        }
        #expect(try store.store.count(where: .literal(.boolean(true))) == 0)
        for id in [String(repeating: "x", count: 240), "é", "a b", "-"] {
            try door.save(store, id, "n")
            #expect(try store.body(id) != nil)
        }
    }

    // MARK: Sizes

    static let sizes: [(size: Int, isWarned: Bool, isRefused: Bool)] = [
        (2, false, false), (20 * 1024 * 1024, false, false), (20 * 1024 * 1024 + 1, true, false),
        (999_000_000, true, false), (999_000_001, false, true), (Int.max, false, true),
    ]

    @Test(arguments: sizes)
    func `a large body causes a warning, and an enormous one an error`(
        size: Int, isWarned: Bool, isRefused: Bool
    ) throws {
        var errors: [QuireError?] = []
        let warnings = warnings {
            let rules = DocumentRules(refusingAll: false) { QuireLog.warning($0) }
            errors = (0..<2).map { _ in
                thrownError { try rules.checkSize(size, id: "a", in: "collection c") }
            }
        }
        for error in errors {
            #expect((error?.code == .invalidParameter) == isRefused)
            #expect(isRefused == (error?.message.contains("at most 999000000") ?? false))
        }
        #expect(warnings.count == (isWarned ? 1 : 0))
        #expect(warnings.allSatisfy { $0.contains("\(size) bytes") && $0.contains("blobs") })
    }

    @Test(arguments: TestStore.all)
    func `a body that is too large for Sync Gateway is saved`(kind: TestStore) throws {
        let store = try kind.open()
        let text = String(repeating: "x", count: DocumentRules.largeSize)
        let warnings = try warnings {
            for id in ["a", "b"] {
                try store.store.save { writer in
                    writer.beginDictionary()
                    writer.writeKey("text")
                    writer.write(text)
                    writer.endDictionary()
                    return WriteTarget(id: id, if: .any)
                }.revision(in: store.store)
            }
        }
        // A store without a database has no log.
        #expect(warnings.count == (store.store is CollectionStore ? 1 : 0))
        #expect(
            try store.store.record(id: "b")?.body["text"]?.string?.utf8.count == text.utf8.count)
    }
}
