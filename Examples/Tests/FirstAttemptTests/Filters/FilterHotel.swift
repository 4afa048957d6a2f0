import Foundation
import Quire

/// The model of the filters.
struct FilterHotel: DocumentModel {
    enum Kind: String, Codable { case hotel, hostel, inn }

    struct Location: Codable, Equatable {
        var latitude: Double
        var note: String?
        var isNorth: Bool { latitude > 60 }
    }

    struct Address: Codable {
        var city = "Bergen"
        var location: Location?
    }

    struct Review: Codable {
        var rating: Int
        var isVerified = true
    }

    @DocumentID var id: String?
    var name: String
    var count = 3
    var description = "By the sea"
    var stars = 3
    var rooms = 20
    var roomRate = 100.0
    var lowestRate: Double?
    var petsWelcome = false
    var isClosed = false
    var hasPool: Bool?
    var floors: Int?
    var phone: String?
    var address = Address()
    var kind = Kind.hotel
    var secondKind: Kind?
    var tags: [String] = []
    var reviews: [Review] = []
    var names: [String: String] = [:]
    var opened = Date(timeIntervalSince1970: 0)
    var renovated: Date?
    var shout: String { name.uppercased() }
}
