import DatabaseTestSupport
import Foundation
import Quire
import QuireTesting
import QuirePlatform
import Testing

#if canImport(Observation)
    import Observation

    @testable import QuireModels
#endif

@Suite struct UndoBehaviourTests {
    struct Task: DocumentModel, Equatable {
        @DocumentID var id: String?
        var title: String
        var updatedAt: Date?
        var deletedAt: Date?
    }

    struct Note: DocumentModel, Equatable {
        @DocumentID var id: String?
        var text: String
        var picture: Blob?
    }

    struct Stop: Error {}

    /// A store with a repository whose changes are recorded.
    struct Recorded {
        let opened: OpenTestStore
        let history: UndoHistory
        let tasks: Repository<Task>
        /// The repository without a history, which acts as another writer.
        let other: Repository<Task>
        var database: any DocumentDatabase { opened.store.database }

        init(_ kind: TestStore, _ history: UndoHistory = UndoHistory()) throws {
            opened = try kind.open()
            self.history = history
            other = opened.store.repository(of: Task.self)
            tasks = other.recording(in: history)
        }

        func titles() throws -> [String] { try other.sorted(by: \.title).all().map(\.title) }
    }

    @Test(arguments: TestStore.all)
    func `each kind of change is undone and redone`(kind: TestStore) throws {
        // Changes of the documents A and B, and the titles after each
        let changes: [(String, [String], (Repository<Task>) throws -> Void)] = [
            ("insert", ["A", "B", "C"], { try $0.insert(Task(id: "c", title: "C")) }),
            ("save", ["B", "X"], { try $0.upsert(Task(id: "a", title: "X")) }),
            ("update", ["B", "X"], { try $0.update("a") { $0.title = "X" } }),
            ("patch", ["B", "X"], { try $0.patch("a") { $0.set(\.title, to: "X") } }),
            ("delete", ["B"], { try $0.delete(id: "a") }),
            ("purge", ["B"], { try $0.purge(id: "a") }),
            ("delete all", [], { try $0.selection.delete() }),
            ("patch all", ["X", "X"], { try $0.selection.patch { $0.set(\.title, to: "X") } }),
            (
                "save list", ["A", "B", "C", "D"],
                {
                    try $0.save([Task(id: "c", title: "C"), Task(id: "d", title: "D")])
                }
            ),
        ]
        for (name, expected, change) in changes {
            let recorded = try Recorded(kind)
            try recorded.other.save([Task(id: "a", title: "A"), Task(id: "b", title: "B")])
            try change(recorded.tasks)
            #expect(try recorded.titles() == expected, "\(name)")
            #expect(recorded.history.undoCount == 1, "\(name)")
            for _ in 1...3 {
                #expect(try recorded.history.undo() != nil, "\(name)")
                #expect(try recorded.titles() == ["A", "B"], "\(name)")
                #expect(recorded.history.canRedo && !recorded.history.canUndo)
                #expect(try recorded.history.undo() == nil)
                #expect(try recorded.history.redo() != nil, "\(name)")
                #expect(try recorded.titles() == expected, "\(name)")
                #expect(try recorded.history.redo() == nil)
            }
        }
    }

    @Test(arguments: TestStore.all)
    func `steps are undone in reverse order`(kind: TestStore) async throws {
        let recorded = try Recorded(kind)
        let (tasks, history) = (recorded.tasks, recorded.history)
        var task = try await tasks.save(Task(id: "a", title: "1"))
        for title in ["2", "3", "4"] {
            task.title = title
            task = try await tasks.save(task)
        }
        try await tasks.delete(id: "a")
        var seen: [[String]] = []
        while try await history.undo() != nil { seen.append(try recorded.titles()) }
        #expect(seen == [["4"], ["3"], ["2"], ["1"], []])
        seen = []
        while try await history.redo() != nil { seen.append(try recorded.titles()) }
        #expect(seen == [["1"], ["2"], ["3"], ["4"], []])
        try await history.undo()
        try await history.undo()
        #expect(try recorded.titles() == ["3"])
        // A new step replaces the steps that could be redone.
        try await tasks.update("a") { $0.title = "new" }
        #expect(!history.canRedo)
        try await history.undo()
        #expect(try recorded.titles() == ["3"])
        try await history.undo()
        #expect(try recorded.titles() == ["2"])
    }

