import Quire

/// A hotel in the catalogue of the travel app.
///
/// Seven properties can be null in the catalogue but always have a key, so they are stored as null.
/// The other optional properties have no key if they are `nil`.
struct Hotel: DocumentModel, Hashable {
    @DocumentID var id: String?
    var name: String
    var description: String
    @ExplicitNull var address: String?
    @ExplicitNull var city: String?
    @ExplicitNull var state: String?
    var country: String
    var location: Location
    @ExplicitNull var phone: String?
    @ExplicitNull var email: String?
    @ExplicitNull var url: String?
    @ExplicitNull var price: String?
    var hasVacancy: Bool
    var acceptsPets: Bool
    var hasFreeBreakfast: Bool
    var hasFreeInternet: Bool
    var hasFreeParking: Bool
    var image: Image?
    var likedBy: [String]
    var reviews: [Review]
    var channels: [String]
    var scope: String
    var collection: String

    enum CodingKeys: String, CodingKey {
        case id = "_id"
        case name, description, address, city, state, country
        case location = "geo"
        case phone, email, url, price
        case hasVacancy = "vacancy"
        case acceptsPets = "pets_ok"
        case hasFreeBreakfast = "free_breakfast"
        case hasFreeInternet = "free_internet"
        case hasFreeParking = "free_parking"
        case image
        case likedBy = "public_likes"
        case reviews, channels, scope, collection
    }

    /// The location of a hotel.
    struct Location: Codable, Hashable {
        var latitude: Double
        var longitude: Double
        var accuracy: String

        enum CodingKeys: String, CodingKey {
            case latitude = "lat"
            case longitude = "lon"
            case accuracy
        }
    }

    /// The metadata of a picture that is stored elsewhere.
    struct Image: Codable, Hashable {
        var kind: String
        var digest: String
        var length: Int
        var contentType: String

        enum CodingKeys: String, CodingKey {
            case kind = "@type"
            case digest, length
            case contentType = "content_type"
        }
    }

    /// A review by a guest.
    struct Review: Codable, Hashable {
        var author: String
        var content: String
        /// The date in the time zone of the author, such as `2013-06-22 18:33:50 +0300`.
        var date: String
        var ratings: Ratings
    }

    /// The ratings of a review, up to 5; -1 means no rating.
    struct Ratings: Codable, Hashable {
        var overall: Int
        var service: Int?
        var value: Int?
        var rooms: Int?
        var location: Int?
        var cleanliness: Int?
        var sleepQuality: Int?
        var frontDesk: Int?
        var businessService: Int?
        var internetAccess: Int?

        enum CodingKeys: String, CodingKey {
            case overall = "Overall"
            case service = "Service"
            case value = "Value"
            case rooms = "Rooms"
            case location = "Location"
            case cleanliness = "Cleanliness"
            case sleepQuality = "Sleep Quality"
            case frontDesk = "Check in / front desk"
            case businessService = "Business service"
            case internetAccess = "Business service (e.g., internet access)"
        }
    }
}

extension Hotel {
    /// Returns this hotel as the next revision of a stored one.
    func replacing(_ stored: Hotel) -> Hotel {
        var hotel = self
        hotel._id = stored._id
        return hotel
    }
}
