import DatabaseTestSupport
import Fleece
import Foundation
import Quire
import Testing

/// Polymorphic models in one repository.
@Suite struct FamilyTests {
    let store: OpenTestStore
    let shapes: Repository<Shape>

    init() throws {
        store = try TestStore.database.open()
        shapes = try store.repository(of: Shape.self)
    }

    private func circle(_ id: String?, _ radius: Double) -> Shape {
        .circle(Circle(id: id, radius: radius))
    }

    private func square(_ id: String?, _ side: Double) -> Shape {
        .square(Square(id: id, side: side))
    }

    // MARK: Saving and finding

    static let stored: [(Shape, String)] = [
        (.circle(Circle(id: "x", radius: 2)), #"{"radius":2.0,"type":"circle"}"#),
        (.square(Square(id: "x", side: 1)), #"{"side":1.0,"type":"square"}"#),
        (
            .square(Square(id: "x", side: 1, label: "a")),
            #"{"label":"a","side":1.0,"type":"square"}"#
        ),
    ]

    @Test(arguments: stored)
    func `a member is stored like its own type, with its type name`(
        shape: Shape, json: String
    ) throws {
        try shapes.save(shape)
        #expect(try store.body("x") == json)
    }

    @Test(arguments: stored.map(\.0))
    func `a member is found with the type with which it was saved`(shape: Shape) throws {
        let saved = try shapes.save(shape)
        #expect(try shapes.find("x") == saved && saved == shape)
    }

    @Test func `a new member gets an ID and a revision`() throws {
        guard case .circle(let saved) = try shapes.insert(circle(nil, 1)) else {
            Issue.record("it is no circle")
            return
        }
        #expect(saved.id != nil && saved.$id != nil)
    }

    @Test func `saving a stale member is a conflict`() throws {
        let first = try shapes.save(circle("x", 1))
        try shapes.save(first)
        #expect { try shapes.save(first) } throws: { QuireError.Code.conflict ~= $0 }
    }

    @Test func `a repository of a family has the methods of any repository`() throws {
        try shapes.save([circle("a", 1), square("b", 2), circle("c", 3)])
        try shapes.update("a") { $0 = .circle(Circle(id: "a", radius: 9)) }
        try shapes.delete(id: "c")
        #expect(
            try shapes.all() == [circle("a", 9), square("b", 2)] && shapes.count() == 2
                && shapes.exists("b") && shapes.require("b") == square("b", 2)
                && shapes.find(["b", "a", "x"]).count == 2)
    }

    @Test func `members can be found asynchronously`() async throws {
        try await shapes.save(circle("a", 1))
        var found: [Shape] = []
        for try await shape in shapes.stream() { found.append(shape) }
        #expect(found == [circle("a", 1)])
    }

    // MARK: Names

    @Test(arguments: ["circle", "disc", "ring"])
    func `an alias is read as its type and saved with its main name`(name: String) throws {
        try store.put("x", #"{"type":"\#(name)","radius":2,"more":[1]}"#)
        #expect(try shapes.find("x") == circle("x", 2))
        try shapes.update("x") { $0 = circle("x", 3) }
        #expect(try store.body("x") == #"{"more":[1],"radius":3.0,"type":"circle"}"#)
    }

    @Test(arguments: ["Quire.Circle", "Circle", "Swift.String", "NSObject", ""])
    func `a type name in data is never looked up as a Swift type`(name: String) throws {
        try store.put("x", #"{"type":"\#(name)","radius":2}"#)
        guard case .unknown(let document)? = try shapes.find("x") else {
            Issue.record("\(name) was taken for a type")
            return
        }
        #expect(document.typeName == name)
    }

    // MARK: Unknown types

    static let unknown = #"{"deep":{"a":[1,2.5,null,{"b":"c"}]},"id":7,"radius":"x","type":"cone"}"#

    @Test func `a document of an unknown type is read completely`() throws {
        try store.put("x", Self.unknown)
        guard case .unknown(let document)? = try shapes.find("x") else {
            Issue.record("it is not unknown")
            return
        }
        #expect(
            try document.typeName == "cone" && document.id == "x"
                && document.body.value.json(.canonical) == Self.unknown)
    }

    @Test func `a document of an unknown type is saved unchanged`() throws {
        try store.put("x", Self.unknown)
        let saved = try shapes.save(shapes.require("x"))
        try shapes.save(saved)
        #expect(try store.body("x") == Self.unknown)
    }

    @Test func `a document of an unknown type can be copied`() throws {
        try store.put("x", Self.unknown)
        _ = try shapes.insert(shapes.require("x"), id: "y")
        #expect(try store.body("y") == Self.unknown)
    }

    @Test func `unknown documents preserve data and the bytes of blobs`() throws {
        try store.collection.saveBody(id: "x") { writer in
            writer.beginDictionary()
            writer.writeKey("type")
            writer.write("cone")
            writer.writeKey("bytes")
            [1, 2, 3].withUnsafeBytes { writer.write(data: $0) }
            writer.writeKey("float")
            writer.write(Float(1.5))
            writer.endDictionary()
        }
        let before = try store.collection.body(id: "x")?["bytes"]?.data
        try shapes.save(shapes.require("x"))
        let after = try #require(try store.collection.body(id: "x"))
        #expect(after["bytes"]?.data == before && after["float"]?.kind == .float)
    }

    @Test func `an unknown document re-encoded by another coder is unchanged`() throws {
        try store.put("x", Self.unknown)
        let shape = try shapes.require("x")
        let data = try JSONEncoder().encode(shape)
        guard case .unknown(let document) = try JSONDecoder().decode(Shape.self, from: data) else {
            Issue.record("it is not unknown")
            return
        }
        #expect(try document.body["deep"]?.json(.canonical) == #"{"a":[1,2.5,null,{"b":"c"}]}"#)
        #expect(document.typeName == "cone")
    }

    @Test func `documents without a type are not in any family`() throws {
        try store.put("x", #"{"radius":2}"#)
        try store.put("y", #"{"type":3}"#)
        #expect(try shapes.count() == 0 && shapes.all().isEmpty && shapes.find("x") == nil)
    }

    @Test func `a family without an unknown case ignores unknown types`() throws {
        let vehicles = try store.repository(of: AnyVehicle.self)
        try store.put("x", #"{"kind":"rocket","id":"x","wheels":0}"#)
        try vehicles.save(AnyVehicle(Car(id: "c", seats: 5)))
        #expect(try vehicles.count() == 1 && vehicles.find("x") == nil)
        #expect { try vehicles.save(AnyVehicle(Car(id: "x", seats: 5))) } throws: {
            QuireError.Code.conflict ~= $0
        }
    }

    // MARK: Protocols and classes

    @Test func `values of a protocol are found with their types`() throws {
        let vehicles = try store.repository(of: AnyVehicle.self)
        try vehicles.save([
            AnyVehicle(Car(id: "c", seats: 5)), AnyVehicle(Bicycle(id: "b", gears: 3)),
        ])
        #expect(try store.body("c") == #"{"id":"c","kind":"car","seats":5,"wheels":4}"#)
        #expect(
            try vehicles.require("c").vehicle as? Car == Car(id: "c", seats: 5)
                && vehicles.require("b").vehicle as? Bicycle == Bicycle(id: "b", gears: 3))
    }

    @Test func `a member's defaults apply to its missing keys`() throws {
        let vehicles = try store.repository(of: AnyVehicle.self)
        try store.put("b", #"{"kind":"bicycle","id":"b"}"#)
        #expect(try vehicles.require("b").vehicle as? Bicycle == Bicycle(id: "b"))
    }

    @Test func `a class hierarchy preserves the fields of each class`() throws {
        let animals = try store.repository(of: AnyAnimal.self)
        _ = try animals.insert(AnyAnimal(Animal(name: "Ant")), id: "a")
        _ = try animals.insert(AnyAnimal(Dog(name: "Rex", tricks: 2)), id: "d")
        _ = try animals.insert(AnyAnimal(Puppy(name: "Ben", tricks: 0)), id: "p")
        let found = try animals.all().map { "\(type(of: $0.animal)) \($0.animal.name)" }
        #expect(found == ["Animal Ant", "Dog Rex", "Puppy Ben"])
        #expect(try store.body("d") == #"{"name":"Rex","tricks":2,"type":"dog"}"#)
        #expect(try animals.all(Dog.self).map(\.name) == ["Rex", "Ben"])
        #expect(try animals.filter(Dog.self) { $0.tricks == 2 }.count() == 1)
    }

    @Test func `a value of an undeclared type is rejected`() throws {
        struct Cart: Vehicle {
            var id: String
            var wheels = 2
        }
        let vehicles = try store.repository(of: AnyVehicle.self)
        #expect(throws: EncodingError.self) { try vehicles.save(AnyVehicle(Cart(id: "x"))) }
    }

    @Test func `an identifiable member determines its document ID`() throws {
        let vehicles = try store.repository(of: AnyVehicle.self)
        try vehicles.save(AnyVehicle(Car(id: "c", seats: 5)))
        try vehicles.save(AnyVehicle(Car(id: "c", seats: 2)))
        #expect(try vehicles.count() == 1)
        #expect { try vehicles.insert(AnyVehicle(Car(id: "c", seats: 1))) } throws: {
            QuireError.Code.conflict ~= $0
        }
        try vehicles.delete(AnyVehicle(Car(id: "c", seats: 0)))
        #expect(try vehicles.all().isEmpty)
    }

    @Test func `concurrent changes are merged in a family too`() throws {
        try shapes.save(.square(Square(id: "x", side: 1, label: "a")))
        var mine = try #require(try shapes.findStored("x"))
        try shapes.update("x") { $0 = .square(Square(id: "x", side: 2, label: "a")) }
        mine.value = .square(Square(id: "x", side: 1, label: "b"))
        let merged = try shapes.save(mine, onConflict: .mergeFields())
        #expect(merged.value == .square(Square(id: "x", side: 2, label: "b")))
    }

    // MARK: Filters

    @Test func `properties of a subtype can be used in filters`() throws {
        try shapes.save([circle("a", 1), circle("b", 3), square("c", 3), square("d", 1)])
        try store.put("e", #"{"type":"disc","radius":5}"#)
        try store.put("f", #"{"type":"cone","radius":9}"#)
        let large = shapes.filter(Circle.self) { $0.radius > 2 }
        #expect(try large.all() == [circle("b", 3), circle("e", 5)] && large.count() == 2)
        #expect(
            try shapes.filter(Square.self).sorted(by: \Square.side, of: Square.self).all()
                == [square("d", 1), square("c", 3)])
        #expect(try shapes.filter(UnknownDocument.self).count() == 1)
        #expect(try shapes.all(Circle.self).map(\.radius) == [1, 3, 5])
    }

    @Test func `members of one type can be found asynchronously`() async throws {
        try await shapes.save([circle("a", 1), square("b", 3)])
        #expect(try await shapes.all(Square.self) == [Square(id: "b", side: 3)])
    }

    @Test func `filtering by a type that is not a member is rejected`() throws {
        #expect { try shapes.filter(Car.self).all() } throws: {
            QuireError.Code.invalidQuery ~= $0
        }
    }

    @Test func `a model is found through its family and through its own repository`() throws {
        try shapes.save([circle("a", 1), square("b", 2)])
        #expect(try store.repository(of: Circle.self).all() == [Circle(id: "a", radius: 1)])
    }

    // MARK: Keys

    @Test func `the type key is that of the repository`() throws {
        let shapes = try store.collection.repository(of: Shape.self, typeKey: "sort")
        try shapes.save(circle("x", 2))
        try store.put("y", #"{"sort":"cone","type":"circle"}"#)
        #expect(try store.body("x") == #"{"radius":2.0,"sort":"circle"}"#)
        #expect(try shapes.find("x") == circle("x", 2))
        guard case .unknown(let document)? = try shapes.find("y") else {
            Issue.record("it is not unknown")
            return
        }
        #expect(document.typeName == "cone")
    }

    @Test func `a member that encodes the type key itself is rejected`() throws {
        struct Odd: DocumentFamily {
            struct Inner: Codable, Sendable { var type = "mine" }
            var inner = Inner()
            var member: any Codable & Sendable { inner }
            static let members: [FamilyMember<Odd>] = [
                FamilyMember("inner") { (inner: Inner) in Odd(inner: inner) }
            ]
        }
        let odd = try store.repository(of: Odd.self)
        #expect(throws: EncodingError.self) { try odd.save(Odd()) }
    }

    // MARK: Inside of models

    @Test func `a family can be a property of a model`() throws {
        let drawings = try store.repository(of: Drawing.self)
        let drawing = Drawing(
            id: "d", title: "A", frame: circle(nil, 4), shapes: [square(nil, 1), circle(nil, 2)])
        try drawings.save(drawing)
        #expect(
            try store.body("d")?.contains(#""frame":{"id":null,"radius":4.0,"type":"circle"}"#)
                == true)
        #expect(try drawings.find("d")?.shapes == drawing.shapes)
        #expect(try drawings.filter { $0.title == "A" }.count() == 1)
    }

    @Test func `unknown values nested in a model survive a round trip`() throws {
        let drawings = try store.repository(of: Drawing.self)
        let json =
            #"{"frame":{"h":1,"type":"cone"},"shapes":[{"type":"blob","x":{}}],"title":"A","type":"drawing"}"#
        try store.put("d", json)
        try drawings.save(drawings.require("d"))
        #expect(try store.body("d") == json)
    }

    // MARK: Unknown fields

    @Test func `unknown fields of a member survive`() throws {
        try store.put("x", #"{"type":"circle","radius":1,"new":{"a":1}}"#)
        try shapes.update("x") { $0 = circle("x", 2) }
        #expect(try store.body("x") == #"{"new":{"a":1},"radius":2.0,"type":"circle"}"#)
    }

    @Test func `changing the type removes only the fields of the former type`() throws {
        try store.put("x", #"{"type":"circle","radius":1,"new":{"a":1}}"#)
        try shapes.update("x") { $0 = square("x", 2) }
        #expect(try store.body("x") == #"{"new":{"a":1},"side":2.0,"type":"square"}"#)
    }
}
