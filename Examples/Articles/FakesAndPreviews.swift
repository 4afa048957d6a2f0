// Fakes for tests and previews: databases in memory, sample data, and injected errors.

import Quire
import QuireInMemory
import QuireTesting

struct Hotel: DocumentModel, Identifiable, Equatable {
    @DocumentID var id: String?
    var name: String
    var city: String
    var roomRate: Double
}

/// The rates of hotels, in a database of any engine.
struct RateService: Sendable {
    let hotels: Repository<Hotel>

    init(_ database: some DocumentDatabase) throws {
        hotels = try database.repository(of: Hotel.self)
    }

    /// Raises all rates of a city in one transaction, and returns the number of hotels.
    func raiseRates(in city: String, by amount: Double) throws -> Int {
        try hotels.store.inBatch {
            var affected = try hotels.filter { $0.city == city }.all()
            for index in affected.indices { affected[index].roomRate += amount }
            return try hotels.save(affected).count
        }
    }
}

extension Hotel {
    /// Hotels for tests and previews.
    static let samples = [
        Hotel(id: "grand", name: "Grand", city: "Oslo", roomRate: 240),
        Hotel(id: "harbour", name: "Harbour House", city: "Bergen", roomRate: 121),
        Hotel(id: "fjord", name: "Fjord View", city: "Bergen", roomRate: 150),
    ]
}

extension InMemoryDatabase {
    /// A new database with the samples.
    static var samples: InMemoryDatabase {
        let database = InMemoryDatabase(name: "samples")
        _ = try? database.repository(of: Hotel.self).save(Hotel.samples)
        return database
    }
}

let database = InMemoryDatabase.samples
let service = try RateService(database)
print(try service.raiseRates(in: "Bergen", by: 9), "hotels changed")
print(try service.hotels.filter { $0.city == "Bergen" }.sorted(by: \.name).all().map(\.roomRate))

// Generated values.
let generated = try ModelCheck(Hotel.self).values()
try service.hotels.upsert(generated)
print("generated values are stored:", try service.hotels.count() > 3)

// The second save of a transaction fails.
database.injectErrors { operation in
    guard operation.kind == .save, operation.documentID == "fjord" else { return nil }
    return QuireError(.ioError, "The disk is full.")
}
do {
    _ = try service.raiseRates(in: "Bergen", by: 10)
} catch QuireError.Code.ioError {
    print("failed; still", try service.hotels.require("harbour").roomRate)
}
database.injectErrors(nil)

/// Returns the models of a selection, or a message to show.
func content(of hotels: Selection<Hotel>) -> String {
    do {
        return try hotels.all().map(\.name).joined(separator: ", ")
    } catch {
        return "The hotels cannot be shown: \(error)"
    }
}

let oslo = service.hotels.filter { $0.city == "Oslo" }
print(content(of: oslo))
database.injectErrors { operation in
    operation.kind == .query ? QuireError(.corruptData, "Document \"grand\" is damaged.") : nil
}
print(content(of: oslo))
