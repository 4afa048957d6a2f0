import CSQLite
import Fleece

/// The functions that make values: arrays, dictionaries, truth values, and parts of values.
enum ConstructorFunctions {
    /// The greatest number of items that one call can have.
    static let itemLimit = 100

    static let functions: [LanguageFunction] = [
        // An array of the arguments that are not missing.
        LanguageFunction("quire_array", -1) { context, count, values in
            let call = FunctionCall(context, count, values)
            call.result.set { writer in
                writer.encodeArray(
                    call.arguments.filter { !$0.isMissing }.map { $0.encodedItem(writer) })
            }
        },
        // A dictionary of keys and values in turn; of equal keys the last one counts, and a pair
        // whose value is missing is left out.
        LanguageFunction("quire_object", -1) { context, count, values in
            let call = FunctionCall(context, count, values)
            var places: [FleeceKey: Int] = [:]
            for index in stride(from: 0, to: call.count - 1, by: 2) {
                places[FleeceKey(call[index].text)] = index
            }
            call.result.set { writer in
                let kept = places.values.sorted().filter { !call[$0 + 1].isMissing }
                return writer.encodeDictionary(
                    kept.flatMap {
                        [writer.encodeKey(call[$0].text), call[$0 + 1].encodedItem(writer)]
                    })
            }
        },
        // A truth value that SQLite has as a number.
        LanguageFunction("quire_boolean", 1) { context, count, values in
            let call = FunctionCall(context, count, values)
            guard !call[0].isMissing else { return call.result.setMissing() }
            call.result.set(sqlite3_value_double(call[0].value) != 0)
        },
        // The value at a path of an array or a dictionary.
        LanguageFunction("quire_member", 2) { context, count, values in
            let call = FunctionCall(context, count, values)
            do {
                let path = try PathArgument.read(context, values, 1)
                let isFound: Bool? = call[0].withCollection { collection in
                    guard let value = collection.value(at: path) else { return false }
                    call.result.set(value)
                    return true
                }
                if isFound != true { call.result.setMissing() }
            } catch {
                call.result.set(error: "a path: \(error)")
            }
        },
        // A parameter's value, that came as a Fleece document.
        LanguageFunction("quire_parameter", 1) { parameter(FunctionCall($0, $1, $2)) },
        // A parameter's value, and a value as it is, that SQLite does not take for constants.
        LanguageFunction("quire_varying_parameter", 1, isDeterministic: false) {
            parameter(FunctionCall($0, $1, $2))
        },
        LanguageFunction("quire_varying", 1, isDeterministic: false) { context, count, values in
            sqlite3_result_value(context, FunctionCall(context, count, values)[0].value)
        },
    ]

    private static func parameter(_ call: FunctionCall) {
        FleeceStorage.withBorrowed(call[0].bytes) { storage in
            if let root = storage.root {
                call.result.set(root)
            } else {
                call.result.setMissing()
            }
        }
    }
}
