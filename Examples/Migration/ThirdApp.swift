import Quire

/// The third version: it renames and moves, so it says how an old document becomes a new one.
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

    /// Reads old documents, which become new ones in memory, and stay as they are.
    static func read(_ database: Database) throws {
        let hotels = try database.repository(of: Hotel.self)
        print(try hotels.recordSchema())
        print("  as it reads them:")
        for hotel in try hotels.sorted(by: \.id).all() {
            print("  \(hotel.name) in \(hotel.city ?? "an unknown city"), stars: \(hotel.stars)")
        }
    }

    /// Rewrites all old documents, a batch at a time; it can be stopped, and goes on next time.
    static func sweep(_ database: Database) throws {
        let hotels = try database.repository(of: Hotel.self)
        let result = try hotels.sweep(batchSize: 1) { progress in
            print("  \(progress.done) of \(progress.total)")
        }
        print("  \(result.migrated) migrated, \(result.failures.count) failed")
    }
}
