import DatabaseTestSupport
import Foundation
import Quire
import Testing

/// A sweep rewrites old documents, and can be resumed.
@Suite struct SweepTests {
    struct Entry: DocumentModel, VersionedModel, Equatable {
        @DocumentID var id: String?
        var text: String

        static let migrations = Migrations<Entry>(versionKey: "form")
            .migrate(to: 2) { $0.rename("words", to: "text") }
    }

    struct Stop: Error {}

    let store: OpenTestStore
    let entries: Repository<Entry>

    init() throws {
        store = try TestStore.memory.open()
        entries = try store.repository(of: Entry.self)
        for number in 0..<25 {
            try store.put("e\(number)", #"{"type":"entry","words":"w\#(number)"}"#)
        }
        try entries.save(Entry(id: "new", text: "n"))
        try store.put("newer", #"{"type":"entry","form":3,"text":"t"}"#)
        try store.put("other", #"{"type":"memo","words":"w"}"#)
    }

    @Test func `a sweep rewrites every old document once, and no others`() throws {
        let others = try ["new", "newer", "other"].map { try store.body($0) }
        let report = try entries.sweep(batchSize: 10)
        #expect(report.total == 25 && report.done == 25 && report.migrated == 25)
        #expect(try store.body("e7") == #"{"form":2,"text":"w7","type":"entry"}"#)
        #expect(try ["new", "newer", "other"].map { try store.body($0) } == others)
        #expect(try entries.sweep().total == 0)
    }

    @Test func `a filter finds properties filled in by a sweep`() throws {
        let found = entries.filter { $0.text == "w3" }
        #expect(try found.count() == 0)
        try entries.sweep()
        #expect(try found.all().map(\.id) == ["e3"])
    }

    @Test func `a sweep that was stopped can be resumed`() throws {
        #expect(throws: Stop.self) {
            try entries.sweep(batchSize: 10) { if $0.done == 20 { throw Stop() } }
        }
        var progress: [Int] = []
        let report = try entries.sweep(batchSize: 2) { progress.append($0.done) }
        #expect(report.total == 5 && progress == [2, 4, 5])
    }

    @Test func `a sweep ends when its task is canceled, and keeps its progress`() async throws {
        let task = Task {
            try await entries.sweep(batchSize: 5) { _ in withUnsafeCurrentTask { $0?.cancel() } }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await entries.sweep().total == 20)
    }

    @Test func `a document that cannot be migrated is reported and not changed`() throws {
        struct Note: DocumentModel, VersionedModel {
            var text: Int

            static let migrations = Migrations<Note>(versionKey: "form")
                .migrate(to: 2) { $0.convert("text", from: String.self) { $0.count } }
        }
        for number in 0..<5 {
            try store.put("n\(number)", #"{"type":"note","text":\#(number == 3 ? "[]" : "\"a\"")}"#)
        }
        let report = try store.repository(of: Note.self).sweep(batchSize: 2)
        #expect(report.failures.map(\.id) == ["n3"] && report.migrated == 4 && report.done == 5)
        #expect(try store.body("n3") == #"{"text":[],"type":"note"}"#)
    }

    @Test func `a sweep of a model without migrations does nothing`() async throws {
        #expect(try await store.repository(of: Memo.self).sweep().total == 0)
    }
}
