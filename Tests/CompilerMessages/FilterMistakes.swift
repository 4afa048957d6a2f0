import Foundation
import Quire

// limit: 100000 steps
//
// Mistakes in filters. `Scripts/checks/mistakes` compiles this file, and compares the errors with
// the comments above the lines. The limit of the compiler's steps is about 2 seconds; most mistakes
// need less than 10,000.

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

// MARK: The methods and operators of Swift

func findDecimal(_ hotels: Repository<Hotel>, _ day: Date, _ isAdmin: Bool) -> Selection<Hotel> {
    // error: '*' is unavailable: a filter computes only with integers, Double and Float, and with operands of one type; compute the other side in Swift: $0.price > limit / 2
    hotels.filter { $0.price * 2 < 150 }
}

func findDate(_ hotels: Repository<Hotel>, _ day: Date, _ isAdmin: Bool) -> Selection<Hotel> {
    // error: '+' is unavailable: a filter computes only with integers, Double and Float, and with operands of one type; compute the other side in Swift: $0.price > limit - 2
    hotels.filter { $0.openedAt + 3600 < day }
}

func findNumber(_ hotels: Repository<Hotel>, _ day: Date, _ isAdmin: Bool) -> Selection<Hotel> {
    // error: '*' is unavailable: a filter computes only with integers, Double and Float, and with operands of one type; compute the other side in Swift: $0.price > limit / 2
    hotels.filter { $0.stars * 1.5 < 150 }
}

func findPrefix(_ hotels: Repository<Hotel>, _ day: Date, _ isAdmin: Bool) -> Selection<Hotel> {
    // error: 'starts(with:)' has been renamed to 'hasPrefix(_:)': use hasPrefix(_:) in a filter
    hotels.filter { $0.name.starts(with: "B") }
}

func findItem(_ hotels: Repository<Hotel>, _ day: Date, _ isAdmin: Bool) -> Selection<Hotel> {
    // error: 'contains(where:)' has been renamed to 'any(_:)': use any { … } for a condition on an item
    hotels.filter { $0.tags.contains { $0 == "sea" } }
}

func findItems(_ hotels: Repository<Hotel>, _ day: Date, _ isAdmin: Bool) -> Selection<Hotel> {
    // error: 'allSatisfy' has been renamed to 'every(_:)': use every { … } for a condition on all items
    hotels.filter { $0.tags.allSatisfy { $0 == "sea" } }
}

func findRounded(_ hotels: Repository<Hotel>, _ day: Date, _ isAdmin: Bool) -> Selection<Hotel> {
    // error: 'rounded()' is unavailable: a filter cannot round; compare with a range: (2.5..<3.5).contains($0.rate)
    hotels.filter { $0.roomRate.rounded() == 3 }
}

func findEven(_ hotels: Repository<Hotel>, _ day: Date, _ isAdmin: Bool) -> Selection<Hotel> {
    // error: 'isMultiple(of:)' is unavailable: use the remainder: $0.stars % 2 == 0
    hotels.filter { $0.stars.isMultiple(of: 2) }
}

func findText(_ hotels: Repository<Hotel>, _ day: Date, _ isAdmin: Bool) -> Selection<Hotel> {
    // error: 'localizedCaseInsensitiveContains' has been renamed to 'localizedStandardContains(_:)': use localizedStandardContains(_:), which also ignores accents
    hotels.filter { $0.name.localizedCaseInsensitiveContains("sea") }
}

func findCase(_ hotels: Repository<Hotel>, _ day: Date, _ isAdmin: Bool) -> Selection<Hotel> {
    // error: reference to member 'motel' cannot be resolved without a contextual type
    hotels.filter { $0.kind == .motel }
}

func assign(_ hotels: Repository<Hotel>) -> Selection<Hotel> {
    hotels.filter {
        $0.petsWelcome
        // error: cannot assign through dynamic lookup property: '$0' is immutable
        // error: cannot assign value of type 'Int' to type 'QueryField<Hotel, Int>'
        // error: cannot convert value of type '()' to expected argument type 'QueryField<Hotel, Condition>'
        // error: generic parameter 'Condition' could not be inferred
        $0.stars = 4
    }
}

func findBoolean(_ hotels: Repository<Hotel>, _ day: Date, _ isAdmin: Bool) -> Selection<Hotel> {
    // error: cannot convert value of type 'Bool' to expected argument type 'QueryField<Hotel, Value>'
    // error: generic parameter 'Value' could not be inferred
    hotels.filter { isAdmin || $0.petsWelcome }
}

func findBooleanLine(
    _ hotels: Repository<Hotel>, _ day: Date, _ isAdmin: Bool
) -> Selection<Hotel> {
    hotels.filter {
        $0.stars > 3
        // error: cannot convert value of type 'Bool' to expected argument type 'QueryField<Hotel, Condition>'
        // error: generic parameter 'Condition' could not be inferred
        isAdmin
    }
}

// MARK: Lines

