import Fleece
import Foundation
import Quire

/// The ways in which a value goes and comes back.
struct RoundTrips<Model: Codable> {
    /// How it went.
    enum Outcome {
        case right
        /// The value came back as another one.
        case wrong(String)
        /// The type, or what codes it, threw.
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

    /// The ways to try, in order.
    ///
    /// - Parameter isStored: Whether those that use a database are among them.
    /// - Returns: The ways that this type can go.
    func ways(isStored: Bool) -> [ModelFinding.Check] {
        var ways = [ModelFinding.Check.document, .documentJSON, .json]
        guard isStored else { return ways }
        ways.append(.store)
        if let type = Model.self as? any DocumentModel.Type, type.unknownFields.keepsFields {
            ways.append(.unknownFields)
        }
        return ways
    }

    /// Sends a value one way.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - way: The way.
    /// - Returns: How it went.
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
            // The fault is not the model's: no document can have the ID that was generated.
            return .right
        } catch let error as QuireError
            where error.code == .invalidParameter && hasMissingIdentifier(value)
        {
            // A program sets such an `id` before it saves the model.
            return .right
        } catch {
            return .refused("\(error)")
        }
    }

    /// Whether a model's own `id` is `nil`.
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

    // MARK: The ways

    private func throughDocument(_ value: Model) throws -> Model {
        // In an array, since not every type is an object of its own.
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
                return .wrong("the document is not there")
            }
            return compare(value, loaded)
        }
    }

    private func throughRepository<Stored: DocumentModel>(_ model: Stored) throws -> Outcome {
        let repository = try database.repository(of: Stored.self)
        let saved = try repository.save(model)
        let loaded = try repository.all()
        guard loaded.count == 1 else { return .wrong("there are \(loaded.count) documents") }
        if let difference = ValueComparison.difference(saved, loaded[0], ignoring: ignored) {
            return .wrong(difference)
        }
        guard repository.hasIdentity(model) else { return .right }
        for again in [saved, loaded[0]] {
            // An identifiable model is replaced, and one with a document ID has its revision.
            _ = try repository.upsert(again)
            let count = try repository.count()
            guard count == 1 else {
                return .wrong("each save creates a new document: its identity is lost")
            }
        }
        return .right
    }
}