    @Test(arguments: TestStore.all)
    func `a transaction is one step with a name`(kind: TestStore) async throws {
        let recorded = try Recorded(kind)
        let (tasks, history) = (recorded.tasks, recorded.history)
        let notes = recorded.opened.store.repository(of: Note.self).recording(in: history)
        try await recorded.database.inBatch {
            try tasks.save(Task(id: "a", title: "A"))
            try notes.save(Note(id: "n", text: "N"))
            try tasks.update("a") { $0.title = "A2" }
            try tasks.save(Task(id: "gone", title: ""))
            try tasks.purge(id: "gone")
        }
        #expect(history.undoCount == 1 && history.undoActionName == nil)
        try await history.step("Rename", in: recorded.database) {
            try tasks.update("a") { $0.title = "A3" }
            try history.step("Inner", in: recorded.database) {}
        }
        try await history.step("Delete", in: recorded.database) { try notes.delete(id: "n") }
        #expect(history.undoCount == 3 && history.undoActionName == "Delete")
        #expect(try await history.undo()?.documentIDs == ["n"])
        #expect(history.undoActionName == "Rename" && history.redoActionName == "Delete")
        let result = try await history.undo()
        #expect(result == UndoResult(name: "Rename", documentIDs: ["a"], skippedIDs: []))
        #expect(try recorded.titles() == ["A2"])
        try await history.undo()
        #expect(try recorded.titles().isEmpty && !history.canUndo)
        #expect(try await notes.count() == 0)
        history.removeAll()
        #expect(!history.canRedo && history.redoActionName == nil)
    }

