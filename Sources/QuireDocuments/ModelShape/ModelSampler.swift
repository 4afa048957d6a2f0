/// Creates samples of a type, to determine where it stores its properties.
///
/// Each leaf of the type (a number, a string, …) has two values, and a sample uses one of them.
/// Sample 0 uses the first value of each leaf and sample 1 the second. Each further sample
/// represents one binary digit of the leaves' numbers, and uses the second value of the leaves in
/// whose number the digit is 1. So no two leaves have the same sequence of values, and the location
/// of a property can be found by its values.
///
/// If a type rejects its values, the sampler tries other values and other numbers of items. An item
/// or optional value that cannot be created is omitted.
package final class ModelSampler {
    /// The number of the current sample.
    package var sample = 0
    /// The leaves by their key path, numbered in the order of their creation.
    private(set) var leaves: [[String]: Int] = [:]
    /// The observations of all samples for each key path.
    package private(set) var notes: [[String]: SampleNotes] = [:]
    /// The optional types whose wrapped values cannot be created.
    private(set) var refused: [ObjectIdentifier: SamplingError] = [:]
    /// The types of the values for each key at the top level.
    private var types: [String: Set<ObjectIdentifier>] = [:]
    /// The types of coding keys at the top level.
    private var keyTypes: [any CodingKey.Type] = []
    /// The types of incomplete values, outermost first, for the detection of recursive types.
    private var open: [ObjectIdentifier] = []
    /// The index of the required attempt for each key path.
    private var attempts: [[String]: Int] = [:]
    /// The index of the case or type that the samples use at a key path, if it is not the first one.
    private(set) var chosen: [[String]: Int]

    /// The number of items in an array that is not inside another array.
    private let itemCount: Int
    /// The strategy for keys, whose names in documents the key paths contain.
    package let keyStrategy: KeyStrategy

    /// Creates a sampler.
    ///
    /// - Parameters:
    ///   - itemCount: The number of items in an array that is not inside another array, if its type
    ///     accepts that number.
    ///   - chosen: The index of the case or type that the samples use at a key path, if it is not the
    ///     first one.
    ///   - keys: The strategy for keys.
    package init(
        itemCount: Int = 1, chosen: [[String]: Int] = [:], keys: KeyStrategy = .asIs
    ) {
        self.itemCount = itemCount
        keyStrategy = keys
        self.chosen = chosen
    }

    /// The number of samples required to distinguish all leaves.
    var sampleCount: Int { 2 + Int.bitWidth - leaves.count.leadingZeroBitCount }

    /// Creates the current sample of a type.
    ///
    /// - Parameter type: The type of the whole sample.
    /// - Returns: The sample.
    /// - Throws: ``SamplingError`` if the type rejects all values.
    package func make<T: Decodable>(_ type: T.Type) throws -> T { try make(type, at: []) }

    /// Returns whether a leaf has its second value in this sample.
    private func isSecond(_ location: [String]) -> Bool {
        let leaf = leaves[location] ?? leaves.count
        leaves[location] = leaf
        return switch sample {
        case 0: false
        case 1: true
        default: (leaf + 1) >> (sample - 2) & 1 == 1
        }
    }

    /// Returns the index of the attempt for a key path.
    ///
    /// It is that of the innermost enclosing type that requires an attempt other than the first.
    private func attemptIndex(at location: [String]) -> Int {
        var location = location
        while !location.isEmpty, attempts[location] == nil { location.removeLast() }
        return attempts[location] ?? 0
    }

    /// Returns whether a value is the same in all samples, as a case without associated values is.
    private func isConstant(at location: [String]) -> Bool {
        !leaves.keys.contains { $0.starts(with: location) }
    }

    /// Chooses the next case of an enumeration, or the next type of a family.
    ///
    /// - Returns: Whether there is one.
    private func chooseNext(at location: [String]) -> Bool {
        let next = chosen[location, default: 0] + 1
        guard next < notes[location]?.choices.count ?? 0 else { return false }
        chosen[location] = next
        return true
    }

    private func attempt(at location: [String]) -> SampleAttempt {
        SampleAttempt.all[attemptIndex(at: location)]
    }

    private func decode<T: Decodable>(_ type: T.Type, at location: [String]) throws -> T {
        var isEmptied = false
        var refusal: SamplingError?
        while true {
            do {
                let value = try T(from: SamplingDecoder(source: self, location: location))
                if notes[location]?.choices.isEmpty == false, isConstant(at: location),
                    chooseNext(at: location)
                {
                    continue
                }
                return value
            } catch let error as SamplingError {
                // The first case of a recursive enumeration can require another value of its type.
                if chooseNext(at: location) { continue }
                // An item that cannot be created is omitted.
                guard !isEmptied, error.isItem(of: location) else { throw error }
                isEmptied = true
                attempts[location] = SampleAttempt.withoutItems
            } catch {
                let first =
                    refusal ?? SamplingError(location: location, type: type, reason: "\(error)")
                refusal = first
                let next = (attempts[location] ?? 0) + 1
                guard next < SampleAttempt.all.count else { throw first }
                attempts[location] = next
            }
        }
    }
}

