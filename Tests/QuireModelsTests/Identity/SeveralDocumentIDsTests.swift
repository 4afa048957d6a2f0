import DatabaseTestSupport
import Quire
import SQLPlusPlus
import Testing

/// Models that declare more than one document ID.
@Suite struct SeveralDocumentIDsTests {
    struct Two: DocumentModel {
        @DocumentID var id: String?
        @DocumentID var other: String?
    }

    /// A model whose second document ID is not coded.
    struct HalfCoded: DocumentModel {
        @DocumentID var id: String?
        @DocumentID var other: String?
        enum CodingKeys: CodingKey { case id }
    }

    class TwoInClass: DocumentModel, @unchecked Sendable {
        // Accessed by one test at a time.
        @DocumentID var id: String?
        @DocumentID var other: String?

        init() {}
    }

    final class Inheriting: TwoInClass, @unchecked Sendable {}

    /// A model for which no sample can be generated.
    struct Unsampled: DocumentModel {
        @DocumentID var id: String?
        @DocumentID var other: String?
        var code: Choosy
    }

    enum Family: DocumentFamily {
        case two(Two)

        static let members: [FamilyMember<Family>] = [FamilyMember(Family.two)]

        var member: any Codable & Sendable {
            switch self {
            case .two(let two): two
            }
        }
    }

    struct Refused: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let open: @Sendable (Database) throws -> Void
        let save: @Sendable (OpenTestStore) throws -> Void

