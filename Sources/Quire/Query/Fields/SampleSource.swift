import Foundation

/// Makes samples of a type out of nothing, to find out where it stores its properties.
///
/// Every leaf of the type (a number, a text, …) has two values, and a sample takes one of them for
/// each. Sample 0 takes the first everywhere, sample 1 the second; the others spell the number of the
/// leaf in binary. So no two leaves have the same values in all samples, and a property is where the
/// values are that it has itself.
///
/// A type that refuses what it is offered is offered other values and numbers of items, and what
/// cannot be made at all is left out where nothing need be.
final class SampleSource {
    /// The number of the sample that is being made.
    var sample = 0
    /// The leaves by their place, numbered in the order in which they were met.
    private(set) var leaves: [[String]: Int] = [:]
    /// What was found out about each place.
    private(set) var notes: [[String]: SampleNotes] = [:]
    /// What was made of each key at the top level, so far as samples got.
    private(set) var types: [String: Set<ObjectIdentifier>] = [:]
    /// The stored keys at the top level by the names that the type has for them.
    private(set) var keys = SampleKeys()
    /// The optional types whose values could not be made.
    private(set) var refused: [ObjectIdentifier: SampleError] = [:]
    /// The types being made, outermost first, to notice a type that contains itself.
    private var open: [ObjectIdentifier] = []
    /// The attempts that types have got to, by their place.
    private var attempts: [[String]: Int] = [:]

    /// How many samples tell all leaves apart.
    var sampleCount: Int { 2 + Int.bitWidth - leaves.count.leadingZeroBitCount }

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

    /// What is tried at a place: the attempt of the innermost type around it that needed another one.
    func attempt(at place: [String]) -> SampleAttempt {
        var place = place
        while !place.isEmpty, attempts[place] == nil { place.removeLast() }
        return SampleAttempt.all[attempts[place] ?? 0]
    }

    /// Notes what type of keys is asked for at a place.
    func note(_ type: any CodingKey.Type, at place: [String]) {
        if place.isEmpty { keys.add(type) }
    }

    /// Makes a value of a type.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - place: The keys that lead to the value.
    /// - Returns: The value.
    /// - Throws: ``SampleError`` if the type does not accept what it is offered.
    func make<T: Decodable>(_ type: T.Type, at place: [String]) throws -> T {
        notes[place, default: SampleNotes()].note(type)
        if let key = place.first, place.count == 1 {
            types[key, default: []].formUnion([ObjectIdentifier(T.self), ObjectIdentifier(T?.self)])
        }
        if let (first, second) = SampleLeaves.values(of: type, in: attempt(at: place)) {
            return isSecond(place) ? second : first
        }
        let identifier = ObjectIdentifier(type)
        guard open.count(where: { $0 == identifier }) < 2 else {
            notes[place, default: SampleNotes()].isRecursive = true
            throw SampleError(place: place, type: type, reason: "it has no end")
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

    private func decode<T: Decodable>(_ type: T.Type, at place: [String]) throws -> T {
        var isEmptied = false
        var refusal: SampleError?
        while true {
            do {
                return try T(from: SampleDecoder(source: self, place: place))
            } catch let error as SampleError {
                // An item that cannot be made need not be there.
                guard !isEmptied, error.isItem(of: place) else { throw error }
                isEmptied = true
                attempts[place] = SampleAttempt.withoutItems
            } catch {
                let first =
                    refusal ?? SampleError(place: place, type: type, reason: "\(error)")
                refusal = first
                let next = (attempts[place] ?? 0) + 1
                guard next < SampleAttempt.all.count else { throw first }
                attempts[place] = next
            }
        }
    }

    /// Makes a value of a type, or `nil` if that cannot be.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - place: The keys that lead to the value.
    /// - Returns: The value.
    /// - Throws: What the type throws that is not about samples.
    func makeIfPossible<T: Decodable>(_ type: T.Type, at place: [String]) throws -> T? {
        do {
            return try make(type, at: place)
        } catch let error as SampleError {
            refused[ObjectIdentifier(T?.self)] = error
            return nil
        }
    }
}

extension SampleSource {
    /// Where the values of a dictionary are, beside its keys.
    static let dictionaryValue = ["[1]"]

    /// Notes that a place need not have a value.
    func noteOptional(_ place: [String]) {
        notes[place, default: SampleNotes()].isOptional = true
    }

    /// Notes which types, or cases of an enumeration, a sample is only one of.
    func note(choices: [String], at place: [String]) {
        notes[place, default: SampleNotes()].choices = choices
    }
}

/// What making samples has shown about a place in a model.
struct SampleNotes {
    /// The types that were made there, each handing itself on to the next.
    private(set) var types: [any Any.Type] = []
    var isOptional = false
    var isRecursive = false
    /// The cases or types of which the sample is only one.
    var choices: [String] = []

    fileprivate mutating func note(_ type: any Any.Type) {
        if !types.contains(where: { $0 == type }) { types.append(type) }
    }
}

/// Why no sample of a type can be made.
struct SampleError: Error {
    let place: [String]
    let type: Any.Type
    let reason: String

    /// Whether it is about an item of the array or dictionary at a place, or about what is in one.
    func isItem(of container: [String]) -> Bool {
        guard place.count > container.count, place.starts(with: container) else { return false }
        let key = place[container.count]
        return key == "*" || key.hasPrefix("[")
    }
}

/// Dictionaries, which are made without asking how their keys are coded.
private protocol SampledDictionary {
    static func sample(of source: SampleSource, at place: [String]) throws -> Any
}

extension Dictionary: SampledDictionary where Key: Decodable, Value: Decodable {
    /// Makes a dictionary of one pair, or without any if none can be made.
    fileprivate static func sample(of source: SampleSource, at place: [String]) throws -> Any {
        guard let key = try source.makeIfPossible(Key.self, at: place + ["[0]"]),
            let value = try source.makeIfPossible(
                Value.self, at: place + SampleSource.dictionaryValue)
        else { return Self() }
        return [key: value] as Self
    }
}
