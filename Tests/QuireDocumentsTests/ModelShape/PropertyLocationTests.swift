import Foundation
import Quire
import SQLPlusPlus
import Testing

@testable import QuireDocuments

@Suite struct PropertyLocationTests {
    struct Hotel: Codable {
        @DocumentID var id: String?
        var name: String
        var title: String
        var address: Address
        var owner: Person?
        @ExplicitNull var phone: String?
        var tags: [String]
        var kind: Kind
        var opened: Date
        var left: Int
        var right: Int
        var active: Bool

        var shout: String { name }
        var label: String { "\(name)!" }
        var inactive: Bool { !active }
        var constant: Int { 7 }

        enum CodingKeys: String, CodingKey {
            case id, name, title = "the.title", address, owner, phone, tags, kind, opened, active
            case left = "right"
            case right = "left"
        }
    }

    struct Address: Codable {
        var city: String
        var zip: Int
        enum CodingKeys: String, CodingKey { case city = "town", zip }
    }

    struct Person: Codable {
        @DocumentID var id: String?
        var home: Address?
    }

    enum Kind: String, Codable, CaseIterable { case small, large }

    typealias Field = QueryField<Hotel, Hotel>

    struct Mapping: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let location: @Sendable (Field) -> Result<ModelShape.Location, QuireError>