        init<Model: DocumentModel>(_ model: @escaping @Sendable () -> Model) {
            testDescription = "\(Model.self)"
            open = { _ = try $0.repository(of: Model.self) }
            save = { try $0.repository(of: Model.self).save(model()) }
        }
    }

    static let sampled = [
        Refused { Two(id: "a", other: "b") }, Refused { HalfCoded(id: "a", other: "b") },
        Refused { TwoInClass() }, Refused { Family.two(Two()) },
    ]

    static let all =
        sampled + [Refused { Unsampled(code: Choosy("code:1")) }, Refused { Inheriting() }]

    private func expectRefusal(_ error: QuireError?) {
        #expect(error?.code == .invalidParameter)
        #expect(error?.message.contains("id, other") == true)
    }

    @Test(arguments: sampled)
    func `the repository rejects two document IDs in one model`(refused: Refused) throws {
        let database = try Database(inMemoryNamed: "ids")
        expectRefusal(thrownError { try refused.open(database) })
    }

    @Test(arguments: TestStore.all, all)
    func `a model with two document IDs is not saved`(kind: TestStore, refused: Refused) throws {
        let store = try kind.open()
        for _ in 0..<2 { expectRefusal(thrownError { try refused.save(store) }) }
        let count = try store.store.count(where: .literal(.boolean(true)))
        #expect(count == 0)
    }

    @Test func `a collection rejects a model with two document IDs`() throws {
        let collection = try Database(inMemoryNamed: "ids").defaultCollection()
        expectRefusal(thrownError { try collection.save(from: TwoInClass()) })
        #expect(collection.count == 0)
    }

    // MARK: Classes

    class Profile: DocumentModel, @unchecked Sendable {
        // Accessed by one test at a time.
        @DocumentID var pid: String?
        var name: String

        init(name: String) { self.name = name }
    }

    /// A class with another ID that is not in its coding keys.
    final class Person: Profile, @unchecked Sendable {
        @DocumentID var id: String?
        var age: Int

        init(name: String, age: Int) {
            self.age = age
            super.init(name: name)
        }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            age = try container.decode(Int.self, forKey: .age)
            try super.init(from: container.superDecoder())
        }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(age, forKey: .age)
            try super.encode(to: container.superEncoder())
        }

        enum CodingKeys: CodingKey { case age }
    }

    /// A class that encodes its own ID before its superclass encodes the other one.
    final class Employee: Profile, @unchecked Sendable {
        @DocumentID var id: String?

        override init(name: String) { super.init(name: name) }

        required init(from decoder: any Decoder) throws {
            try super.init(from: decoder)
            let container = try decoder.container(keyedBy: CodingKeys.self)
            _id = try container.decode(DocumentID.self, forKey: .id)
        }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(_id, forKey: .id)
            try super.encode(to: encoder)
        }

        enum CodingKeys: CodingKey { case id }
    }

    @Test(arguments: TestStore.all)
    func `a subclass with its own document ID is stored with it`(kind: TestStore) throws {
        let store = try kind.open()
        let people = try store.repository(of: Person.self)
        let person = Person(name: "Ada", age: 36)
        (person.id, person.pid) = ("own", "inherited")
        try people.save(person)
        #expect(try store.body("own") == #"{"age":36,"super":{"name":"Ada"},"type":"person"}"#)
        let loaded = try people.require("own")
        #expect(loaded.id == "own" && loaded.$id == person.$id && loaded.name == "Ada")
        loaded.age = 37
        try people.save(loaded)
        #expect { try people.save(person) } throws: { QuireError.Code.conflict ~= $0 }
        #expect(try people.count() == 1 && people.require("own").age == 37)
        try people.delete(loaded)
        #expect(try people.count() == 0)
    }

    @Test(arguments: TestStore.all)
    func `a subclass that encodes its own document ID is stored with it`(
        kind: TestStore
    ) throws {
        let store = try kind.open()
        let employees = try store.repository(of: Employee.self)
        let employee = Employee(name: "Ada")
        (employee.id, employee.pid) = ("own", "inherited")
        try employees.save(employee)
        #expect(try store.body("own") == #"{"name":"Ada","type":"employee"}"#)
        let loaded = try employees.require("own")
        loaded.name = "Grace"
        try employees.save(loaded)
        #expect(try employees.all().map(\.id) == ["own"])
    }

    @Test func `a subclass with its own document ID gets a new one`() throws {
        let people = try Database(inMemoryNamed: "ids").repository(of: Person.self)
        let person = Person(name: "Ada", age: 36)
        try people.save(person)
        try people.save(person)
        let id = try #require(person.id)
        #expect(try people.count() == 1 && people.require(id).id == id)
    }

    @Test func `a collection stores a subclass with its own document ID`() throws {
        let collection = try Database(inMemoryNamed: "ids").defaultCollection()
        let person = Person(name: "Ada", age: 36)
        person.id = "own"
        try collection.save(from: person)
        let document = try #require(try collection.document(id: "own"))
        #expect(document.int(forKey: "age") == 36)
        #expect(document.dictionary(forKey: "super")?.string(forKey: "name") == "Ada")
        let loaded = try #require(try collection.document(id: "own", as: Person.self))
        #expect(loaded.id == "own" && loaded.name == "Ada" && loaded.age == 36)
        try collection.save(from: loaded)
        #expect(collection.count == 1)
    }

    // MARK: Structures

    struct Guest: DocumentModel {
        @DocumentID var id: String?
        var name: String
    }

    /// A model without a document ID that contains one.
    struct Stay: DocumentModel {
        var guest: Guest
    }

    @Test(arguments: TestStore.all)
    func `a model is not stored with the document ID of a property`(kind: TestStore) throws {
        let store = try kind.open()
        let guest = try store.repository(of: Guest.self).save(Guest(id: "ada", name: "Ada"))
        let stays = try store.repository(of: Stay.self)
        try stays.save(Stay(guest: guest))
        try stays.save(Stay(guest: guest))
        #expect(try stays.count() == 2)
        #expect(try stays.all().map(\.guest.id) == ["ada", "ada"])
    }

    /// A structure whose coding keys leave out its document ID, and a property that is not stored.
    struct Uncoded: DocumentModel {
        @DocumentID var id: String?
        var name: String
        var note = "none"
        enum CodingKeys: CodingKey { case name }
    }

    @Test(arguments: TestStore.all)
    func `a structure that does not encode its document ID is stored with it`(
        kind: TestStore
    ) throws {
        let uncoded = try kind.open().repository(of: Uncoded.self)
        let new = Uncoded(name: "Ada", note: "kept")
        var saved = try uncoded.save(new)
        #expect(new.id == nil && new.$id == nil && saved.id != nil && saved.note == "kept")
        saved.name = "Grace"
        let again = try uncoded.save(saved)
        #expect(again.id == saved.id && again.$id != saved.$id)
        let all = try uncoded.all()
        #expect(all.map(\.id) == [saved.id] && all.map(\.$id) == [again.$id])
        #expect { try uncoded.save(saved) } throws: { QuireError.Code.conflict ~= $0 }
    }

    @Test func `saving a structure leaves its copies unchanged`() throws {
        let guests = try Database(inMemoryNamed: "ids").repository(of: Guest.self)
        let guest = Guest(name: "Ada")
        let copy = guest
        let (first, second) = (try guests.save(guest), try guests.save(copy))
        #expect(guest.id == nil && copy.id == nil)
        #expect(first.id != second.id && first.$id != nil)
        var renamed = first
        renamed.id = "other"
        #expect(first.id != "other" && renamed.$id == nil)
        #expect(try guests.count() == 2)
    }
}
