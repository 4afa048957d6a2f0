import Quire

/// The first version of the app.
enum FirstApp {
    struct Hotel: DocumentModel {
        @DocumentID var id: String?
        var title: String
        var stars: Int?
    }

    /// Records the schema and saves two hotels.
    static func run(_ database: Database) throws {
        let hotels = try database.repository(of: Hotel.self)
        try hotels.recordSchema()
        try hotels.save([
            Hotel(id: "harbour", title: "Harbour House", stars: 4),
            Hotel(id: "grand", title: "Grand", stars: nil),
        ])
    }

    /// Adds a star to every hotel that has stars, as the first version does if it is never updated.
    static func runAgain(_ database: Database) throws {
        let hotels = try database.repository(of: Hotel.self)
        try hotels.filter { $0.stars.isValued }.update { $0.stars? += 1 }
    }
}
