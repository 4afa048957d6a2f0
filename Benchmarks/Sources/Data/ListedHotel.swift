import Quire

/// A typical model of a ``StoredHotel``: 14 fields, including a dictionary and an array.
struct ListedHotel: DocumentModel, Equatable {
    static let documentType = "hotel"

    struct Place: Codable, Equatable {
        var latitude: Double
        var longitude: Double

        private enum CodingKeys: String, CodingKey {
            case latitude = "lat"
            case longitude = "lon"
        }
    }

    @DocumentID var id: String?
    var name: String
    var city: String
    var country: String
    var address: String
    var phone: String
    var description: String?
    var rate: Double
    var stars: Int
    var acceptsPets: Bool
    var place: Place
    var tags: [String]

    private enum CodingKeys: String, CodingKey {
        case id, name, city, country, address, phone, description, rate, stars
        case acceptsPets = "pets_ok"
        case place = "geo"
        case tags
    }

    init(_ hotel: StoredHotel) {
        id = hotel.id
        name = hotel.name
        city = hotel.city
        country = hotel.country
        address = hotel.address
        phone = hotel.phone
        description = hotel.description
        rate = hotel.rate
        stars = hotel.stars
        acceptsPets = hotel.acceptsPets
        place = Place(latitude: hotel.latitude, longitude: hotel.longitude)
        tags = hotel.tags
    }
}
