import CouchbaseLiteSwift
import Foundation
import Quire
import Testing

/// Every condition as a typed filter, in SQL++, built, and evaluated in memory.
@Suite struct DifferentialTests {
    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("'", with: "''") + "'"
    }

    private static func samples<Value>(
        _ values: [Value], _ literal: (Value) -> String
    ) -> [(Value, String)] {
        values.map { ($0, literal($0)) }
    }

    private static let texts = samples(["", "B", "Bergen", "日本", "it's"], quoted)
    private static let numbers = samples([0, 2, 4]) { "\($0)" }
    private static let doubles = samples([-0.5, 25, 62.5]) { "\($0)" }
    private static let dates = samples([Lodge.dates[1], Lodge.dates[3]]) {
        quoted(DocumentDate.string(from: $0) ?? "")
    }

    private static let scalars: [TypedCondition] =
        RequiredProperty(path: "name", field: { $0.name }, value: { $0.name }, samples: texts)
        .conditions
        + RequiredProperty(
            path: "stars", field: { $0.stars }, value: { $0.stars }, samples: numbers
        ).conditions
        + RequiredProperty(
            path: "room_rate", field: { $0.rate }, value: { $0.rate }, samples: doubles
        ).conditions
        + RequiredProperty(
            path: "opened", field: { $0.opened }, value: { $0.opened }, samples: dates
        ).conditions
        + RequiredProperty(
            path: "code", field: { $0.code.uuidString }, value: { $0.code.uuidString },
            samples: samples(Lodge.codes.map(\.uuidString), quoted)
        ).conditions
        + RequiredProperty(
            path: "address.`the.town`", field: { $0.address.city }, value: { $0.address.city },
            samples: texts
        ).conditions
        + RequiredProperty(
            path: "kind", field: { $0.kind.rawValue }, value: { $0.kind.rawValue },
            samples: samples(["hotel", "a palace"], quoted)
        ).conditions

    private static let optionals: [TypedCondition] =
        OptionalProperty(path: "city", field: { $0.city }, value: { $0.city }, samples: texts)
        .conditions
        + OptionalProperty(
            path: "phone", field: { $0.phone }, value: { $0.phone }, samples: texts
        ).conditions
        + OptionalProperty(
            path: "rank", field: { $0.rank }, value: { $0.rank }, samples: numbers
        ).conditions
        + OptionalProperty(
            path: "fee", field: { $0.fee }, value: { $0.fee }, samples: doubles
        ).conditions
        + OptionalProperty(
            path: "closed", field: { $0.closed }, value: { $0.closed }, samples: dates
        ).conditions
        + OptionalProperty(
            path: "owner.home.zip", field: { $0.owner.home.zip }, value: { $0.owner?.home?.zip },
            samples: numbers
        ).conditions
        + OptionalProperty(
            path: "marks[1]", field: { $0.marks[1] },
            value: { $0.marks?.dropFirst().first }, samples: numbers
        ).conditions
        + OptionalProperty(
            path: "names.`the.dot`", field: { $0.names["the.dot"] },
            value: { $0.names["the.dot"] }, samples: texts
        ).conditions
        + OptionalProperty(
            path: "rooms.`a palace`", field: { $0.rooms[.palace] },
            value: { $0.rooms[.palace] }, samples: numbers
        ).conditions
        + OptionalProperty(
            path: "reviews[-1].author", field: { $0.reviews.last.author },
            value: { $0.reviews.last?.author }, samples: texts
        ).conditions

    private static let patterns: [TypedCondition] = [
        "", "B", "Berg", "日本", "😀", "a%b", "a_", "\\b", "0%",
    ]
    .flatMap { (text: String) -> [TypedCondition] in
        let escaped = text.replacing("\\", with: "\\\\").replacing("%", with: "\\%")
            .replacing("_", with: "\\_")
        let isIn = text.isEmpty ? "ISSTRING(city)" : "CONTAINS(city, \(quoted(text)))"
        return [
            TypedCondition(
                "ISSTRING(name) AND name LIKE \(quoted(escaped + "%"))",
                built: isText("name", property("name").like(value(escaped + "%"))),
                { $0.name.hasPrefix(text) }
            ) { $0.name.hasPrefix(text) },
            TypedCondition(
                "ISSTRING(phone) AND phone LIKE \(quoted("%" + escaped))",
                built: isText("phone", property("phone").like(value("%" + escaped))),
                { $0.phone.hasSuffix(text) }
            ) { $0.phone?.hasSuffix(text) ?? false },
            TypedCondition(
                isIn,
                built: text.isEmpty
                    ? property("city").greaterThanOrEqualTo(value(""))
                        .and(property("city").lessThan(value(nil)))
                    : BuiltFunction.contains(property("city"), substring: value(text)),
                { $0.city.contains(text) }
            ) {
                $0.city.map { text.isEmpty || $0.contains(text) } ?? false
            },
            TypedCondition(
                "LOWER(name) = LOWER(\(quoted(text)))",
                built: BuiltFunction.lower(property("name"))
                    .equalTo(BuiltFunction.lower(value(text))),
                { $0.name.lowercased() == text.lowercased() }
            ) { $0.name.lowercased() == text.lowercased() },
            TypedCondition(
                "ARRAY_CONTAINS(tags, \(quoted(text)))",
                built: ArrayFunction.contains(property("tags"), value: value(text)),
                { $0.tags.contains(text) }
            ) { $0.tags.contains(text) },
            TypedCondition(
                "ANY r IN reviews SATISFIES r.author = \(quoted(text)) END",
                built: any("r", in: property("reviews"), variable("r.author").equalTo(value(text))),
                { $0.reviews.any { $0.author == text } }
            ) { $0.reviews.contains { $0.author == text } },
        ]
    }

    private static let others: [TypedCondition] = [
        TypedCondition(
            "open = TRUE", built: property("open").equalTo(value(true)), { $0.open == true }
        ) { $0.open },
        TypedCondition(
            "quiet = FALSE", built: property("quiet").equalTo(value(false)), { $0.quiet == false }
        ) { $0.quiet == false },
        TypedCondition(
            "kind = 'a palace'", built: property("kind").equalTo(value("a palace")),
            { $0.kind == .palace }
        ) { $0.kind == .palace },
        TypedCondition(
            "kind IN ['hotel', 'hostel']",
            built: property("kind").in([value("hotel"), value("hostel")]),
            { $0.kind.in([.hotel, .hostel]) }
        ) {
            $0.kind != .palace
        },
        TypedCondition(
            "size = 5", built: property("size").equalTo(value(5)), { $0.size == .medium }
        ) { $0.size == .medium },
        TypedCondition(
            "size IS NOT VALUED", built: property("size").isNotValued(), { $0.size == nil }
        ) { $0.size == nil },
        TypedCondition(
            "code = '02070000-0000-0000-0000-0000000000F0'",
            built: property("code").equalTo(value("02070000-0000-0000-0000-0000000000F0")),
            { $0.code == Lodge.codes[2] }
        ) { $0.code == Lodge.codes[2] },
        TypedCondition(
            "site = 'https://a.example/'",
            built: property("site").equalTo(value("https://a.example/")),
            { $0.site == Lodge.sites[0] }
        ) {
            $0.site == Lodge.sites[0]
        },
        TypedCondition(
            "ISARRAY(tags) AND ARRAY_LENGTH(tags) = 0",
            built: property("tags").equalTo(QueryExpression.array([])),
            { $0.tags == [] }
        ) {
            $0.tags == []
        },
        TypedCondition(
            "ISARRAY(marks) AND ARRAY_LENGTH(marks) = 1 AND marks[0] = 1",
            built: length("marks").equalTo(value(1)).and(property("marks[0]").equalTo(value(1))),
            { $0.marks == [1] }
        ) { $0.marks == [1] },
        TypedCondition(
            "marks IS NOT VALUED", built: property("marks").isNotValued(), { $0.marks == nil }
        ) { $0.marks == nil },
        TypedCondition(
            "ARRAY_LENGTH(tags) > 1", built: length("tags").greaterThan(value(1)),
            { $0.tags.count > 1 }
        ) { $0.tags.count > 1 },
        TypedCondition(
            "ARRAY_LENGTH(marks) = 0", built: length("marks").equalTo(value(0)),
            { $0.marks.isEmpty }
        ) {
            ($0.marks ?? []).isEmpty
        },
        TypedCondition(
            "marks IS VALUED AND ANY m IN marks SATISFIES m > 1 END",
            built: property("marks").isValued()
                .and(any("m", in: property("marks"), variable("m").greaterThan(value(1)))),
            { $0.marks.any { $0 > 1 } }
        ) { ($0.marks ?? []).contains { $0 > 1 } },
        TypedCondition(
            "marks IS NOT VALUED OR EVERY m IN marks SATISFIES (m > 1) IS TRUE END",
            built: property("marks").isNotValued()
                .or(
                    every("m", in: property("marks"), isTrue(variable("m").greaterThan(value(1))))),
            { $0.marks.every { $0 > 1 } }
        ) { ($0.marks ?? []).allSatisfy { $0 > 1 } },
        TypedCondition(
            "ANY r IN reviews SATISFIES r.author IS NOT VALUED END",
            built: any("r", in: property("reviews"), variable("r.author").isNotValued()),
            { $0.reviews.any { $0.author == nil } }
        ) { $0.reviews.contains { $0.author == nil } },
        TypedCondition(
            "EVERY r IN reviews SATISFIES (r.rating >= 2) IS TRUE END",
            built: every(
                "r", in: property("reviews"),
                isTrue(variable("r.rating").greaterThanOrEqualTo(value(2)))),
            { $0.reviews.every { $0.rating >= 2 } }
        ) { $0.reviews.allSatisfy { $0.rating >= 2 } },
        TypedCondition(
            """
            ANY r IN reviews SATISFIES (ANY l IN r.likes SATISFIES l IS r.author END)
            AND r.rating > stars END
            """,
            built: any(
                "r", in: property("reviews"),
                any("l", in: variable("r.likes"), variable("l").is(variable("r.author")))
                    .and(variable("r.rating").greaterThan(property("stars")))),
            { lodge in
                lodge.reviews.any { review in
                    review.likes.any { like in like.isAuthor(of: review) }
                        && review.rating > lodge.stars
                }
            }
        ) { lodge in
            lodge.reviews.contains { review in
                review.likes.contains { $0 == review.author } && review.rating > lodge.stars
            }
        },
        TypedCondition(
            "stars < rank AND rank IS VALUED",
            built: property("stars").lessThan(property("rank")).and(property("rank").isValued()),
            { $0.rank > $0.stars.optional }
        ) {
            lodge in
            lodge.rank.map { $0 > lodge.stars } ?? false
        },
        TypedCondition(
            "name IS address.`the.town`",
            built: property("name").is(property("address.`the.town`")),
            { $0.name == $0.address.city }
        ) {
            $0.name == $0.address.city
        },
        TypedCondition(
            "name IS NOT address.`the.town`",
            built: property("name").isNot(property("address.`the.town`")),
            { $0.name != $0.address.city }
        ) {
            $0.name != $0.address.city
        },
        TypedCondition(
            "city IS phone OR (city IS NOT VALUED AND phone IS NOT VALUED)", built: sameCity,
            { $0.city == $0.phone }
        ) { $0.city == $0.phone },
        TypedCondition(
            "(city IS phone OR (city IS NOT VALUED AND phone IS NOT VALUED)) IS NOT TRUE",
            built: sameCity.isNot(value(true)),
            { $0.city != $0.phone }
        ) { $0.city != $0.phone },
        TypedCondition(
            "phone IS NULL", built: property("phone").is(value(nil)), { $0.phone.isNull }
        ) { $0.phone == nil },
        TypedCondition(
            "city IS MISSING",
            built: property("city").isNotValued().and(property("city").isNot(value(nil))),
            { $0.city.isMissing }
        ) { $0.city == nil },
        TypedCondition("META().id = 'l7'", built: Meta.id.equalTo(value("l7")), { $0.id == "l7" }) {
            $0.id == "l7"
        },
        TypedCondition(
            "META().id IN ['l7', 'l9']", built: Meta.id.in([value("l7"), value("l9")]),
            { $0.id.in(["l7", "l9", nil]) }
        ) {
            $0.id == "l7" || $0.id == "l9"
        },
        TypedCondition(
            "META().id LIKE 'l1%'", built: Meta.id.like(value("l1%")), { $0.id.hasPrefix("l1") }
        ) {
            $0.id?.hasPrefix("l1") ?? false
        },
    ]

    // MARK: Building

    private static func property(_ path: String) -> any PropertyExpressionProtocol {
        QueryExpression.property(path)
    }

    private static func value(_ value: Any?) -> any ExpressionProtocol {
        QueryExpression.value(value)
    }

    private static func variable(_ name: String) -> any VariableExpressionProtocol {
        ArrayExpression.variable(name)
    }

    private static func length(_ path: String) -> any ExpressionProtocol {
        ArrayFunction.length(property(path))
    }

    /// A condition that is true for strings only: null sorts after them, and numbers before them.
    private static func isText(
        _ path: String, _ condition: any ExpressionProtocol
    ) -> any ExpressionProtocol {
        property(path).greaterThanOrEqualTo(value("")).and(property(path).lessThan(value(nil)))
            .and(condition)
    }

    private static func isTrue(_ condition: any ExpressionProtocol) -> any ExpressionProtocol {
        condition.is(value(true))
    }

    private static func any(
        _ name: String, in items: any ExpressionProtocol, _ condition: any ExpressionProtocol
    ) -> any ExpressionProtocol {
        ArrayExpression.any(variable(name)).in(items).satisfies(condition)
    }

    private static func every(
        _ name: String, in items: any ExpressionProtocol, _ condition: any ExpressionProtocol
    ) -> any ExpressionProtocol {
        ArrayExpression.every(variable(name)).in(items).satisfies(condition)
    }

    private static var sameCity: any ExpressionProtocol {
        let city = property("city")
        let phone = property("phone")
        return city.is(phone).or(city.isNotValued().and(phone.isNotValued()))
    }

    // MARK: Asking

    private static let single = scalars + optionals + patterns + others
    static let conditions = single + TypedCondition.combined(single, count: 100)

    @Test func `there are enough test conditions`() {
        #expect(Self.single.count >= 300, "\(Self.single.count)")
    }

    @Test(arguments: conditions)
    func `a typed filter, SQL++, QueryBuilder and Swift give the same result`(
        condition: TypedCondition
    ) throws {
        let store = try LodgeStore.generated.get()
        // An index may change the order.
        let expected = store.models.filter(condition.inMemory).compactMap(\.id).sorted()
        let typed = try store.lodges.filter { _ in condition.typed }.all()
        #expect(typed.compactMap(\.id).sorted() == expected)
        #expect(try store.ids(condition.text).sorted() == expected)
        #expect(try store.ids(condition.built).sorted() == expected)
    }

    @Test(arguments: conditions)
    func `a typed filter, SQL++ and QueryBuilder give the same result for values of other types`(
        condition: TypedCondition
    ) throws {
        let store = try LodgeStore.mixed.get()
        let expected = try store.ids(condition.text).sorted()
        #expect(try store.ids(condition.typed).sorted() == expected)
        #expect(try store.ids(condition.built).sorted() == expected)
    }
}

extension QueryField {
    /// The field as an optional one, for comparison with an optional field.
    fileprivate var optional: QueryField<Root, Value?> { QueryField<Root, Value?>(source) }
}

extension QueryField where Value == String {
    fileprivate func isAuthor(of review: QueryField<Root, Lodge.Review>) -> QueryCondition<Root> {
        optional == review.author
    }
}
