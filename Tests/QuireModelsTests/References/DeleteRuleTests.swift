import DatabaseTestSupport
import Foundation
import Quire
import QuirePlatform
import SQLPlusPlus
import Testing

@testable import QuireModels
@testable import QuireModels

/// Delete rules of references, which repositories apply in the transaction of the deletion.
@Suite struct DeleteRuleTests {
    /// The repositories of one store, with a cabin `a` that several documents reference.
    struct Town {
        let store: OpenTestStore
        let cabins: Repository<Cabin>
        let stays: Repository<Stay>
        let bills: Repository<Bill>
        let visitors: Repository<Visitor>

        init(_ kind: TestStore) throws {
            store = try kind.open()
            cabins = try store.repository(of: Cabin.self)
            stays = try store.repository(of: Stay.self)
            bills = try store.repository(of: Bill.self)
            visitors = try store.repository(of: Visitor.self)
            try cabins.save([Cabin(id: "a"), Cabin(id: "b")])
            try stays.save([
                Stay(id: "s1", cabin: "a"), Stay(id: "s2", cabin: "a"), Stay(id: "s3", cabin: "b"),
            ])
            let meals = try store.repository(of: Meal.self)
            try meals.save([Meal(id: "m1", stay: "s1"), Meal(id: "m3", stay: "s3", cabin: "a")])
        }

        /// The IDs of all documents, separated by spaces.
        var ids: String {
            get throws { try store.ids() }
        }
    }

