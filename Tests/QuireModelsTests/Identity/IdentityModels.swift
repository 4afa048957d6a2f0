import Foundation
import Quire

/// A model with an `id` of any type in its body.
struct Keyed<ID: Codable & Hashable & Sendable>: DocumentModel, Identifiable, Equatable {
    var id: ID
    var name: String
}

/// A type that wraps an identifier and is encoded as the wrapped value alone.
struct Tagged<Owner, RawValue: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    var rawValue: RawValue

    init(_ rawValue: RawValue) { self.rawValue = rawValue }

    init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(RawValue.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

enum Color: String, Codable, Sendable { case red, green, blue }

enum Size: Int, Codable, Sendable { case small = 1, medium = 2, large = 3 }

enum Ratio: Double, Codable, Sendable { case half = 0.5, quarter = 0.25 }

struct Compound: Codable, Hashable, Sendable { var row: Int, seat: Int }

/// An identifier whose encoding depends on its value, so that samples do not show it.
enum Varying: Codable, Hashable, Sendable {
    case text(String)
    case number(Double)

    init(from decoder: any Decoder) throws {
        self = .text(try decoder.singleValueContainer().decode(String.self))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        }
    }
}

/// An identifier for which no sample can be generated.
struct Choosy: Codable, Hashable, Sendable {
    struct Refusal: Error {}

    var text: String

    init(_ text: String) { self.text = text }

    init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
        guard text.hasPrefix("code:") else { throw Refusal() }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

/// An object with the identity that the standard library gives to each object.
final class Anonymous: DocumentModel, Identifiable {
    let name: String

    init(name: String) { self.name = name }
}

/// A model whose `id` is not its document ID.
struct Labeled: DocumentModel, Identifiable, Equatable {
    @DocumentID var documentID: String?
    var id: UUID
    var name: String
}

/// A model with a blob and an optional `id`.
struct Picture<ID: Codable & Hashable & Sendable>: DocumentModel, Identifiable {
    var id: ID
    var image: Blob
}

/// A model whose `id` has another key in its body.
struct Renamed: DocumentModel, Identifiable, Equatable {
    var id: UUID?
    var name: String
    /// Not stored.
    var note = "none"

    enum CodingKeys: String, CodingKey { case id = "identifier", name }
}

/// Models with identities of different types.
enum Item: DocumentFamily {
    case tool(Tool)
    case part(Part)

    struct Tool: Codable, Sendable, Identifiable, Equatable {
        var id: UUID?
        var name: String
    }

    struct Part: Codable, Sendable, Identifiable, Equatable {
        var id: Int
        var name: String
    }

    static let members: [FamilyMember<Item>] = [
        FamilyMember("tool", Item.tool), FamilyMember("part", Item.part),
    ]

    var member: any Codable & Sendable {
        switch self {
        case .tool(let tool): tool
        case .part(let part): part
        }
    }
}
