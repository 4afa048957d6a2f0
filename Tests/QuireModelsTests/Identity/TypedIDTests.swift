import DatabaseTestSupport
import Foundation
import Quire
import Testing

/// The methods that accept a model's `id`.
@Suite struct TypedIDTests {
    struct Booking: DocumentModel, Identifiable, Equatable {
        @DocumentID var id: String?
        var nights: Int
    }

    let id = UUID()
    let missing = UUID()

    @Test(arguments: TestStore.all)
    func `read methods accept an id`(kind: TestStore) throws {
        let models = try kind.open().repository(of: Keyed<UUID>.self)
        let model = try models.save(Keyed(id: id, name: "a"))
        #expect(try models.find(id) == model && models.find(missing) == nil)
        #expect(try models.find([missing, id]) == [model])
        #expect(try models.require(id) == model)
        #expect(try models.exists(id) && !models.exists(missing))
        #expect(try models.findStored(id)?.id == id.uuidString)
        #expect(try models.json(id)?.contains(id.uuidString) == true)
        #expect { try models.require(missing) } throws: { QuireError.Code.notFound ~= $0 }
        let reference = try Reference<Keyed<UUID>>(id: id)
        #expect(try reference.resolve(in: models) == model)
    }

    @Test(arguments: TestStore.all)
    func `write methods accept an id`(kind: TestStore) throws {
        let models = try kind.open().repository(of: Keyed<UUID>.self)
        try models.save(Keyed(id: id, name: "a"))
        #expect(try models.update(id) { $0.name = "b" }.name == "b")
        try models.patch(id) { $0.set(\.name, to: "c") }
        var patch = Patch<Keyed<UUID>>()
        patch.set(\.name, to: "d")
        try models.patch(id, by: patch)
        #expect(try models.require(id).name == "d")
        let date = Date(timeIntervalSinceNow: 1_000)
        try models.setExpiration(date, of: id)
        #expect(try models.expiration(of: id) != nil && models.expiration(of: missing) == nil)
        try models.delete(id: id)
        #expect { try models.delete(id: id) } throws: { QuireError.Code.notFound ~= $0 }
        try models.save(Keyed(id: id, name: "a"))
        try models.purge(id: id)
        #expect(try models.count() == 0)
    }

    @Test(arguments: TestStore.all)
    func `asynchronous methods accept an id`(kind: TestStore) async throws {
        let models = try kind.open().repository(of: Keyed<UUID>.self)
        let model = try await models.save(Keyed(id: id, name: "a"))
        #expect(try await models.find(id) == model)
        #expect(try await models.find([missing, id]) == [model])
        #expect(try await models.require(id) == model)
        #expect(try await models.exists(id))
        #expect(try await models.findStored(id)?.value == model)
        #expect(try await models.json(id) != nil)
        try await models.update(id) { $0.name = "b" }
        try await models.patch(id) { $0.set(\.name, to: "c") }
        try await models.setExpiration(Date(timeIntervalSinceNow: 1_000), of: id)
        #expect(try await models.expiration(of: id) != nil)
        try await models.delete(id: id)
        try await models.save(model)
        try await models.purge(id: id)
        #expect(try await models.count() == 0)
    }

    @Test(arguments: TestStore.all)
    func `the optional id of a document ID is accepted`(kind: TestStore) throws {
        let bookings = try kind.open().repository(of: Booking.self)
        let booking = try bookings.save(Booking(nights: 2))
        #expect(try bookings.find(booking.id) == booking)
        #expect(try bookings.find([nil, booking.id]) == [booking])
        #expect(try bookings.find(nil) == nil && !bookings.exists(nil))
        try bookings.update(booking.id) { $0.nights = 3 }
        #expect { try bookings.delete(id: nil) } throws: { QuireError.Code.notFound ~= $0 }
        try bookings.delete(id: booking.id)
        #expect(try bookings.count() == 0)
    }

    @Test(arguments: TestStore.all)
    func `a soft-deleted model is restored by its id`(kind: TestStore) async throws {
        let tasks = try deletedTask(kind)
        try await tasks.restore(id: id)
        #expect(try await tasks.exists(id))
    }

    struct Task: DocumentModel, Identifiable {
        var id: UUID
        var deletedAt: Date?
    }

    /// A repository with a task that was deleted, restored and deleted again.
    private func deletedTask(_ kind: TestStore) throws -> Repository<Task> {
        let tasks = try kind.open().repository(of: Task.self).softDeleting(\.deletedAt)
        try tasks.save(Task(id: id))
        try tasks.delete(id: id)
        #expect(try tasks.find(id) == nil)
        try tasks.restore(id: id)
        #expect(try tasks.exists(id))
        try tasks.delete(id: id)
        return tasks
    }
}
