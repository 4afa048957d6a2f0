import Foundation
import Quire
import Testing

/// A model with properties of all kinds, for filters.
struct Guesthouse: DocumentModel, Equatable {
    @DocumentID var id: String?
    var name: String
    var stars: Int
    var rate: Double
    var city: String?
    @ExplicitNull var phone: String?
    var open: Bool
    var kind: Kind
    var opened: Date
    var address: Address
    var tags: [String]
    var reviews: [Review]?
    var prices: [String: Double]
    var floor: Int?

    struct Address: Codable, Equatable, Sendable {
        var street: String?
        var zip: Int
    }

    struct Review: Codable, Equatable, Sendable {
        var author: String
        var points: Int
    }

    enum Kind: String, Codable, CaseIterable, Sendable { case hostel, hotel, palace }

    enum CodingKeys: String, CodingKey {
        case id, name, stars, rate = "room_rate", city, phone, open, kind, opened, address, tags
        case reviews, prices, floor
    }

    /// Sixty different models.
    static let examples: [Guesthouse] = (0..<60).map { index -> Guesthouse in
        let cities: [String?] = ["Bergen", "Porto", nil]
        let tags = ["wifi", "pool", "Spa", "50%", "a_b"]
        let reviews: [Review]? =
            index % 6 == 0
            ? nil
            : (0..<index % 4).map { Review(author: "A\($0)", points: (index + $0) % 6) }
        return Guesthouse(
            id: "l\(index)", name: "Guesthouse \(index % 7)", stars: index % 5,
            rate: Double(index * 37 % 200) + 0.5, city: cities[index % 3],
            phone: index % 4 == 0 ? nil : "+\(index)", open: index % 2 == 0,
            kind: Kind.allCases[index % 3],
            opened: Date(timeIntervalSince1970: Double(index) * 1e7),
            address: Address(
                street: index % 5 == 0 ? nil : "Street \(index)", zip: 1000 + index),
            tags: Array(tags.prefix(index % 6)), reviews: reviews,
            prices: index % 3 == 0
                ? [:] : ["single": Double(index), "double": Double(index) * 1.5],
            floor: index % 4 == 1 ? nil : index % 3)
    }

