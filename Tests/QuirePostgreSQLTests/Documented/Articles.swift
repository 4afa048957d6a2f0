#if PostgreSQL
    import Foundation
    import Quire
    import QuirePostgreSQL

    // The code of the articles in QuirePostgreSQL.docc. The servers do not exist.

    func openTravel() throws -> [Hotel] {
        let database = try PostgresDatabase(
            connectionString: "postgresql://app@db.example.com/travel")
        let hotels = try database.repository(of: Hotel.self)
        try hotels.save(Hotel(name: "Harbour House", stars: 4))
        let good = try hotels.filter { $0.stars >= 4 }.sorted(by: \.name).all()
        return good
    }

    func stars(in hotels: Repository<Hotel>) throws -> Double? {
        try hotels.average(of: \.stars)
    }

    func search(_ hotels: Repository<Hotel>) throws {
        try hotels.createFullTextIndex(on: \.name, language: .english)
        for match in try hotels.matching("sea view", in: \.name).matches() {
            print(match.name, match.rank, match.snippet())
        }
    }

    func openWithSettings() throws -> PostgresDatabase {
        var configuration = PostgresConfiguration(
            "postgresql://app@db.example.com/travel?sslmode=verify-full")
        configuration.schemaName = "travel"
        configuration.maximumConnections = 16
        configuration.statementTimeout = 30
        let database = try PostgresDatabase(configuration)
        return database
    }

    func compactDaily(_ database: PostgresDatabase) async throws {
        while !Task.isCancelled {
            try await database.maintain(type: .compact)
            try await Task.sleep(for: .seconds(86_400))
        }
    }

    func openReadOnly() throws -> PostgresDatabase {
        var configuration = PostgresConfiguration("postgresql://report@db.example.com/travel")
        configuration.isReadOnly = true
        let database = try PostgresDatabase(configuration)
        return database
    }

    func addReview(to id: String, in database: PostgresDatabase) throws {
        let hotels = try database.repository(of: Hotel.self)
        try database.inBatch {
            var hotel = try hotels.require(id)
            hotel.stars += 1
            try hotels.save(hotel)
        }
    }

    func openWithReplicas() throws -> PostgresDatabase {
        let database = try PostgresDatabase(
            primary: "postgresql://app@primary.example.com/travel",
            replicas: ["postgresql://app@replica1.example.com/travel"])
        return database
    }

    func openBehindPooler() throws -> PostgresDatabase {
        var configuration = PostgresConfiguration("host=pooler.example.com")
        configuration.usesPreparedStatements = false
        configuration.usesNotifications = false
        return try PostgresDatabase(configuration)
    }
#endif
