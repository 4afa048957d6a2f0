import Foundation
import SQLPlusPlus
import Testing

@testable import Quire

@Suite struct StoredPathsTests {
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
        let location: @Sendable (Field) -> Result<StoredPaths.Location, QuireError>

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
        Mapping("kind") { $0.kind },
        Mapping("opened") { $0.opened },
        Mapping("`right`") { $0.left },
        Mapping("`left`") { $0.right },
        Mapping("active") { $0.active },
        Mapping("name") { $0.shout },
    ]

    @Test(arguments: mappings)
    func `a property is found where its type stores it`(mapping: Mapping) throws {
        guard case .body(let path) = try mapping.location(.model).get() else {
            Issue.record("it is not in the body")
            return
        }
        #expect(path.description == mapping.testDescription)
    }

    @Test func `the ID at the top level is the document's`() throws {
        #expect(try Field.model.id.location.get() == .documentID)
    }

    static let failures = [
        Mapping("label") { $0.label },
        Mapping("inactive") { $0.inactive },
        Mapping("constant") { $0.constant },
    ]

    @Test(arguments: failures)
    func `a property that is not stored is an error that names it`(mapping: Mapping) throws {
        let error = #expect(throws: QuireError.self) { try mapping.location(.model).get() }
        #expect(error?.code == .invalidQuery)
        #expect(error?.message.hasPrefix("The property \\Hotel.") == true)
    }

    struct Percent: Codable, Sendable {
        var value: Int

        init(from decoder: any Decoder) throws {
            value = try decoder.singleValueContainer().decode(Int.self)
            guard value > 50 else {
                throw DecodingError.dataCorrupted(
                    DecodingError.Context(codingPath: [], debugDescription: "too little"))
            }
        }
    }

    struct Discount: Codable { var percent: Percent }

    @Test func `a type that accepts no sample is named with its place`() {
        let error = #expect(throws: QuireError.self) {
            try QueryField<Discount, Discount>.model.percent.location.get()
        }
        #expect(
            error?.message.contains("no sample of Percent could be made at \"percent\"") == true)
    }
}

extension QueryField {
    /// The place of a field of a model.
    fileprivate var location: Result<StoredPaths.Location, QuireError> {
        source.flatMap { source in
            Result { () throws(QuireError) in try source.place().location }
        }
    }
}
