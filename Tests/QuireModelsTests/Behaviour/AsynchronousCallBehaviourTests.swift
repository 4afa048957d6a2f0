import DatabaseTestSupport
import Foundation
import Quire
import SQLPlusPlus
import Testing

/// Asynchronous calls compared with their synchronous forms.
@Suite struct AsynchronousCallBehaviourTests {
    /// One call of a repository in both forms, with its result as text.
    struct Call: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var changes = false
        let synchronous: @Sendable (Repository<Inn>) throws -> String
        let asynchronous: @Sendable (Repository<Inn>) async throws -> String
    }

    static let cities: Set<String?> = ["Bergen", "Oslo"]

    static let reads: [Call] = [
        Call(
            testDescription: "repository.minimum",
            synchronous: { "\(try $0.minimum(of: \.stars) as Int?)" },
            asynchronous: { "\(try await $0.minimum(of: \.stars) as Int?)" }),
        Call(
            testDescription: "repository.maximum",
            synchronous: { "\(try $0.maximum(of: \.stars) as Int?)" },
            asynchronous: { "\(try await $0.maximum(of: \.stars) as Int?)" }),
        Call(
            testDescription: "repository.sum",
            synchronous: { "\(try $0.sum(of: \.stars))" },
            asynchronous: { "\(try await $0.sum(of: \.stars))" }),
        Call(
            testDescription: "repository.average",
            synchronous: { "\(try $0.average(of: \.stars) as Double?)" },
            asynchronous: { "\(try await $0.average(of: \.stars) as Double?)" }),
        Call(
            testDescription: "optional of a repository",
            synchronous: {
                "\(try $0.minimum(of: \.phone) ?? "") \(try $0.maximum(of: \.phone) ?? "")"
            },
            asynchronous: {
                let least = try await $0.minimum(of: \.phone)
                let most = try await $0.maximum(of: \.phone)
                return "\(least ?? "") \(most ?? "")"
            }),
        Call(
            testDescription: "selection.minimum",
            synchronous: { "\(try $0.limit(3).minimum(of: \.stars) as Int?)" },
            asynchronous: { "\(try await $0.limit(3).minimum(of: \.stars) as Int?)" }),
        Call(
            testDescription: "selection.maximum",
            synchronous: { "\(try $0.filter { $0.stars < 5 }.maximum(of: \.stars) as Int?)" },
            asynchronous: {
                "\(try await $0.filter { $0.stars < 5 }.maximum(of: \.stars) as Int?)"
            }),
        Call(
            testDescription: "selection.sum",
            synchronous: { "\(try $0.filter { $0.stars < 5 }.sum(of: \.stars))" },
            asynchronous: { "\(try await $0.filter { $0.stars < 5 }.sum(of: \.stars))" }),
        Call(
            testDescription: "selection.average",
            synchronous: { "\(try $0.filter { $0.stars < 5 }.average(of: \.stars) as Double?)" },
            asynchronous: {
                "\(try await $0.filter { $0.stars < 5 }.average(of: \.stars) as Double?)"
            }),
        Call(
            testDescription: "optional of a selection",
            synchronous: {
                let some = $0.filter { $0.stars < 5 }
                return
                    "\(try some.minimum(of: \.phone) ?? "") \(try some.maximum(of: \.phone) ?? "")"
            },
            asynchronous: {
                let some = $0.filter { $0.stars < 5 }
                let least = try await some.minimum(of: \.phone)
                let most = try await some.maximum(of: \.phone)
                return "\(least ?? "") \(most ?? "")"
            }),
        Call(
            testDescription: "repository.page",
            synchronous: { "\(try $0.page(size: 2).models.map(\.name))" },
            asynchronous: { "\(try await $0.page(size: 2).models.map(\.name))" }),
        Call(
            testDescription: "repository.allStored",
            synchronous: { "\(try $0.allStored().map(\.revisionID))" },
            asynchronous: { "\(try await $0.allStored().map(\.revisionID))" }),
        Call(
            testDescription: "repository.explain",
            synchronous: { try $0.explain() },
            asynchronous: { try await $0.explain() }),
        Call(
            testDescription: "selection.explain",
            synchronous: { try $0.filter { $0.stars > 3 }.explain() },
            asynchronous: { try await $0.filter { $0.stars > 3 }.explain() }),
        Call(
            testDescription: "projection",
            synchronous: {
                let names = $0.select(\.name)
                return "\(try names.all()) \(try names.first() ?? "") \(try names.explain())"
            },
            asynchronous: {
                let names = $0.select(\.name)
                let (all, first) = (try await names.all(), try await names.first())
                return "\(all) \(first ?? "") \(try await names.explain())"
            }),
        Call(
            testDescription: "groups",
            synchronous: { "\(try groups($0).all())" },
            asynchronous: { "\(try await groups($0).all())" }),
        Call(
            testDescription: "repository.resolve",
            synchronous: { "\(try names($0.resolve([Reference(id: "a"), Reference(id: "z")])))" },
            asynchronous: {
                "\(try await names($0.resolve([Reference(id: "a"), Reference(id: "z")])))"
            }),
        Call(
            testDescription: "repository.resolve of a property",
            synchronous: {
                let one = try $0.resolve(Trip.all, \.start)
                let some = try $0.resolve(Trip.all, \.end)
                return "\(names(one)) \(names(some)) \(names(try $0.resolve(Trip.all, \.stops)))"
            },
            asynchronous: {
                let one = try await $0.resolve(Trip.all, \.start)
                let some = try await $0.resolve(Trip.all, \.end)
                let all = try await $0.resolve(Trip.all, \.stops)
                return "\(names(one)) \(names(some)) \(names(all))"
            }),
        Call(
            testDescription: "repository.resolve following references",
            synchronous: {
                names(
                    try $0.resolve(
                        [Reference(id: "a")],
                        following: { $0.note == "none" ? [Reference(id: "b")] : [] }, depth: 3))
            },
            asynchronous: {
                names(
                    try await $0.resolve(
                        [Reference(id: "a")],
                        following: { $0.note == "none" ? [Reference(id: "b")] : [] }, depth: 3))
            }),
        Call(
            testDescription: "reference.resolve",
            synchronous: { try Reference(id: "a").resolve(in: $0).name },
            asynchronous: { try await Reference(id: "a").resolve(in: $0).name }),
        Call(
            testDescription: "repository.recordedSchemas",
            synchronous: { "\(try $0.recordedSchemas())" },
            asynchronous: { "\(try await $0.recordedSchemas())" }),
        Call(
            testDescription: "repository.schemaDifference",
            synchronous: { "changes: \(try $0.schemaDifference())" },
            asynchronous: { "changes: \(try await $0.schemaDifference())" }),
    ]

    static let writes: [Call] = [
        Call(
            testDescription: "repository.patch",
            synchronous: {
                try $0.patch("a", by: raised)
                return "\(try $0.require("a").stars)"
            },
            asynchronous: {
                try await $0.patch("a", by: raised)
                return "\(try await $0.require("a").stars)"
            }),
        Call(
            testDescription: "repository.recordSchema",
            synchronous: {
                try $0.recordSchema()
                return "\(try $0.recordedSchemas())"
            },
            asynchronous: {
                try await $0.recordSchema()
                return "\(try await $0.recordedSchemas())"
            }),
    ]

    private struct Trip {
        var start: Reference<Inn>
        var end: Reference<Inn>?
        var stops: [Reference<Inn>] = []

        static let all = [
            Trip(start: "a", end: "b", stops: ["c", "a", "z"]), Trip(start: "b", end: nil),
        ]
    }

    private static var raised: Patch<Inn> {
        var patch = Patch<Inn>()
        patch.increment(\.stars, by: 1)
        return patch
    }

    private static func names(_ resolved: ResolvedReferences<Inn>) -> String {
        let found = ["a", "b", "c", "d", "z"].compactMap { resolved[Reference(id: $0)]?.name }
        return "\(found) \(resolved.missing.map(\.id).sorted())"
    }

    private static func groups(_ inns: Repository<Inn>) -> Projection<(Int, Int)> {
        inns.limit(4).grouped(by: \.stars).sorted(by: { $0.key }).select { ($0.key, $0.count) }
    }

    private func open(_ kind: TestStore) throws -> Repository<Inn> {
        let inns = try kind.open().repository(of: Inn.self)
        try inns.save([
            Inn(id: "a", name: "A", stars: 1, phone: "2"), Inn(id: "b", name: "B", stars: 5),
            Inn(id: "c", name: "C", stars: 4, phone: "1"), Inn(id: "d", name: "D", stars: 4),
            Inn(id: "e", name: "E", stars: 2, phone: "3"),
        ])
        return inns
    }

    @Test(arguments: TestStore.all, reads)
    func `an asynchronous read returns the result of the synchronous one`(
        kind: TestStore, call: Call
    ) async throws {
        let inns = try open(kind)
        let expected = try call.synchronous(inns)
        #expect(try await call.asynchronous(inns) == expected)
        #expect(expected != "")
    }

    @Test(arguments: TestStore.all, writes)
    func `an asynchronous write has the effect of the synchronous one`(
        kind: TestStore, call: Call
    ) async throws {
        let expected = try call.synchronous(try open(kind))
        #expect(try await call.asynchronous(try open(kind)) == expected)
    }

    @Test(arguments: TestStore.all, reads + writes)
    func `a call of a canceled task does not run`(kind: TestStore, call: Call) async throws {
        let inns = try open(kind)
        let before = try await inns.json("a")
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await call.asynchronous(inns)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        let after = try await inns.json("a")
        #expect(after == before)
    }

    @Test(arguments: TestStore.all, reads + writes)
    func `an asynchronous call throws the error of the synchronous one`(
        kind: TestStore, call: Call
    ) async throws {
        let inns = try open(kind)
        try inns.store.database.close()
        let error = #expect(throws: QuireError.self) { try call.synchronous(inns) }
        await #expect {
            try await call.asynchronous(inns)
        } throws: {
            let other = $0 as? QuireError
            return error?.code == .notOpen && other?.code == .notOpen
                && other?.message == error?.message
        }
    }

    // MARK: Cancellation of running calls

    static let numbers = "[\((0..<2000).map(String.init).joined(separator: ","))]"

    /// A condition that takes hours to evaluate.
    private static var slow: QueryCondition<Inn> {
        get throws {
            let statement = try SelectStatement.parse(
                "SELECT 1 FROM _ WHERE ANY a IN n SATISFIES ANY b IN n SATISFIES ANY c IN n "
                    + "SATISFIES a + b + c < 0 END END END", knowing: QueryFunction.table)
            return QueryCondition(condition: .success(try #require(statement.condition)))
        }
    }

    static let slowReads: [@Sendable (Selection<Inn>) async throws -> Void] = [
        { _ = try await $0.sum(of: \.stars) },
        { _ = try await $0.average(of: \.stars) },
        { _ = try await $0.minimum(of: \.phone) },
        { _ = try await $0.maximum(of: \.stars) },
        { _ = try await $0.select(\.name).all() },
        { _ = try await $0.grouped(by: \.stars).select { $0.count }.all() },
        { _ = try await $0.limit(2).grouped(by: \.stars).select { $0.count }.all() },
        { for try await _ in $0.stream() {} },
    ]

    @Test(
        .timeLimit(.minutes(10)), arguments: [TestStore.file, TestStore.database],
        slowReads.indices)
    func `a call whose task is canceled while it runs ends early`(
        kind: TestStore, index: Int
    ) async throws {
        let store = try kind.open()
        try store.put("a", #"{"type":"inn","name":"A","stars":1,"n":\#(Self.numbers)}"#)
        let slow = try store.repository(of: Inn.self).selection.filter(Self.slow)
        let task = Task { try await Self.slowReads[index](slow) }
        try await Task.sleep(for: .milliseconds(30))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    // MARK: Transactions

    @Test(arguments: TestStore.all)
    func `a task that a transaction creates is not part of the transaction`(
        kind: TestStore
    ) async throws {
        let inns = try open(kind)
        let task = try await inns.store.inBatch {
            try inns.purge(id: "a")
            return Task { try await inns.save(Inn(id: "f", name: "F")) }
        }
        #expect(try await task.value.name == "F")
        #expect(try await inns.sum(of: \.stars) == 18)
    }

    @Test(arguments: TestStore.all)
    func `groups of a limited selection are read with their values`(
        kind: TestStore
    ) async throws {
        let inns = try kind.open().repository(of: Inn.self)
        let groups = inns.limit(2).grouped(by: \.stars).select { $0.count }
        try await inns.save([Inn(id: "a", name: "A", stars: 5), Inn(id: "b", name: "B", stars: 5)])
        #expect(try await groups.all() == [2])
    }
}
