import Fleece
import Foundation

/// A value of any stored kind, for encoders and decoders other than Quire's.
enum StoredContent: Decodable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case double(Double)
    case string(String)
    case array([StoredContent])
    case dictionary([String: StoredContent])

    init(from decoder: any Decoder) throws {
        if let dictionary = try? [String: StoredContent](from: decoder) {
            self = .dictionary(dictionary)
            return
        }
        if let array = try? [StoredContent](from: decoder) {
            self = .array(array)
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(UInt64.self) {
            self = .unsigned(value)
        } else if let value = try? container.decode(Double.self) {
            self = .double(value)
        } else {
            self = .string(try container.decode(String.self))
        }
    }

    /// Writes the value to a writer.
    func write(into writer: FleeceWriter) {
        switch self {
        case .null: writer.writeNull()
        case .boolean(let value): writer.write(value)
        case .integer(let value): writer.write(value)
        case .unsigned(let value): writer.write(value)
        case .double(let value): writer.write(value)
        case .string(let value): writer.write(value)
        case .array(let items):
            writer.beginArray()
            for item in items { item.write(into: writer) }
            writer.endArray()
        case .dictionary(let pairs):
            writer.beginDictionary()
            for (key, value) in pairs.sorted(by: { $0.key < $1.key }) {
                writer.writeKey(key)
                value.write(into: writer)
            }
            writer.endDictionary()
        }
    }
}

// MARK: Encoding

extension StoredContent {
    /// Encodes the key-value pairs of a stored dictionary.
    ///
    /// - Parameters:
    ///   - dictionary: The stored dictionary.
    ///   - encoder: The encoder, which can be of any format.
    /// - Throws: An error that the encoder throws.
    static func encode(_ dictionary: FleeceDictionary, into encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: FamilyKey.self)
        for (key, value) in dictionary {
            try container.encode(Stored(value), forKey: FamilyKey(key))
        }
    }

    private struct Stored: Encodable {
        let value: FleeceValue

        init(_ value: FleeceValue) { self.value = value }

        func encode(to encoder: any Encoder) throws {
            if let dictionary = value.dictionary {
                return try StoredContent.encode(dictionary, into: encoder)
            }
            if let array = value.array {
                var container = encoder.unkeyedContainer()
                for item in array { try container.encode(Stored(item)) }
                return
            }
            var container = encoder.singleValueContainer()
            switch value.kind {
            case .boolean: try container.encode(value.boolean == true)
            case .integer:
                if let integer = value.int64 {
                    try container.encode(integer)
                } else {
                    try container.encode(value.uint64 ?? 0)
                }
            case .float: try container.encode(value.float ?? 0)
            case .double: try container.encode(value.double ?? 0)
            case .string: try container.encode(value.string ?? "")
            case .data: try container.encode(Data(value.data ?? []))
            case .null, .undefined, .array, .dictionary: try container.encodeNil()
            }
        }
    }
}