    private func expectDenied(
        _ deletion: () throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
    ) -> DeniedDeletion? {
        let error = #expect(
            throws: QuireError.self, sourceLocation: sourceLocation, performing: deletion)
        #expect(error?.code == .deletionDenied, "\(error as Any)", sourceLocation: sourceLocation)
        return error?.underlyingError as? DeniedDeletion
    }

    // MARK: Cascade

    @Test(arguments: TestStore.all)
    func `cascade deletes the referring documents and applies their rules`(kind: TestStore) throws {
        let town = try Town(kind)
        try town.bills.save(Bill(id: "x", stays: ["s1", "s3", "s2", "s1"]))
        try town.cabins.delete(id: "a")
        #expect(try town.ids == "b m3 s3 x")
        #expect(try town.store.body("x") == #"{"stays":["s3"],"type":"bill"}"#)
    }

    @Test(arguments: TestStore.all)
    func `a deletion leaves tombstones of the referring documents, and a purge leaves none`(
        kind: TestStore
    ) throws {
        let town = try Town(kind)
        let first = try town.stays.require("s1")
        let third = try town.stays.require("s3")
        try town.cabins.delete(id: "a")
        #expect { try town.stays.save(first) } throws: { QuireError.Code.conflict ~= $0 }
        try town.cabins.purge(id: "b")
        #expect { try town.stays.save(third) } throws: { QuireError.Code.notFound ~= $0 }
        #expect(try town.ids == "")
    }

    @Test(arguments: TestStore.all)
    func `a property of a nested value is a referring property`(kind: TestStore) throws {
        let town = try Town(kind)
        let keys = try town.store.repository(of: Key.self)
        try keys.save([
            Key(id: "k1", place: Key.Place(cabin: "a")),
            Key(id: "k2", place: Key.Place(cabin: "b"), spare: Key.Spare(cabin: "a")),
            Key(id: "k3", place: Key.Place(cabin: "b")),
        ])
        try town.cabins.delete(id: "a")
        #expect(try keys.all().map(\.id) == ["k2", "k3"])
        #expect(try keys.require("k2").spare == Key.Spare())
    }

    @Test(arguments: TestStore.all)
    func `a cascade ends at circular references`(kind: TestStore) throws {
        let store = try kind.open()
        let branches = try store.repository(of: Branch.self)
        try branches.save([
            Branch(id: "a", parent: "c"), Branch(id: "b", parent: "a"),
            Branch(id: "c", parent: "b"), Branch(id: "self", parent: "self"),
            Branch(id: "other", friends: ["a", "self"]),
        ])
        try branches.delete(id: "b")
        try branches.delete(id: "self")
        #expect(try store.ids() == "other")
        #expect(try branches.require("other").friends.isEmpty)
    }

    @Test(arguments: TestStore.all.filter { $0 != .file })
    func `a long chain of references is deleted`(kind: TestStore) throws {
        let count = kind == .memory ? 60 : kind == .database ? 1_000 : 200
        let branches = try kind.open().repository(of: Branch.self)
        try branches.save(
            (0..<count).map {
                Branch(id: "\($0)", parent: $0 == 0 ? nil : Reference(id: "\($0 - 1)"))
            })
        try branches.createIndexIfSupported(on: \.parent)
        try branches.delete(id: "0")
        #expect(try branches.count() == 0)
    }

    @Test(arguments: TestStore.all)
    func `a document with thousands of referring documents is deleted`(kind: TestStore) throws {
        let town = try Town(kind)
        try town.stays.save((0..<2_500).map { Stay(id: "n\($0)", cabin: "a") })
        try town.cabins.delete(id: "a")
        #expect(try town.ids == "b m3 s3")
    }

    // MARK: Deny

    @Test(arguments: TestStore.all)
    func `deny names both documents and the property, and nothing is deleted`(
        kind: TestStore
    ) throws {
        let town = try Town(kind)
        try town.bills.save(Bill(id: "x \"y\"", cabin: "a"))
        let before = try town.ids
        let denial = expectDenied { try town.cabins.delete(id: "a") }
        #expect(
            denial?.description == """
                Document "a" in _default._default cannot be deleted: the property cabin of bill \
                "x \\"y\\"" in _default._default references it. Delete or change that document first
                """)
        #expect(denial?.documentID == "a" && denial?.referrerID == "x \"y\"")
        #expect(expectDenied { try town.cabins.purge(id: "a") } != nil)
        #expect(try town.ids == before)
        try town.cabins.delete(id: "b")
    }

    @Test(arguments: TestStore.all)
    func `a denied deletion inside a transaction can be caught`(kind: TestStore) throws {
        let town = try Town(kind)
        try town.bills.save(Bill(id: "x", cabin: "a"))
        try town.store.store.inBatch {
            try town.cabins.save(Cabin(id: "c"))
            _ = expectDenied { try town.cabins.delete(id: "a") }
        }
        #expect(try town.ids == "a b c m1 m3 s1 s2 s3 x")
    }

    @Test(arguments: TestStore.all)
    func `a referring document that is deleted as well does not prevent the deletion`(
        kind: TestStore
    )
        throws
    {
        let store = try kind.open()
        let guards = try store.repository(of: Guard.self)
        try guards.save([
            Guard(id: "a", protects: ["a", "b"]), Guard(id: "b", protects: ["a"]),
            Guard(id: "c", protects: ["d"]), Guard(id: "d"), Guard(id: "e", protects: ["e"]),
        ])
        try guards.delete(id: "e")
        _ = expectDenied { try guards.delete(id: "b") }
        _ = expectDenied { try guards.filter { $0.id != "c" }.delete() }
        #expect(try guards.count() == 4)
        #expect(try guards.filter { $0.id < "c" }.delete() == 2)
        #expect(try guards.selection.purge() == 2)
    }

    @Test(arguments: TestStore.all)
    func `referring documents can be in another collection`(kind: TestStore) throws {
        let town = try Town(kind)
        // Without the collection, nothing references the cabin.
        try town.cabins.delete(id: "b")
        let deeds = try town.store.store.database.createStore(named: "deeds", scope: nil)
            .repository(of: Deed.self)
        try deeds.save(Deed(id: "d", cabin: "a"))
        let denial = expectDenied { try town.cabins.delete(id: "a") }
        #expect(denial?.referrerCollection == "_default.deeds" && denial?.referrerType == "deed")
        try deeds.delete(id: "d")
        try town.cabins.delete(id: "a")
    }

    // MARK: Nullify

    @Test(arguments: TestStore.all)
    func `nullify removes the references and keeps other values`(kind: TestStore) throws {
        let town = try Town(kind)
        try town.store.put(
            "v1", #"{"type":"visitor","favorite":"a","wishes":["a","b","a"],"name":"V","more":1}"#)
        try town.store.put("v2", #"{"type":"visitor","favorite":"b","wishes":[],"name":"V"}"#)
        let stale = try town.visitors.require("v1")
        let untouched = try town.visitors.require("v2")
        try town.cabins.delete(id: "a")
        #expect(
            try town.store.body("v1") == #"{"more":1,"name":"V","type":"visitor","wishes":["b"]}"#)
        // The change is a new revision, so that older models are not saved over it.
        #expect { try town.visitors.save(stale) } throws: { QuireError.Code.conflict ~= $0 }
        try town.visitors.save(untouched)
    }

    @Test(arguments: TestStore.all)
    func `nullify of a value that the model requires is an error`(kind: TestStore) throws {
        let store = try kind.open()
        try store.repository(of: Holder.self).save(
            Holder(id: "h", part: Holder.Part(required: "r")))
        let models = try store.repository(of: Required.self)
        try models.save(Required(id: "r"))
        let error = #expect(throws: QuireError.self) { try models.delete(id: "r") }
        #expect(
            error?.code == .invalidParameter && error?.message.contains("part.required") == true)
        #expect(try store.ids() == "h r")
    }

    // MARK: Which deletions apply rules

    @Test(arguments: TestStore.all)
    func `deleting a selection applies the rules once for all documents`(kind: TestStore) throws {
        let town = try Town(kind)
        try town.visitors.save(Visitor(id: "v", favorite: "a", wishes: ["b", "z"]))
        #expect(try town.cabins.selection.delete() == 2)
        #expect(try town.ids == "v")
        #expect(
            try town.store.body("v") == #"{"name":"V","type":"visitor","wishes":["z"]}"#)
    }

    @Test(arguments: TestStore.all)
    func `a soft delete applies no rules, and the purge of the model does`(kind: TestStore) throws {
        struct Room: ReferencedModel {
            @DocumentID var id: String?
            var deletedAt: Date?
            static var deleteRules: [DeleteRule<Room>] { [.cascade(\Bed.room)] }
        }
        struct Bed: DocumentModel {
            @DocumentID var id: String?
            var room: Reference<Room>
        }
        let store = try kind.open()
        let rooms = try store.repository(of: Room.self).softDeleting(\.deletedAt)
        try rooms.save(Room(id: "r"))
        try store.repository(of: Bed.self).save(Bed(id: "b", room: "r"))
        try rooms.delete(id: "r")
        #expect(try store.ids() == "b r")
        #expect(try rooms.selection.delete() == 0)
        try rooms.includingDeleted.purge(id: "r")
        #expect(try store.ids() == "")
    }

    @Test(arguments: TestStore.all)
    func `deletions without a repository apply no rules`(kind: TestStore) throws {
        let town = try Town(kind)
        _ = try town.store.store.delete(id: "a", if: .any)
        try town.store.store.purge(id: "b")
        #expect(try town.ids == "m1 m3 s1 s2 s3")
    }

    @Test(arguments: TestStore.all)
    func `a deletion at an old revision, or of another type, applies no rules`(
        kind: TestStore
    )
        throws
    {
        let town = try Town(kind)
        let stale = try town.cabins.require("a")
        try town.cabins.update("a") { $0.name = "new" }
        #expect { try town.cabins.delete(stale) } throws: { QuireError.Code.conflict ~= $0 }
        #expect { try town.cabins.delete(id: "s1") } throws: { QuireError.Code.notFound ~= $0 }
        #expect(try town.ids == "a b m1 m3 s1 s2 s3")
    }

    @Test(arguments: TestStore.all)
    func `an asynchronous deletion applies the rules`(kind: TestStore) async throws {
        let town = try Town(kind)
        try await town.cabins.delete(id: "a")
        #expect(try town.ids == "b m3 s3")
    }

    @Test(arguments: TestStore.all)
    func `middleware receives the deletions of a repository, and can prevent all of them`(
        kind: TestStore
    )
        throws
    {
        struct Veto: RepositoryMiddleware {
            struct Refusal: Error {}
            func perform(
                _ operation: WriteOperation<Cabin>,
                next: (WriteOperation<Cabin>) throws -> WriteOutcome<Cabin>
            ) throws -> WriteOutcome<Cabin> {
                _ = try next(operation)
                throw Refusal()
            }
        }
        let town = try Town(kind)
        #expect(throws: Veto.Refusal.self) { try town.cabins.using(Veto()).delete(id: "a") }
        #expect(try town.ids == "a b m1 m3 s1 s2 s3")
    }

    // MARK: Middleware

    /// Middleware that hides the documents of other tenants in all scopes.
    private struct OneTenant: RepositoryMiddleware {
        func perform(
            _ operation: WriteOperation<Booking>,
            next: (WriteOperation<Booking>) throws -> WriteOutcome<Booking>
        ) throws -> WriteOutcome<Booking> {
            try next(operation)
        }

        func condition(in scope: DeletionScope) -> QueryCondition<Booking>? {
            QueryField<Booking, Booking>.model.tenant == "a"
        }
    }

    @Test(arguments: TestStore.all)
    func `rules apply to documents that are marked as deleted`(kind: TestStore) throws {
        let store = try kind.open()
        let seconds = Mutex(0.0)
        try store.store.database.use(
            SoftDeleteMiddleware(\Booking.deletedAt) {
                seconds.withLock {
                    $0 += 1
                    return Date(timeIntervalSinceReferenceDate: $0)
                }
            }, for: Booking.self)
        let huts = try store.repository(of: Hut.self)
        let bookings = try store.repository(of: Booking.self)
        try huts.save([Hut(id: "a"), Hut(id: "b"), Hut(id: "c")])
        try bookings.save([
            Booking(id: "1", hut: "a"), Booking(id: "2", hut: "a"), Booking(id: "3", former: "a"),
            Booking(id: "4", hut: "b"), Booking(id: "5", next: "c"),
        ])
        for id in ["1", "3"] { try bookings.delete(id: id) }
        try huts.delete(id: "a")
        let all = bookings.includingDeleted
        let marks = try all.sorted(by: \.id).all().map {
            $0.deletedAt?.timeIntervalSinceReferenceDate
        }
        #expect(marks == [1, 3, 2, nil, nil])
        #expect(try all.require("3").former == nil)
        for id in ["4", "5"] { try bookings.delete(id: id) }
        try huts.purge(id: "b")
        #expect(try store.ids() == "1 2 3 5 c")
        _ = expectDenied { try huts.delete(id: "c") }
    }

    @Test(arguments: TestStore.all)
    func `rules apply to documents that middleware hides`(kind: TestStore) throws {
        let store = try kind.open()
        let huts = try store.repository(of: Hut.self)
        let bookings = try store.repository(of: Booking.self)
        try huts.save([Hut(id: "a"), Hut(id: "b")])
        try bookings.save([
            Booking(id: "1", hut: "a", tenant: "b"), Booking(id: "2", former: "a", tenant: "b"),
            Booking(id: "3", hut: "b", tenant: "b"),
        ])
        try store.store.database.use(OneTenant(), for: Booking.self)
        #expect(try bookings.count() == 0)
        try huts.delete(id: "a")
        #expect(try store.ids() == "2 3 b")
        #expect(try store.body("2") == #"{"tenant":"b","type":"booking"}"#)
        try huts.purge(id: "b")
        #expect(try store.ids() == "2")
    }

    // MARK: Undo

    @Test(arguments: TestStore.all)
    func `an undo of a deletion restores the documents that its rules changed`(
        kind: TestStore
    ) throws {
        let town = try Town(kind)
        try town.visitors.save(Visitor(id: "v", favorite: "a", wishes: ["a", "b"]))
        try town.bills.save(Bill(id: "x", stays: ["s1", "s3"]))
        let before = try town.ids
        let bodies = try ["s1", "m1", "v", "x"].map { try town.store.body($0) }
        let history = UndoHistory()
        let recorded = town.cabins.recording(in: history)
        let deletions: [() throws -> Void] = [
            { try recorded.delete(id: "a") }, { try recorded.purge(id: "a") },
            { _ = try recorded.filter { $0.id == "a" }.delete() },
            { _ = try recorded.filter { $0.id == "a" }.purge() },
        ]
        for deletion in deletions {
            try deletion()
            let after = try town.ids
            #expect(after == "b m3 s3 v x")
            #expect(history.undoCount == 1)
            try history.undo()
            #expect(try town.ids == before)
            #expect(try ["s1", "m1", "v", "x"].map { try town.store.body($0) } == bodies)
            try history.redo()
            #expect(try town.ids == after)
            try history.undo()
        }
        try town.bills.save(Bill(id: "y", cabin: "a"))
        _ = expectDenied { try recorded.delete(id: "a") }
        #expect(history.undoCount == 0)
    }

    @Test(arguments: TestStore.all)
    func `a history that is also registered records each document once`(kind: TestStore) throws {
        let store = try kind.open()
        let history = UndoHistory()
        try store.store.database.use(UndoRecordingMiddleware(history), for: Booking.self)
        let huts = try store.repository(of: Hut.self).recording(in: history)
        let bookings = try store.repository(of: Booking.self)
        try huts.save(Hut(id: "a"))
        try bookings.save([Booking(id: "1", hut: "a"), Booking(id: "2", former: "a")])
        try huts.delete(id: "a")
        try history.undo()
        #expect(try store.ids() == "1 2 a")
        #expect(try bookings.require("2").former == "a")
    }

    @Test(arguments: TestStore.all)
    func `a family with a history records the effects of its rules`(kind: TestStore) throws {
        let store = try kind.open()
        let history = UndoHistory()
        try store.store.database.use(UndoRecordingMiddleware(history), for: Inlet.self)
        let waters = try store.repository(of: Water.self)
        let boats = try store.repository(of: Boat.self)
        try waters.save(.inlet(Inlet(id: "i")))
        try boats.save([Boat(id: "b1", home: "i"), Boat(id: "b2", visited: ["i"])])
        try waters.delete(id: "i")
        #expect(try store.ids() == "b2")
        try history.undo()
        #expect(try store.ids() == "b1 b2 i")
        #expect(try boats.require("b2").visited == ["i"])
    }

    // MARK: Families and misuse

    @Test(arguments: TestStore.all)
    func `a family applies its own rules and those of the member`(kind: TestStore) throws {
        let store = try kind.open()
        let waters = try store.repository(of: Water.self)
        let boats = try store.repository(of: Boat.self)
        try waters.save([
            .inlet(Inlet(id: "i")), .inlet(Inlet(id: "j")), .lake(Lake(id: "l")),
        ])
        try boats.save([
            Boat(id: "b1", home: "i"), Boat(id: "b2", water: "j"),
            Boat(id: "b3", home: "l", water: "l", visited: ["i", "l", "j"]),
        ])
        try waters.delete(id: "i")
        try waters.delete(id: "l")
        _ = expectDenied { try waters.delete(id: "j") }
        _ = expectDenied { try store.repository(of: Inlet.self).delete(id: "j") }
        #expect(try store.ids() == "b2 b3 j")
        #expect(try boats.require("b3").visited == ["j"])
    }

    @Test(arguments: TestStore.all)
    func `a rule with references to another model is an error`(kind: TestStore) throws {
        let models = try kind.open().repository(of: Misused.self)
        try models.save(Misused(id: "m"))
        let error = #expect(throws: QuireError.self) { try models.delete(id: "m") }
        #expect(error?.code == .invalidParameter && error?.message.contains("Cabin") == true)
        #expect(try models.count() == 1)
    }

    @Test func `the search for referring documents uses an index`() throws {
        let town = try Town(.database)
        try town.stays.createIndex(on: \.cabin)
        let referrer = PropertyReferrer(
            \Stay.cabin, collection: nil, scope: nil, typeKey: "type", isReferenceToModel: true)
        for ids in [["a"], ["a", "b"]] {
            let statement = try referrer.documents(referringTo: ids, limit: 1)
            #expect(try town.store.store.explanation(of: statement).contains("stay(cabin)"))
        }
    }
}

extension OpenTestStore {
    /// Returns the IDs of all documents, separated by spaces.
    func ids() throws -> String {
        let everything = SelectStatement([.star], from: CollectionSource("_"))
        return try store.records(selectedBy: everything).map(\.id).sorted().joined(separator: " ")
    }
}

extension Repository {
    fileprivate func createIndexIfSupported<Value>(
        on property: any KeyPath<Model, Value> & Sendable
    ) throws {
        if store.capabilities.contains(.indexes) { try createIndex(on: property) }
    }
}