        init<Value>(
            _ description: String, _ field: @escaping @Sendable (Field) -> QueryField<Hotel, Value>
        ) {
            testDescription = description
            location = { field($0).location }
        }
    }

    static let mappings = [
        Mapping("name") { $0.name },
        Mapping("`the.title`") { $0.title },
        Mapping("address.town") { $0.address.city },
        Mapping("address") { $0.address },
        Mapping("owner.home.zip") { $0.owner.home.zip },
        Mapping("owner.id") { $0.owner.id },
        Mapping("phone") { $0.phone },
        Mapping("tags") { $0.tags },
        Mapping("tags[0]") { $0[dynamicMember: \.tags[0]] },
        Mapping("tags[3]") { $0[dynamicMember: \.tags[3]] },
        Mapping("tags[99]") { $0[dynamicMember: \.tags[99]] },
        Mapping("kind") { $0.kind },
        Mapping("opened") { $0.opened },
        Mapping("`right`") { $0.left },
        Mapping("`left`") { $0.right },
        Mapping("active") { $0.active },
        Mapping("name") { $0.shout },
    ]

    @Test(arguments: mappings)
    func `a property is found where its type encodes it`(mapping: Mapping) throws {
        guard case .body(let path) = try mapping.location(.model).get() else {
            Issue.record("it is not in the body")
            return
        }
        #expect(path.description == mapping.testDescription)
    }

    @Test func `the document ID is at the top level`() throws {
        #expect(try Field.model.id.location.get() == .documentID)
    }

    static let failures = [
        Mapping("label") { $0.label },
        Mapping("inactive") { $0.inactive },
        Mapping("constant") { $0.constant },
    ]

    @Test(arguments: failures)
    func `a property that is not encoded is an error that names it`(mapping: Mapping) throws {
        let error = #expect(throws: QuireError.self) { try mapping.location(.model).get() }
        #expect(error?.code == .invalidQuery)
        #expect(error?.message.hasPrefix("The property \\Hotel.") == true)
    }

    /// A type that accepts only large numbers.
    struct Percent: Codable, Sendable {
        var value: Int

        init(from decoder: any Decoder) throws {
            value = try decoder.singleValueContainer().decode(Int.self)
            guard value > 50 else { throw Refusal.value }
        }
    }

    /// A type that rejects all generic samples.
    struct Secret: Codable, Hashable, Sendable {
        var text: String

        init(from decoder: any Decoder) throws {
            text = try decoder.singleValueContainer().decode(String.self)
            guard text == "open, sesame" else { throw Refusal.value }
        }
    }

    enum Refusal: Error { case value }

    /// An array that decodes its items in pairs.
    struct Pairs: Codable, Sendable {
        var first: [String] = []

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            guard let count = container.count, count % 2 == 0 else { throw Refusal.value }
            while !container.isAtEnd {
                first.append(try container.decode(String.self))
                _ = try container.decode(Int.self)
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            for text in first {
                try container.encode(text)
                try container.encode(1)
            }
        }
    }

    indirect enum Endless: Codable, Sendable { case more(Endless), end }

    struct Choosy: Codable {
        @DocumentID var id: String?
        var percent: Percent
        var day: Day
        var pairs: Pairs
        var rooms: [Kind: Int]
        var stays: [Date: Int]
        var codes: [Secret: Int]
        var hidden: [Secret]
        var secret: Secret?
        var name: String
        var children: [Choosy]
        var endless: Endless?

        struct Day: Codable {
            var text: String

            init(from decoder: any Decoder) throws {
                text = try decoder.singleValueContainer().decode(String.self)
                guard text.split(separator: "-").count == 3 else { throw Refusal.value }
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(text)
            }
        }
    }

    typealias FoundLocation = Result<ModelShape.Location, QuireError>

    static let choosyPaths: [(String, FoundLocation)] = {
        let field = QueryField<Choosy, Choosy>.model
        return [
            ("percent.value", field.percent.value.location), ("day", field.day.location),
            ("pairs", field.pairs.location), ("rooms", field.rooms.location),
            ("stays", field.stays.location), ("name", field.name.location),
            ("children", field.children.location),
        ]
    }()

    @Test(arguments: choosyPaths)
    func `a type that rejects most samples is offered valid ones`(
        path: String, location: FoundLocation
    ) throws {
        #expect(try location.get() == .body(PropertyPath(path)))
    }

    static let choosyFailures: [FoundLocation] = {
        let field = QueryField<Choosy, Choosy>.model
        return [
            field.secret.location, field.hidden.location, field.codes.location,
            field.endless.location,
        ]
    }()

    @Test(arguments: choosyFailures)
    func `a property that is missing in all samples is an error that names it`(
        location: FoundLocation
    ) throws {
        let error = #expect(throws: QuireError.self) { try location.get() }
        #expect(error?.message.hasPrefix("The property \\Choosy.") == true)
    }

    struct Locked: Codable {
        var before: Int
        var secret: Secret
        var address: Address
        var after: String

        var label: String { after }

        enum CodingKeys: String, CodingKey {
            case before = "first", secret, address, after = "the.last"
        }
    }

    final class LockedObject: Codable {
        var before: Int
        var secret: Secret
        var after: String?
    }

    @Test func `other properties are found by name if one accepts no sample`() throws {
        let field = QueryField<Locked, Locked>.model
        #expect(try field.address.city.location.get() == .body(PropertyPath("address.town")))
        let object = QueryField<LockedObject, LockedObject>.model
        #expect(try object.before.location.get() == .body(PropertyPath("before")))
        #expect(try object.after.location.get() == .body(PropertyPath("after")))
    }

    /// A type with the same values as `Secret` that provides samples.
    struct Known: Codable, Sendable, SampleProviding {
        var text: String

        init(_ text: String) { self.text = text }

        init(from decoder: any Decoder) throws {
            text = try decoder.singleValueContainer().decode(String.self)
            guard text.hasSuffix(", sesame") else { throw Refusal.value }
        }

        static var samples: (Known, Known) { (Known("open, sesame"), Known("shut, sesame")) }
    }

    struct Unlocked: Codable {
        var before: Int
        var known: Known
        var other: Known?
        var address: Address
        var after: String

        enum CodingKeys: String, CodingKey {
            case before = "first", known, other, address, after = "the.last"
        }
    }

    @Test func `all properties are found if types provide samples`() throws {
        let field = QueryField<Unlocked, Unlocked>.model
        #expect(try field.before.location.get() == .body(PropertyPath("first")))
        #expect(try field.known.location.get() == .body(PropertyPath("known")))
        #expect(try field.other.location.get() == .body(PropertyPath("other")))
        #expect(try field.after.location.get() == .body(PropertyPath("`the.last`")))
        #expect(try field.address.city.location.get() == .body(PropertyPath("address.town")))
    }

    @Test func `a renamed property is not found by name, and the error suggests a solution`() {
        let field = QueryField<Locked, Locked>.model
        for result in [field.before.location, field.after.location] {
            let error = #expect(throws: QuireError.self) { try result.get() }
            let name = "QuireDocumentsTests.PropertyLocationTests.Secret"
            #expect(
                error?.message.contains(
                    "extension \(name): SampleProviding { static var samples: (\(name), \(name))")
                    == true)
        }
    }

    /// An enumeration whose stored form is the same for all values that samples are made of.
    enum Meals: Codable {
        case none
        case dinner(Menu)

        enum Menu: String, Codable { case fish }
    }

    struct Inn: Codable {
        var name: String
        var meals: Meals
        var other: Meals?
        /// Not stored.
        var note: String { "" }
    }

    @Test func `the error for an enumeration with associated values names the protocol`() {
        let inn = QueryField<Inn, Inn>.model
        for result in [inn.meals.location, inn.other.location] {
            let error = #expect(throws: QuireError.self) { try result.get() }
            let message = error?.message ?? ""
            let name = "QuireDocumentsTests.PropertyLocationTests.Meals"
            #expect(
                message.contains("extension \(name): SampleProviding { static var samples: "),
                "\(message)")
        }
        let error = #expect(throws: QuireError.self) { try inn.note.location.get() }
        #expect(error?.message.contains("SampleProviding") == false)
    }

    @Test func `a type that accepts no sample is named with its location`() {
        let field = QueryField<Locked, Locked>.model
        let error = #expect(throws: QuireError.self) { try field.secret.location.get() }
        #expect(error?.message.contains("no sample of Secret could be made at \"secret\"") == true)
        #expect(throws: QuireError.self) { try field.label.location.get() }
        #expect(throws: QuireError.self) {
            try QueryField<LockedObject, LockedObject>.model.secret.location.get()
        }
    }
}

extension QueryField {
    /// The location of a field of a model.
    fileprivate var location: Result<ModelShape.Location, QuireError> {
        source.flatMap { source in
            Result { () throws(QuireError) in try source.fieldPath().location }
        }
    }
}
