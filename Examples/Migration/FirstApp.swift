import Quire

/// The app as it was first published.
enum FirstApp {
    struct Hotel: DocumentModel {
        @DocumentID var id: String?
        var title: String
        var stars: Int?
    }

    /// Opens the database, and saves two hotels if there are none.
    static func run(_ database: Database) throws {
        let hotels = try database.repository(of: Hotel.self)
        try hotels.recordSchema()
        try hotels.save([
            Hotel(id: "harbour", title: "Harbour House", stars: 4),
            Hotel(id: "grand", title: "Grand", stars: nil),
        ])
    }

    /// Gives every hotel that has stars one more, as a user does who never updates the app.
    static func runAgain(_ database: Database) throws {
        let hotels = try database.repository(of: Hotel.self)
        try hotels.filter { $0.stars.isValued }.update { $0.stars? += 1 }
    }
}
