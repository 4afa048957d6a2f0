import Quire

/// The hotels of Couchbase's travel sample.
struct PublishedHotel: DocumentModel, Equatable {
    struct Geo: Codable, Equatable {
        var accuracy: String
        var lat: Double
        var lon: Double
    }

    struct Review: Codable, Equatable {
        var author: String
        var content: String
        var date: String
        var ratings: [String: Int]
    }

    @ExplicitNull var address: String?
    @ExplicitNull var city: String?
    @ExplicitNull var email: String?
    @ExplicitNull var phone: String?
    @ExplicitNull var price: String?
    @ExplicitNull var state: String?
    // A text: that of one hotel is no URL.
    @ExplicitNull var url: String?
    var country: String
    var description: String
    var name: String
    var geo: Geo
    var reviews: [Review]
    var publicLikes: [String]
    var hasFreeBreakfast: Bool
    var hasFreeInternet: Bool
    var hasFreeParking: Bool
    var takesPets: Bool
    var vacancy: Bool
    var image: Blob?

    enum CodingKeys: String, CodingKey {
        case address, city, email, phone, price, state, url, country, description, name, geo
        case reviews, vacancy, image
        case publicLikes = "public_likes"
        case hasFreeBreakfast = "free_breakfast"
        case hasFreeInternet = "free_internet"
        case hasFreeParking = "free_parking"
        case takesPets = "pets_ok"
    }
}
