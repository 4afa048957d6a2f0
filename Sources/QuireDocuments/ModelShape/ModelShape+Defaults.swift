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
        let samples = SampledBodies(of: type, isRoot: isRoot, keys: self.keys)
        return keys.indices.map { index in
            samples?.completion(of: keys[...index].map { .key($0) })
        }
    }

    /// Returns the default values inside the stored form of the type.
    ///
    /// - Parameter type: The type of this shape.
    /// - Returns: The defaults, or `nil` if there are none.
    package func valueDefaults(in type: Any.Type) -> ValueDefaults? {
        struct Found: Sendable { let defaults: ValueDefaults? }
        return fact { Found(defaults: findValueDefaults(in: type)) }.defaults
    }

    /// Returns the defaults of all cases of enumerations and all types of families.
    private func findValueDefaults(in type: Any.Type) -> ValueDefaults? {
        // The indexes of the chosen cases by their locations. Each set of samples shows further choices.
        var choices: [(chosen: [[String]: Int], changed: [String])] = [([:], [])]
        var known: Set<SampledBodies.Choice> = []
        var next = 0
        var found: ValueDefaults?
        while next < min(choices.count, Self.maximumChoiceCount) {
            let (chosen, changed) = choices[next]
            next += 1
            guard
                let samples = SampledBodies(
                    of: type, isRoot: isRoot, keys: keys, chosen: chosen, changed: changed)
            else { continue }
            if let defaults = samples.defaults(at: [], in: []) {
                found = found.map { $0.union(defaults) } ?? defaults
            }
            for (choice, indexes) in samples.otherChoices where known.insert(choice).inserted {
                choices += indexes.map { index in
                    (chosen.merging([choice.location: index]) { $1 }, choice.location)
                }
            }
        }
        return found.flatMap { $0.containsValue ? $0 : nil }
    }

    /// The number of sets of samples after which no further cases of enumerations are tried.
    private static let maximumChoiceCount = 500
}

/// The bodies of two samples of a type, in which every leaf has other values.
private struct SampledBodies {
    typealias Path = [PropertyPath.Component]

    /// A change of a body at a path.
    enum Change {
        case remove
        case rename(String)
        case append(FleeceValue)
    }

    /// An enumeration or family.
    struct Choice: Hashable {
        let location: [String]
        /// What is chosen around it, as types of a family can have different enumerations at a location.
        let outer: [[String]: Int]
    }

    private let type: any (Decodable & Encodable).Type
    private let isRoot: Bool
    private let keys: KeyStrategy
    private let sampler: ModelSampler
    /// The location that differs from samples whose defaults are known.
    private let changed: [String]
    private var bodies: [FleeceValue]

    /// Creates the samples, or returns `nil` if the type has none.
    ///
    /// - Parameters:
    ///   - type: The type, which must be both encodable and decodable.
    ///   - isRoot: Whether its values are at the top level of a document.
    ///   - keys: The strategy for keys of the whole model.
    ///   - chosen: The indexes of the cases of enumerations that the samples use, by their locations.
    ///   - changed: The location that differs from samples whose defaults are known. Only the defaults
    ///     inside it are determined.
    init?(
        of type: Any.Type, isRoot: Bool, keys: KeyStrategy, chosen: [[String]: Int] = [:],
        changed: [String] = []
    ) {
        let sampler = ModelSampler(chosen: chosen, keys: keys)
        guard let type = type as? any (Decodable & Encodable).Type,
            let bodies = try? Self.bodies(of: type, isRoot: isRoot, sampler)
        else { return nil }
        self.type = type
        self.isRoot = isRoot
        self.keys = keys
        self.sampler = sampler
        self.changed = changed
        self.bodies = bodies
    }

    private static func bodies<Model: Codable>(
        of type: Model.Type, isRoot: Bool, _ sampler: ModelSampler
    ) throws -> [FleeceValue] {
        try [0, 1].map { number in
            sampler.sample = number
            return try ModelShape.encode(
                sampler.make(type), isRoot: isRoot, keys: sampler.keyStrategy
            ).body
        }
    }

