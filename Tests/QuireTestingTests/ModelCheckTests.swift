import DatabaseTestSupport
import Foundation
import Quire
import QuireTestSupport
import QuireTesting
import Testing

@Suite struct ModelCheckTests {
    /// A model, and the expected findings of a check.
    struct Model: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let findings: @Sendable () -> [ModelFinding]

        init<Checked: Codable & SendableMetatype>(_ type: Checked.Type) {
            testDescription = "\(type)"
            findings = { ModelCheck(Checked.self).findings() }
        }
    }

    static let broken = [
        Model(Broken.KeyCollision.self), Model(Broken.LossyDate.self),
        Model(Broken.DroppedField.self), Model(Broken.AsymmetricCoding.self),
        Model(Broken.EnumRename.self), Model(Broken.LossyNumber.self),
        Model(Broken.OrderDependentCoding.self), Model(Broken.KeyOfAnotherCase.self),
        Model(Broken.DefaultForMissingKey.self), Model(Broken.SetAsDictionary.self),
    ]

    @Test(arguments: broken)
    func `the check finds what a broken model loses`(model: Model) {
        #expect(model.findings().contains { $0.check == .document && $0.value != nil })
    }

    static let unsuitable = [
        (Model(Broken.LostIdentity.self), "each save creates a new document"),
        (Model(Broken.NumberIdentifier.self), "a floating-point number"),
        (Model(Broken.ReservedKey.self), "\"_rev\""),
        (Model(Broken.TwoIdentities.self), "id, other"),
    ]

    @Test(arguments: unsuitable)
    func `the check finds a model that a repository cannot store`(model: Model, problem: String) {
        let findings = model.findings().filter { $0.check == .store }
        #expect(findings.contains { $0.problem.contains(problem) })
    }

    struct Numbered: DocumentModel, Identifiable, Equatable {
        var id: Int?
        var name: String
    }

    struct Identified<ID: Codable & Hashable & Sendable>: DocumentModel, Identifiable, Equatable {
        var id: ID
        var name: String
    }

    static let identified = [
        Model(Numbered.self), Model(Identified<UUID>.self), Model(Identified<UUID?>.self),
        Model(Identified<String?>.self), Model(Identified<Int64>.self),
    ]

    @Test(arguments: identified)
    func `a model with its own id is sound`(model: Model) {
        #expect(model.findings() == [])
    }

    // Models that a test can name without arguments are in SoundModelTests.
    static let sound = [
        Model(Sound.Page<Int>.self), Model(Sound.Page<Sound.Drawing>.self), Model([Date?].self),
        Model([Sound.Season: [Int]].self), Model(PublishedHotel.self), Model(Range<Double>.self),
        Model(Int.self), Model(Decimal.self),
    ]

    @Test(arguments: sound)
    func `the check finds nothing in a sound model`(model: Model) {
        #expect(model.findings().isEmpty)
    }

    @Test(.enabled(if: PublishedData.hotels != nil))
    func `the model of the 350 published hotels accepts all of them`() throws {
        let file = try #require(PublishedData.hotels)
        var check = ModelCheck(PublishedHotel.self)
        check.fixtures = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
            String($0)
        }
        check.count = 10
        #expect(check.findings().isEmpty && check.fixtures.count == 350)
    }

    struct Smallest: Sendable, CustomTestStringConvertible {
        let model: Model
        let value: String
        var testDescription: String { model.testDescription }

        init<Checked: Codable & SendableMetatype>(_ type: Checked.Type, _ value: String) {
            model = Model(type)
            self.value = value
        }
    }

    static let smallest = [
        Smallest(
            Broken.DroppedField.self,
            #"QuireTestingTests.Broken.DroppedField(name: "", note: "a")"#),
        Smallest(
            Broken.EnumRename.self,
            "QuireTestingTests.Broken.EnumRename("
                + "state: QuireTestingTests.Broken.EnumRename.State.closed)"),
        Smallest(
            Broken.LossyNumber.self, "QuireTestingTests.Broken.LossyNumber(price: 0.1)"),
        Smallest(
            Broken.DefaultForMissingKey.self,
            "QuireTestingTests.Broken.DefaultForMissingKey(stars: 0)"),
    ]

    @Test(arguments: smallest)
    func `the smallest lost value is reported`(smallest: Smallest) {
        #expect(smallest.model.findings().first?.value == smallest.value)
    }

    @Test func `a loss is reported with its location and its result`() {
        let finding = ModelCheck(Broken.DroppedField.self).findings().first
        #expect(finding?.problem == #"note: "a" became """#)
    }

    @Test(arguments: [1, 77] as [UInt64])
    func `a seed reproduces a failure`(seed: UInt64) throws {
        var check = ModelCheck(Broken.LossyNumber.self)
        check.seed = seed
        let first = try #require(check.findings().first)
        check.seed = try #require(first.seed)
        check.count = 1
        #expect(check.findings().first == first)
    }

    @Test func `an ignored property is not checked`() {
        var check = ModelCheck(Broken.DroppedField.self)
        check.transientProperties = ["note"]
        #expect(check.findings().isEmpty)
    }

    struct Booking: DocumentModel {
        var nights: Int
        var guest: String
    }

    static let fixtures: [(String, Bool)] = [
        (#"{"nights":2,"guest":"Ada"}"#, true),
        (#"{"nights":2,"guest":"Ada","breakfast":true}"#, true),
        (#"{"nights":"two","guest":"Ada"}"#, false),
        (#"{"nights":2}"#, false),
        ("{", false),
    ]

    @Test(arguments: fixtures)
    func `an old document that does not decode is reported`(text: String, decodes: Bool) {
        var check = ModelCheck(Booking.self)
        check.fixtures = [text]
        check.count = 0
        #expect(check.findings().map(\.check) == (decodes ? [] : [.fixture]))
    }

    /// A type that accepts a single string.
    struct Password: Codable, Equatable {
        let text: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            text = try container.decode(String.self)
            guard text == "open sesame" else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "the password is wrong")
            }
        }

        init(text: String) { self.text = text }
    }

    struct Cave: DocumentModel, Equatable {
        var password: Password
        var gold: Int

        enum CodingKeys: String, CodingKey { case password, gold }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(password.text, forKey: .password)
            try container.encode(gold, forKey: .gold)
        }
    }

    @Test func `a type that rejects all values is reported, unless it has examples`() {
        var check = ModelCheck(Cave.self)
        let finding = check.findings().first
        #expect(
            finding?.check == .generation
                && finding?.problem.contains("the password is wrong") == true)
        check.examples = [Password(text: "open sesame")]
        #expect(check.findings().isEmpty)
    }

    /// A type that accepts two strings and provides them as samples.
    struct Word: Codable, Equatable, SampleProviding {
        let text: String

        init(_ text: String) { self.text = text }

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            text = try container.decode(String.self)
            guard text == "open" || text == "shut" else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "the word is wrong")
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(text)
        }

        static var samples: (Word, Word) { (Word("open"), Word("shut")) }
    }

    struct Door: DocumentModel, Equatable {
        var word: Word
        var width: Int
    }

    @Test func `a type that provides samples needs no examples`() throws {
        let check = ModelCheck(Door.self)
        #expect(check.findings().isEmpty)
        #expect(Set(try check.values().map(\.word.text)) == ["open", "shut"])
    }

    enum Vehicle: DocumentFamily, Equatable {
        case car(Car)
        case ship(Ship)

        struct Car: Codable, Equatable, Sendable { var seats: Int }
        struct Ship: Codable, Equatable, Sendable { var masts: Int }

        static let members: [FamilyMember<Vehicle>] = [
            FamilyMember("car", Vehicle.car), FamilyMember("ship", Vehicle.ship),
        ]

        var member: any Codable & Sendable {
            switch self {
            case .car(let car): car
            case .ship(let ship): ship
            }
        }
    }

    @Test func `all members of a family are generated`() throws {
        let names = try ModelCheck(Vehicle.self).values().map { "\($0)".prefix { $0 != "(" } }
        #expect(Set(names) == ["car", "ship"])
    }

    @Test func `examples of the model itself are checked`() {
        var check = ModelCheck(Broken.LossyNumber.self)
        check.examples = [Broken.LossyNumber(price: 0.1)]
        check.count = 0
        #expect(check.findings().map(\.check) == [.document])
    }

    /// A model that declares a key but neither reads nor writes it, so that the stored value is
    /// removed.
    struct Forgetful: DocumentModel {
        var name: String

        enum CodingKeys: String, CodingKey { case name, fieldOfANewerVersion }

        init(from decoder: any Decoder) throws {
            name = try decoder.container(keyedBy: CodingKeys.self).decode(
                String.self, forKey: .name)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name, forKey: .name)
        }
    }

    @Test func `the check finds a save that loses a field of a newer version`() {
        #expect(ModelCheck(Forgetful.self).findings().map(\.check) == [.unknownFields])
    }
}
