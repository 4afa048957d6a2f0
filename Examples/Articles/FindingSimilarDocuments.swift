// Vectors of texts: finding the nearest documents, filters, distances, full text, and passages for a chat.

import Foundation
import Quire

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif
#if canImport(NaturalLanguage)
    import NaturalLanguage
#endif

struct Hotel: DocumentModel {
    @DocumentID var id: String?
    var name: String
    var description: String
    var petsWelcome = false
    var embedding: Vector?
}

// A program that turns texts into vectors.

protocol Embedder {
    func vector(of text: String) throws -> Vector
}

#if canImport(NaturalLanguage)
    struct SystemEmbedder: Embedder {
        struct Unavailable: Error {}

        func vector(of text: String) throws -> Vector {
            guard let model = NLEmbedding.sentenceEmbedding(for: .english),
                let numbers = model.vector(for: text)
            else { throw Unavailable() }
            return Vector(numbers)
        }
    }
#endif

struct EmbeddingServer {
    struct Answer: Decodable {
        var embeddings: [[Float]]
    }

    let url: URL

    func vectors(of texts: [String]) async throws -> [Vector] {
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.httpBody = try JSONEncoder().encode(["input": texts])
        let (data, _) = try await URLSession.shared.data(for: request)
        return try JSONDecoder().decode(Answer.self, from: data).embeddings.map { Vector($0) }
    }
}

/// An embedder for this example: words of the same subject have similar vectors.
struct SubjectEmbedder: Embedder {
    static let subjects = [
        ["sea", "harbour", "beach", "waves", "water", "boats"],
        ["quiet", "calm", "silent", "peaceful", "sleep"],
        ["family", "children", "playground", "pool", "games"],
        ["breakfast", "dinner", "restaurant", "food", "eat"],
        ["train", "station", "airport", "bus", "arrive"],
        ["dog", "dogs", "pets", "cat", "animals"],
    ]

    func vector(of text: String) -> Vector {
        var numbers = Array(repeating: Float(0), count: Self.subjects.count)
        for word in text.lowercased().split(whereSeparator: { !$0.isLetter }) {
            for (index, words) in Self.subjects.enumerated() where words.contains(String(word)) {
                numbers[index] += 1
            }
        }
        return Vector(numbers)
    }
}

// Storing vectors.

let embedder = SubjectEmbedder()
let database = try Database(inMemoryNamed: "similar")
let hotels = try database.repository(of: Hotel.self)
try hotels.createFullTextIndex(on: \.description, language: .english)
let rules = ValidationRules<Hotel> { $0.check(\.embedding, .dimensions(6)) }
try database.use(rules, for: Hotel.self)
let descriptions = [
    ("Harbour House", "Calm rooms above the boats and the waves", false),
    ("Grand", "The restaurant serves breakfast and dinner", true),
    ("Station Inn", "One minute from the train, with a restaurant", true),
    ("Beach Club", "A pool, a playground and games at the water", true),
    ("Forest Lodge", "Silent rooms for a peaceful sleep, dogs and cats are welcome", true),
]
for (number, (name, description, petsWelcome)) in descriptions.enumerated() {
    try hotels.save(
        Hotel(
            id: "hotel-\(number)", name: name, description: description, petsWelcome: petsWelcome,
            embedding: embedder.vector(of: description)))
}

// The nearest models.

let question = embedder.vector(of: "a quiet place by the sea")
for hotel in try hotels.nearest(to: question, in: \.embedding, limit: 2).all() {
    print(hotel.name)
}

print("\nFilters")
let withPets = hotels.filter { $0.petsWelcome }.nearest(to: question, in: \.embedding, limit: 2)
for match in try withPets.matches() {
    print(match.name, String(format: "%.2f", match.distance))
}
let close = hotels.nearest(to: question, in: \.embedding, within: 0.3)
print(try close.all().map(\.name))

print("\nSimilar models")
if let grand = try hotels.filter({ $0.name == "Grand" }).first(), let vector = grand.embedding {
    let others = hotels.filter { $0.name != "Grand" }
    print(try others.nearest(to: vector, in: \.embedding, limit: 1).all().map(\.name))
}

print("\nPages")
let all = hotels.nearest(to: question, in: \.embedding, limit: 4)
var page = try all.page(size: 3)
print(page.models.map(\.name))
if let next = page.next {
    page = try all.page(after: next, size: 3)
    print(page.models.map(\.name))
}

print("\nFull text")
let words = hotels.matching("restaurant", in: \.description)
print(try words.nearest(to: question, in: \.embedding).all().map(\.name))
let fused = hotels.nearest(
    to: question, in: \.embedding, limit: 3,
    fusedWith: .matching("restaurant", in: \.description))
for match in try fused.matches() {
    print(match.name, String(format: "%.4f", match.score))
}

print("\nSQL++")
let rows = try database.query(
    """
    SELECT name FROM _ WHERE petsWelcome AND embedding IS VALUED
    ORDER BY VECTOR_DISTANCE(embedding, \(question), 'COSINE') LIMIT 2
    """)
for row in rows { print(row.string(forKey: "name") ?? "") }
let prepared = try database.createQuery(
    """
    SELECT name FROM _ WHERE embedding IS VALUED
    ORDER BY VECTOR_DISTANCE(embedding, $vector, 'COSINE') LIMIT 1
    """)
prepared.parameters = Parameters().setValue(question, forName: "vector")
for row in try prepared.execute() { print(row.string(forKey: "name") ?? "") }

// Passages for a chat.

struct Passage: DocumentModel {
    @DocumentID var id: String?
    var hotel: String
    var text: String
    var embedding: Vector
}

struct Handbook {
    let passages: Repository<Passage>
    let embedder: any Embedder

    /// Returns the text for a language model: passages of a hotel's handbook, and the question.
    func prompt(for question: String, in hotel: String) throws -> String {
        let found = passages.filter { $0.hotel == hotel }.nearest(
            to: try embedder.vector(of: question), in: \.embedding, limit: 2,
            fusedWith: .matching(question, as: .anyWord, in: \.text))
        let context = try found.all().map { "- \($0.text)" }.joined(separator: "\n")
        return "Answer from these passages:\n\(context)\nQuestion: \(question)"
    }
}

print("\nChat")
let passages = try database.repository(of: Passage.self)
try passages.createFullTextIndex(on: \.text, language: .english)
let texts = [
    "Dogs stay for free, other animals on request.", "The pool is open until nine.",
    "Breakfast is from seven to ten, dinner until eleven.", "The airport bus stops at the door.",
    "Order food to your room at all times.",
]
for (number, text) in texts.enumerated() {
    try passages.save(
        Passage(
            id: "passage-\(number)", hotel: "Grand", text: text,
            embedding: embedder.vector(of: text)))
}
let handbook = Handbook(passages: passages, embedder: embedder)
print(try handbook.prompt(for: "When can we eat?", in: "Grand"))

print("\nChanges")
let nearest = hotels.nearest(to: question, in: \.embedding, limit: 1)
for try await change in nearest.changes() {
    print(change.models.map(\.name))
    if change.models.first?.name == "Quiet Cove" { break }
    let text = "A quiet cove by the sea"
    try hotels.save(
        Hotel(
            id: "cove", name: "Quiet Cove", description: text,
            embedding: embedder.vector(of: text)))
}
