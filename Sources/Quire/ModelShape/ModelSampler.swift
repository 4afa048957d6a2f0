/// Makes samples of a type, to determine where it stores its properties.
///
/// Every leaf of the type (a number, a string, …) has two values, and a sample uses one of them for each.
/// Sample 0 uses the first of each leaf, sample 1 the second; the others spell the number of the leaf in
/// binary. No two leaves have the same values in all samples, so a property is stored where its own values
/// are.
///
/// A type that refuses its values is decoded with other values and numbers of items, and an item or an
/// optional value that cannot be made is left out.
package final class ModelSampler {
    /// The number of the current sample.
    package var sample = 0
    /// The leaves by their place, numbered in the order in which they were made.
    private(set) var leaves: [[String]: Int] = [:]
    /// What samples have shown of each place.
    private(set) var notes: [[String]: SampleNotes] = [:]
    /// The optional types whose values cannot be made.
    private(set) var refused: [ObjectIdentifier: SamplingError] = [:]
    /// The types of the values for each key at the top level.
    private var types: [String: Set<ObjectIdentifier>] = [:]
    /// The types of keys at the top level.
    private var keyTypes: [any CodingKey.Type] = []
    /// The types of the values that are not complete, outermost first, to detect a type that contains itself.
    private var open: [ObjectIdentifier] = []
    /// The attempts that types need, by their place.
    private var attempts: [[String]: Int] = [:]

    package init() {}

    /// The number of samples that distinguish all leaves.
    var sampleCount: Int { 2 + Int.bitWidth - leaves.count.leadingZeroBitCount }

    /// Makes the current sample of a type.
    ///
    /// - Parameter type: The type.
    /// - Returns: The sample.
    /// - Throws: ``SamplingError`` if the type does not accept the values that it gets.
    package func make<T: Decodable>(_ type: T.Type) throws -> T { try make(type, at: []) }

    /// Whether a leaf has its second value in this sample.
    private func isSecond(_ place: [String]) -> Bool {
        let leaf = leaves[place] ?? leaves.count
        leaves[place] = leaf
        return switch sample {
        case 0: false
        case 1: true
        default: (leaf + 1) >> (sample - 2) & 1 == 1
        }
    }

    /// The attempt for a place: that of the innermost type around it that needs another than the first.
    private func attempt(at place: [String]) -> SampleAttempt {
        var place = place
        while !place.isEmpty, attempts[place] == nil { place.removeLast() }
        return SampleAttempt.all[attempts[place] ?? 0]
    }

    private func decode<T: Decodable>(_ type: T.Type, at place: [String]) throws -> T {
        var isEmptied = false
        var refusal: SamplingError?
        while true {
            do {
                return try T(from: SamplingDecoder(source: self, place: place))
            } catch let error as SamplingError {
                // An item that cannot be made is left out.
                guard !isEmptied, error.isItem(of: place) else { throw error }
                isEmptied = true
                attempts[place] = SampleAttempt.withoutItems
            } catch {
                let first =
                    refusal ?? SamplingError(place: place, type: type, reason: "\(error)")
                refusal = first
                let next = (attempts[place] ?? 0) + 1
                guard next < SampleAttempt.all.count else { throw first }
                attempts[place] = next
            }
        }
    }
}

extension ModelSampler: SampleSource {
    package func make<T: Decodable>(_ type: T.Type, at place: [String]) throws -> T {
        notes[place, default: SampleNotes()].note(type)
        if let key = place.first, place.count == 1 {
            types[key, default: []].formUnion([ObjectIdentifier(T.self), ObjectIdentifier(T?.self)])
        }
        if let (first, second) = SampleValues.values(of: type, in: attempt(at: place)) {
            return isSecond(place) ? second : first
        }
        let identifier = ObjectIdentifier(type)
        guard open.count(where: { $0 == identifier }) < 2 else {
            notes[place, default: SampleNotes()].isRecursive = true
            throw SamplingError(place: place, type: type, reason: "it contains itself without end")
        }
        open.append(identifier)
        defer { open.removeLast() }
        if let dictionary = type as? any SampledDictionary.Type,
            let value = try dictionary.sample(of: self, at: place) as? T
        {
            return value
        }
        return try decode(type, at: place)
    }

