package import Fleece
import Foundation
package import SQLPlusPlus

extension ModelShape {
    /// The location of a property in a document.
    package enum Location: Hashable, Sendable {
        case body(PropertyPath)
        /// The document's ID, which is outside its body.
        case documentID
    }

    /// Returns the location of a property in the body.
    ///
    /// - Parameters:
    ///   - keyPath: A property of a Codable type.
    ///   - isRoot: Whether the type is the model itself instead of a nested type.
    ///   - keys: The strategy for keys of the model, or `nil` for the one that the type declares.
    /// - Returns: The path.
    /// - Throws: ``QuireError`` with code `invalidQuery`, whose message names the property, or with
    ///   code `invalidParameter` if the property is the document's ID.
    package static func bodyPath<Root, Value>(
        of keyPath: any KeyPath<Root, Value> & Sendable, isRoot: Bool, keys: KeyStrategy? = nil
    ) throws(QuireError) -> PropertyPath {
        let shape = of(Root.self, isRoot: isRoot, keys: keys)
        guard case .body(let path) = try shape.location(of: keyPath) else {
            throw QuireError(
                .invalidParameter,
                """
                The property \(propertyName(of: keyPath)) is the document's ID, which is not in \
                its body.
                """)
        }
        return path
    }

    /// Determines the location of a property.
    ///
    /// The method decodes and encodes samples of the key path's root type. The location is the path
    /// that contains the property's value in all samples, so the result is correct for renamed
    /// keys, property wrappers and custom coding. If samples cannot be created because of one
    /// property, the locations of the other properties are derived from their names.
    func findLocation<Root, Value>(
        of keyPath: KeyPath<Root, Value>
    ) throws(QuireError) -> Location {
        guard let type = Root.self as? any (Decodable & Encodable).Type else {
            throw Self.failure(keyPath, "\(Root.self) is not Codable")
        }
        // A subscript of a collection could access an element that a sample doesn't contain.
        guard !(Root.self is any Collection.Type) else {
            throw Self.failure(keyPath, "it is not stored")
        }
        // An index that a sample's array doesn't have would stop the program.
        let sampler = ModelSampler(
            itemCount: Self.mayHaveIndex(keyPath) ? Self.indexLimit : 1, keys: keys)
        do {
            return try find(keyPath, in: type, sampler)
        } catch let error as QuireError {
            throw error
        } catch let error as SamplingError {
            if let key = sampler.key(of: keyPath), error.location != [key] {
                return .body(PropertyPath([.key(key)]))
            }
            throw QuireError(
                .invalidQuery,
                "The property \(Self.propertyName(of: keyPath)) cannot be used in a query: \(error)"
            )
        } catch {
            throw Self.failure(keyPath, "\(error)")
        }
    }

    private func find<Root, Value, Model: Codable>(
        _ keyPath: KeyPath<Root, Value>, in type: Model.Type, _ sampler: ModelSampler
    ) throws -> Location {
        var locations: [PropertyPath: [String]] = [:]
        var values: [String] = []
        var identities: [String?] = []
        repeat {
            let model = try sampler.make(type)
            guard let root = model as? Root,
                let value = root[keyPath: keyPath] as? any Encodable
            else { throw Self.failure(keyPath, "\(Value.self) is not Encodable") }
            values.append(try Self.json(of: value, keys))
            let (body, identity) = try Self.encode(model, isRoot: isRoot, keys: keys)
            identities.append(identity.map { "[\"\($0)\"]" })
            Self.collect(body, at: PropertyPath(), sample: sampler.sample, &locations)
            sampler.sample += 1
        } while sampler.sample < sampler.sampleCount
        if identities == values { return .documentID }
        if Set(values).count == 1, let error = sampler.refused[ObjectIdentifier(Value.self)] {
            throw error
        }
        return try Self.match(values, of: Value.self, with: locations, for: keyPath)
    }

    /// Returns the JSON of an array that contains a value.
    ///
    /// The value itself may not be encodable at the top level, because an optional may encode
    /// nothing.
    private static func json<Value: Encodable>(
        of value: Value, _ keys: KeyStrategy
    ) throws -> String {
        try DocumentEncoder(keys: keys).encodeToJSON([value], format: .canonical)
    }

    /// Encodes a model in its stored form.
    ///
    /// At the top level, its `DocumentID` is not part of the body.
    package static func encode<Model: Encodable>(
        _ model: Model, isRoot: Bool, keys: KeyStrategy
    ) throws -> (body: FleeceValue, identity: String?) {
        let writer = FleeceWriter()
        let encoder = DocumentEncoder(keys: keys)
        var identity: DocumentID?
        if isRoot {
            identity = try encoder.encode(model, into: writer, discriminator: nil)
        } else {
            try encoder.encode([model], into: writer)
        }
        let root = FleeceStorage(try writer.finish()).root
        guard let body = isRoot ? root : root?.array?.value(at: 0) else {
            throw QuireError(
                .assertionFailed,
                "\(Model.self) has no stored form: its encode(to:) encodes no value. Encode an object."
            )
        }
        return (body, identity?.wrappedValue)
    }

