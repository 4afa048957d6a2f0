// Indexes created by Couchbase Lite call functions by Couchbase Lite's names. Writing documents
// updates those indexes, so every such function must be available. Quire's own indexes use few of
// them.
//
// If Couchbase Lite's result differs from the result in Quire's queries, the function with
// Couchbase Lite's name returns Couchbase Lite's result: see `StoredFunctions.swift` and
// `CouchbaseLiteFunctions.swift`. The other names are aliases of functions for queries.

/// Aliases of query functions, for the names used by Couchbase Lite's indexes.
enum CouchbaseLiteNames {
    /// Pairs of Couchbase Lite's name and Quire's name.
    private static let names: [(String, String)] = [
        ("acos", "quire_acos"), ("asin", "quire_asin"), ("atan", "quire_atan"),
        ("cos", "quire_cos"), ("degrees", "quire_degrees"), ("exp", "quire_exp"),
        ("ln", "quire_ln"), ("log", "quire_log"), ("radians", "quire_radians"),
        ("sin", "quire_sin"), ("tan", "quire_tan"),
        ("greatest", "quire_greatest"), ("least", "quire_least"), ("concat", "quire_concat"),
        ("regexp_contains", "quire_regexp_like"), ("regexp_like", "quire_regexp_like"),
        ("regexp_position", "quire_regexp_position"), ("regexp_replace", "quire_regexp_replace"),
        ("typename", "type"), ("is_array", "isarray"), ("is_atom", "isatom"),
        ("is_boolean", "isboolean"), ("is_number", "isnumber"), ("is_object", "isobject"),
        ("is_string", "isstring"),
        ("toatom", "quire_to_atom"), ("to_atom", "quire_to_atom"),
        ("toboolean", "quire_to_boolean"), ("to_boolean", "quire_to_boolean"),
        ("tonumber", "quire_to_number"), ("to_number", "quire_to_number"),
        ("toobject", "quire_to_object"), ("to_object", "quire_to_object"),
        ("tostring", "quire_to_string"), ("to_string", "quire_to_string"),
        ("ifmissing", "quire_if_missing"), ("array_of", "quire_array"),
        ("dict_of", "quire_object"), ("array_count", "quire_array_count"),
        ("array_min", "quire_array_min"), ("array_ifnull", "quire_array_if_null"),
        ("array_contains", "quire_array_contains"), ("fl_nested_value", "quire_member"),
        ("str_to_millis", "quire_str_to_millis"), ("str_to_utc", "quire_str_to_utc"),
        ("str_to_tz", "quire_str_to_tz"), ("millis_to_str", "quire_millis_to_str"),
        ("millis_to_utc", "quire_millis_to_utc"), ("millis_to_tz", "quire_millis_to_tz"),
        ("date_add_str", "quire_date_add_str"), ("date_add_millis", "quire_date_add_millis"),
        ("date_diff_str", "quire_date_diff_str"),
        ("date_diff_millis", "quire_date_diff_millis"),
    ]

    /// Returns query functions under Couchbase Lite's names.
    ///
    /// - Parameter functions: The functions for queries.
    /// - Returns: The functions that Couchbase Lite's indexes may call.
    static func renamed(_ functions: [LanguageFunction]) -> [LanguageFunction] {
        let byName = Dictionary(functions.map { ($0.name, $0) }) { first, _ in first }
        return names.compactMap { name, own in byName[own]?.renamed(name) }
    }
}

extension LanguageFunction {
    /// Returns the same function under another name, for use in indexes.
    fileprivate func renamed(_ name: String) -> LanguageFunction {
        LanguageFunction(name, counts: argumentCounts, use: .schema, body)
    }
}