func findIf(_ hotels: Repository<Hotel>) -> Selection<Hotel> {
    hotels.filter {
        $0.stars > 3
        // error: cannot convert value of type 'QueryField<Hotel, Bool>' to expected condition type 'Bool'
        if $0.isClosed { $0.petsWelcome }
    }
}

func findGroup(_ hotels: Repository<Hotel>) -> Selection<Hotel> {
    // error: contextual type for closure argument list expects 1 argument, which cannot be implicitly ignored
    hotels.filter {
        anyOf {
            $0.petsWelcome
            $0.stars > 3
        }
    }
}

func findGroupInExpression(_ hotels: Repository<Hotel>) -> Selection<Hotel> {
    hotels.filter {
        // error: operator function '&&' requires that 'ConditionGroup' conform to 'QueryBoolean'
        $0.petsWelcome && not { $0.stars > 3 }
    }
}

func findGroupOfItems(_ hotels: Repository<Hotel>) -> Selection<Hotel> {
    hotels.filter {
        $0.reviews.any {
            $0.rating > 3
            // error: cannot convert value of type 'QueryField<Root, ConditionGroup>' to expected argument type 'ItemConditionGroup<Hotel, QueryField<Hotel, Array<Hotel.Review>.QueryItem>>' (aka 'ItemConditionGroup<Hotel, QueryField<Hotel, Hotel.Review>>')
            // error: generic parameter 'Root' could not be inferred
            anyOf {
                $0.author == "Ada"
                $0.autor == "Bob"
            }
        }
    }
}

func findGroups(
    _ hotels: Repository<Hotel>
) -> GroupedSelection<Hotel, QueryField<Hotel, String>> {
    hotels.grouped(by: \.address.city).having {
        $0.maximum(of: \.stars) > 3
        // error: value of type 'QueryGroup<Hotel, QueryField<Hotel, String>>' has no member 'cuont'
        $0.cuont > 2
    }
}

// MARK: Five conditions with one mistake

func findByFirstProperty(_ hotels: Repository<Hotel>) -> Selection<Hotel> {
    hotels.filter {
        // error: value of type 'QueryField<Hotel, Hotel>' has no dynamic member 'star' using key path from root type 'Hotel'
        $0.star >= 3 && $0.roomRate < 150 && $0.petsWelcome
            && $0.kind == .hostel && $0.address.city == "Bergen"
    }
}

func findByLastProperty(_ hotels: Repository<Hotel>) -> Selection<Hotel> {
    hotels.filter {
        $0.stars >= 3 && $0.roomRate < 150 && $0.petsWelcome
            // error: value of type 'QueryField<Hotel, Hotel>' has no dynamic member 'adress' using key path from root type 'Hotel'
            && $0.kind == .hostel && $0.adress.city == "Bergen"
    }
}

func findByFirstLiteral(_ hotels: Repository<Hotel>) -> Selection<Hotel> {
    hotels.filter {
        // error: '>=' is unavailable: The value has another type than the property. Convert it to the property's type, or unwrap it if it is optional.
        $0.stars >= "3" && $0.roomRate < 150 && $0.petsWelcome
            && $0.kind == .hostel && $0.address.city == "Bergen"
    }
}

func findByLastLiteral(_ hotels: Repository<Hotel>) -> Selection<Hotel> {
    hotels.filter {
        $0.stars >= 3 && $0.roomRate < 150 && $0.petsWelcome
            // error: '==' is unavailable: The value has another type than the property. Convert it to the property's type, or unwrap it if it is optional.
            && $0.kind == .hostel && $0.address.city == 5
    }
}

func findByArithmetic(_ hotels: Repository<Hotel>) -> Selection<Hotel> {
    hotels.filter {
        // error: '*' is unavailable: a filter computes only with integers, Double and Float, and with operands of one type; compute the other side in Swift: $0.price > limit / 2
        $0.stars >= 3 && $0.price * 2 < 150 && $0.petsWelcome
            && $0.kind == .hostel && $0.address.city == "Bergen"
    }
}

func findByMethod(_ hotels: Repository<Hotel>) -> Selection<Hotel> {
    hotels.filter {
        $0.stars >= 3 && $0.roomRate < 150 && $0.petsWelcome
            // error: 'starts(with:)' has been renamed to 'hasPrefix(_:)': use hasPrefix(_:) in a filter
            && $0.kind == .hostel && $0.name.starts(with: "B")
    }
}

// MARK: Orders

func sortNested(_ hotels: Repository<Hotel>) -> Selection<Hotel> {
    // error: value of type 'Hotel' has no member 'adress'
    hotels.sorted(by: \.adress.city)
}

func sortDeep(_ hotels: Repository<Hotel>) -> Selection<Hotel> {
    // error: value of type 'Hotel.Address' has no member 'town'
    hotels.filter { $0.petsWelcome }.sorted(by: \.address.town)
}

func sortOptional(_ hotels: Repository<Hotel>) -> Selection<Hotel> {
    // error: value of type 'Hotel.Location' has no member 'lattitude'
    hotels.sorted(by: \.location?.lattitude)
}
