import Fleece
import QuirePlatform
import SQLPlusPlus

/// The place of a property's value in a document.
enum LazyPlace: Sendable {
    /// A value in the body.
    ///
    /// If `givesNil` is true, the property of a decoded model is `nil` if the value is missing from
    /// an existing dictionary.
    case body(FleecePath, givesNil: Bool)
    case documentID
    /// The decoded model.
    case model
}

/// The places of the properties that were read before.
///
/// The type is not generic, so that no metadata is looked up for each property that is read.
final class LazyPlaces: Sendable {
    // A key path never changes, so it can be shared. Its type cannot express that.
    private struct Property: @unchecked Sendable {
        let keyPath: AnyKeyPath
        let place: LazyPlace
    }

    // A program can create any number of key paths, such as `\.phones[index]`.
    private static let limit = 64

    private let known = Mutex<[Property]>([])

    /// Returns the place of a property, if it is known.
    func place(of keyPath: AnyKeyPath) -> LazyPlace? {
        known.withLock { known in
            // The key path of an expression is nearly always the same object, and comparing objects
            // is faster than comparing key paths.
            for property in known where property.keyPath === keyPath { return property.place }
            for property in known where property.keyPath == keyPath { return property.place }
            return nil
        }
    }

    /// Adds the place of a property.
    func add<Root, Value>(
        _ place: LazyPlace, of keyPath: any KeyPath<Root, Value> & Sendable
    ) {
        let property = Property(keyPath: keyPath, place: place)
        known.withLock { if $0.count < Self.limit { $0.append(property) } }
    }
}

/// A reader of single properties from the documents of a repository.
final class LazySource<Model: DocumentModel>: Sendable {
    let repository: Repository<Model>
    private let decoder: DocumentDecoder
    private let places = LazyPlaces()

    init(_ repository: Repository<Model>) {
        self.repository = repository
        decoder = repository.decoder
    }

    /// Returns a property of a document's model.
    ///
    /// - Throws: The errors of decoding the model.
    func value<Value: Decodable>(
        of keyPath: any KeyPath<Model, Value> & Sendable, in record: DocumentRecord
    ) throws -> Value {
        switch places.place(of: keyPath) ?? findPlace(of: keyPath) {
        case .documentID:
            if let id = record.id as? Value { return id }
        case .body(let path, let givesNil):
            if let value = record.body.value.value(at: path) {
                if let decoded = try? decoder.decode(Value.self, from: value) { return decoded }
            } else if givesNil, isInDictionary(path, record.body),
                let optional = Value.self as? any ExpressibleByNilLiteral.Type,
                let value = Self.empty(optional) as? Value
            {
                return value
            }
        case .model: break
        }
        return try repository.decode(record)[keyPath: keyPath]
    }

    private static func empty<Empty: ExpressibleByNilLiteral>(_ type: Empty.Type) -> Empty { nil }

    /// Returns whether the dictionary that would contain the value of a path exists.
    private func isInDictionary(_ path: FleecePath, _ body: FleeceDictionary) -> Bool {
        path.steps.count == 1
            || body.value.value(at: FleecePath(Array(path.steps.dropLast())))?.dictionary != nil
    }

    private func findPlace<Value: Decodable>(
        of keyPath: any KeyPath<Model, Value> & Sendable
    ) -> LazyPlace {
        let place: LazyPlace
        // The location of a family's property depends on the member.
        if !(Model.self is any DocumentFamily.Type), Self.isSafe(keyPath),
            let location = try? ModelShape.of(Model.self).location(of: keyPath)
        {
            place =
                switch location {
                case .documentID: .documentID
                case .body(let path):
                    .body(FleecePath(path), givesNil: Self.givesNil(keyPath, path))
                }
        } else {
            place = .model
        }
        places.add(place, of: keyPath)
        return place
    }

    /// Returns whether a key path can be read from a sample.
    ///
    /// A subscript or `!` could access an item or a value that a sample doesn't have, which stops
    /// the program. So the steps must be properties, which have plain names in a description.
    private static func isSafe<Value>(_ keyPath: KeyPath<Model, Value>) -> Bool {
        if MemoryLayout<Model>.offset(of: keyPath) != nil { return true }
        let description = "\(keyPath)"
        let prefix = "\\\(Model.self)."
        return description.hasPrefix(prefix)
            && description.dropFirst(prefix.count).allSatisfy {
                $0.isLetter || $0.isNumber || "_.?".contains($0)
            }
    }

    /// Returns whether a property is `nil` in a sample whose body lacks the property's value.
    private static func givesNil<Value: Decodable>(
        _ keyPath: any KeyPath<Model, Value> & Sendable, _ path: PropertyPath
    ) -> Bool {
        guard Value.self is any NilTestable.Type,
            let sample = try? ModelSampler().make(Model.self),
            let body = try? DocumentEncoder().encodeToFleece(sample).rootDictionary
        else { return false }
        var patch = BodyPatch(body, encoder: DocumentEncoder())
        guard (try? patch.apply(PatchStep.remove(path))) != nil,
            let shorter = try? patch.body.finished(),
            let model = try? DocumentDecoder().decode(Model.self, from: shorter)
        else { return false }
        return (model[keyPath: keyPath] as? any NilTestable)?.isNil ?? false
    }
}
