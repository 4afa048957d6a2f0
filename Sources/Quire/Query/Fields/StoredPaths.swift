import Fleece
import SQLPlusPlus
import Synchronization

/// Finds the place in a document where a property is stored.
///
/// Neither names nor reflection are asked, but the type itself: samples are decoded and encoded
/// again, and the property is stored where its own values turn up in all of them. So renamed keys,
/// property wrappers and hand-written coding come out right, and a property that is not stored is
/// found out. Only in a type of which no sample can be made, because a property accepts nothing that
/// is offered, the others are found by their names.
final class StoredPaths: Sendable {
    /// Where a property is.
    enum Location: Hashable, Sendable {
        case body(PropertyPath)
        /// The ID of the document, outside of its body.
        case documentID
    }

    /// A property, and everything else that its location depends on.
    ///
    /// The initializer proves that the key path is Sendable, which the type `AnyKeyPath` cannot express.
    /// No lock is needed, since a key path never changes.
    private struct Property: Hashable, @unchecked Sendable {
        let keyPath: AnyKeyPath
        /// Whether the owner is the model itself: its ``DocumentID`` is outside of the body, and that of a
        /// nested value is a string in the body.
        let isRoot: Bool

        init<Root, Value>(_ keyPath: any KeyPath<Root, Value> & Sendable, isRoot: Bool) {
            self.keyPath = keyPath
            self.isRoot = isRoot
        }
    }

    private static let cache = Mutex<[Property: Result<Location, QuireError>]>([:])

    /// The place of a property.
    ///
    /// - Parameters:
    ///   - keyPath: A property of a type that can be coded.
    ///   - isRoot: Whether the type is the model itself and not nested in one.
    /// - Returns: The place.
    /// - Throws: ``QuireError`` with code `invalidQuery` that names the property.
    static func location<Root, Value>(
        of keyPath: any KeyPath<Root, Value> & Sendable, isRoot: Bool
    ) throws -> Location {
        let property = Property(keyPath, isRoot: isRoot)
        if let known = cache.withLock({ $0[property] }) { return try known.get() }
        // No lock is held here: the samples run the model's own code.
        let result = Result { () throws(QuireError) in try find(keyPath, isRoot: isRoot) }
        cache.withLock { $0[property] = result }
        return try result.get()
    }

    private static func find<Root, Value>(
        _ keyPath: KeyPath<Root, Value>, isRoot: Bool
    ) throws(QuireError) -> Location {
        guard let type = Root.self as? any (Decodable & Encodable).Type else {
            throw failure(keyPath, "\(Root.self) is not Codable")
        }
        // A subscript of a sample's collection could be one that the sample has not.
        guard !(Root.self is any Collection.Type) else {
            throw failure(keyPath, "it is not stored")
        }
        let source = SampleSource()
        do {
            return try find(keyPath, in: type, isRoot: isRoot, source)
        } catch let error as QuireError {
            throw error
        } catch let error as SampleError {
            let isRefused = source.refused[ObjectIdentifier(Value.self)] != nil
            if let key = source.keys.key(of: keyPath), !isRefused, error.place != [key],
                source.types[key]?.contains(ObjectIdentifier(Value.self)) ?? true
            {
                return .body(PropertyPath().appending(key: key))
            }
            let place = error.place.joined(separator: ".")
            throw failure(
                keyPath, "no sample of \(error.type) could be made at \"\(place)\": \(error.reason)"
            )
        } catch {
            throw failure(keyPath, "\(error)")
        }
    }

    private static func find<Root, Value, Model: Codable>(
        _ keyPath: KeyPath<Root, Value>, in type: Model.Type, isRoot: Bool, _ source: SampleSource
    ) throws -> Location {
        var places: [PropertyPath: [String]] = [:]
        var values: [String] = []
        var identities: [String?] = []
        repeat {
            let model = try source.make(type, at: [])
            guard let root = model as? Root,
                let value = root[keyPath: keyPath] as? any Encodable
            else { throw failure(keyPath, "\(Value.self) is not Encodable") }
            values.append(try json(of: value))
            let (body, identity) = try encode(model, isRoot: isRoot)
            identities.append(identity.map { "[\"\($0)\"]" })
            collect(body, at: PropertyPath(), sample: source.sample, &places)
            source.sample += 1
        } while source.sample < source.sampleCount
        if identities == values { return .documentID }
        if Set(values).count == 1, let error = source.refused[ObjectIdentifier(Value.self)] {
            throw error
        }
        return try match(values, places, keyPath)
    }

    /// The JSON of a value, in an array, since an optional alone may encode nothing.
    private static func json<Value: Encodable>(of value: Value) throws -> String {
        try DocumentEncoder().encodeToJSON([value], format: .canonical)
    }

    /// Encodes a model as it is stored: at the top level its `DocumentID` stays outside.
    private static func encode<Model: Encodable>(
        _ model: Model, isRoot: Bool
    ) throws -> (body: FleeceValue, identity: String?) {
        let writer = FleeceWriter()
        var identity: DocumentID?
        if isRoot {
            identity = try DocumentEncoder().encode(model, into: writer, discriminator: nil)
        } else {
            try DocumentEncoder().encode([model], into: writer)
        }
        let root = FleeceStorage(try writer.finish()).root
        guard let body = isRoot ? root : root?.array?.value(at: 0) else {
            throw QuireError(.assertionFailed, "a sample of \(Model.self) has no stored form")
        }
        return (body, identity?.wrappedValue)
    }

    /// Notes the JSON of a value and of everything below it, for one more sample.
    private static func collect(
        _ value: FleeceValue, at path: PropertyPath, sample: Int,
        _ places: inout [PropertyPath: [String]]
    ) {
        // What was not there in an earlier sample is not there in all of them.
        if places[path, default: []].count == sample, let json = try? value.json(.canonical) {
            places[path, default: []].append("[\(json)]")
        }
        if let dictionary = value.dictionary {
            for (key, value) in dictionary {
                collect(value, at: path.appending(key: key), sample: sample, &places)
            }
        } else if let array = value.array {
            for (index, value) in array.enumerated() {
                collect(value, at: path.appending(index: index), sample: sample, &places)
            }
        }
    }

    private static func match(
        _ values: [String], _ places: [PropertyPath: [String]], _ keyPath: AnyKeyPath
    ) throws -> Location {
        guard Set(values).count > 1 else {
            throw failure(keyPath, "its value is always the same, or it is not stored")
        }
        let matches = places.filter { $0.value == values }.keys
        guard let path = matches.first else { throw failure(keyPath, "it is not stored") }
        guard matches.count == 1 else {
            let names = matches.map(\.description).sorted().joined(separator: ", ")
            throw failure(keyPath, "it is stored in several places: \(names)")
        }
        return .body(path)
    }

    private static func failure(_ keyPath: AnyKeyPath, _ reason: String) -> QuireError {
        QuireError(.invalidQuery, "The property \(keyPath) cannot be used in a query: \(reason).")
    }
}
