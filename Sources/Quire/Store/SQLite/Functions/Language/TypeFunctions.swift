import CSQLite
import Fleece
import Foundation

/// The functions that tell and change types.
enum TypeFunctions {
    static let functions: [LanguageFunction] = [
        LanguageFunction("type", 1, use: .schema) { context, count, values in
            let call = FunctionCall(context, count, values)
            guard !call.passesOn() else { return }
            call.setResult(to: call[0].typeName?.description)
        },
        LanguageFunction("isarray", 1, use: .schema) { test($0, $1, $2) { $0 == "array" } },
        LanguageFunction("isatom", 1, use: .schema) {
            test($0, $1, $2) { $0 == "boolean" || $0 == "number" || $0 == "string" }
        },
        LanguageFunction("isboolean", 1, use: .schema) { test($0, $1, $2) { $0 == "boolean" } },
        LanguageFunction("isnumber", 1, use: .schema) { test($0, $1, $2) { $0 == "number" } },
        LanguageFunction("isobject", 1, use: .schema) { test($0, $1, $2) { $0 == "object" } },
        LanguageFunction("isstring", 1, use: .schema) { test($0, $1, $2) { $0 == "string" } },
        LanguageFunction("quire_to_array", 1) { context, count, values in
            let call = FunctionCall(context, count, values)
            guard !call.passesOn() else { return }
            if call[0].withArray({ _ in true }) == true { return call.setResult(to: call[0]) }
            call.result.set { $0.encodeArray([call[0].encodedItem($0)]) }
        },
        LanguageFunction("quire_to_object", 1) { context, count, values in
            let call = FunctionCall(context, count, values)
            guard !call.passesOn() else { return }
            let isObject = call[0].withCollection { $0.dictionary != nil }
            if isObject == true { return call.setResult(to: call[0]) }
            call.result.set { $0.encodeDictionary([]) }
        },
        LanguageFunction("quire_to_atom", 1) { toAtom(FunctionCall($0, $1, $2)) },
        LanguageFunction("quire_to_boolean", 1) { context, count, values in
            let call = FunctionCall(context, count, values)
            guard !call.passesOn() else { return }
            call.setResult(to: isTrue(call[0]))
        },
        LanguageFunction("quire_to_number", 1) { toNumber(FunctionCall($0, $1, $2)) },
        LanguageFunction("quire_to_string", 1) { context, count, values in
            let call = FunctionCall(context, count, values)
            guard !call.passesOn() else { return }
            if call[0].type == SQLITE_TEXT { return call.setResult(to: call[0]) }
            call.setResult(to: call[0].type == SQLITE_BLOB ? nil : call[0].concatenable)
        },
    ]

    private static func test(
        _ context: OpaquePointer?, _ count: Int32,
        _ values: UnsafeMutablePointer<OpaquePointer?>?, _ isWanted: (String) -> Bool
    ) {
        let call = FunctionCall(context, count, values)
        guard !call.passesOn() else { return }
        call.setResult(to: isWanted(call[0].typeName?.description ?? ""))
    }

    /// The only item of an array or a dictionary.
    private static func toAtom(_ call: FunctionCall) {
        guard !call.passesOn() else { return }
        guard call[0].isCollection else { return call.setResult(to: call[0]) }
        call[0].withCollection { collection in
            var items = collection.array.map { Array($0.prefix(2)) } ?? []
            if let dictionary = collection.dictionary { items = dictionary.prefix(2).map(\.value) }
            if items.count == 1 {
                call.result.set(items[0])
            } else {
                call.result.setNull()
            }
        }
    }

    private static func isTrue(_ argument: SQLiteArgument) -> Bool {
        if let number = argument.number { return number != 0 }
        if argument.type == SQLITE_TEXT { return !argument.bytes.isEmpty }
        return argument.withCollection { $0.array?.isEmpty ?? $0.dictionary?.isEmpty } != true
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }

    private static func toNumber(_ call: FunctionCall) {
        guard !call.passesOn() else { return }
        switch call[0].type {
        case SQLITE_INTEGER: call.setResult(to: sqlite3_value_int64(call[0].value))
        case SQLITE_FLOAT: call.setResult(to: sqlite3_value_double(call[0].value))
        case SQLITE_TEXT:
            // No number has more digits than that which count.
            let text = String(
                decoding: call[0].bytes.drop(while: isBlank).prefix(1 << 16), as: UTF8.self)
            if let integer = Int64(text.trimmingCharacters(in: .whitespacesAndNewlines)) {
                call.setResult(to: integer)
            } else {
                call.setResult(to: strtod(text, nil))
            }
        default: call.result.setNull()
        }
    }
}