extension ModelSampler: SampleValueSource {
    package func make<T: Decodable>(_ type: T.Type, at location: [String]) throws -> T {
        notes[location, default: SampleNotes()].note(type)
        if let key = location.first, location.count == 1 {
            types[key, default: []].formUnion([ObjectIdentifier(T.self), ObjectIdentifier(T?.self)])
        }
        if let (first, second) = SampleValues.values(of: type, in: attempt(at: location)) {
            return isSecond(location) ? second : first
        }
        let identifier = ObjectIdentifier(type)
        guard open.count(where: { $0 == identifier }) < 2 else {
            notes[location, default: SampleNotes()].isRecursive = true
            throw SamplingError(
                location: location, type: type, reason: "it contains itself recursively")
        }
        open.append(identifier)
        defer { open.removeLast() }
        if let dictionary = type as? any SampledDictionary.Type,
            let value = try dictionary.sample(of: self, at: location) as? T
        {
            return value
        }
        return try decode(type, at: location)
    }

    package func makeIfPossible<T: Decodable>(_ type: T.Type, at location: [String]) throws -> T? {
        do {
            return try make(type, at: location)
        } catch let error as SamplingError {
            refused[ObjectIdentifier(T?.self)] = error
            return nil
        }
    }

    package func isPresent(at location: [String]) -> Bool {
        notes[location, default: SampleNotes()].isOptional = true
        return true
    }

    package func isNull(at location: [String]) -> Bool { false }

    /// Returns one key for an object with any keys or for an enumeration with associated values.
    package func keys<Key: CodingKey>(_ type: Key.Type, at location: [String]) -> [Key] {
        guard attempt(at: location).itemCount > 0 else { return [] }
        if let star = Key(stringValue: "*") { return [star] }
        let keys = EnumerationCases.all(of: Key.self)
        let names = keys.map(\.stringValue)
        notes[location, default: SampleNotes()].choices = names
        return chosen(from: keys, at: location).map { [$0] } ?? []
    }

    package func itemCount(at location: [String]) -> Int {
        let index = attemptIndex(at: location)
        guard index == 0, !location.contains(where: { $0.hasPrefix("[") }) else {
            return SampleAttempt.all[index].itemCount
        }
        return itemCount
    }

    package func choose(from types: SampledTypes, at location: [String]) -> String? {
        notes[location, default: SampleNotes()].choices = types.names
        notes[location]?.family = types
        return chosen(from: types.names, at: location)
    }

    private func chosen<Choice>(from choices: [Choice], at location: [String]) -> Choice? {
        let index = chosen[location] ?? 0
        return index < choices.count ? choices[index] : choices.first
    }

    package func note(_ type: any CodingKey.Type, at location: [String]) {
        if location.isEmpty { keyTypes.append(type) }
    }
}

extension ModelSampler {
    /// The last component of the key path of a dictionary's values.
    package static let dictionaryValue = ["[1]"]

    /// Returns the key of a property that is stored under its own name.
    ///
    /// - Parameter keyPath: A stored property of the type.
    /// - Returns: The key, or `nil` if the type doesn't have the key or uses it for values of
    ///   another type.
    func key<Root, Value>(of keyPath: KeyPath<Root, Value>) -> String? {
        let text = "\(keyPath)"
        let prefix = "\\\(Root.self)."
        guard text.hasPrefix(prefix), refused[ObjectIdentifier(Value.self)] == nil else {
            return nil
        }
        let name = String(text.dropFirst(prefix.count))
        let isKey = keyTypes.contains {
            !EncodedKeys.areOpen($0) && $0.init(stringValue: name) != nil
        }
        let stored = keyStrategy.stored(name)
        let isOwn = types[stored]?.contains(ObjectIdentifier(Value.self)) ?? true
        return isKey && isOwn ? stored : nil
    }
}

/// The observations of samples for a location in a model.
package struct SampleNotes {
    /// The types that were decoded at the location, each of which delegates its coding to the next.
    package private(set) var types: [any Any.Type] = []
    package var isOptional = false
    package var isRecursive = false
    /// The names of all cases or types, of which the sample uses only one.
    package var choices: [String] = []
    /// The types of the family, if ``choices`` are their names.
    var family: SampledTypes?

    package init() {}

    fileprivate mutating func note(_ type: any Any.Type) {
        if !types.contains(where: { $0 == type }) { types.append(type) }
    }
}

/// The reason why a sample of a type cannot be created.
package struct SamplingError: Error, CustomStringConvertible {
    let location: [String]
    let type: Any.Type
    let reason: String

    package init(location: [String], type: Any.Type, reason: String) {
        self.location = location
        self.type = type
        self.reason = reason
    }

    package var description: String {
        """
        no sample of \(type) could be made at "\(location.joined(separator: "."))": \(reason). Provide \
        samples: \(SampleValues.suggestion(for: type))
        """
    }

    /// Returns whether the error concerns an item of an array or dictionary, or a value inside an
    /// item.
    fileprivate func isItem(of container: [String]) -> Bool {
        guard location.count > container.count, location.starts(with: container) else {
            return false
        }
        let key = location[container.count]
        return key == "*" || key.hasPrefix("[")
    }
}

/// A dictionary, whose samples do not depend on the coding of its keys.
private protocol SampledDictionary {
    static func sample(of sampler: ModelSampler, at location: [String]) throws -> Any
}

extension Dictionary: SampledDictionary where Key: Decodable, Value: Decodable {
    /// Creates a dictionary with one pair, or an empty one if the pair cannot be created.
    fileprivate static func sample(of sampler: ModelSampler, at location: [String]) throws -> Any {
        guard let key = try sampler.makeIfPossible(Key.self, at: location + ["[0]"]),
            let value = try sampler.makeIfPossible(
                Value.self, at: location + ModelSampler.dictionaryValue)
        else { return Self() }
        return [key: value] as Self
    }
}
