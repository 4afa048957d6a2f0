/// The names of what a connection's SQL can call besides SQLite's own.
struct RegisteredNames {
    /// The functions that indexes and triggers may call: deterministic and without effect, with the
    /// numbers of arguments that they take; -1 means any number.
    var schemaFunctions: [String: Set<Int32>] = [:]
    /// The functions that only this program's own statements may call.
    var statementFunctions: Set<String> = []
    /// The functions that return tables; triggers may use them.
    var tables: Set<String> = []
    /// The orders of texts.
    var collations: Set<String> = []
    /// The tokenizers of full-text tables, by the names that Couchbase Lite has for them.
    var tokenizers: Set<String> = []
}
