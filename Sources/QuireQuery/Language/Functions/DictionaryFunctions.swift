import Fleece

/// The functions for the keys and values of dictionaries, in the order of the keys.
///
/// The result is an empty array if the argument is not a dictionary.
enum DictionaryFunctions {
    static let functions: [LanguageFunction] = [
        function("quire_dict_keys") { key, _, writer in writer.encode(key) },
        function("quire_dict_values") { _, value, writer in writer.encode(copyOf: value) },
        function("quire_dict_entries") { key, value, writer in
            writer.encodeDictionary([
                writer.encodeKey("key"), writer.encode(key),
                writer.encodeKey("value"), writer.encode(copyOf: value),
            ])
        },
    ]

    /// The cost of reading an entry.
    private static let entryCost = 32

    private static func function(
        _ name: String,
        _ encode: @escaping @Sendable (String, FleeceValue, FleeceWriter) -> FleeceSlot
    ) -> LanguageFunction {
        LanguageFunction(name, arguments: 1) { call throws(FunctionFailure) in
            var entries: [(key: String, value: FleeceValue)] = []
            if let dictionary = call[0].collection?.dictionary {
                for entry in dictionary {
                    try call.work.charge(entryCost)
                    entries.append(entry)
                }
            }
            entries.sort { $0.key < $1.key }
            return try call.collection { writer in
                writer.encodeArray(entries.map { encode($0.key, $0.value, writer) })
            }
        }
    }
}
