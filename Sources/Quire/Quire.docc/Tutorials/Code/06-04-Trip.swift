import Foundation
import Quire

struct Trip: ReferencedModel, DefaultsProviding {
    @DocumentID var id: String?
    var title: String
    var country: String
    var days: Int
    var budget: Double
    var start: Date?
    var kind = Kind.city
    var tags: [String] = []
    var stay: Stay?

    static var defaults: Trip { Trip(title: "", country: "", days: 1, budget: 0) }
    static var requiredKeys: Set<String> { ["title", "country"] }

    static var deleteRules: [DeleteRule<Trip>] { [.cascade(\Note.trip)] }

    enum Kind: String, Codable {
        case city, hike, train
    }

    struct Stay: Codable {
        var name: String
        var city: String
        var nights: Int
    }
}