    /// Returns the first sample as it is decoded and encoded without a key, or `nil` if the key has
    /// no default value.
    func completion(of path: Path) -> FleeceValue? {
        let location = FleecePath(PropertyPath(path))
        let completed = bodies.map { coded($0, after: .remove, at: path) }
        guard let first = completed[0], let value = first.value(at: location),
            let other = completed[1]?.value(at: location),
            let json = try? value.json(.canonical), json == (try? other.json(.canonical))
        else { return nil }
        return first
    }

    /// The indexes of the cases and types that these samples do not use.
    ///
    /// It does not contain choices inside a type that contains itself.
    var otherChoices: [(choice: Choice, indexes: [Int])] {
        let notes = sampler.notes.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        return notes.compactMap { location, note in
            guard note.choices.count > 1,
                !location.indices.contains(where: { isSameType(Array(location[..<$0]), location) })
            else { return nil }
            let used = sampler.chosen[location] ?? 0
            let outer = sampler.chosen.filter { place, index in
                index > 0 && place != location && location.starts(with: place)
            }
            return (
                Choice(location: location, outer: outer),
                note.choices.indices.filter { $0 != used }
            )
        }
    }

    /// Returns the defaults inside the value at a path.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - outer: The locations of the nodes around it, the outermost first.
    /// - Returns: The defaults, or `nil` if there are none.
    func defaults(at path: Path, in outer: [[String]]) -> ValueDefaults? {
        let place = self.location(of: path)
        // A type that contains itself has the defaults of its outermost value everywhere.
        if let index = outer.firstIndex(where: { $0 != place && isSameType($0, place) }) {
            return .outer(outer.count - index)
        }
        guard let family = sampler.notes[place]?.family else {
            return content(at: path, in: outer + [place])
        }
        let index = sampler.chosen[place] ?? 0
        guard index < family.names.count else { return nil }
        let inside = content(at: path, in: outer + [place, place])
        return .types(
            key: family.key, inside.map { [family.names[index]: $0] } ?? [:],
            aliases: family.aliases)
    }

    /// Returns whether the values at two locations have the same type.
    private func isSameType(_ first: [String], _ second: [String]) -> Bool {
        guard let one = sampler.notes[first]?.types.last,
            let two = sampler.notes[second]?.types.last
        else { return false }
        return one == two
    }

    /// Returns the location at which the sampler creates the value at a path.
    private func location(of path: Path) -> [String] {
        var location: [String] = []
        for component in path {
            switch component {
            case .index(let index): location.append("[\(index)]")
            case .key(let key):
                // The location of a dictionary's values does not contain its keys.
                let values = [location + ModelSampler.dictionaryValue, location + ["*"]]
                location =
                    sampler.notes[location + [key]] == nil
                    ? values.first { sampler.notes[$0] != nil } ?? location + [key]
                    : location + [key]
            }
        }
        return location
    }

    private func content(at path: Path, in nodes: [[String]]) -> ValueDefaults? {
        let location = FleecePath(PropertyPath(path))
        let values = bodies.map { path.isEmpty ? $0 : $0.value(at: location) }
        if let dictionary = values[0]?.dictionary {
            return object(dictionary, other: values[1]?.dictionary, at: path, in: nodes)
        }
        guard let array = values[0]?.array, array.count > 0 else { return nil }
        // An array of equal items has one more item then, which a header of other items would not be.
        if let item = values[1]?.array?.first,
            let longer = coded(bodies[0], after: .append(item), at: path),
            let items = (path.isEmpty ? longer : longer.value(at: location))?.array,
            items.count == array.count + 1, let json = try? item.json(.canonical),
            items.contains(where: { (try? $0.json(.canonical)) == json })
        {
            return defaults(at: path + [.index(0)], in: nodes).map { .items($0) }
        }
        var positions: [Int: ValueDefaults] = [:]
        for index in 0..<array.count {
            positions[index] = defaults(at: path + [.index(index)], in: nodes)
        }
        return positions.isEmpty ? nil : .positions(positions)
    }

