import Fleece
import Quire

/// Loads and saves documents that have fields that their model does not know.
struct UnknownFieldTrip {
    private static let key = "fieldOfANewerVersion"

    private let collection: DocumentCollection

    init(_ collection: DocumentCollection) {
        self.collection = collection
    }

    /// Sends a value's document, with unknown fields wherever there can be some.
    ///
    /// - Parameter value: The value.
    /// - Returns: How it went.
    /// - Throws: What the type or the repository throws.
    func outcome<Model: Codable>(of value: Model) throws -> RoundTrips<Model>.Outcome {
        guard let model = value as? any DocumentModel else { return .right }
        let problem = try UndoneBatch.run(in: collection.database) { try self.problem(with: model) }
        return problem.map { .wrong($0) } ?? .right
    }

    private func problem<Model: DocumentModel>(with model: Model) throws -> String? {
        let repository = collection.repository(of: Model.self)
        _ = try repository.save(model)
        guard let content = try only() else { return "the document is not there" }
        let known = try content.body.value.json(.canonical)
        let decoded = try DocumentDecoder().decode(Model.self, fromJSON: known)
        // A place that decodes to another value, or to none, is not a model's.
        let places = objects(in: content.body, at: []).filter { place in
            if place.isEmpty { return true }
            guard
                let text = try? json(content.body, with: [place]),
                let other = try? DocumentDecoder().decode(Model.self, fromJSON: text)
            else { return false }
            return ValueComparison.difference(decoded, other, ignoring: []) == nil
        }
        let text = try json(content.body, with: Set(places))
        guard let source = try FleeceStorage(json: text).root else { return nil }
        try collection.saveBody(id: content.id) { $0.write(copyOf: source) }
        _ = try repository.update(content.id) { _ in }
        guard let saved = try only() else { return "the document is not there" }
        for place in places {
            var object: FleeceDictionary? = saved.body
            for key in place { object = object?[key]?.dictionary }
            guard object?[Self.key] == nil else { continue }
            return "a field that the model does not know is lost"
                + (place.isEmpty ? "" : " in \(place.joined(separator: "."))")
        }
        return nil
    }

    private func only() throws -> DocumentRecord? {
        var found: DocumentRecord?
        try collection.forEachRecord { found = $0 }
        return found
    }

    /// The places of the objects in an object; those in arrays are left out, and so are blobs.
    private func objects(in object: FleeceDictionary, at place: [String]) -> [[String]] {
        var places = [place]
        for (key, value) in object {
            guard let below = value.dictionary, below["@type"] == nil else { continue }
            places += objects(in: below, at: place + [key])
        }
        return places
    }

    /// A body with one more field in some of its objects.
    private func json(_ body: FleeceDictionary, with places: Set<[String]>) throws -> String {
        let writer = FleeceWriter()
        write(body, at: [], places, writer)
        return try FleeceStorage(writer.finish()).root?.json(.canonical) ?? "{}"
    }

    private func write(
        _ object: FleeceDictionary, at place: [String], _ places: Set<[String]>,
        _ writer: FleeceWriter
    ) {
        writer.beginDictionary()
        for (key, value) in object {
            writer.writeKey(key)
            if let below = value.dictionary {
                write(below, at: place + [key], places, writer)
            } else {
                writer.write(copyOf: value)
            }
        }
        if places.contains(place) {
            writer.writeKey(Self.key)
            writer.write("kept")
        }
        writer.endDictionary()
    }
}
