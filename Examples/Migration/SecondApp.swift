import Quire

/// The second version of the app, which only adds properties.
///
/// Old documents need no migration: optional properties are `nil`, and the others have default
/// values.
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
