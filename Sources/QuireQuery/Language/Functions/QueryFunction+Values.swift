// The functions for values of other types, and of any type. Each is one entry.
extension QueryFunction {
    static let texts: [QueryFunction] = [
        QueryFunction(
            "CONCAT(x, y, …)", "The arguments as one string.", by: .function("quire_concat")),
        QueryFunction(
            "CONTAINS(string, part)", "Whether a string contains another one.",
            by: .function("contains")),
        QueryFunction(
            "LENGTH(string)", "The number of Unicode code points.", by: .function("N1QL_length")),
        QueryFunction(
            "LOWER(string)", "The string in lower case.",
            by: .stored("N1QL_lower", exact: "quire_lower")),
        QueryFunction(
            "LTRIM(string, [characters])",
            "The string without these characters, or white space, at its start.",
            by: .function("quire_ltrim"), dictionaries: .ofArguments),
        QueryFunction(
            "RTRIM(string, [characters])",
            "The string without these characters, or white space, at its end.",
            by: .function("quire_rtrim"), dictionaries: .ofArguments),
        QueryFunction(
            "TRIM(string, [characters])",
            "The string without these characters, or white space, at its start and end.",
            by: .function("quire_trim"), dictionaries: .ofArguments),
        QueryFunction(
            "UPPER(string)", "The string in upper case.",
            by: .stored("N1QL_upper", exact: "quire_upper")),
    ]

    static let patterns: [QueryFunction] = [
        QueryFunction(
            "REGEXP_LIKE(string, pattern)", "Whether a part of the string matches the pattern.",
            by: .function("quire_regexp_like"), alias: "REGEXP_CONTAINS"),
        QueryFunction(
            "REGEXP_POSITION(string, pattern)", "The offset of the first match in bytes, or -1.",
            by: .function("quire_regexp_position")),
        QueryFunction(
            "REGEXP_REPLACE(string, pattern, replacement, [count])",
            "The string with replaced matches; `$1` is a group, and `$&` the match.",
            by: .function("quire_regexp_replace")),
    ]

    static let types: [QueryFunction] = [
        QueryFunction(
            "DATA_TO_BASE64(data)", "Binary data as Base64 text; a string is returned unchanged.",
            by: .function("quire_data_to_base64")),
        QueryFunction(
            "ISARRAY(value)", "Whether the value is an array.", by: .function("isarray"),
            alias: "IS_ARRAY"),
        QueryFunction(
            "ISATOM(value)", "Whether the value is a Boolean, a number or a string.",
            by: .function("isatom"), alias: "IS_ATOM"),
        QueryFunction(
            "ISBOOLEAN(value)", "Whether the value is a Boolean.", by: .function("isboolean"),
            alias: "IS_BOOLEAN"),
        QueryFunction(
            "ISNUMBER(value)", "Whether the value is a number.", by: .function("isnumber"),
            alias: "IS_NUMBER"),
        QueryFunction(
            "ISOBJECT(value)", "Whether the value is a dictionary.", by: .function("isobject"),
            alias: "IS_OBJECT"),
        QueryFunction(
            "ISSTRING(value)", "Whether the value is a string.", by: .function("isstring"),
            alias: "IS_STRING"),
        QueryFunction(
            "TOARRAY(value)", "The value if it is an array, otherwise an array that contains it.",
            by: .function("quire_to_array"), dictionaries: .constructed, alias: "TO_ARRAY"),
        QueryFunction(
            "TOATOM(value)", "The only item of an array or dictionary, or any other value.",
            by: .function("quire_to_atom"), dictionaries: .constructed, alias: "TO_ATOM"),
        QueryFunction(
            "TOBOOLEAN(value)", "Whether a number is not 0, and a string or collection not empty.",
            by: .function("quire_to_boolean"), alias: "TO_BOOLEAN"),
        QueryFunction(
            "TONUMBER(value)", "The number of a string or Boolean.",
            by: .function("quire_to_number"), alias: "TO_NUMBER"),
        QueryFunction(
            "TOOBJECT(value)", "The value if it is a dictionary, otherwise an empty dictionary.",
            by: .function("quire_to_object"), dictionaries: .constructed, alias: "TO_OBJECT"),
        QueryFunction(
            "TOSTRING(value)", "The text of a number or Boolean.",
            by: .function("quire_to_string"), alias: "TO_STRING"),
        QueryFunction(
            "TYPE(value)", "The name of the value's type.", by: .function("type"),
            alias: "TYPENAME"),
    ]

    static let conditionals: [QueryFunction] = [
        QueryFunction(
            "IFMISSING(x, y, …)", "The first argument that is not MISSING.",
            by: .function("quire_if_missing"), dictionaries: .ofArguments),
        QueryFunction(
            "IFMISSINGORNULL(x, y, …)", "The first argument that is neither MISSING nor NULL.",
            by: .function("ifmissingornull"), dictionaries: .ofArguments),
        QueryFunction(
            "IFNULL(x, y, …)", "The first argument that is not NULL.",
            by: .function("N1QL_ifnull"), dictionaries: .ofArguments),
        QueryFunction(
            "MISSINGIF(x, y)", "MISSING if the arguments are equal, otherwise the first one.",
            by: .function("missingif"), dictionaries: .ofArguments),
        QueryFunction(
            "NULLIF(x, y)", "NULL if the arguments are equal, otherwise the first one.",
            by: .function("N1QL_nullif"), dictionaries: .ofArguments),
        QueryFunction(
            "WITH_DEFAULTS(value, json)",
            "The value with the default values of keys that it lacks.",
            by: .function("quire_with_defaults"), dictionaries: .constructed),
    ]