    private func object(
        _ dictionary: FleeceDictionary, other: FleeceDictionary?, at path: Path,
        in nodes: [[String]]
    ) -> ValueDefaults? {
        let keys = dictionary.map(\.key)
        // An enumeration can have a case with the name of the renamed key.
        let isEnumeration = sampler.notes[location(of: path)]?.choices.isEmpty == false
        if keys.count == 1, !isEnumeration,
            let samples = withAnyKey(keys[0], other?.first(where: { _ in true })?.key, at: path)
        {
            return samples.defaults(at: path + [.key(keys[0])], in: nodes).map { .values($0) }
        }
        var properties: [String: ValueDefaults.Property] = [:]
        for key in keys {
            let keyPath = path + [.key(key)]
            let place = location(of: keyPath)
            let isInside = place.starts(with: changed) && (place != changed || changed.isEmpty)
            guard isInside || changed.starts(with: place) else { continue }
            let value =
                isInside
                ? completion(of: keyPath)?.value(at: FleecePath(PropertyPath(keyPath))) : nil
            let inside = defaults(at: keyPath, in: nodes)
            guard value != nil || inside != nil else { continue }
            properties[key] = ValueDefaults.Property(value: value, inside: inside)
        }
        return properties.isEmpty ? nil : .object(properties)
    }

    /// Returns samples that have the same key in a dictionary of any keys, or `nil` for an object.
    ///
    /// A dictionary of any keys preserves a key that is renamed.
    private func withAnyKey(_ key: String, _ otherKey: String?, at path: Path) -> SampledBodies? {
        guard let otherKey else { return nil }
        let index = key == otherKey ? 0 : 1
        let newKey = key == otherKey ? "\(key)2" : key
        let renamed = coded(
            bodies[index], after: .rename(newKey), at: path + [.key(otherKey)])
        guard let renamed,
            renamed.value(at: FleecePath(PropertyPath(path + [.key(newKey)]))) != nil
        else { return nil }
        var samples = self
        if index == 1 { samples.bodies[1] = renamed }
        return samples
    }

    /// Returns a body as it is decoded and encoded after a change, or `nil` if it cannot be decoded.
    private func coded(_ body: FleeceValue, after change: Change, at path: Path) -> FleeceValue? {
        let writer = FleeceWriter()
        // In an array, a nested value is not at the top level of a document.
        if !isRoot { writer.beginArray() }
        writer.write(copyOf: body, after: change, at: path[...])
        if !isRoot { writer.endArray() }
        guard let data = try? writer.finish(), let root = FleeceStorage(data).root else {
            return nil
        }
        // Swift opens the type of a local constant only.
        let type = type
        return try? coded(root, as: type)
    }

    private func coded<Model: Codable>(
        _ root: FleeceValue, as type: Model.Type
    ) throws -> FleeceValue? {
        let decoder = DocumentDecoder(keys: keys)
        let identity = DocumentIdentity(id: "sample", revision: nil)
        let model =
            isRoot
            ? try decoder.decode(type, from: root, identity: identity)
            : try decoder.decode([Model].self, from: root).first
        return try model.map { try ModelShape.encode($0, isRoot: isRoot, keys: keys).body }
    }
}

extension PropertyPath {
    /// The keys before the first index.
    package var leadingKeys: [String] {
        var keys: [String] = []
        for component in components {
            guard case .key(let key) = component else { break }
            keys.append(key)
        }
        return keys
    }
}

extension FleeceWriter {
    /// Writes a copy of a value in which the value at a path is changed.
    fileprivate func write(
        copyOf value: FleeceValue, after change: SampledBodies.Change,
        at path: ArraySlice<PropertyPath.Component>
    ) {
        if let array = value.array {
            beginArray()
            for (index, item) in array.enumerated() {
                if path.first == .index(index) {
                    write(copyOf: item, after: change, at: path.dropFirst())
                } else {
                    write(copyOf: item)
                }
            }
            if path.isEmpty, case .append(let item) = change { write(copyOf: item) }
            endArray()
            return
        }
        guard let dictionary = value.dictionary, case .key(let key)? = path.first else {
            return write(copyOf: value)
        }
        beginDictionary()
        for (name, item) in dictionary {
            switch change {
            case _ where name != key:
                writeKey(name)
                write(copyOf: item)
            case .remove where path.count == 1: break
            case .rename(let newName) where path.count == 1:
                writeKey(newName)
                write(copyOf: item)
            default:
                writeKey(name)
                write(copyOf: item, after: change, at: path.dropFirst())
            }
        }
        endDictionary()
    }
}