    /// Adds the JSON of a value and of its descendants in one sample to the values at their paths.
    private static func collect(
        _ value: FleeceValue, at path: PropertyPath, sample: Int,
        _ locations: inout [PropertyPath: [String]]
    ) {
        // If a path was missing in an earlier sample, it is not the location of the property.
        if locations[path, default: []].count == sample, let json = try? value.json(.canonical) {
            locations[path, default: []].append("[\(json)]")
        }
        if let dictionary = value.dictionary {
            for (key, value) in dictionary {
                collect(value, at: path.appending(key: key), sample: sample, &locations)
            }
        } else if let array = value.array {
            for (index, value) in array.enumerated() {
                collect(value, at: path.appending(index: index), sample: sample, &locations)
            }
        }
    }

    private static func match(
        _ values: [String], of type: Any.Type, with locations: [PropertyPath: [String]],
        for keyPath: AnyKeyPath
    ) throws -> Location {
        guard Set(values).count > 1 else {
            throw failure(keyPath, isConstant(type, except: keyPath, locations))
        }
        let matches = locations.filter { $0.value == values }.keys
        guard let path = matches.first else {
            throw failure(keyPath, otherForm(of: keyPath) ?? notStored(locations))
        }
        guard matches.count == 1 else {
            let names = matches.map(\.description).sorted().joined(separator: ", ")
            throw failure(keyPath, "it is stored at several paths: \(names)")
        }
        return .body(path)
    }

    /// The number of items in the samples for a key path with an index.
    private static let indexLimit = 100

    /// Returns whether a key path may contain the index of an array, such as `\.tags[3]`.
    ///
    /// Its description names subscripts and computed properties alike.
    private static func mayHaveIndex<Root, Value>(_ keyPath: KeyPath<Root, Value>) -> Bool {
        "\(keyPath)".dropFirst("\\\(Root.self).<".count).contains("<computed ")
    }

    private static func failure(_ keyPath: AnyKeyPath, _ reason: String) -> QuireError {
        QuireError(
            .invalidQuery,
            "The property \(propertyName(of: keyPath)) cannot be used in a query: \(reason).")
    }

    /// Returns the description of a key path without addresses.
    ///
    /// A program contains the names of stored properties only. A computed property is described by
    /// its type.
    package static func propertyName(of keyPath: AnyKeyPath) -> String {
        var name = ""
        var rest = "\(keyPath)"[...]
        while let start = rest.range(of: "<computed 0x"),
            let type = rest[start.upperBound...].range(of: " ("),
            let end = rest[type.upperBound...].range(of: ")>")
        {
            name += rest[..<start.lowerBound]
            name += "(computed property of type \(rest[type.upperBound..<end.lowerBound]))"
            rest = rest[end.upperBound...]
        }
        return name + rest
    }

    /// Returns the reason why a property whose value is the same in all samples has no location.
    ///
    /// It is an enumeration with associated values, whose cases were not created, or it is not
    /// stored.
    private static func isConstant(
        _ type: Any.Type, except keyPath: AnyKeyPath, _ locations: [PropertyPath: [String]]
    ) -> String {
        guard SampleValues.needsSamples(of: type) else {
            return "its value is the same in all samples, or \(notStored(locations))"
        }
        let name = propertyName(of: keyPath).split(separator: ".").last
        let others = locations.filter { $0.key.description != name.map(String.init) }
        return """
            all samples of \(type) that could be made have the same stored form. Let the type conform \
            to SampleProviding and provide two values with different stored forms: \
            \(SampleValues.suggestion(for: type)). If the property is computed, \(notStored(others))
            """
    }

    /// Returns the reason why the document has no value of a date or data that the model contains.
    private static func otherForm(of keyPath: AnyKeyPath) -> String? {
        let types: [any Any.Type] = [Date.self, Date?.self, Data.self, Data?.self]
        guard types.contains(where: { $0 == type(of: keyPath).valueType }) else { return nil }
        return
            "it is not stored, or in another form. If it is declared with @StoredAs, use its name "
            + "with a dollar sign"
    }

    /// Returns the reason why a property has no location, with the keys that a type stores.
    private static func notStored(_ locations: [PropertyPath: [String]]) -> String {
        let keys = locations.keys.filter { $0.components.count == 1 }.map(\.description).sorted()
        guard !keys.isEmpty else { return "it is not stored" }
        let list = keys.prefix(20).joined(separator: ", ") + (keys.count > 20 ? ", …" : "")
        return "it is not stored. Use one of the stored properties: \(list)"
    }
}
