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

    private let ignored: Set<String>
    private let database: Database
    private let collection: DocumentCollection

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
    ///   - value: The value.
    ///   - way: The round trip.
    /// - Returns: The outcome.
    func outcome(of value: Model, _ way: ModelFinding.Check) -> Outcome {
        do {
            switch way {
            case .document: return compare(value, try throughDocument(value))
            case .documentJSON: return compare(value, try throughDocumentJSON(value))
            case .json: return compare(value, try throughJSON(value))
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
            return .refused("\(error)")
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
        // The value is encoded in an array, because not every type encodes itself as an object.
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
        return .right
    }
}
