package import Fleece
import Foundation
import Quire

/// The common shape of the values at one property path in many documents.
package final class Shape {
    /// The kinds of JSON values; integers are a separate kind.
    package enum Kind: String, CaseIterable {
        case object, array, string, integer, number, boolean, null
    }

    /// The recognized formats of strings, and of data, which JSON represents as a string.
    ///
    /// The first ones are named as in JSON Schema.
    package enum TextFormat: String, CaseIterable {
        case dateTime = "date-time"
        case uuid
        case uri
        /// 32-bit numbers, as data or in base64.
        case vector
        case data

        /// Whether the strings are base64.
        package var isBase64: Bool { self == .vector || self == .data }
    }

    /// The maximum number of keys of an object; with more, the object is a dictionary with keys as
    /// data.
    private static let maximumFields = 200
    private static let maximumExamples = 5
    private static let comparedExamples = 100
    /// The key that represents all keys of a dictionary.
    package static let anyKey = "*"

    /// The number of values.
    package private(set) var count = 0
    /// The number of values of each kind.
    package private(set) var kinds: [Kind: Int] = [:]
    /// The shapes of the objects' properties, in order of their first occurrence.
    package private(set) var fields: [(key: String, shape: Shape)] = []
    /// The shape of the arrays' items.
    package private(set) var items: Shape?
    /// The first distinct scalar values, as JSON.
    package private(set) var examples: [String] = []
    /// The number of scalar values, except null.
    private var scalarCount = 0

    /// The first scalar value, as JSON.
    package var example: String? { examples.first }

    private var indexes: [String: Int] = [:]
    private var formats = Set(TextFormat.allCases)

    /// The format that all strings have in common.
    package var format: TextFormat? {
        kinds[.string] == nil ? nil : TextFormat.allCases.first { formats.contains($0) }
    }

    /// Whether the objects are dictionaries with keys as data, so that one field represents all
    /// keys.
    package private(set) var isDictionary = false

    /// The kinds of the values, in the order of their declaration.
    package var presentKinds: [Kind] { Kind.allCases.filter { kinds[$0] != nil } }

    package init() {}

    package func add(_ value: FleeceValue) {
        count += 1
        let kind = Self.kind(of: value)
        kinds[kind, default: 0] += 1
        switch kind {
        case .object:
            guard let dictionary = value.dictionary else { break }
            for (key, value) in dictionary { field(key).add(value) }
        case .array:
            let items = self.items ?? Shape()
            self.items = items
            if let array = value.array { for index in array.indices { items.add(array[index]) } }
        case .string:
            if !formats.isEmpty { formats = formats.filter { Self.has(value, $0) } }
            fallthrough
        default:
            if kind != .null { add(example: value) }
        }
    }

    private func add(example value: FleeceValue) {
        scalarCount += 1
        // Later values are not compared, because a survey of many documents would take longer.
        guard scalarCount <= Self.comparedExamples, examples.count < Self.maximumExamples,
            let text = try? value.json(JSONFormat(writesInfinityAsNull: true)),
            !examples.contains(text)
        else { return }
        examples.append(text)
    }

    /// Returns the shape of the values of a key.
    private func field(_ key: String) -> Shape {
        if fields.count >= Self.maximumFields, indexes[key] == nil { collapse() }
        let name = isDictionary ? Self.anyKey : key
        let index = indexes[name] ?? fields.count
        if index == fields.count {
            fields.append((name, Shape()))
            indexes[name] = index
        }
        return fields[index].shape
    }

    /// Merges all fields into one.
    private func collapse() {
        guard !isDictionary else { return }
        isDictionary = true
        let all = Shape()
        for (_, shape) in fields { all.merge(shape) }
        fields = [(Self.anyKey, all)]
        indexes = [Self.anyKey: 0]
    }

    private func merge(_ other: Shape) {
        count += other.count
        kinds.merge(other.kinds) { $0 + $1 }
        formats.formIntersection(other.formats)
        scalarCount += other.scalarCount
        for text in other.examples
        where examples.count < Self.maximumExamples && !examples.contains(text) {
            examples.append(text)
        }
        if let items = other.items {
            let own = self.items ?? Shape()
            self.items = own
            own.merge(items)
        }
        if other.isDictionary { collapse() }
        for (key, shape) in other.fields { field(key).merge(shape) }
    }

    private static func kind(of value: FleeceValue) -> Kind {
        switch value.kind {
        case .null, .undefined: .null
        case .boolean: .boolean
        case .integer: .integer
        case .float, .double: .number
        // JSON represents data as a string.
        case .string, .data: .string
        case .array: .array
        case .dictionary: .object
        }
    }

    /// Returns whether a string is a date by JSON Schema, which is stricter than ISO 8601.
    private static func isRFC3339(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes[10] == UInt8(ascii: "T"),
            bytes.last == UInt8(ascii: "Z")
                || bytes[bytes.count - 3] == UInt8(ascii: ":")
                    && [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[bytes.count - 6])
        else { return false }
        return DocumentDate.date(from: text) != nil
    }

    private static func has(_ value: FleeceValue, _ format: TextFormat) -> Bool {
        guard let text = value.string else {
            return switch format {
            case .dateTime, .uuid, .uri: false
            case .vector: value.data.map { isVector($0, minimumCount: 4) } ?? false
            case .data: true
            }
        }
        return switch format {
        case .dateTime: isRFC3339(text)
        case .uuid: text.utf8.count == 36 && UUID(uuidString: text) != nil
        case .uri:
            ["http://", "https://"].contains { text.hasPrefix($0) } && URL(string: text) != nil
        case .vector: isVectorText(text)
        case .data: false
        }
    }

    private static func isVectorText(_ text: String) -> Bool {
        guard text.utf8.count % 4 == 0, text.utf8.count <= maximumVectorLength * 4 / 3 + 4,
            let data = Data(base64Encoded: text)
        else { return false }
        return isVector([UInt8](data), minimumCount: 8)
    }

    /// The length in bytes of the vector with the most dimensions.
    private static let maximumVectorLength = 4 * VectorReader.maxDimensions
    /// The magnitudes of the numbers of vectors.
    ///
    /// Those of other data are usually smaller or greater.
    private static let magnitudes: ClosedRange<Float> = 1e-12...1e6

    /// Returns whether bytes are 32-bit numbers of usual magnitudes, which other data of some length is not.
    private static func isVector(_ bytes: [UInt8], minimumCount: Int) -> Bool {
        guard bytes.count % 4 == 0, bytes.count <= maximumVectorLength,
            bytes.count >= 4 * minimumCount
        else { return false }
        let numbers = bytes.withUnsafeBytes { VectorReader.numbers(inBytes: $0) }
        return numbers.contains { $0 != 0 }
            && numbers.allSatisfy { $0 == 0 || magnitudes.contains($0.magnitude) }
    }
}
