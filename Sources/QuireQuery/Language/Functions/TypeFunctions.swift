import Fleece
import Foundation

/// The functions that inspect and convert types.
enum TypeFunctions {
    static let functions: [LanguageFunction] = [
        LanguageFunction("type", arguments: 1, use: .schema) { call throws(FunctionFailure) in
            if let result = call.passedOn() { return result }
            return try call.string(call[0].typeName?.description)
        },
        LanguageFunction("isarray", arguments: 1, use: .schema) { call in
            testType(call) { $0 == "array" }
        },
        LanguageFunction("isatom", arguments: 1, use: .schema) { call in
            testType(call) { $0 == "boolean" || $0 == "number" || $0 == "string" }
        },
        LanguageFunction("isboolean", arguments: 1, use: .schema) { call in
            testType(call) { $0 == "boolean" }
        },
        LanguageFunction("isnumber", arguments: 1, use: .schema) { call in
            testType(call) { $0 == "number" }
        },
        LanguageFunction("isobject", arguments: 1, use: .schema) { call in
            testType(call) { $0 == "object" }
        },
        LanguageFunction("isstring", arguments: 1, use: .schema) { call in
            testType(call) { $0 == "string" }
        },
        LanguageFunction("quire_to_array", arguments: 1) { call throws(FunctionFailure) in
            if let result = call.passedOn() { return result }
            if call[0].array != nil { return call[0] }
            return try call.collection { $0.encodeArray([call[0].encodedItem($0)]) }
        },
        LanguageFunction("quire_to_object", arguments: 1) { call throws(FunctionFailure) in
            if let result = call.passedOn() { return result }
            if call[0].collection?.dictionary != nil { return call[0] }
            return try call.collection { $0.encodeDictionary([]) }
        },
        LanguageFunction("quire_to_atom", arguments: 1) { toAtom($0) },
        LanguageFunction("quire_to_boolean", arguments: 1) { call in
            if let result = call.passedOn() { return result }
            return .boolean(isTrue(call[0]))
        },
        // The Base64 text of data. A string that is Base64 text already is returned unchanged.
        LanguageFunction("quire_data_to_base64", arguments: 1) { call throws(FunctionFailure) in
            if let result = call.passedOn() { return result }
            switch call[0] {
            case .string: return call[0]
            case .data(let collection):
                return try call.string(
                    collection.value?.data.map { Data($0).base64EncodedString() })
            default: return .null
            }
        },
        LanguageFunction("quire_to_number", arguments: 1) { toNumber($0) },
        LanguageFunction("quire_to_string", arguments: 1) { call throws(FunctionFailure) in
            if let result = call.passedOn() { return result }
            switch call[0] {
            case .string: return call[0]
            case .data, .array, .dictionary: return .null
            default:
                var text = TextBuilder(call)
                try text.append(call[0])
                return text.finish()
            }
        },
    ]

    /// Returns whether the name of the argument's type meets a condition.
    private static func testType(
        _ call: FunctionCall, _ condition: (String) -> Bool
    ) -> LanguageValue {
        if let result = call.passedOn() { return result }
        return .boolean(condition(call[0].typeName?.description ?? ""))
    }

    /// Returns the only item of an array or dictionary, or null if the number of items is not 1.
    ///
    /// Other values are returned unchanged.
    private static func toAtom(_ call: FunctionCall) -> LanguageValue {
        if let result = call.passedOn() { return result }
        switch call[0] {
        case .array, .dictionary: break
        default: return call[0]
        }
        guard let collection = call[0].collection else { return .missing }
        var items = collection.array.map { Array($0.prefix(2)) } ?? []
        if let dictionary = collection.dictionary { items = dictionary.prefix(2).map(\.value) }
        return items.count == 1 ? LanguageValue(items[0]) : .null
    }

    private static func isTrue(_ value: LanguageValue) -> Bool {
        if let number = value.number { return number != 0 }
        if let bytes = value.stringBytes { return !bytes.isEmpty }
        guard let collection = value.collection else { return true }
        return (collection.array?.isEmpty ?? collection.dictionary?.isEmpty) != true
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }

    private static func toNumber(_ call: FunctionCall) -> LanguageValue {
        if let result = call.passedOn() { return result }
        if let number = call[0].storedNumber { return LanguageValue(number) }
        guard let bytes = call[0].stringBytes else { return .null }
        // The limit bounds the work. An exponent after so many digits is ignored.
        let text = String(decoding: bytes.drop(while: isBlank).prefix(1 << 16), as: UTF8.self)
        if let integer = Int64(text.trimmingCharacters(in: .whitespacesAndNewlines)) {
            return .integer(integer)
        }
        return LanguageValue(orNull: strtod(text, nil))
    }
}
