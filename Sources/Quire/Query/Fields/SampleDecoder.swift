import Foundation

/// Makes samples of a type out of nothing, to find out where it stores its properties.
///
/// Every leaf of the type (a number, a text, …) has two values, and a sample takes one of them for
/// each. Sample 0 takes the first everywhere, sample 1 the second; the others spell the number of the
/// leaf in binary. So no two leaves have the same values in all samples, and a property is where the
/// values are that it has itself.
final class SampleSource {
    /// The number of the sample that is being made.
    var sample = 0
    /// The leaves by their place, numbered in the order in which they were met.
    private(set) var leaves: [[String]: Int] = [:]
    /// What was found out about each place.
    private(set) var notes: [[String]: SampleNotes] = [:]
    /// The types being made, outermost first, to notice a type that contains itself.
    fileprivate var types: [ObjectIdentifier] = []

    /// How many samples tell all leaves apart.
    var sampleCount: Int { 2 + Int.bitWidth - leaves.count.leadingZeroBitCount }

    /// Whether a leaf has its second value in this sample.
    fileprivate func isSecond(_ place: [String]) -> Bool {
        let leaf = leaves[place] ?? leaves.count
        leaves[place] = leaf
        return switch sample {
        case 0: false
        case 1: true
        default: (leaf + 1) >> (sample - 2) & 1 == 1
        }
    }

    /// Makes a value of a type.
    ///
    /// - Throws: ``SampleError`` if the type does not accept what it is offered.
    func make<T: Decodable>(_ type: T.Type, at place: [String]) throws -> T {
        notes[place, default: SampleNotes()].note(type)
        if let (first, second) = SampleLeaves.values(of: type) {
            return isSecond(place) ? second : first
        }
        let identifier = ObjectIdentifier(type)
        guard types.count(where: { $0 == identifier }) < 2 else {
            throw SampleError(place: place, type: type, isRecursive: true, reason: "it has no end")
        }
        types.append(identifier)
        defer { types.removeLast() }
        do {
            return try T(from: SampleDecoder(source: self, place: place))
        } catch let error as SampleError {
            throw error
        } catch {
            throw SampleError(place: place, type: type, isRecursive: false, reason: "\(error)")
        }
    }
}

extension SampleSource {
    /// Notes that a place need not have a value.
    func noteOptional(_ place: [String]) {
        notes[place, default: SampleNotes()].isOptional = true
    }

    /// Notes which types, or cases of an enumeration, a sample is only one of.
    func note(choices: [String], at place: [String]) {
        notes[place, default: SampleNotes()].choices = choices
    }

    /// Notes that the type of a place contains itself, so that no sample has it.
    fileprivate func noteRecursive(_ place: [String]) {
        notes[place, default: SampleNotes()].isRecursive = true
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
    let isRecursive: Bool
    let reason: String
}

/// The decoder that a sample is made with.
struct SampleDecoder: Decoder {
    let source: SampleSource
    let place: [String]

    var codingPath: [any CodingKey] { place.map(PositionKey.init(stringValue:)) }

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(SampleDictionary<Key>(source: source, place: place))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer {
        SampleArray(source: source, place: place)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        SampleValue(source: source, place: place)
    }
}

private struct SampleDictionary<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let source: SampleSource
    let place: [String]

    var codingPath: [any CodingKey] { place.map(PositionKey.init(stringValue:)) }

    /// A dictionary has one pair.
    ///
    /// Of an enumeration's keys it is the first, which is the case that an
    /// enumeration with values of its cases is then made of.
    var allKeys: [Key] {
        if let star = Key(stringValue: "*") { return [star] }
        let keys = PlainEnumeration.all(of: Key.self)
        source.note(choices: keys.map(\.stringValue), at: place)
        return Array(keys.prefix(1))
    }

    func contains(_ key: Key) -> Bool {
        source.noteOptional(place + [key.stringValue])
        return true
    }

    func decodeNil(forKey key: Key) -> Bool {
        source.noteOptional(place + [key.stringValue])
        return false
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try source.make(type, at: place + [key.stringValue])
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        source.noteOptional(place + [key.stringValue])
        do {
            return try source.make(type, at: place + [key.stringValue])
        } catch let error as SampleError where error.isRecursive {
            source.noteRecursive(place + [key.stringValue])
            return nil
        }
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedDecodingContainer<NestedKey> {
        decoder(at: key.stringValue).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
        decoder(at: key.stringValue).unkeyedContainer()
    }

    func superDecoder() -> any Decoder { decoder(at: PositionKey.superValue.stringValue) }

    func superDecoder(forKey key: Key) -> any Decoder { decoder(at: key.stringValue) }

    private func decoder(at key: String) -> SampleDecoder {
        SampleDecoder(source: source, place: place + [key])
    }
}

/// An array has one item.
private struct SampleArray: UnkeyedDecodingContainer {
    let source: SampleSource
    let place: [String]
    private(set) var currentIndex = 0

    init(source: SampleSource, place: [String]) {
        self.source = source
        self.place = place
    }

    var codingPath: [any CodingKey] { place.map(PositionKey.init(stringValue:)) }
    var count: Int? { 1 }
    var isAtEnd: Bool { currentIndex > 0 }

    private mutating func nextPlace() -> [String] {
        defer { currentIndex += 1 }
        return place + ["[\(currentIndex)]"]
    }

    mutating func decodeNil() -> Bool { false }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try source.make(type, at: nextPlace())
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) -> KeyedDecodingContainer<NestedKey> {
        SampleDecoder(source: source, place: nextPlace()).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer {
        SampleArray(source: source, place: nextPlace())
    }

    mutating func superDecoder() -> any Decoder {
        SampleDecoder(source: source, place: nextPlace())
    }
}

private struct SampleValue: SingleValueDecodingContainer {
    let source: SampleSource
    let place: [String]

    var codingPath: [any CodingKey] { place.map(PositionKey.init(stringValue:)) }

    func decodeNil() -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type) throws -> T { try source.make(type, at: place) }
}
