package import SQLPlusPlus

// The functions of the query language, one on each line.
extension QueryFunction {
    /// All functions by name.
    package static let all = [numbers, decimals, unsigned, texts, types, arrays, dates, aggregates]
        .reduce(into: [String: QueryFunction]()) { all, group in
            all.merge(group) { first, _ in first }
        }

    /// The functions and their allowed numbers of arguments, for the parser.
    package static let table = FunctionTable(all.mapValues(\.argumentCounts))

    private static let numbers: [String: QueryFunction] = [
        "ABS": .function("abs", 1),
        "ACOS": .function("quire_acos", 1),
        "ASIN": .function("quire_asin", 1),
        "ATAN": .function("quire_atan", 1),
        "CEIL": .function("ceil", 1),
        "COS": .function("quire_cos", 1),
        "DEGREES": .function("quire_degrees", 1),
        "EXP": .function("quire_exp", 1),
        "FLOOR": .function("floor", 1),
        "LN": .function("quire_ln", 1),
        "LOG": .function("quire_log", 1),
        "RADIANS": .function("quire_radians", 1),
        "SIN": .function("quire_sin", 1),
        "SQRT": .function("sqrt", 1),
        "TAN": .function("quire_tan", 1),
        "SIGN": .function("quire_sign", 1),
        "ROUND": .function("quire_round", 1...2),
        "ROUND_EVEN": .function("quire_round_even", 1...2),
        "TRUNC": .function("quire_trunc", 1...2),
        "ATAN2": .function("quire_atan2", 2),
        "POWER": .function("quire_power", 2),
        "DIV": .function("div", 2),
        "IDIV": .function("quire_idiv", 2),
        "E": .constant(2.718281828459045, "2.718281828459045"),
        "PI": .constant(.pi, "3.141592653589793"),
        "GREATEST": .function("quire_greatest", 2...many),
        "LEAST": .function("quire_least", 2...many),
    ]

    private static let decimals: [String: QueryFunction] = [
        "DECIMAL_KEY": .function("quire_decimal_key", 1),
        "DECIMAL_VALUE": .function("quire_decimal_value", 1),
        "DECIMAL_SUM": .function("quire_decimal_sum", 1),
        "DECIMAL_AVG": .function("quire_decimal_avg", 1),
    ]

    private static let unsigned: [String: QueryFunction] = [
        "UNSIGNED_ADD": .function("quire_unsigned_add", 2),
        "UNSIGNED_SUBTRACT": .function("quire_unsigned_subtract", 2),
        "UNSIGNED_MULTIPLY": .function("quire_unsigned_multiply", 2),
        "UNSIGNED_DIVIDE": .function("quire_unsigned_divide", 2),
        "UNSIGNED_REMAINDER": .function("quire_unsigned_remainder", 2),
        "UNSIGNED_SUM": .function("quire_unsigned_sum", 1),
        "UNSIGNED_AVG": .function("quire_unsigned_avg", 1),
    ]

    private static let texts: [String: QueryFunction] = [
        "LENGTH": .function("N1QL_length", 1),
        "LOWER": .stored("N1QL_lower", exact: "quire_lower"),
        "UPPER": .stored("N1QL_upper", exact: "quire_upper"),
        "CONCAT": .function("quire_concat", 2...many),
        "CONTAINS": .function("contains", 2),
        "REGEXP_CONTAINS": .function("quire_regexp_like", 2),
        "REGEXP_LIKE": .function("quire_regexp_like", 2),
        "REGEXP_POSITION": .function("quire_regexp_position", 2),
        "REGEXP_REPLACE": .function("quire_regexp_replace", 3...4),
        "TRIM": .function("quire_trim", 1...2),
        "LTRIM": .function("quire_ltrim", 1...2),
        "RTRIM": .function("quire_rtrim", 1...2),
    ]

