import DatabaseTestSupport
import Foundation
import Quire
import Testing

@Suite struct IdentifierTests {
    static let uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    static let uuidText = "01020304-0506-0708-090A-0B0C0D0E0F10"

    /// A type of identifier, one of its values, and the document ID of that value.
    struct Form: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let check: @Sendable (OpenTestStore) throws -> Void

        init<ID: Codable & Hashable & Sendable>(
            _ id: ID, _ text: String, isFilterable: Bool = true
        ) {
            testDescription = "\(ID.self) \(text)"
            check = {
                try Form.check(id, text, in: $0)
                if isFilterable { try Form.filter(id, in: $0) }
            }
        }

        private static func filter<ID: Codable & Hashable & Sendable>(
            _ id: ID, in store: OpenTestStore
        ) throws {
            let models = try store.repository(of: Keyed<ID>.self)
            let model = try models.save(Keyed(id: id, name: "a"))
            #expect(try models.filter { $0.id == id }.all() == [model])
            #expect(try models.filter { $0.id != id }.count() == 0)
        }

        private static func check<ID: Codable & Hashable & Sendable>(
            _ id: ID, _ text: String, in store: OpenTestStore
        ) throws {
            let models = try store.repository(of: Keyed<ID>.self)
            var model = try models.save(Keyed(id: id, name: "a"))
            model.name = "b"
            try models.save(model)
            #expect(try models.count() == 1)
            #expect(try models.find(text) == model && models.find(id) == model)
            #expect(try models.findStored(text)?.value == model)
            #expect(try Reference(to: model).id == text)
            try models.update(text) { $0.name = "c" }
            try models.patch(text) { $0.set(\.name, to: "d") }
            #expect(try models.require(id).name == "d")
            #expect { try models.insert(model) } throws: { QuireError.Code.conflict ~= $0 }
            try models.delete(model)
            #expect(try models.find(id) == nil && models.count() == 0)
            try models.insert(model)
            try models.purge(model)
            #expect(try !models.exists(id))
        }
    }

    static let forms: [Form] =
        [
            Form("a", "a"), Form("Ærø / 1", "Ærø / 1"), Form(uuid, uuidText), Form(7, "7"),
            Form(Int.min, "-9223372036854775808"), Form(Int8(-3), "-3"), Form(UInt16(9), "9"),
            // Queries do not support integers above Int64.max.
            Form(UInt64.max, "18446744073709551615", isFilterable: false),
            Form(Color.green, "green"), Form(Size.large, "3"),
            Form(Tagged<Inn, UUID>(uuid), uuidText), Form(Tagged<Inn, String>("x"), "x"),
            Form(Tagged<Inn, Tagged<Inn, Int>>(Tagged(4)), "4"),
            Form(Optional(uuid), uuidText), Form(Optional("a"), "a"), Form(Optional(7), "7"),
            Form(Optional(Color.blue), "blue"), Form(Optional(Tagged<Inn, UUID>(uuid)), uuidText),
            // No sample of the type shows its location.
            Form(Varying.text("t"), "t"), Form(Choosy("code:1"), "code:1", isFilterable: false),
        ] + wideIntegers

    private static var wideIntegers: [Form] {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            [Form(Int128(5), "5"), Form(UInt128(6), "6")]
        } else {
            []
        }
    }

    @Test(arguments: TestStore.all, forms)
    func `an id that is encoded as one scalar is the document ID`(
        kind: TestStore, form: Form
    ) throws {
        try form.check(kind.open())
    }

    /// A type that cannot identify documents, and a value of it.
    struct Fault: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let open: @Sendable (Database) throws -> Void
        let save: @Sendable (OpenTestStore) throws -> Void

        init<Model: DocumentModel>(_ description: String, _ model: Model) {
            testDescription = description
            open = { _ = try $0.repository(of: Model.self) }
            save = { try $0.repository(of: Model.self).save(model) }
        }
    }

    static let faults = [
        Fault("a Boolean", Keyed(id: true, name: "a")),
        Fault("a floating-point number", Keyed(id: 1.5, name: "a")),
        Fault("a floating-point number", Keyed(id: Float(2), name: "a")),
        Fault("a floating-point number", Keyed(id: Decimal(3), name: "a")),
        Fault("a floating-point number", Keyed(id: Ratio.half, name: "a")),
        Fault("a floating-point number", Keyed(id: Optional(1.5), name: "a")),
        Fault("a date", Keyed(id: Date(timeIntervalSince1970: 0), name: "a")),
        Fault("a date", Keyed(id: Tagged<Inn, Date>(.distantPast), name: "a")),
        Fault("binary data", Keyed(id: Data([1]), name: "a")),
        Fault("encoded as an object", Keyed(id: Compound(row: 1, seat: 2), name: "a")),
        Fault("encoded as an array", Keyed(id: [1, 2], name: "a")),
        Fault("ObjectIdentifier, which is not Codable", Anonymous(name: "a")),
    ]

    @Test(arguments: faults)
    func `an id that is not a string or an integer is rejected with a suggestion`(
        fault: Fault
    ) throws {
        let database = try Database(inMemoryNamed: "identity")
        let error = #expect(throws: QuireError.self) { try fault.open(database) }
        #expect(error?.code == .invalidParameter)
        #expect(error?.message.contains(fault.testDescription) == true)
        #expect(error?.message.contains("@DocumentID") == true)
    }

    @Test(arguments: TestStore.all, faults)
    func `a model with an unusable id is not saved`(kind: TestStore, fault: Fault) throws {
        let store = try kind.open()
        #expect { try fault.save(store) } throws: { QuireError.Code.invalidParameter ~= $0 }
        #expect(try store.repository(of: Keyed<Int>.self).count() == 0)
    }

    @Test func `an id that no sample contains is rejected before anything is written`() throws {
        let folder = try StoreFolder()
        let database = try folder.open()
        let pictures = try database.repository(of: Picture<Varying>.self)
        let image = Blob(contentType: "image/png", data: Data("pixels".utf8))
        for id in [Varying.number(1), .text(""), .text("_a"), .text("a\u{0}")] {
            let error = #expect(throws: QuireError.self) {
                try pictures.save(Picture(id: id, image: image))
            }
            #expect([.invalidParameter, .badDocumentID].contains(error?.code))
            #expect(throws: QuireError.self) {
                try pictures.insert(Picture(id: id, image: image))
            }
        }
        let attachments = folder.path + "/test.cblite2/Attachments"
        let files = try? FileManager.default.contentsOfDirectory(atPath: attachments)
        #expect(try pictures.count() == 0 && files ?? [] == [])
    }

    @Test(
        arguments: TestStore.all, ["", "_a", "a\nb", String(repeating: "ä", count: 121)])
    func `an id that is not a valid document ID is rejected`(kind: TestStore, id: String) throws {
        let models = try kind.open().repository(of: Keyed<String>.self)
        let model = Keyed(id: id, name: "a")
        #expect { try models.save(model) } throws: { QuireError.Code.badDocumentID ~= $0 }
        #expect { try models.insert(model) } throws: { QuireError.Code.badDocumentID ~= $0 }
        #expect(try models.count() == 0)
    }

    // MARK: nil

    @Test(arguments: TestStore.all)
    func `a nil id of type String or UUID is replaced by a new one`(kind: TestStore) throws {
        let store = try kind.open()
        let models = try store.repository(of: Keyed<UUID?>.self)
        var model = try models.save(Keyed(id: nil, name: "a"))
        model.name = "b"
        try models.save(model)
        #expect(try model.id != nil && models.all() == [model])
        let others = try store.repository(of: Keyed<String?>.self)
        let other = try others.insert(Keyed(id: nil, name: "c"))
        #expect(try other.id != nil && others.find(other.id) == other)
    }

    @Test(arguments: TestStore.all)
    func `a nil id is replaced at the location where the type encodes it`(kind: TestStore) throws {
        let store = try kind.open()
        let models = try store.repository(of: Renamed.self)
        let first = try models.save(Renamed(id: nil, name: "a"))
        let second = try models.save([Renamed(id: nil, name: "b")])[0]
        let text = try #require(first.id?.uuidString)
        let body = try store.body(text)
        #expect(body == #"{"identifier":"\#(text)","name":"a","type":"renamed"}"#)
        #expect(try models.find(second.id) == second && models.count() == 2)
    }

    @Test(arguments: TestStore.all)
    func `a nil id of another type is rejected`(kind: TestStore) throws {
        let store = try kind.open()
        let numbers = try store.repository(of: Keyed<Int?>.self)
        let tagged = try store.repository(of: Keyed<Tagged<Inn, UUID>?>.self)
        let errors = [
            thrownError { try numbers.save(Keyed(id: nil, name: "a")) },
            thrownError { try numbers.insert(Keyed(id: nil, name: "a")) },
            thrownError { try tagged.save(Keyed(id: nil, name: "a")) },
        ]
        for error in errors {
            #expect(error?.code == .invalidParameter)
            #expect(error?.message.contains("Set the id first") == true)
        }
        #expect(try numbers.count() == 0)
    }

    @Test func `blobs are kept when a nil id is replaced`() throws {
        let database = try Database(inMemoryNamed: "identity")
        let pictures = try database.repository(of: Picture<UUID?>.self)
        let image = Blob(contentType: "image/png", data: Data("pixels".utf8))
        let saved = try pictures.save(Picture(id: nil, image: image))
        #expect(try pictures.find(saved.id)?.image.content == Data("pixels".utf8))
    }

    // MARK: Other identities

    @Test(arguments: TestStore.all)
    func `a document ID takes precedence over an id`(kind: TestStore) throws {
        let models = try kind.open().repository(of: Labeled.self)
        let id = UUID()
        var model = try models.save(Labeled(id: id, name: "a"))
        model.name = "b"
        model = try models.save(model)
        #expect(try models.all() == [model] && models.filter { $0.id == id }.count() == 1)
        try models.patch(try #require(model.documentID)) { $0.set(\.id, to: UUID()) }
        #expect { try models.find(id) } throws: { QuireError.Code.invalidParameter ~= $0 }
        #expect { try models.delete(id: id) } throws: { QuireError.Code.invalidParameter ~= $0 }
    }

    @Test(arguments: TestStore.all)
    func `members of a family can have different kinds of identity`(kind: TestStore) throws {
        let items = try kind.open().repository(of: Item.self)
        let part = Item.part(.init(id: 3, name: "a"))
        try items.save(part)
        try items.save(part)
        let tool = try items.save(.tool(.init(id: nil, name: "b")))
        try items.save(tool)
        guard case .tool(let member) = tool else {
            Issue.record("the tool became something else")
            return
        }
        let id = try #require(member.id)
        #expect(try items.count() == 2 && items.exists("3") && items.exists(id.uuidString))
        #expect { try items.patch("3") { $0.remove(key: "id") } } throws: {
            QuireError.Code.invalidParameter ~= $0
        }
    }

    @Test(arguments: TestStore.all)
    func `a patch does not change an id that is the document ID`(kind: TestStore) throws {
        let models = try kind.open().repository(of: Keyed<UUID>.self)
        try models.save(Keyed(id: Self.uuid, name: "a"))
        let errors = [
            thrownError { try models.patch(Self.uuid) { $0.set(\.id, to: UUID()) } },
            thrownError { try models.patch(Self.uuid) { $0.remove(key: "id") } },
            thrownError { try models.update(Self.uuid) { $0.id = UUID() } },
        ]
        #expect(
            errors.map { $0?.code } == [.invalidParameter, .invalidParameter, .invalidParameter])
        #expect(try models.require(Self.uuid).name == "a")
    }

    @Test(arguments: TestStore.all)
    func `a document stored with another ID is an error that explains how to repair it`(
        kind: TestStore
    ) throws {
        let store = try kind.open()
        try store.put("other", #"{"type":"keyed","id":"\#(Self.uuidText)","name":"a"}"#)
        let models = try store.repository(of: Keyed<UUID>.self)
        let error = #expect(throws: QuireError.self) { try models.find("other") }
        #expect(error?.code == .corruptData && error?.message.contains("findStored") == true)
        let stored = try #require(try models.findStored("other"))
        try models.save(stored.value)
        try models.delete(id: "other")
        #expect(try models.all().map(\.id) == [Self.uuid])
    }

    @Test(arguments: TestStore.all)
    func `an update keeps an id that is not the document ID`(kind: TestStore) throws {
        let store = try kind.open()
        try store.put("other", #"{"type":"keyed","id":"\#(Self.uuidText)","name":"a"}"#)
        let models = try store.repository(of: Keyed<UUID>.self)
        let change = { (model: inout Keyed<UUID>) in model.name = "b" }
        try models.update("other", change)
        #expect(try models.findStored("other")?.value == Keyed(id: Self.uuid, name: "b"))
    }
}
