package import Quire

/// A hotel of Couchbase's travel sample, with all of its properties.
package struct PublishedHotel: DocumentModel, Equatable {
    package struct Geo: Codable, Equatable, Sendable {
        package var accuracy: String
        package var lat: Double
        package var lon: Double
    }

    package struct Review: Codable, Equatable, Sendable {
        package var author: String
        package var content: String
        package var date: String
        package var ratings: [String: Int]
    }

    @ExplicitNull package var address: String?
    @ExplicitNull package var city: String?
    @ExplicitNull package var email: String?
    @ExplicitNull package var phone: String?
    @ExplicitNull package var price: String?
    @ExplicitNull package var state: String?
    // A string, because the value of one hotel is not a valid URL.
    @ExplicitNull package var url: String?
    package var country: String
    package var description: String
    package var name: String
    package var geo: Geo
    package var reviews: [Review]
    package var publicLikes: [String]
    package var hasFreeBreakfast: Bool
    package var hasFreeInternet: Bool
    package var hasFreeParking: Bool
    package var takesPets: Bool
    package var vacancy: Bool
    package var image: Blob?

    private enum CodingKeys: String, CodingKey {
        case address, city, email, phone, price, state, url, country, description, name, geo
        case reviews, vacancy, image
        case publicLikes = "public_likes"
        case hasFreeBreakfast = "free_breakfast"
        case hasFreeInternet = "free_internet"
        case hasFreeParking = "free_parking"
        case takesPets = "pets_ok"
    }
}
