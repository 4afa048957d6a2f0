import DatabaseTestSupport
import Foundation
import Quire
import Testing

@testable import QuireStore
@testable import QuireModels
@testable import QuireQuery

@Suite struct LiveSelectionTests {
    struct Inn: DocumentModel, Equatable {
        @DocumentID var id: String?
        var name: String
        var stars: Int
    }

    let folder: StoreFolder
    let database: Database
    let inns: Repository<Inn>

    init() throws {
        folder = try StoreFolder()
        database = try folder.open()
        inns = try database.repository(of: Inn.self)
        for n in 1...4 { try inns.save(Inn(id: "i\(n)", name: "n\(n)", stars: n)) }
    }

    /// Returns a summary of a change: all models, then inserted, updated, removed and failed ones.
    static func text(_ change: SelectionChange<Inn>) -> String {
        let parts = [
            change.models.map(\.id), change.inserted.map(\.id), change.updated.map(\.id),
            change.removed, change.failures.map(\.id),
        ]
        return parts.map { $0.joined(separator: " ") }.joined(separator: "|")
    }

    /// Changes, and the resulting changes of the selection of inns with at least three stars.
    static let steps: [(String, @Sendable (Self) throws -> Void)] = [
        ("i3 i4|i3 i4|||", { _ in }),
        ("i3 i4 i5|i5|||", { try $0.inns.save(Inn(id: "i5", name: "n5", stars: 5)) }),
        ("i3 i4 i5||i4||", { try $0.inns.update("i4") { $0.name = "other" } }),
        ("i4 i5|||i3|", { try $0.inns.update("i3") { $0.stars = 1 } }),
        ("i5|||i4|", { try $0.inns.delete(id: "i4") }),
        (
            "|||i5|i5",
            {
                try #require($0.inns.collection).save(
                    "i5", #"{"type": "inn", "stars": 5, "name": {"no": "text"}}"#)
            }
        ),
        (
            "i5|i5|||",
            {
                try #require($0.inns.collection).save(
                    "i5", #"{"type": "inn", "stars": 5, "name": "n"}"#)
            }
        ),
        (
            "i1 i2 i5|i1 i2|||",
            { test in
                try test.database.inBatch {
                    try test.inns.update("i1") { $0.stars = 3 }
                    try test.inns.update("i2") { $0.stars = 3 }
                }
            }
        ),
    ]

    @Test func `a sequence delivers all models and then the changes`() async throws {
        var seen: [String] = []
        try Self.steps[0].1(self)
        let selection = inns.filter { $0.stars >= 3 }.sorted(by: \.id)
        for try await change in selection.changes() {
            seen.append(Self.text(change))
            if seen.count == Self.steps.count { break }
            // An unrelated change delivers no element.
            try await inns.save(Inn(id: "stranger\(seen.count)", name: "s", stars: 0))
            try Self.steps[seen.count].1(self)
        }
        #expect(seen == Self.steps.map(\.0))
    }

    @Test func `all models of a repository can be observed`() async throws {
        var seen: [String] = []
        for try await change in inns.changes() {
            seen.append(Self.text(change))
            if seen.count == 2 { break }
            try database.defaultCollection().save("x", #"{"type": "pub"}"#)
            try await inns.purge(id: "i2")
        }
        #expect(seen == ["i1 i2 i3 i4|i1 i2 i3 i4|||", "i1 i3 i4|||i2|"])
    }

    @Test func `a limit and an offset are respected`() async throws {
        var seen: [String] = []
        let selection = inns.filter { $0.stars > 0 }.sorted(by: \.stars).offset(1).limit(2)
        for try await change in selection.changes() {
            seen.append(Self.text(change))
            if seen.count == 2 { break }
            try await inns.update("i1") { $0.stars = 9 }
        }
        #expect(seen == ["i2 i3|i2 i3|||", "i3 i4|i4||i2|"])
    }

    @Test func `soft deletion removes models`() async throws {
        struct Guest: DocumentModel {
            @DocumentID var id: String?
            var leftAt: Date?
        }
        let guests = try database.repository(of: Guest.self).softDeleting(\.leftAt)
        try await guests.save(Guest(id: "g", leftAt: nil))
        var counts: [Int] = []
        for try await change in guests.changes() {
            counts.append(change.models.count)
            if counts.count == 2 { break }
            try await guests.delete(id: "g")
        }
        #expect(counts == [1, 0])
    }

    @Test func `a single model can be observed`() async throws {
        var seen: [String] = []
        for try await state in inns.changes(of: "i9") {
            switch state {
            case .present(let inn): seen.append(inn.name)
            case .absent: seen.append("-")
            case .unreadable: seen.append("!")
            }
            switch seen.count {
            case 1: try await inns.save(Inn(id: "i9", name: "a", stars: 1))
            case 2: try await inns.update("i9") { $0.name = "b" }
            case 3: try #require(inns.collection).save("i9", #"{"type": "inn"}"#)
            case 4: try #require(inns.collection).save("i9", #"{"type": "pub"}"#)
            default: break
            }
            if seen.count == 5 { break }
        }
        #expect(seen == ["-", "a", "b", "!", "-"])
    }

    @Test func `canceling a task ends the sequence without an error`() async throws {
        let hasStarted = SendableBox(false)
        let task = Task { [inns] in
            for try await _ in inns.changes() { hasStarted.value = true }
        }
        while !hasStarted.value { try await Task.sleep(for: .milliseconds(2)) }
        task.cancel()
        try await task.value
        #expect(waitUntil { !database.file.changes.hasSubscriptions })
    }

    @Test func `closing the database ends the sequence`() async throws {
        var count = 0
        for try await _ in inns.changes() {
            count += 1
            try database.close()
        }
        #expect(count == 1)
    }

    @Test func `an invalid selection throws`() async throws {
        let selection = inns.filter { _ in
            QueryCondition(.failure(QuireError(.invalidQuery, "no such property")))
        }
        await #expect(throws: QuireError.self) {
            for try await _ in selection.changes() {}
        }
    }
}
