import Fleece
import Foundation
import Quire

/// The round trips that a check performs with a value.
struct RoundTrips<Model: Codable> {
    /// The outcome of a round trip.
    enum Outcome {
        case right
        /// The resulting value differs from the original.
        case wrong(String)
        /// The type, the encoder or the decoder threw an error.
        case refused(String)
    }

    private static var idIsInBody: String { "the document ID is also stored in the document body" }

    private let ignored: Set<String>
    private let database: Database
    let collection: DocumentCollection

    init(ignoring ignored: Set<String>) throws {
        self.ignored = ignored
        database = try Database(inMemoryNamed: "QuireTesting")
        collection = try database.defaultCollection()
    }

    /// Returns the round trips for the type, in order.
    ///
    /// - Parameter isStored: Whether to include the round trips that use a database.
    /// - Returns: The round trips.
    func ways(isStored: Bool) -> [ModelFinding.Check] {
        var ways = [ModelFinding.Check.document, .documentJSON, .json]
        guard isStored else { return ways }
        ways.append(.store)
        if let type = Model.self as? any DocumentModel.Type, type.unknownFields.keepsFields {
            ways.append(.unknownFields)
        }
        return ways
    }

    /// Performs a round trip with a value.
    ///
    /// - Parameters:
    ///   - value: The value before the round trip.
    ///   - way: The round trip.
    /// - Returns: The outcome.
    func outcome(of value: Model, _ way: ModelFinding.Check) -> Outcome {
        do {
            switch way {
            case .document, .documentJSON, .json: return compare(value, try decoded(value, way))
            case .store: return try throughStore(value)
            case .unknownFields: return try UnknownFieldTrip(collection).outcome(of: value)
            case .generation, .fixture: return .right
            }
        } catch let error as QuireError where error.code == .badDocumentID {
            // The generated ID is not a valid document ID. This is not a problem of the model.
            return .right
        } catch let error as QuireError
            where error.code == .invalidParameter && hasMissingIdentifier(value)
        {
            // The generated `id` is `nil`. A program sets it before it saves the model.
            return .right
        } catch {
            return .refused(CodingErrorText.text(error, inElement: Self.usesArray(way)))
        }
    }

    /// Returns the stored form of a value, and the cause of a problem that a round trip has found.
    ///
    /// - Parameters:
    ///   - value: The failing value.
    ///   - way: The failing round trip.
    /// - Returns: The stored form and the cause. Each is `nil` if it is unknown.
    func explanation(
        of value: Model, _ way: ModelFinding.Check
    ) -> (stored: String?, cause: String?) {
        guard let stored = form(of: value, way) else { return (nil, nil) }
        let shown = ValueText.shortened(stored)
        guard Self.usesArray(way) else {
            guard case .wrong(let problem) = outcome(of: value, way),
                problem.hasSuffix(Self.idIsInBody)
            else { return (shown, nil) }
            let cause =
                "encode(to:) encodes the ID as a string; encode and decode the DocumentID (_id)"
            return (shown, cause)
        }
        guard let after = try? decoded(value, way) else {
            return (shown, "init(from:) cannot decode what encode(to:) has encoded")
        }
        guard case .wrong = compare(value, after) else { return (shown, nil) }
        let cause =
            form(of: after, way) == stored
            ? "both values are stored like this; check the coding keys and encode(to:)"
            : "init(from:) does not restore the stored value; compare it with encode(to:)"
        return (shown, cause)
    }

    /// Whether a round trip encodes the value as the element of an array.
    ///
    /// Not every type encodes itself as an object.
    private static func usesArray(_ way: ModelFinding.Check) -> Bool {
        [.document, .documentJSON, .json].contains(way)
    }