    package func makeIfPossible<T: Decodable>(_ type: T.Type, at place: [String]) throws -> T? {
        do {
            return try make(type, at: place)
        } catch let error as SamplingError {
            refused[ObjectIdentifier(T?.self)] = error
            return nil
        }
    }

    package func isPresent(at place: [String]) -> Bool {
        notes[place, default: SampleNotes()].isOptional = true
        return true
    }

    package func isNull(at place: [String]) -> Bool { false }

    /// An object with any keys has one, and so has an enumeration with associated values.
    package func keys<Key: CodingKey>(_ type: Key.Type, at place: [String]) -> [Key] {
        guard attempt(at: place).itemCount > 0 else { return [] }
        if let star = Key(stringValue: "*") { return [star] }
        let keys = EnumerationCases.all(of: Key.self)
        _ = choose(from: keys.map(\.stringValue), at: place)
        return Array(keys.prefix(1))
    }

    package func itemCount(at place: [String]) -> Int { attempt(at: place).itemCount }

    package func choose(from names: [String], at place: [String]) -> String? {
        notes[place, default: SampleNotes()].choices = names
        return names.first
    }

    package func note(_ type: any CodingKey.Type, at place: [String]) {
        if place.isEmpty { keyTypes.append(type) }
    }
}

extension ModelSampler {
    /// The place of a dictionary's values.
    static let dictionaryValue = ["[1]"]

    /// Returns the key of a property that is stored under its own name.
    ///
    /// - Parameter keyPath: A stored property of the type.
    /// - Returns: The key, or `nil` if the type has no such key, or has it for another type of values.
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
        return isKey && types[name]?.contains(ObjectIdentifier(Value.self)) ?? true ? name : nil
    }
}

/// What samples have shown of a place in a model.
struct SampleNotes {
    /// The types that were made there, each of which passes its coding on to the next.
    private(set) var types: [any Any.Type] = []
    var isOptional = false
    var isRecursive = false
    /// The cases or types of which the sample is only one.
    var choices: [String] = []

    fileprivate mutating func note(_ type: any Any.Type) {
        if !types.contains(where: { $0 == type }) { types.append(type) }
    }
}

/// The reason why no sample of a type can be made.
struct SamplingError: Error, CustomStringConvertible {
    let place: [String]
    let type: Any.Type
    let reason: String

    var description: String {
        let name = String(reflecting: type)
        return """
            no sample of \(type) could be made at "\(place.joined(separator: "."))": \(reason). Provide \
            samples: extension \(name): SampleProviding { static var samples: (\(name), \(name)) \
            { (<#value#>, <#other value#>) } }
            """
    }

    /// Whether it is about an item of the array or dictionary at a place, or a value in one.
    fileprivate func isItem(of container: [String]) -> Bool {
        guard place.count > container.count, place.starts(with: container) else { return false }
        let key = place[container.count]
        return key == "*" || key.hasPrefix("[")
    }
}

/// A dictionary, whose samples do not depend on how its keys are coded.
private protocol SampledDictionary {
    static func sample(of sampler: ModelSampler, at place: [String]) throws -> Any
}

extension Dictionary: SampledDictionary where Key: Decodable, Value: Decodable {
    /// Makes a dictionary of one pair, or without any if none can be made.
    fileprivate static func sample(of sampler: ModelSampler, at place: [String]) throws -> Any {
        guard let key = try sampler.makeIfPossible(Key.self, at: place + ["[0]"]),
            let value = try sampler.makeIfPossible(
                Value.self, at: place + ModelSampler.dictionaryValue)
        else { return Self() }
        return [key: value] as Self
    }
}
