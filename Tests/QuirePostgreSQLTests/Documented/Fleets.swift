#if PostgreSQL
    import Foundation
    import Quire
    import QuirePostgreSQL

    // The code of the comments about fleets. The servers do not exist.

    func openTenant() throws {
        let fleet = try PostgresFleet(connectionString: "postgresql://app@db.example.com/tenants")
        let hotels = try fleet.database(named: "alice").repository(of: Hotel.self)
        try hotels.save(Hotel(name: "Harbour House"))
    }

    func openRegions() throws -> PostgresFleet {
        var configuration = PostgresFleetConfiguration(
            servers: [
                "eu": "postgresql://app@eu.example.com/tenants",
                "us": "postgresql://app@us.example.com/tenants",
            ], directoryServer: "eu")
        configuration.database.maximumConnections = 16
        return try PostgresFleet(configuration)
    }

    func countHotels(in fleet: PostgresFleet) throws -> Int {
        let count = try fleet.withDatabase(named: "alice") { database in
            try database.repository(of: Hotel.self).count()
        }
        return count
    }

    func hotels(of tenant: String, in fleet: PostgresFleet) async throws -> [Hotel] {
        try await fleet.withDatabase(named: tenant) { database in
            try await database.repository(of: Hotel.self).all()
        }
    }

    func moveTenant(in fleet: PostgresFleet) throws {
        let report = try fleet.moveDatabase(named: "alice", to: "eu2")
        print("Writers waited \(report.writePause)")
    }

    func listAndUpgrade(_ fleet: PostgresFleet) throws {
        for entry in try fleet.databases(withPrefix: "eu-", limit: 100) {
            print(entry.name, entry.serverName)
        }
        let report = try fleet.upgrade()
        for failure in report.failures { print(failure.databaseName, failure.error) }
    }
#endif
