import Fleece
import Quire

/// A check that saving a loaded document preserves fields that the model does not declare.
struct UnknownFieldTrip {
    private static let key = "fieldOfANewerVersion"

    private let collection: DocumentCollection

    init(_ collection: DocumentCollection) {
        self.collection = collection
    }

    /// Saves a value's document with unknown fields added wherever possible.
    ///
    /// - Parameter value: The value. One that is no model has no problem.
    /// - Returns: The outcome of the check.
    /// - Throws: Any error that the type or the repository throws.
    func outcome<Model: Codable>(of value: Model) throws -> RoundTrips<Model>.Outcome {
        guard let model = value as? any DocumentModel else { return .right }
        let problem = try UndoneBatch.run(in: collection.database) { try self.problem(with: model) }
        return problem.map { .wrong($0) } ?? .right
    }

    private func problem<Model: DocumentModel>(with model: Model) throws -> String? {
        let repository = collection.repository(of: Model.self)
        _ = try repository.save(model)
        guard let content = try only() else { return "the document is missing" }
        let known = try content.body.value.json(.canonical)
        let decoded = try DocumentDecoder().decode(Model.self, fromJSON: known)
        // If adding a field to an object changes the decoded value or makes decoding fail, the
        // object does not belong to a model.
        let locations = objects(in: content.body, at: []).filter { location in
            if location.isEmpty { return true }
            guard
                let text = try? json(content.body, with: [location]),
                let other = try? DocumentDecoder().decode(Model.self, fromJSON: text)
            else { return false }
            return ValueComparison.difference(decoded, other, ignoring: []) == nil
        }
        let text = try json(content.body, with: Set(locations))
        guard let source = try FleeceStorage(json: text).root else { return nil }
        try collection.saveBody(id: content.id) { $0.write(copyOf: source) }
        _ = try repository.update(content.id) { _ in }
        guard let saved = try only() else { return "the document is missing" }
        for location in locations {
            var object: FleeceDictionary? = saved.body
            for key in location { object = object?[key]?.dictionary }
            guard object?[Self.key] == nil else { continue }
            return "a field that the model does not declare is lost"
                + (location.isEmpty ? "" : " in \(location.joined(separator: "."))")
        }
        return nil
    }

    private func only() throws -> DocumentRecord? {
        var found: DocumentRecord?
        try collection.forEachRecord { found = $0 }
        return found
    }

    /// Returns the paths of all nested objects, except blobs and objects in arrays.
    private func objects(in object: FleeceDictionary, at location: [String]) -> [[String]] {
        var locations = [location]
        for (key, value) in object {
            guard let below = value.dictionary, below["@type"] == nil else { continue }
            locations += objects(in: below, at: location + [key])
        }
        return locations
    }

    /// Returns the body as JSON, with an additional field in the objects at the given paths.
    private func json(_ body: FleeceDictionary, with locations: Set<[String]>) throws -> String {
        let writer = FleeceWriter()
        write(body, at: [], locations: locations, to: writer)
        return try FleeceStorage(writer.finish()).root?.json(.canonical) ?? "{}"
    }

    private func write(
        _ object: FleeceDictionary, at location: [String], locations: Set<[String]>,
        to writer: FleeceWriter
    ) {
        writer.beginDictionary()
        for (key, value) in object {
            writer.writeKey(key)
            if let below = value.dictionary {
                write(below, at: location + [key], locations: locations, to: writer)
            } else {
                writer.write(copyOf: value)
            }
        }
        if locations.contains(location) {
            writer.writeKey(Self.key)
            writer.write("kept")
        }
        writer.endDictionary()
    }
}