    static let arrays: [QueryFunction] = [
        QueryFunction(
            "ARRAY_AVG(array)", "The average of the items, 0 for any other value.",
            by: .function("array_avg")),
        QueryFunction(
            "ARRAY_CONTAINS(array, value)", "Whether an item is equal to the value.",
            by: .containment),
        QueryFunction(
            "ARRAY_COUNT(array)", "The number of items that are not NULL.", by: .itemCount),
        QueryFunction(
            "ARRAY_IFNULL(array)", "The first item that is not NULL.",
            by: .function("quire_array_if_null"), dictionaries: .constructed),
        QueryFunction(
            "ARRAY_LENGTH(array)", "The number of items, 0 for any other value.",
            by: .function("array_length")),
        QueryFunction(
            "ARRAY_MAX(array)", "The greatest of the numbers.", by: .function("quire_array_max")),
        QueryFunction(
            "ARRAY_MIN(array)", "The least of the numbers.", by: .function("quire_array_min")),
        QueryFunction(
            "ARRAY_OF(…)", "An array of the arguments that are not MISSING.",
            by: .function("quire_array"), dictionaries: .constructed),
        QueryFunction(
            "ARRAY_SUM(array)", "The sum of the items, 0 for any other value.",
            by: .function("array_sum")),
    ]

    static let dictionaries: [QueryFunction] = [
        QueryFunction(
            "DICT_ENTRIES(dictionary)",
            "An array of dictionaries with a `key` and its `value`, empty for any other value.",
            by: .function("quire_dict_entries"), dictionaries: .constructed),
        QueryFunction(
            "DICT_KEYS(dictionary)", "An array of the keys, empty for any other value.",
            by: .function("quire_dict_keys")),
        QueryFunction(
            "DICT_VALUES(dictionary)",
            "An array of the values in the order of the keys, empty for any other value.",
            by: .function("quire_dict_values"), dictionaries: .constructed),
    ]

    static let dates: [QueryFunction] = [
        QueryFunction(
            "DATE_ADD_MILLIS(millis, amount, unit)", "The date after a number of units.",
            by: .function("quire_date_add_millis")),
        QueryFunction(
            "DATE_ADD_STR(date, amount, unit, [layout])", "The date after a number of units.",
            by: .function("quire_date_add_str")),
        QueryFunction(
            "DATE_DIFF_MILLIS(x, y, unit)", "The number of units from *y* to *x*.",
            by: .function("quire_date_diff_millis")),
        QueryFunction(
            "DATE_DIFF_STR(x, y, unit)", "The number of units from *y* to *x*.",
            by: .function("quire_date_diff_str")),
        QueryFunction(
            "DATE_PART(date, part, zone)",
            "A part of the date as a number, in the time zone with a name.",
            by: .function("quire_date_part")),
        QueryFunction(
            "DATE_START(date, part, zone)",
            "The first moment of the year, month or other part, in the time zone with a name.",
            by: .function("quire_date_start")),
        QueryFunction(
            "MILLIS_TO_STR(millis, [layout])", "The date in the local time zone.",
            by: .function("quire_millis_to_str")),
        QueryFunction(
            "MILLIS_TO_TZ(millis, minutes, [layout])",
            "The date in the time zone that is so many minutes east of Greenwich.",
            by: .function("quire_millis_to_tz")),
        QueryFunction(
            "MILLIS_TO_UTC(millis, [layout])", "The date in UTC.",
            by: .function("quire_millis_to_utc")),
        QueryFunction(
            "STR_TO_MILLIS(date)", "The milliseconds from 1970 to the date.",
            by: .function("quire_str_to_millis")),
        QueryFunction(
            "STR_TO_TZ(date, minutes, [layout])",
            "The date in the time zone that is so many minutes east of Greenwich.",
            by: .function("quire_str_to_tz")),
        QueryFunction(
            "STR_TO_UTC(date, [layout])", "The date in UTC.", by: .function("quire_str_to_utc")),
    ]

    static let aggregates: [QueryFunction] = [
        QueryFunction(
            "ARRAY_AGG(value)", "An array of the values that are not MISSING.",
            by: .aggregate(.array), dictionaries: .constructed),
        QueryFunction("AVG(number)", "The average of the numbers.", by: .aggregate(.average)),
        QueryFunction(
            "COUNT([value])", "The number of values that are not MISSING; `COUNT(*)` counts rows.",
            by: .aggregate(.count)),
        QueryFunction(
            "MAX(value)", "The greatest value.", by: .aggregate(.maximum),
            dictionaries: .ofArguments),
        QueryFunction(
            "MIN(value)", "The least value.", by: .aggregate(.minimum),
            dictionaries: .ofArguments),
        QueryFunction("SUM(number)", "The sum of the numbers.", by: .aggregate(.sum)),
    ]
}
