import Foundation
import Quire

// limit: 20000 steps
//
// Filters of twenty lines, each of which contains one mistake. `Scripts/checks/mistakes` compiles
// this file, and compares the errors with the comments above the lines. The limit of the compiler's
// steps is about half a second.

struct Hotel: DocumentModel {
    @DocumentID var id: String?
    var name: String
    var stars: Int
    var rooms: Int
    var roomRate: Double
    var lowestRate: Double?
    var price: Decimal
    var petsWelcome: Bool
    var isClosed: Bool
    var kind: Kind
    var address: Address
    var location: Location?
    var tags: [String]
    var reviews: [Review]
    var names: [String: String]
    var phone: String?
    var openedAt: Date
    // A property with the name of a method that is unavailable in filters.
    var starts: Date

    enum Kind: String, Codable { case hotel, hostel, inn }

    struct Address: Codable { var city: String }
    struct Location: Codable { var latitude: Double }

    struct Review: Codable {
        var rating: Int
        var author: String
    }
}

// MARK: Without a mistake

func find(_ hotels: Repository<Hotel>, _ day: Date) -> Selection<Hotel> {
    hotels.filter {
        $0.name.hasPrefix("H")
        $0.stars >= 3
        $0.roomRate < 150
        $0.petsWelcome
        !$0.isClosed
        $0.kind == .hostel
        [.hotel, .inn].contains($0.kind)
        (1...5).contains($0.stars)
        $0.address.city == "Bergen"
        $0.location?.latitude > 59.5
        $0.tags.contains("sea")
        $0.reviews.any { $0.rating >= 4 && $0.author != "me" }
        $0.phone == nil
        $0.lowestRate != nil
        $0.openedAt < day
        $0.roomRate / 2 + 10 < 80
        $0.rooms % 2 == 1
        $0.name.lowercased().contains("house")
        $0.price < 100
        $0.names["nb"] == "Havnehuset"
        $0.starts < day
    }
}

// MARK: With a mistake

func findProperty(_ hotels: Repository<Hotel>, _ day: Date, _ word: String?) -> Selection<Hotel> {
    hotels.filter {
        $0.name.hasPrefix("H")
        $0.stars >= 3
        $0.roomRate < 150
        $0.petsWelcome
        !$0.isClosed
        $0.kind == .hostel
        [.hotel, .inn].contains($0.kind)
        (1...5).contains($0.stars)
        // error: value of type 'QueryField<Hotel, Hotel>' has no dynamic member 'adress' using key path from root type 'Hotel'
        $0.adress.city == "Bergen"
        $0.location?.latitude > 59.5
        $0.tags.contains("sea")
        $0.reviews.any { $0.rating >= 4 && $0.author != "me" }
        $0.phone == nil
        $0.lowestRate != nil
        $0.openedAt < day
        $0.roomRate / 2 + 10 < 80
        $0.rooms % 2 == 1
        $0.name.lowercased().contains("house")
        $0.price < 100
        $0.names["nb"] == "Havnehuset"
    }
}

func findNestedProperty(
    _ hotels: Repository<Hotel>, _ day: Date, _ word: String?
) -> Selection<Hotel> {
    hotels.filter {
        $0.name.hasPrefix("H")
        $0.stars >= 3
        $0.roomRate < 150
        $0.petsWelcome
        !$0.isClosed
        $0.kind == .hostel
        [.hotel, .inn].contains($0.kind)
        (1...5).contains($0.stars)
        // error: value of type 'QueryField<Hotel, Hotel.Address>' has no dynamic member 'town' using key path from root type 'Hotel.Address'
        $0.address.town == "Bergen"
        $0.location?.latitude > 59.5
        $0.tags.contains("sea")
        $0.reviews.any { $0.rating >= 4 && $0.author != "me" }
        $0.phone == nil
        $0.lowestRate != nil
        $0.openedAt < day
        $0.roomRate / 2 + 10 < 80
        $0.rooms % 2 == 1
        $0.name.lowercased().contains("house")
        $0.price < 100
        $0.names["nb"] == "Havnehuset"
    }
}

func findOptionalProperty(
    _ hotels: Repository<Hotel>, _ day: Date, _ word: String?
) -> Selection<Hotel> {
    hotels.filter {
        $0.name.hasPrefix("H")
        $0.stars >= 3
        $0.roomRate < 150
        $0.petsWelcome
        !$0.isClosed
        $0.kind == .hostel
        [.hotel, .inn].contains($0.kind)
        (1...5).contains($0.stars)
        $0.address.city == "Bergen"
        // error: value of type 'QueryField<Hotel, Hotel.Location?>' has no dynamic member 'lattitude' using key path from root type 'Hotel.Location?'
        $0.location?.lattitude > 59.5
        $0.tags.contains("sea")
        $0.reviews.any { $0.rating >= 4 && $0.author != "me" }
        $0.phone == nil
        $0.lowestRate != nil
        $0.openedAt < day
        $0.roomRate / 2 + 10 < 80
        $0.rooms % 2 == 1
        $0.name.lowercased().contains("house")
        $0.price < 100
        $0.names["nb"] == "Havnehuset"
    }
}