    /// Returns the stored form of a value, with sorted keys.
    private func form(of value: Model, _ way: ModelFinding.Check) -> String? {
        let text: String?
        if way == .json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            text = (try? encoder.encode([value])).map { String(decoding: $0, as: UTF8.self) }
        } else if let model = value as? any DocumentModel, let body = try? body(of: model) {
            return body
        } else {
            text = try? DocumentEncoder().encodeToJSON([value], format: .canonical)
        }
        return text.map { String($0.dropFirst().dropLast()) }
    }

    /// Returns the body that a repository stores for a model, with a placeholder for a new ID.
    private func body<Stored: DocumentModel>(of model: Stored) throws -> String? {
        try UndoneBatch.run(in: database) {
            let repository = collection.repository(of: Stored.self)
            let saved = try repository.save(model)
            // The ID of a new model is known only after the first save.
            if repository.hasIdentity(model) { _ = try repository.upsert(saved) }
            var body: String?
            try collection.forEachRecord { record in
                if body == nil { body = try? record.body.value.json(.canonical) }
            }
            guard let id = Self.documentID(of: saved) else { return body }
            return body?.replacing("\"\(id)\"", with: "\"<document ID>\"")
        }
    }

    private static func documentID(of model: some DocumentModel) -> String? {
        let ids = Mirror(reflecting: model).children.compactMap { $0.value as? DocumentID }
        return ids.first?.wrappedValue
    }

    private func decoded(_ value: Model, _ way: ModelFinding.Check) throws -> Model {
        switch way {
        case .documentJSON: try throughDocumentJSON(value)
        case .json: try throughJSON(value)
        default: try throughDocument(value)
        }
    }

    /// Whether the `id` of an Identifiable model is `nil`.
    private func hasMissingIdentifier(_ value: Any) -> Bool {
        func isMissing<Value: Identifiable>(_ value: Value) -> Bool {
            let mirror = Mirror(reflecting: value.id)
            return mirror.displayStyle == .optional && mirror.children.isEmpty
        }
        let member = (value as? any DocumentFamily)?.member ?? value
        return (member as? any Identifiable).map { isMissing($0) } ?? false
    }

    private func compare(_ before: Model, _ after: Model) -> Outcome {
        ValueComparison.difference(before, after, ignoring: ignored).map(Outcome.wrong) ?? .right
    }

    // MARK: Round trips

    private func throughDocument(_ value: Model) throws -> Model {
        let storage = try DocumentEncoder().encodeToFleece([value])
        guard let root = storage.root else { return value }
        return try DocumentDecoder().decode([Model].self, from: root)[0]
    }

    private func throughDocumentJSON(_ value: Model) throws -> Model {
        let text = try DocumentEncoder().encodeToJSON([value])
        return try DocumentDecoder().decode([Model].self, fromJSON: text)[0]
    }

    private func throughJSON(_ value: Model) throws -> Model {
        try JSONDecoder().decode([Model].self, from: try JSONEncoder().encode([value]))[0]
    }

    private func throughStore(_ value: Model) throws -> Outcome {
        try UndoneBatch.run(in: database) {
            if let model = value as? any DocumentModel {
                return try throughRepository(model)
            }
            guard try DocumentEncoder().encodeToJSON([value]).hasPrefix("[{") else {
                return .right
            }
            try collection.saveBody(id: "value") {
                try DocumentEncoder().encode(value, into: $0)
            }
            guard let loaded = try collection.document(id: "value", as: Model.self) else {
                return .wrong("the document is missing")
            }
            return compare(value, loaded)
        }
    }

    private func throughRepository<Stored: DocumentModel>(_ model: Stored) throws -> Outcome {
        let repository = try database.repository(of: Stored.self)
        let saved = try repository.save(model)
        let loaded = try repository.all()
        guard loaded.count == 1 else { return .wrong("expected 1 document, found \(loaded.count)") }
        if let difference = ValueComparison.difference(saved, loaded[0], ignoring: ignored) {
            return .wrong(difference)
        }
        guard repository.hasIdentity(model) else { return .right }
        for again in [saved, loaded[0]] {
            // Saving the model again must replace its document: an Identifiable model has the same
            // ID, and a model with a document ID also contains the current revision.
            _ = try repository.upsert(again)
            let count = try repository.count()
            guard count == 1 else {
                return .wrong("each save creates a new document: its identity is lost")
            }
        }
        return try idInBody(of: loaded[0], repository).map(Outcome.wrong) ?? .right
    }

    /// Searches the stored body of a model for a copy of the document ID.
    ///
    /// - Parameters:
    ///   - model: A model.
    ///   - repository: The repository in which the model is saved under another ID.
    /// - Returns: The problem, or `nil` if the body does not contain the ID.
    /// - Throws: The error of the database.
    private func idInBody<Stored: DocumentModel>(
        of model: Stored, _ repository: Repository<Stored>
    ) throws -> String? {
        let property = StructureProperty.all(of: model).first { $0.type == DocumentID.self }
        guard let property else { return nil }
        // A generated string can equal the ID of the model by chance.
        let id = UUID().uuidString
        var copy = model
        property.replace(in: &copy, with: DocumentID(wrappedValue: id))
        _ = try repository.upsert(copy)
        let key = try collection.record(id: id)?.body.first { key, value in
            value.string == id && !ignored.contains(key)
        }?.key
        return key.map { "\($0): \(Self.idIsInBody)" }
    }
}
