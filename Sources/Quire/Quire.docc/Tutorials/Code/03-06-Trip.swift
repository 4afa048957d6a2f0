import Foundation
import Quire

struct Trip: DocumentModel {
    @DocumentID var id: String?
    var title: String
    var country: String
    var days: Int
    var budget: Double
    var start: Date?
    var kind = Kind.city
    var tags: [String] = []
    var stay: Stay?

    enum Kind: String, Codable {
        case city, hike, train
    }

    struct Stay: Codable {
        var name: String
        var city: String
        var nights: Int
    }
}