func findCase(_ hotels: Repository<Hotel>, _ day: Date, _ word: String?) -> Selection<Hotel> {
    hotels.filter {
        $0.name.hasPrefix("H")
        $0.stars >= 3
        $0.roomRate < 150
        $0.petsWelcome
        !$0.isClosed
        // error: reference to member 'motel' cannot be resolved without a contextual type
        $0.kind == .motel
        [.hotel, .inn].contains($0.kind)
        (1...5).contains($0.stars)
        $0.address.city == "Bergen"
        $0.location?.latitude > 59.5
        $0.tags.contains("sea")
        $0.reviews.any { $0.rating >= 4 && $0.author != "me" }
        $0.phone == nil
        $0.lowestRate != nil
        $0.openedAt < day
        $0.roomRate / 2 + 10 < 80
        $0.rooms % 2 == 1
        $0.name.lowercased().contains("house")
        $0.price < 100
        $0.names["nb"] == "Havnehuset"
    }
}

func findLiteral(_ hotels: Repository<Hotel>, _ day: Date, _ word: String?) -> Selection<Hotel> {
    hotels.filter {
        $0.name.hasPrefix("H")
        // error: '>=' is unavailable: The value has another type than the property. Convert it to the property's type, or unwrap it if it is optional.
        $0.stars >= "3"
        $0.roomRate < 150
        $0.petsWelcome
        !$0.isClosed
        $0.kind == .hostel
        [.hotel, .inn].contains($0.kind)
        (1...5).contains($0.stars)
        $0.address.city == "Bergen"
        $0.location?.latitude > 59.5
        $0.tags.contains("sea")
        $0.reviews.any { $0.rating >= 4 && $0.author != "me" }
        $0.phone == nil
        $0.lowestRate != nil
        $0.openedAt < day
        $0.roomRate / 2 + 10 < 80
        $0.rooms % 2 == 1
        $0.name.lowercased().contains("house")
        $0.price < 100
        $0.names["nb"] == "Havnehuset"
    }
}

func findTextLiteral(_ hotels: Repository<Hotel>, _ day: Date, _ word: String?) -> Selection<Hotel>
{
    hotels.filter {
        $0.name.hasPrefix("H")
        $0.stars >= 3
        $0.roomRate < 150
        $0.petsWelcome
        !$0.isClosed
        $0.kind == .hostel
        [.hotel, .inn].contains($0.kind)
        (1...5).contains($0.stars)
        // error: '==' is unavailable: The value has another type than the property. Convert it to the property's type, or unwrap it if it is optional.
        $0.address.city == 5
        $0.location?.latitude > 59.5
        $0.tags.contains("sea")
        $0.reviews.any { $0.rating >= 4 && $0.author != "me" }
        $0.phone == nil
        $0.lowestRate != nil
        $0.openedAt < day
        $0.roomRate / 2 + 10 < 80
        $0.rooms % 2 == 1
        $0.name.lowercased().contains("house")
        $0.price < 100
        $0.names["nb"] == "Havnehuset"
    }
}

func findDate(_ hotels: Repository<Hotel>, _ day: Date, _ word: String?) -> Selection<Hotel> {
    hotels.filter {
        $0.name.hasPrefix("H")
        $0.stars >= 3
        $0.roomRate < 150
        $0.petsWelcome
        !$0.isClosed
        $0.kind == .hostel
        [.hotel, .inn].contains($0.kind)
        (1...5).contains($0.stars)
        $0.address.city == "Bergen"
        $0.location?.latitude > 59.5
        $0.tags.contains("sea")
        $0.reviews.any { $0.rating >= 4 && $0.author != "me" }
        $0.phone == nil
        $0.lowestRate != nil
        // error: '<' is unavailable: The value has another type than the property. Convert it to the property's type, or unwrap it if it is optional.
        $0.openedAt < "2020-01-01"
        $0.roomRate / 2 + 10 < 80
        $0.rooms % 2 == 1
        $0.name.lowercased().contains("house")
        $0.price < 100
        $0.names["nb"] == "Havnehuset"
    }
}

func findItem(_ hotels: Repository<Hotel>, _ day: Date, _ word: String?) -> Selection<Hotel> {
    hotels.filter {
        $0.name.hasPrefix("H")
        $0.stars >= 3
        $0.roomRate < 150
        $0.petsWelcome
        !$0.isClosed
        $0.kind == .hostel
        [.hotel, .inn].contains($0.kind)
        (1...5).contains($0.stars)
        $0.address.city == "Bergen"
        $0.location?.latitude > 59.5
        // error: cannot convert value of type 'Int' to expected argument type 'Array<String>.QueryItem' (aka 'String')
        $0.tags.contains(5)
        $0.reviews.any { $0.rating >= 4 && $0.author != "me" }
        $0.phone == nil
        $0.lowestRate != nil
        $0.openedAt < day
        $0.roomRate / 2 + 10 < 80
        $0.rooms % 2 == 1
        $0.name.lowercased().contains("house")
        $0.price < 100
        $0.names["nb"] == "Havnehuset"
    }
}