    private static let types: [String: QueryFunction] = [
        "TYPE": .function("type", 1),
        "TYPENAME": .function("type", 1),
        "ISARRAY": .function("isarray", 1),
        "IS_ARRAY": .function("isarray", 1),
        "ISATOM": .function("isatom", 1),
        "IS_ATOM": .function("isatom", 1),
        "ISBOOLEAN": .function("isboolean", 1),
        "IS_BOOLEAN": .function("isboolean", 1),
        "ISNUMBER": .function("isnumber", 1),
        "IS_NUMBER": .function("isnumber", 1),
        "ISOBJECT": .function("isobject", 1),
        "IS_OBJECT": .function("isobject", 1),
        "ISSTRING": .function("isstring", 1),
        "IS_STRING": .function("isstring", 1),
        "TOARRAY": .function("quire_to_array", 1),
        "TO_ARRAY": .function("quire_to_array", 1),
        "TOATOM": .function("quire_to_atom", 1),
        "TO_ATOM": .function("quire_to_atom", 1),
        "TOBOOLEAN": .function("quire_to_boolean", 1),
        "TO_BOOLEAN": .function("quire_to_boolean", 1),
        "TONUMBER": .function("quire_to_number", 1),
        "TO_NUMBER": .function("quire_to_number", 1),
        "TOOBJECT": .function("quire_to_object", 1),
        "TO_OBJECT": .function("quire_to_object", 1),
        "TOSTRING": .function("quire_to_string", 1),
        "TO_STRING": .function("quire_to_string", 1),
        "IFNULL": .function("N1QL_ifnull", 2...many),
        "WITH_DEFAULTS": .function("quire_with_defaults", 2),
        "IFMISSING": .function("quire_if_missing", 2...many),
        "IFMISSINGORNULL": .function("ifmissingornull", 2...many),
        "NULLIF": .function("N1QL_nullif", 2),
        "MISSINGIF": .function("missingif", 2),
        "DATA_TO_BASE64": .function("quire_data_to_base64", 1),
    ]

    private static let arrays: [String: QueryFunction] = [
        "ARRAY_OF": .function("quire_array", 0...many),
        "ARRAY_LENGTH": .function("array_length", 1),
        "ARRAY_SUM": .function("array_sum", 1),
        "ARRAY_AVG": .function("array_avg", 1),
        "ARRAY_MAX": .function("quire_array_max", 1),
        "ARRAY_MIN": .function("quire_array_min", 1),
        "ARRAY_IFNULL": .function("quire_array_if_null", 1),
        "ARRAY_CONTAINS": QueryFunction(argumentCounts: 2...2, evaluation: .containment),
        "ARRAY_COUNT": QueryFunction(argumentCounts: 1...1, evaluation: .itemCount),
    ]

    private static let dates: [String: QueryFunction] = [
        "STR_TO_MILLIS": .function("quire_str_to_millis", 1),
        "STR_TO_UTC": .function("quire_str_to_utc", 1...2),
        "STR_TO_TZ": .function("quire_str_to_tz", 2...3),
        "MILLIS_TO_STR": .function("quire_millis_to_str", 1...2),
        "MILLIS_TO_UTC": .function("quire_millis_to_utc", 1...2),
        "MILLIS_TO_TZ": .function("quire_millis_to_tz", 2...3),
        "DATE_ADD_STR": .function("quire_date_add_str", 3...4),
        "DATE_ADD_MILLIS": .function("quire_date_add_millis", 3),
        "DATE_DIFF_STR": .function("quire_date_diff_str", 3),
        "DATE_DIFF_MILLIS": .function("quire_date_diff_millis", 3),
    ]

    private static let aggregates: [String: QueryFunction] = [
        "COUNT": .aggregate(.count, 0...1),
        "SUM": .aggregate(.sum),
        "AVG": .aggregate(.average),
        "MIN": .aggregate(.minimum),
        "MAX": .aggregate(.maximum),
        "ARRAY_AGG": .aggregate(.array),
    ]
}
