import Foundation
import Quire

/// Models that repositories save, with recorded schemas, migrations and unknown fields.
extension FeatureDatabase {
    func saveModels() throws {
        let models = try database.createCollection(name: "models", scope: "Kinds")
        try saveInns(in: models)
        try models.repository(of: FeatureModels.Person.self).save(FeatureModels.people)
        try models.repository(of: FeatureModels.Room.self).save(FeatureModels.rooms)
        let memos = models.repository(of: FeatureModels.Memo.self)
        for (id, memo) in FeatureModels.memos.sorted(by: { $0.key < $1.key }) {
            _ = try memos.insert(memo, id: id)
        }
        try models.repository(of: FeatureModels.Setting.self).save(FeatureModels.settings[0])
        try put("setting-2", #"{"type":"setting"}"#, in: models)
        let jobs = Self.jobs(in: models)
        for job in FeatureModels.jobs {
            var new = job
            (new.created, new.updated, new.deleted) = (nil, nil, nil)
            try jobs.save(new)
        }
        try jobs.delete(id: "job-2")
        try saveHouses(in: models)
        try saveVehicles(in: models)
        for record in [
            try models.repository(of: FeatureModels.Inn.self).recordSchema(),
            try models.repository(of: FeatureModels.Vehicle.self).recordSchema(),
        ] where !record.isEmpty {
            throw CancellationError()
        }
    }

    /// Returns the repository of jobs, with a fixed clock.
    static func jobs(in collection: DocumentCollection) -> Repository<FeatureModels.Job> {
        collection.repository(of: FeatureModels.Job.self).using(
            TimestampMiddleware(created: \.created, updated: \.updated) { FeatureModels.opened },
            SoftDeleteMiddleware(\.deleted) { FeatureModels.opened })
    }

    /// Saves inns, the first of which has unknown fields.
    private func saveInns(in models: DocumentCollection) throws {
        try put(
            "inn-1",
            #"{"type":"inn","future":{"list":[1,{"x":null}]},"address":{"floor":3,"city":"?"}}"#,
            in: models)
        let inns = models.repository(of: FeatureModels.Inn.self)
        try inns.upsert(FeatureModels.inns)
        try inns.setExpiration(Self.expiration, of: "inn-3")
    }

    /// Saves one house in its first version and another one in the current version.
    private func saveHouses(in models: DocumentCollection) throws {
        let first = models.repository(of: FeatureModels.FirstHouse.self)
        try first.save(FeatureModels.FirstHouse(id: "house-1", title: "First", city: "Bergen"))
        try first.recordSchema()
        let houses = models.repository(of: FeatureModels.House.self)
        try houses.save(FeatureModels.houses[1])
        try houses.recordSchema()
    }

    /// Saves polymorphic models, one under an alias of its type and one of an unknown type.
    private func saveVehicles(in models: DocumentCollection) throws {
        let vehicles = models.repository(of: FeatureModels.Vehicle.self)
        try vehicles.save(Array(FeatureModels.vehicles[0..<2]))
        try put("truck-2", #"{"kind":"lorry","axles":2}"#, in: models)
        try put("plane-1", #"{"kind":"plane","wings":{"count":2}}"#, in: models)
    }

    private func put(_ id: String, _ json: String, in collection: DocumentCollection) throws {
        try collection.save(document: MutableDocument(id: id, json: json))
    }
}
