import DatabaseTestSupport
import Dispatch
import Quire
import Testing

/// Changes by other processes.
@Suite struct ForeignChangeTests {
    let folder: StoreFolder
    let collection: DocumentCollection
    let recorder = ChangeRecorder()

    init() throws {
        folder = try StoreFolder()
        collection = try folder.open().defaultCollection()
        try collection.save("before", "{}")
        collection.addChangeListener(queue: DispatchQueue(label: "test")) { [recorder] in
            recorder.note($0.documentIDs)
        }
    }

    /// Modifies the file as a save by another process does.
    func saveElsewhere(_ ids: [String]) throws {
        let sqlite = try folder.sqlite()
        try sqlite.execute("BEGIN IMMEDIATE", purpose: "test")
        for id in ids {
            try sqlite.execute(
                """
                UPDATE kvmeta SET lastSeq = lastSeq + 1;
                INSERT OR REPLACE INTO kv_default (key, sequence, version, body) SELECT '\(id)', \
                lastSeq, x'008297BC96C0BA0C80', x'7000' FROM kvmeta WHERE name = 'default'
                """, purpose: "test")
        }
        try sqlite.execute("COMMIT", purpose: "test")
    }

    @Test func `listeners are notified of saves by another process`() throws {
        try saveElsewhere(["x", "y"])
        #expect(recorder.wait(for: 1) == [["x", "y"]])
    }

    @Test func `listeners are notified of saves in a collection that was created again`() throws {
        for id in ["a", "b", "c"] { try collection.save(id, "{}") }
        _ = recorder.wait(for: 3)
        // Deletes and creates the documents' tables as another process does.
        try folder.sqlite().execute(
            "DELETE FROM kv_default; UPDATE kvmeta SET lastSeq = 0", purpose: "test")
        try saveElsewhere(["x"])
        let told = recorder.wait(for: 4)
        try saveElsewhere(["y"])
        #expect(told.last == ["x"] && recorder.wait(for: 5).last == ["y"])
    }

    @Test func `changes by all processes are delivered exactly once`() throws {
        for round in 0..<20 {
            try saveElsewhere(["x\(round)"])
            try collection.save("a\(round)", "{}")
        }
        try saveElsewhere(["last"])
        var told: [String] = []
        for count in 1..<100 where !told.contains("last") {
            told = recorder.wait(for: count).flatMap { $0 }
        }
        let expected = (0..<20).flatMap { ["x\($0)", "a\($0)"] } + ["last"]
        #expect(told.sorted() == expected.sorted())
    }
}
