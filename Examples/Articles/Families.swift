// Polymorphic models: several types in one collection.

import Foundation
import Quire

struct Circle: Codable, Sendable {
    @DocumentID var id: String?
    var radius: Double
}

struct Square: Codable, Sendable {
    @DocumentID var id: String?
    var side: Double
}

enum Shape: DocumentFamily {
    case circle(Circle)
    case square(Square)
    case unknown(UnknownDocument)

    static let members: [FamilyMember<Shape>] = [
        FamilyMember("circle", aliases: ["disc"], Shape.circle),
        FamilyMember("square", Shape.square),
        .unknown(Shape.unknown),
    ]

    var member: any Codable & Sendable {
        switch self {
        case .circle(let circle): circle
        case .square(let square): square
        case .unknown(let document): document
        }
    }
}

let database = try Database(inMemoryNamed: "shapes")
let collection = try database.createCollection(name: "shapes")
let shapes = collection.repository(of: Shape.self)
try shapes.save([.circle(Circle(id: "c", radius: 2)), .square(Square(id: "s", side: 1))])
print(try shapes.json("c") ?? "none")

// A document that a newer version of the app has saved.
try collection.save(document: MutableDocument(id: "x", json: #"{"type":"cone","height":3}"#))

for shape in try shapes.all() {
    switch shape {
    case .circle(let circle): print("a circle of radius", circle.radius)
    case .square(let square): print("a square of side", square.side)
    case .unknown(let document): print("a \(document.typeName):", try document.body.value.json())
    }
}

print(try shapes.filter(Circle.self) { $0.radius > 1 }.count())
print(try shapes.all(Square.self).map(\.side))
try database.close()