func findItemProperty(_ hotels: Repository<Hotel>, _ day: Date, _ word: String?) -> Selection<Hotel>
{
    hotels.filter {
        $0.name.hasPrefix("H")
        $0.stars >= 3
        $0.roomRate < 150
        $0.petsWelcome
        !$0.isClosed
        $0.kind == .hostel
        [.hotel, .inn].contains($0.kind)
        (1...5).contains($0.stars)
        $0.address.city == "Bergen"
        $0.location?.latitude > 59.5
        $0.tags.contains("sea")
        // error: value of type 'QueryField<Hotel, Array<Hotel.Review>.QueryItem>' (aka 'QueryField<Hotel, Hotel.Review>') has no dynamic member 'points' using key path from root type 'Array<Hotel.Review>.QueryItem' (aka 'Hotel.Review')
        $0.reviews.any { $0.points >= 4 && $0.author != "me" }
        $0.phone == nil
        $0.lowestRate != nil
        $0.openedAt < day
        $0.roomRate / 2 + 10 < 80
        $0.rooms % 2 == 1
        $0.name.lowercased().contains("house")
        $0.price < 100
        $0.names["nb"] == "Havnehuset"
    }
}

func findItemLines(_ hotels: Repository<Hotel>, _ day: Date, _ word: String?) -> Selection<Hotel> {
    hotels.filter {
        $0.name.hasPrefix("H")
        $0.stars >= 3
        $0.roomRate < 150
        $0.petsWelcome
        !$0.isClosed
        $0.kind == .hostel
        [.hotel, .inn].contains($0.kind)
        (1...5).contains($0.stars)
        $0.address.city == "Bergen"
        $0.location?.latitude > 59.5
        $0.tags.contains("sea")
        $0.reviews.any {
            $0.rating >= 4
            // error: value of type 'QueryField<Hotel, Array<Hotel.Review>.QueryItem>' (aka 'QueryField<Hotel, Hotel.Review>') has no dynamic member 'autor' using key path from root type 'Array<Hotel.Review>.QueryItem' (aka 'Hotel.Review')
            $0.autor != "me"
        }
        $0.phone == nil
        $0.lowestRate != nil
        $0.openedAt < day
        $0.roomRate / 2 + 10 < 80
        $0.rooms % 2 == 1
        $0.name.lowercased().contains("house")
        $0.price < 100
        $0.names["nb"] == "Havnehuset"
    }
}

func findGroup(_ hotels: Repository<Hotel>, _ day: Date, _ word: String?) -> Selection<Hotel> {
    hotels.filter {
        $0.name.hasPrefix("H")
        $0.stars >= 3
        $0.roomRate < 150
        $0.petsWelcome
        !$0.isClosed
        $0.kind == .hostel
        [.hotel, .inn].contains($0.kind)
        (1...5).contains($0.stars)
        anyOf {
            $0.address.city == "Bergen"
            // error: value of type 'QueryField<Hotel, Hotel>' has no dynamic member 'adress' using key path from root type 'Hotel'
            not { $0.adress.city == "Oslo" }
        }
        $0.location?.latitude > 59.5
        $0.tags.contains("sea")
        $0.reviews.any { $0.rating >= 4 && $0.author != "me" }
        $0.phone == nil
        $0.lowestRate != nil
        $0.openedAt < day
        $0.roomRate / 2 + 10 < 80
        $0.rooms % 2 == 1
        $0.name.lowercased().contains("house")
        $0.price < 100
        $0.names["nb"] == "Havnehuset"
    }
}

func findBranch(_ hotels: Repository<Hotel>, _ day: Date, _ word: String?) -> Selection<Hotel> {
    hotels.filter {
        $0.name.hasPrefix("H")
        $0.stars >= 3
        $0.roomRate < 150
        $0.petsWelcome
        !$0.isClosed
        $0.kind == .hostel
        [.hotel, .inn].contains($0.kind)
        (1...5).contains($0.stars)
        // error: value of type 'QueryField<Hotel, Hotel>' has no dynamic member 'adress' using key path from root type 'Hotel'
        if let word { $0.adress.city == word }
        $0.location?.latitude > 59.5
        $0.tags.contains("sea")
        $0.reviews.any { $0.rating >= 4 && $0.author != "me" }
        $0.phone == nil
        $0.lowestRate != nil
        $0.openedAt < day
        $0.roomRate / 2 + 10 < 80
        $0.rooms % 2 == 1
        $0.name.lowercased().contains("house")
        $0.price < 100
        $0.names["nb"] == "Havnehuset"
    }
}
