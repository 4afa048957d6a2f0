import Quire

/// The second version: it only adds, so old documents need no migration.
///
/// What is optional is `nil` in an old document; the rest has a default.
enum SecondApp {
    struct Hotel: DocumentModel, DefaultsProviding {
        @DocumentID var id: String?
        var title = ""
        var stars: Int?
        var address: Address?
        var hasBreakfast = false

        struct Address: Codable {
            var street: String
            var city: String
        }

        static var defaults: Hotel { Hotel() }
        static var requiredKeys: Set<String> { ["title"] }
    }

    static func run(_ database: Database) throws {
        let hotels = try database.repository(of: Hotel.self)
        print(try hotels.recordSchema())
        try hotels.update("harbour") {
            $0.address = Hotel.Address(street: "4 Kaigaten", city: "Bergen")
            $0.hasBreakfast = true
        }
    }
}
