import Fleece
import SQLPlusPlus

/// The functions that construct arrays and dictionaries or read parts of them.
package enum ConstructorFunctions {
    /// The maximum number of items in one call.
    package static let itemLimit = 100

    /// The name of the function that returns a collection in canonical form.
    package static let contents = "quire_contents"

    package static let functions: [LanguageFunction] = [
        // An array of the arguments, excluding missing ones.
        LanguageFunction("quire_array", arguments: -1) { call throws(FunctionFailure) in
            try call.collection { writer in
                writer.encodeArray(
                    call.arguments.filter { !$0.isMissing }.map { $0.encodedItem(writer) })
            }
        },
        // A dictionary of alternating keys and values. If a key occurs several times, the last
        // value wins. Pairs with a missing value are excluded.
        LanguageFunction("quire_object", arguments: -1) { call throws(FunctionFailure) in
            var indexes: [FleeceKey: Int] = [:]
            for index in stride(from: 0, to: call.count - 1, by: 2) {
                indexes[FleeceKey(call[index].string ?? "")] = index
            }
            return try call.collection { writer in
                let kept = indexes.values.sorted().filter { !call[$0 + 1].isMissing }
                return writer.encodeDictionary(
                    kept.flatMap {
                        [
                            writer.encodeKey(call[$0].string ?? ""),
                            call[$0 + 1].encodedItem(writer),
                        ]
                    })
            }
        },
        // The Boolean for a number. SQLite represents Booleans as numbers.
        LanguageFunction("quire_boolean", arguments: 1) { call in
            LanguageValue(call[0].numericValue?.isTrue)
        },
        // An array or a dictionary in canonical form, so that equal contents have equal bytes. Any
        // other value is returned unchanged.
        LanguageFunction(contents, arguments: 1) { call throws(FunctionFailure) in
            guard let value = call[0].collection else { return call[0] }
            return try call.collection { $0.encode(canonicalCopyOf: value) }
        },
        // The value with the default values of the keys that it lacks, in canonical form: groups and
        // distinct values compare bytes.
        LanguageFunction("quire_with_defaults", arguments: 2) { call throws(FunctionFailure) in
            guard let defaults = try call.preparedDefaults(1) else { return .null }
            guard var value = call[0].collection else { return call[0] }
            if !defaults.isComplete(value) {
                let completed = try call.collection { defaults.encode(completing: value, into: $0) }
                value = completed.collection ?? value
            }
            return try call.collection { $0.encode(canonicalCopyOf: value) }
        },
        // The value at a path in an array or a dictionary.
        LanguageFunction("quire_member", arguments: 2) { call throws(FunctionFailure) in
            let path = try call.prepared(1)
            guard let value = call[0].collection?.value(at: path) else { return .missing }
            return LanguageValue(value)
        },
    ]
}

extension FunctionCall {
    private final class PreparedPath: Sendable {
        let path: FleecePath

        init(_ path: FleecePath) {
            self.path = path
        }
    }

    private final class PreparedDefaults: Sendable {
        let defaults: ValueDefaults?

        init(_ defaults: ValueDefaults?) {
            self.defaults = defaults
        }
    }

    /// Returns the default values whose JSON is an argument, or `nil` if it is something else.
    fileprivate func preparedDefaults(_ index: Int) throws(FunctionFailure) -> ValueDefaults? {
        try environment.prepared(index) { () throws(FunctionFailure) -> PreparedDefaults in
            let json = self[index].string.flatMap { try? FleeceStorage(json: $0) }
            return PreparedDefaults(ValueDefaults(json?.root))
        }.defaults
    }

    /// Returns the path in an argument.
    fileprivate func prepared(_ index: Int) throws(FunctionFailure) -> FleecePath {
        try environment.prepared(index) { () throws(FunctionFailure) -> PreparedPath in
            do {
                return PreparedPath(FleecePath(try PropertyPath(self[index].string ?? "")))
            } catch {
                throw .invalid("a path: \(error)")
            }
        }.path
    }
}
