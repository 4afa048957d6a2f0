import Foundation
import Quire

/// A place that a traveler wants to visit or has visited.
struct Place: DocumentModel {
    @DocumentID var id: String?
    var name: String
    var kind: Kind
    var address: Address
    var notes: String
    var tags: [String]
    var addedAt: Date
    /// The date of the visit, or `nil` before it.
    var visitedAt: Date?
    /// The number of stars, from one to five, or `nil` if the place is not rated.
    var rating: Int?

    enum Kind: String, Codable {
        case beach, museum, restaurant, trail
    }

    struct Address: Codable {
        var street: String?
        var city: String
        var country: String
    }
}
