import Quire

/// The third version of the app, which renames and moves properties with a migration.
enum ThirdApp {
    struct Hotel: VersionedModel, DefaultsProviding {
        @DocumentID var id: String?
        var name = ""
        var stars = 0
        var city: String?
        var hasBreakfast = false

        static var defaults: Hotel { Hotel() }
        static var requiredKeys: Set<String> { ["name"] }

        static let migrations = Migrations<Hotel>()
            .migrate(to: 2) {
                $0.rename("title", to: "name")
                $0.move("address.city", to: "city")
                $0.setDefault("stars", to: 0)
            }
    }

    /// Reads old documents, which are migrated in memory and stay unchanged in the file.
    static func read(_ database: Database) throws {
        let hotels = try database.repository(of: Hotel.self)
        print(try hotels.recordSchema())
        print("  the documents as it reads them:")
        for hotel in try hotels.sorted(by: \.id).all() {
            print("  \(hotel.name) in \(hotel.city ?? "an unknown city"), stars: \(hotel.stars)")
        }
    }

    /// Migrates and saves all old documents in batches.
    ///
    /// A sweep can be stopped; the next one continues with the remaining documents.
    static func sweep(_ database: Database) throws {
        let hotels = try database.repository(of: Hotel.self)
        let result = try hotels.sweep(batchSize: 1) { progress in
            print("  \(progress.done) of \(progress.total)")
        }
        print("  \(result.migrated) migrated, \(result.failures.count) failed")
    }
}