    /// Bodies of other programs: values that are missing, null or of other types.
    static let oddBodies: [String] = {
        let values = [
            "null", "true", "false", "0", "1", "2", "-3", "2.5", "3.0", "1e300",
            "9007199254740993", "18446744073709551615", #""""#, #""a""#, #""A""#, #""ä""#, #""2""#,
            #""2.50""#, "[]", "[1]", "[null]", #"["wifi","pool"]"#, "{}", #"{"zip":1}"#,
            #"[{"author":"A1","points":3}]"#, #"{"single":2.5}"#,
        ]
        let keys = [
            "name", "stars", "room_rate", "city", "phone", "open", "opened", "address", "tags",
            "reviews", "prices", "floor",
        ]
        var bodies = [#"{"type":"guesthouse"}"#]
        for (shift, value) in values.enumerated() {
            let pairs = keys.enumerated().map { index, key in
                #""\#(key)":\#(index % 3 == shift % 3 ? values[(shift + index) % values.count] : value)"#
            }
            bodies.append(#"{"type":"guesthouse",\#(pairs.joined(separator: ","))}"#)
            bodies.append(#"{"type":"guesthouse",\#(pairs[shift % pairs.count])}"#)
        }
        return bodies
    }()
}

/// A condition as a filter and as a Swift closure.
struct LodgeFilter: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let typed: @Sendable (QueryField<Guesthouse, Guesthouse>) -> QueryCondition<Guesthouse>
    let swift: @Sendable (Guesthouse) -> Bool

    init(
        _ name: String,
        _ typed:
            @escaping @Sendable (QueryField<Guesthouse, Guesthouse>) -> QueryCondition<Guesthouse>,
        _ swift: @escaping @Sendable (Guesthouse) -> Bool
    ) {
        testDescription = name
        self.typed = typed
        self.swift = swift
    }

    private static let date = Date(timeIntervalSince1970: 3e8)

    static let all: [LodgeFilter] = [
        .init("rate < 100", { $0.rate < 100 }, { $0.rate < 100 }),
        .init("rate <= 74.5", { $0.rate <= 74.5 }, { $0.rate <= 74.5 }),
        .init("stars > 2", { $0.stars > 2 }, { $0.stars > 2 }),
        .init("stars >= 2", { $0.stars >= 2 }, { $0.stars >= 2 }),
        .init("stars == 2", { $0.stars == 2 }, { $0.stars == 2 }),
        .init("stars != 2", { $0.stars != 2 }, { $0.stars != 2 }),
        .init("name == Guesthouse 3", { $0.name == "Guesthouse 3" }, { $0.name == "Guesthouse 3" }),
        .init("name < Guesthouse 3", { $0.name < "Guesthouse 3" }, { $0.name < "Guesthouse 3" }),
        .init("city != Bergen", { $0.city != "Bergen" }, { $0.city != "Bergen" }),
        .init("city == Porto", { $0.city == "Porto" }, { $0.city == "Porto" }),
        .init("city == nil", { $0.city == nil }, { $0.city == nil }),
        .init("city != nil", { $0.city != nil }, { $0.city != nil }),
        .init("city > A", { $0.city > "A" }, { $0.city.map { $0 > "A" } ?? false }),
        .init("phone == nil", { $0.phone == nil }, { $0.phone == nil }),
        .init("phone != nil", { $0.phone != nil }, { $0.phone != nil }),
        .init("phone > +3", { $0.phone > "+3" }, { $0.phone.map { $0 > "+3" } ?? false }),
        .init("phone.isNull", { $0.phone.isNull }, { $0.phone == nil }),
        .init("city.isMissing", { $0.city.isMissing }, { $0.city == nil }),
        .init("floor.isValued", { $0.floor.isValued }, { $0.floor != nil }),
        .init("floor < 2", { $0.floor < 2 }, { $0.floor.map { $0 < 2 } ?? false }),
        .init("open", { $0.open == true }, { $0.open }),
        .init("!open", { !($0.open == true) }, { !$0.open }),
        .init("kind == palace", { $0.kind == .palace }, { $0.kind == .palace }),
        .init("opened < date", { $0.opened < date }, { $0.opened < date }),
        .init("opened >= date", { $0.opened >= date }, { $0.opened >= date }),
        .init("zip >= 1030", { $0.address.zip >= 1030 }, { $0.address.zip >= 1030 }),
        .init("street == nil", { $0.address.street == nil }, { $0.address.street == nil }),
        .init(
            "zip and street", { $0.address.zip >= 1030 && $0.address.street != nil },
            { $0.address.zip >= 1030 && $0.address.street != nil }),
        .init(
            "not or", { !($0.city == "Bergen" || $0.stars == 1) },
            { !($0.city == "Bergen" || $0.stars == 1) }),
        .init(
            "or of ands",
            { $0.stars == 1 && $0.open == true || $0.rate < 20 && $0.kind != .hostel },
            { $0.stars == 1 && $0.open || $0.rate < 20 && $0.kind != .hostel }),
        .init("id == l12", { $0.id == "l12" }, { $0.id == "l12" }),
        .init("id in", { $0.id.in(["l1", "l2", "no"]) }, { ["l1", "l2"].contains($0.id) }),
        .init("stars in", { $0.stars.in([1, 3]) }, { [1, 3].contains($0.stars) }),
        .init("stars in nothing", { $0.stars.in([]) }, { _ in false }),
        .init(
            "city in with nil", { $0.city.in(["Porto", nil]) },
            { $0.city == "Porto" || $0.city == nil }),
        .init("rate in a range", { $0.rate.in(20.5...80.5) }, { (20.5...80.5).contains($0.rate) }),
        .init("stars in a range", { $0.stars.in(1..<3) }, { (1..<3).contains($0.stars) }),
        .init("rate between", { $0.rate.between(50, 60) }, { $0.rate >= 50 && $0.rate <= 60 }),
        .init(
            "name.hasPrefix", { $0.name.hasPrefix("Guesthouse 1") },
            { $0.name.hasPrefix("Guesthouse 1") }),
        .init("name.hasSuffix", { $0.name.hasSuffix(" 6") }, { $0.name.hasSuffix(" 6") }),
        .init(
            "street.contains", { $0.address.street.contains("t 2") },
            { $0.address.street?.contains("t 2") ?? false }),
        .init("name.like", { $0.name.like("G%_e 5") }, { $0.name == "Guesthouse 5" }),
        .init("like minds the case", { $0.name.like("guesthouse%") }, { _ in false }),
        .init(
            "name.lowercased()", { $0.name.lowercased() == "guesthouse 4" },
            { $0.name.lowercased() == "guesthouse 4" }),
        .init(
            "city.uppercased()", { $0.city.uppercased() == "PORTO" },
            { $0.city?.uppercased() == "PORTO" }),
        .init("tags.contains", { $0.tags.contains("pool") }, { $0.tags.contains("pool") }),
        .init("tags.isEmpty", { $0.tags.isEmpty }, { $0.tags.isEmpty }),
        .init("tags.count", { $0.tags.count >= 3 }, { $0.tags.count >= 3 }),
        .init("tags.first", { $0.tags.first == "wifi" }, { $0.tags.first == "wifi" }),
        .init("tags.last", { $0.tags.last == "Spa" }, { $0.tags.last == "Spa" }),
        .init(
            "tags == array", { $0.tags == ["wifi", "pool"] }, { $0.tags == ["wifi", "pool"] }),
        .init(
            "any tag", { $0.tags.any { $0.hasPrefix("S") } },
            { $0.tags.contains { $0.hasPrefix("S") } }),
        .init(
            "every tag", { $0.tags.every { $0 != "Spa" } }, { $0.tags.allSatisfy { $0 != "Spa" } }),
        .init(
            "any review", { $0.reviews.any { $0.points == 5 && $0.author == "A0" } },
            { $0.reviews?.contains { $0.points == 5 && $0.author == "A0" } ?? false }),
        .init(
            "every review", { $0.reviews.every { $0.points > 1 } },
            { $0.reviews?.allSatisfy { $0.points > 1 } ?? true }),
        .init("reviews == nil", { $0.reviews == nil }, { $0.reviews == nil }),
        .init(
            "price of a key", { $0.prices["single"] > 30 },
            { $0.prices["single"].map { $0 > 30 } ?? false }),
        .init("no price of a key", { $0.prices["single"] == nil }, { $0.prices["single"] == nil }),
        .init("two fields", { $0.address.street == $0.city }, { $0.address.street == $0.city }),
        .init(
            "address == value", { $0.address == .init(street: "Street 7", zip: 1007) },
            { $0.address == .init(street: "Street 7", zip: 1007) }),
        .init(
            "value == address without street", { .init(street: nil, zip: 1005) == $0.address },
            { $0.address == .init(street: nil, zip: 1005) }),
        .init(
            "address != value", { $0.address != .init(street: "Street 7", zip: 1007) },
            { $0.address != .init(street: "Street 7", zip: 1007) }),
        .init(
            "address in",
            {
                $0.address.in([.init(street: "Street 8", zip: 1008), .init(street: nil, zip: 1010)])
            },
            { [1008, 1010].contains($0.address.zip) }),
        .init(
            "reviews contain a value", { $0.reviews.contains(.init(author: "A1", points: 3)) },
            { $0.reviews?.contains(.init(author: "A1", points: 3)) ?? false }),
        .init(
            "any review == value", { $0.reviews.any { $0 == .init(author: "A1", points: 3) } },
            { $0.reviews?.contains(.init(author: "A1", points: 3)) ?? false }),
        .init(
            "reviews == array", { $0.reviews == [.init(author: "A0", points: 1)] },
            { $0.reviews == [.init(author: "A0", points: 1)] }),
        .init(
            "reviews != array", { $0.reviews != [.init(author: "A0", points: 1)] },
            { $0.reviews != [.init(author: "A0", points: 1)] }),
        .init(
            "prices == dictionary", { $0.prices == ["single": 4, "double": 6] },
            { $0.prices == ["single": 4, "double": 6] }),
        .init("prices == empty", { $0.prices == [:] }, { $0.prices.isEmpty }),
        .init(
            "prices in", { $0.prices.in([[:], ["double": 6, "single": 4]]) },
            { $0.prices.isEmpty || $0.prices == ["single": 4, "double": 6] }),
        .init("stars == floor", { $0.floor == $0.floor && $0.stars > 3 }, { $0.stars > 3 }),
    ]
}
