import Fleece
import SQLPlusPlus

// What a decoder reads if a key is missing is determined by trying: two samples are encoded, the key
// is removed, and the rest is decoded and encoded again. So the result is correct for
// `DefaultsProviding` and for defaults of a type's own `init(from:)` or of property wrappers.
//
// Example: {"name": "a", "stars": 1} and {"name": "b", "stars": 2} without `stars` become
// {"name": "a", "stars": 3} and {"name": "b", "stars": 3}. Both contain the same `stars`, so 3 is
// its default value.

extension ModelShape {
    func findCompletions(of path: PropertyPath, in type: Any.Type) -> [FleeceValue?] {
        let keys = path.leadingKeys
        guard let type = type as? any (Decodable & Encodable).Type,
            let samples = try? bodies(of: type)
        else { return keys.map { _ in nil } }
        return keys.indices.map { index in
            let removed = Array(keys[...index])
            let removedPath = FleecePath(PropertyPath(removed.map { .key($0) }))
            let bodies = samples.map { completed($0, without: removed[...], in: type) }
            guard let first = bodies[0], let second = bodies[1],
                let value = first.value(at: removedPath),
                let other = second.value(at: removedPath),
                let json = try? value.json(.canonical), json == (try? other.json(.canonical))
            else { return nil }
            return first
        }
    }

    /// Returns the paths of keys that a decoder does not need, because they have a default value.
    ///
    /// Values inside arrays are not included.
    func defaultedPaths(in type: Any.Type) -> [PropertyPath] {
        struct DefaultedPaths: Sendable { let paths: [PropertyPath] }
        return fact { () -> DefaultedPaths in
            guard let type = type as? any (Decodable & Encodable).Type,
                let sample = try? bodies(of: type).first
            else { return DefaultedPaths(paths: []) }
            let paths = Self.paths(in: sample).filter { path in
                completions(of: path, in: type).last.flatMap { $0 } != nil
            }
            return DefaultedPaths(paths: paths)
        }.paths
    }

    private static func paths(
        in value: FleeceValue, at path: PropertyPath = PropertyPath()
    ) -> [PropertyPath] {
        guard let dictionary = value.dictionary else { return [] }
        return dictionary.flatMap { key, value in
            let next = path.appending(key: key)
            return [next] + paths(in: value, at: next)
        }
    }

    /// Returns the bodies of two samples, in which every leaf has other values.
    private func bodies<Model: Codable>(of type: Model.Type) throws -> [FleeceValue] {
        let sampler = ModelSampler()
        return try [0, 1].map { number in
            sampler.sample = number
            return try Self.encode(sampler.make(type), isRoot: isRoot).body
        }
    }

    private func completed<Model: Codable>(
        _ body: FleeceValue, without keys: ArraySlice<String>, in type: Model.Type
    ) -> FleeceValue? {
        let writer = FleeceWriter()
        // In an array, a nested value is not at the top level of a document.
        if !isRoot { writer.beginArray() }
        writer.write(copyOf: body, without: keys)
        if !isRoot { writer.endArray() }
        guard let data = try? writer.finish(), let root = FleeceStorage(data).root else {
            return nil
        }
        let decoder = DocumentDecoder()
        let identity = DocumentIdentity(id: "sample", revision: nil)
        let model =
            isRoot
            ? try? decoder.decode(type, from: root, identity: identity)
            : (try? decoder.decode([Model].self, from: root))?.first
        return model.flatMap { try? Self.encode($0, isRoot: isRoot).body }
    }
}

extension PropertyPath {
    /// The keys before the first index.
    var leadingKeys: [String] {
        var keys: [String] = []
        for component in components {
            guard case .key(let key) = component else { break }
            keys.append(key)
        }
        return keys
    }
}

extension FleeceWriter {
    /// Writes a copy of a dictionary in which the value at a path of keys is missing.
    fileprivate func write(copyOf value: FleeceValue, without keys: ArraySlice<String>) {
        guard let dictionary = value.dictionary, let key = keys.first else {
            return write(copyOf: value)
        }
        beginDictionary()
        for (name, item) in dictionary {
            if name != key {
                writeKey(name)
                write(copyOf: item)
            } else if keys.count > 1 {
                writeKey(name)
                write(copyOf: item, without: keys.dropFirst())
            }
        }
        endDictionary()
    }
}
