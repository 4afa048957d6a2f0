import Foundation
import Quire

struct Circle: DocumentModel, Equatable {
    @DocumentID var id: String?
    var radius: Double
}

struct Square: Codable, Equatable, Sendable {
    @DocumentID var id: String?
    var side: Double
    var label: String?
}

/// A polymorphic enumeration that accepts documents of all types.
enum Shape: DocumentFamily, Equatable {
    case circle(Circle)
    case square(Square)
    case unknown(UnknownDocument)

    static let members: [FamilyMember<Shape>] = [
        FamilyMember(aliases: ["disc", "ring"], Shape.circle),
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

protocol Vehicle: Codable, Sendable {
    var id: String { get }
    var wheels: Int { get }
}

struct Car: Vehicle, Identifiable, Equatable {
    var id: String
    var wheels = 4
    var seats: Int
}

struct Bicycle: Vehicle, Identifiable, DefaultsProviding, Equatable {
    var id: String
    var wheels = 2
    var gears = 7

    static var defaults: Bicycle { Bicycle(id: "") }
    static var requiredKeys: Set<String> { ["id"] }
}

/// A polymorphic protocol type that accepts only its own types.
struct AnyVehicle: DocumentFamily {
    var vehicle: any Vehicle

    init(_ vehicle: any Vehicle) { self.vehicle = vehicle }

    var member: any Codable & Sendable { vehicle }

    static let members: [FamilyMember<AnyVehicle>] = [
        FamilyMember("car") { (car: Car) in AnyVehicle(car) },
        FamilyMember("bicycle") { (bicycle: Bicycle) in AnyVehicle(bicycle) },
    ]

    static var typeKey: String { "kind" }
}

/// A polymorphic class hierarchy.
class Animal: Codable, @unchecked Sendable {
    // No lock is needed, because animals are immutable.
    let name: String

    init(name: String) { self.name = name }
}

class Dog: Animal, @unchecked Sendable {
    let tricks: Int

    init(name: String, tricks: Int) {
        self.tricks = tricks
        super.init(name: name)
    }

    private enum CodingKeys: CodingKey { case tricks }

    required init(from decoder: any Decoder) throws {
        tricks = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .tricks)
        try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(tricks, forKey: .tricks)
    }
}

final class Puppy: Dog, @unchecked Sendable {}

struct AnyAnimal: DocumentFamily {
    let animal: Animal

    init(_ animal: Animal) { self.animal = animal }

    var member: any Codable & Sendable { animal }

    static let members: [FamilyMember<AnyAnimal>] = [
        FamilyMember("animal") { (animal: Animal) in AnyAnimal(animal) },
        FamilyMember("dog") { (dog: Dog) in AnyAnimal(dog) },
        FamilyMember("puppy") { (puppy: Puppy) in AnyAnimal(puppy) },
    ]
}

/// A model with nested polymorphic values.
struct Drawing: DocumentModel, Equatable {
    @DocumentID var id: String?
    var title: String
    var frame: Shape
    var shapes: [Shape] = []
}