    @Test(arguments: TestStore.all)
    func `changes that are rolled back are not recorded`(kind: TestStore) throws {
        let recorded = try Recorded(kind)
        let (tasks, history) = (recorded.tasks, recorded.history)
        #expect(throws: Stop.self) {
            try history.step("Failed", in: recorded.database) {
                try tasks.save(Task(id: "a", title: "A"))
                throw Stop()
            }
        }
        #expect(throws: Stop.self) {
            try tasks.validated { _ in throw Stop() }.save(Task(id: "a", title: "A"))
        }
        try recorded.other.save(Task(id: "a", title: ""))
        #expect(throws: Stop.self) {
            let failing = recorded.other.validated { _ in throw Stop() }
            try failing.recording(in: history).patch("a") { $0.set(\.title, to: "A") }
        }
        try recorded.other.purge(id: "a")
        #expect(!history.canUndo)
        try recorded.database.inBatch {
            try tasks.save(Task(id: "b", title: "B"))
            _ = try? recorded.database.inBatch {
                try tasks.update("b") { $0.title = "B2" }
                try tasks.save(Task(id: "c", title: "C"))
                throw Stop()
            }
        }
        #expect(try history.undo()?.documentIDs == ["b"])
        #expect(try recorded.titles().isEmpty)
        try history.redo()
        #expect(try recorded.titles() == ["B"])
    }

    @Test(arguments: TestStore.all)
    func `an undo restores unknown properties and blobs`(kind: TestStore) throws {
        let opened = try kind.open()
        let history = UndoHistory()
        let notes = opened.store.repository(of: Note.self).recording(in: history)
        let picture = Blob(contentType: "image/png", data: Data([1, 2, 3]))
        try notes.save(Note(id: "a", text: "", picture: picture))
        let body = try #require(try opened.body("a"))
        try opened.put("a", body.dropLast() + #","extra":{"deep":[1,null,"é"]}}"#)
        let full = try opened.body("a")
        try notes.delete(id: "a")
        try history.undo()
        #expect(try opened.body("a") == full)
        #expect(try notes.require("a").picture?.content == Data([1, 2, 3]))
        try notes.upsert(Note(id: "a", text: "changed"))
        try history.undo()
        #expect(try opened.body("a") == full)
    }

    @Test(arguments: TestStore.all)
    func `an undo after a change by another writer is a conflict`(kind: TestStore) async throws {
        let recorded = try Recorded(kind)
        let (tasks, history, other) = (recorded.tasks, recorded.history, recorded.other)
        try await other.save(Task(id: "b", title: "B"))
        try await history.step("Mine", in: recorded.database) {
            try tasks.save(Task(id: "a", title: "A"))
            try tasks.update("b") { $0.title = "B2" }
        }
        try await other.update("a") { $0.title = "theirs" }
        for _ in 1...2 {
            let error = thrownError { try history.undo() }
            #expect(error?.code == .conflict)
            #expect(error?.message.contains(#"step "Mine""#) == true)
            #expect(error?.message.contains(#"document "a""#) == true)
            #expect(try recorded.titles() == ["B2", "theirs"] && history.canUndo)
        }
        await #expect(throws: QuireError.self) { try await history.undo() }
        let result = try await history.undo(onConflict: .skip)
        #expect(result == UndoResult(name: "Mine", documentIDs: ["b"], skippedIDs: ["a"]))
        #expect(try recorded.titles() == ["B", "theirs"] && !history.canUndo)
        try await history.redo()
        #expect(try recorded.titles() == ["B2", "theirs"])
        try await other.delete(id: "b")
        #expect(thrownError { try history.undo() }?.message.contains("removed") == true)
        #expect(try await history.undo(onConflict: .skip)?.documentIDs == [])
        #expect(!history.canUndo && !history.canRedo)
    }

    @Test(arguments: TestStore.all)
    func `an insertion of another writer is not overwritten`(kind: TestStore) throws {
        let recorded = try Recorded(kind)
        try recorded.tasks.save(Task(id: "a", title: "A"))
        try recorded.tasks.purge(id: "a")
        try recorded.other.save(Task(id: "a", title: "theirs"))
        #expect(thrownError { try recorded.history.undo() }?.code == .conflict)
        #expect(try recorded.titles() == ["theirs"])
    }

    @Test(arguments: TestStore.all)
    func `a change between two steps is kept`(kind: TestStore) throws {
        let recorded = try Recorded(kind)
        try recorded.tasks.save(Task(id: "a", title: "1"))
        try recorded.other.update("a") { $0.title = "theirs" }
        try recorded.tasks.update("a") { $0.title = "3" }
        try recorded.history.undo()
        #expect(try recorded.titles() == ["theirs"])
        #expect(thrownError { try recorded.history.undo() }?.code == .conflict)
        try recorded.history.redo()
        #expect(try recorded.titles() == ["3"])
    }

    @Test(arguments: TestStore.all)
    func `an undo calls no middleware`(kind: TestStore) throws {
        let recorded = try Recorded(kind)
        let tasks = recorded.other.timestamped(updated: \.updatedAt).softDeleting(\.deletedAt)
            .recording(in: recorded.history)
        try recorded.other.save(Task(id: "a", title: "A"))
        try tasks.delete(id: "a")
        #expect(try tasks.count() == 0 && tasks.onlyDeleted.count() == 1)
        try recorded.database.use(ValidationMiddleware { _ in throw Stop() }, for: Task.self)
        try recorded.history.undo()
        #expect(try recorded.other.require("a") == Task(id: "a", title: "A"))
        try recorded.history.redo()
        #expect(try recorded.other.require("a").deletedAt != nil)
    }

    @Test(arguments: TestStore.all)
    func `a registered history records each change once`(kind: TestStore) throws {
        let recorded = try Recorded(kind)
        try recorded.database.use(
            UndoRecordingMiddleware(recorded.history), for: Task.self)
        try recorded.other.save(Task(id: "a", title: "A"))
        try recorded.tasks.update("a") { $0.title = "B" }
        #expect(recorded.history.undoCount == 2)
        try recorded.history.undo()
        #expect(try recorded.titles() == ["A"])
        try recorded.history.undo()
        #expect(try recorded.titles().isEmpty)
    }

    @Test(arguments: TestStore.all)
    func `the expiration of a purged document is restored`(kind: TestStore) throws {
        let recorded = try Recorded(kind)
        let date = Date(timeIntervalSince1970: 4_000_000_000)
        try recorded.other.save(Task(id: "a", title: "A"))
        try recorded.other.setExpiration(date, of: "a")
        try recorded.tasks.purge(id: "a")
        try recorded.history.undo()
        #expect(try recorded.other.expiration(of: "a") == date)
        try recorded.history.redo()
        #expect(try recorded.titles().isEmpty)
        try recorded.history.undo()
        #expect(try recorded.other.expiration(of: "a") == date)
    }

    @Test(arguments: TestStore.all)
    func `undo and redo throw inside a transaction and after closing`(kind: TestStore) throws {
        let recorded = try Recorded(kind)
        try recorded.tasks.save(Task(id: "a", title: "A"))
        let code = thrownCode {
            try recorded.database.inBatch { _ = try recorded.history.undo() }
        }
        #expect(code == .transactionNotClosed)
        #expect(recorded.history.canUndo)
        try recorded.database.close()
        #expect(thrownCode { try recorded.history.undo() } == .notOpen)
        #expect(recorded.history.canUndo)
    }

    @Test(arguments: TestStore.all)
    func `a history drops its oldest steps`(kind: TestStore) throws {
        let recorded = try Recorded(kind, UndoHistory(stepLimit: 3))
        for number in 1...5 { try recorded.tasks.save(Task(id: "\(number)", title: "\(number)")) }
        #expect(recorded.history.undoCount == 3)
        while try recorded.history.undo() != nil {}
        #expect(try recorded.titles() == ["1", "2"])
        for limit in [0, -1] {
            let none = UndoHistory(stepLimit: limit)
            try recorded.other.recording(in: none).save(Task(title: ""))
            #expect(!none.canUndo)
        }
    }

    @Test(arguments: TestStore.all)
    func `the size of a history is limited`(kind: TestStore) throws {
        let recorded = try Recorded(kind, UndoHistory(byteLimit: 10_000))
        let text = String(repeating: "x", count: 3000)
        for number in 1...5 { try recorded.tasks.save(Task(id: "\(number)", title: text)) }
        #expect(recorded.history.undoCount == 3)
        try recorded.history.undo()
        // A step that is too large cannot be undone, and neither can the steps before it.
        try recorded.tasks.selection.patch { $0.set(\.title, to: text + "y") }
        #expect(!recorded.history.canUndo && !recorded.history.canRedo)
        try recorded.tasks.save(Task(id: "6", title: "small"))
        #expect(try recorded.history.undo()?.documentIDs == ["6"])
        #expect(try recorded.other.count() == 4)
    }

    @Test(arguments: TestStore.all)
    func `a nested transaction that is rolled back does not count towards the size`(
        kind: TestStore
    ) throws {
        let recorded = try Recorded(kind, UndoHistory(byteLimit: 10_000))
        let text = String(repeating: "x", count: 6000)
        try recorded.tasks.save(Task(id: "before", title: "0"))
        try recorded.database.inBatch {
            try recorded.tasks.save(Task(id: "a", title: "1"))
            for _ in 1...2 {
                _ = try? recorded.database.inBatch {
                    try recorded.tasks.save([
                        Task(id: "b", title: text), Task(id: "c", title: text),
                    ])
                    throw Stop()
                }
            }
            try recorded.tasks.save(Task(id: "d", title: "2"))
        }
        #expect(recorded.history.undoCount == 2)
        #expect(try recorded.history.undo()?.documentIDs == ["a", "d"])
        #expect(try recorded.titles() == ["0"])
    }

    // The in-memory engine treats the two IDs as one.
    @Test(arguments: TestStore.all.filter { $0 != .memory })
    func `IDs that differ only in Unicode normalization are different documents`(
        kind: TestStore
    ) throws {
        let recorded = try Recorded(kind)
        try recorded.tasks.save([
            Task(id: "Caf\u{E9}", title: "1"), Task(id: "Cafe\u{301}", title: "2"),
        ])
        #expect(try recorded.history.undo()?.documentIDs.count == 2)
        #expect(try recorded.titles().isEmpty)
        try recorded.history.redo()
        #expect(try recorded.titles() == ["1", "2"])
    }

    @Test(arguments: TestStore.all)
    func `a transaction of an observer of another transaction is a separate step`(
        kind: TestStore
    ) throws {
        let recorded = try Recorded(kind)
        let tasks = recorded.tasks
        try recorded.database.inBatch {
            try recorded.database.afterTransaction { _ in
                _ = try? tasks.save(Task(id: "b", title: "B"))
            }
            try tasks.save(Task(id: "a", title: "A"))
        }
        #expect(recorded.history.undoCount == 2)
        #expect(try recorded.history.undo()?.documentIDs == ["b"])
        #expect(try recorded.history.undo()?.documentIDs == ["a"])
    }

    @Test(arguments: TestStore.all)
    func `concurrent transactions are separate steps`(kind: TestStore) async throws {
        let recorded = try Recorded(kind)
        let (tasks, history) = (recorded.tasks, recorded.history)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    try await history.step("\(number)", in: tasks.store.database) {
                        try tasks.upsert(Task(id: "shared", title: "\(number)"))
                        try tasks.save(Task(id: "\(number)", title: "\(number)"))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(history.undoCount == 20)
        // On a server, two transactions can commit before the history records the first of them.
        guard kind.hasDenseSequences else { return }
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 { group.addTask { try await history.undo()?.documentIDs.count ?? 0 } }
            for try await count in group { #expect(count == 2) }
        }
        #expect(try recorded.titles().isEmpty && history.redoCount == 20)
    }

    @Test(arguments: TestStore.all)
    func `a unique index also applies to an undo`(kind: TestStore) throws {
        let recorded = try Recorded(kind)
        guard recorded.opened.store.capabilities.contains(.uniqueIndexes) else { return }
        try recorded.other.createIndex(on: \.title, options: .unique)
        try recorded.other.save(Task(id: "a", title: "A"))
        try recorded.tasks.update("a") { $0.title = "B" }
        try recorded.other.save(Task(id: "b", title: "A"))
        #expect(thrownCode { try recorded.history.undo() } == .duplicateValue)
        #expect(try recorded.titles() == ["A", "B"] && recorded.history.canUndo)
        try recorded.other.delete(id: "b")
        try recorded.history.undo()
        #expect(try recorded.titles() == ["A"])
    }

    @Test(arguments: TestStore.all)
    func `documents with one ID in several collections are distinct`(kind: TestStore) throws {
        let recorded = try Recorded(kind)
        let others = try recorded.database.createStore(named: "others", scope: nil)
            .repository(of: Task.self).recording(in: recorded.history)
        try recorded.database.inBatch {
            try recorded.tasks.save(Task(id: "a", title: "1"))
            try others.save(Task(id: "a", title: "2"))
        }
        try others.update("a") { $0.title = "3" }
        try recorded.history.undo()
        #expect(try others.require("a").title == "2" && recorded.titles() == ["1"])
        #expect(try recorded.history.undo()?.documentIDs == ["a", "a"])
        #expect(try others.count() == 0 && recorded.other.count() == 0)
        try recorded.history.redo()
        #expect(try others.require("a").title == "2" && recorded.titles() == ["1"])
    }

    struct Seat: DocumentModel, Identifiable, Equatable {
        let id: UUID
        var row: Int
    }

    struct Table: DocumentModel, Equatable {
        @DocumentID var id: String?
        var legs: Int
    }

    enum Furniture: DocumentFamily {
        case table(Table)
        case seat(Seat)

        static let members: [FamilyMember<Furniture>] = [
            FamilyMember(Furniture.table), FamilyMember(Furniture.seat),
        ]

        var member: any Codable & Sendable {
            switch self {
            case .table(let table): table
            case .seat(let seat): seat
            }
        }
    }

    @Test(arguments: TestStore.all)
    func `changes through a family and its types are one history`(kind: TestStore) throws {
        let opened = try kind.open()
        let history = UndoHistory()
        for type in [Seat.self, Table.self] as [any DocumentModel.Type] {
            func register<Model: DocumentModel>(_ type: Model.Type) throws {
                try opened.store.database.use(UndoRecordingMiddleware<Model>(history), for: type)
            }
            try register(type)
        }
        let furniture = opened.store.repository(of: Furniture.self)
        let seats = opened.store.repository(of: Seat.self)
        let id = UUID()
        try furniture.save(.seat(Seat(id: id, row: 1)))
        try seats.update(id) { $0.row = 2 }
        try furniture.delete(id: id.uuidString)
        try furniture.save(.table(Table(id: "t", legs: 4)))
        #expect(history.undoCount == 4)
        var rows: [Int?] = []
        while try history.undo() != nil { rows.append(try seats.find(id)?.row) }
        #expect(try rows == [nil, 2, 1, nil] && furniture.count() == 0)
        while try history.redo() != nil {}
        #expect(try furniture.count() == 1)
    }

    @Test func `one history records several databases`() throws {
        let history = UndoHistory()
        let first = try InMemoryDatabase().repository(of: Task.self).recording(in: history)
        let second = try Database(inMemoryNamed: "b").repository(of: Task.self)
            .recording(in: history)
        try first.save(Task(id: "a", title: "1"))
        try second.save(Task(id: "a", title: "2"))
        try first.delete(id: "a")
        try history.undo()
        #expect(try first.count() == 1 && second.count() == 1)
        try history.undo()
        #expect(try first.count() == 1 && second.count() == 0)
        try history.undo()
        #expect(try first.count() == 0)
    }

    @Test func `an emptied history releases its database`() throws {
        let history = UndoHistory()
        weak var database: InMemoryDatabase?
        do {
            let opened = InMemoryDatabase()
            database = opened
            try opened.repository(of: Task.self).recording(in: history).save(Task(title: ""))
        }
        #expect(database != nil)
        history.removeAll()
        #expect(database == nil)
    }

    #if canImport(Observation)
        @Test func `observers are notified of steps`() throws {
            let recorded = try Recorded(.memory)
            let count = Mutex(0)
            func track() {
                withObservationTracking {
                    _ = (recorded.history.canUndo, recorded.history.redoActionName)
                } onChange: {
                    count.withLock { $0 += 1 }
                }
            }
            let changes: [() throws -> Void] = [
                { try recorded.tasks.save(Task(id: "a", title: "A")) },
                { try recorded.history.undo() },
                { try recorded.history.redo() }, { recorded.history.removeAll() },
            ]
            for (index, change) in changes.enumerated() {
                track()
                try change()
                #expect(count.withLock { $0 } == index + 1)
            }
        }
    #endif
}
