extension Attack {
    static let json = structures + numbers + strings + lines + deltas

    private init(_ name: String, _ text: String) {
        self.init(name, Array(text.utf8))
    }

    private static let structures = [
        Attack("json empty", ""),
        Attack("json arrays 512", repeated("[", 512) + repeated("]", 512)),
        Attack("json arrays 513", repeated("[", 513) + repeated("]", 513)),
        Attack("json arrays not closed", repeated("[", 4096)),
        Attack("json objects 512", repeated("{\"a\":", 512) + "1" + repeated("}", 512)),
        Attack("json brackets crossed", "[{\"a\":[}]"),
        Attack("json comma first", "[,1]"),
        Attack("json comma last", "[1,]"),
        Attack("json object comma last", "{\"a\":1,}"),
        Attack("json key without value", "{\"a\"}"),
        Attack("json number as key", "{1:1}"),
        Attack("json key twice", #"{"a":1,"a":{"b":2},"a":3}"#),
        Attack("json key twice by an escape", #"{"a":1,"\u0061":2}"#),
        Attack("json keys equivalent", "{\"\u{E9}\":1,\"e\u{301}\":2}"),
        Attack("json keys of a document", #"{"_id":"a","_rev":"1-a","@type":"blob","digest":""}"#),
        Attack("json text after the end", "1 2"),
        Attack("json word cut short", "tru"),
        Attack("json word too long", "nulll"),
        Attack("json pointers", "[" + repeated("\"0123456789abcdef\",", 200) + "1]"),
        // Counts at the limit of the header of an array
        Attack("json 2047 items", "[" + repeated("0,", 2046) + "0]"),
        Attack("json 2048 items", "[" + repeated("0,", 2047) + "0]"),
    ]

    private static func nested(_ value: String) -> String {
        repeated(#"{"a":"#, 200) + value + repeated("}", 200)
    }

    /// Bodies with a delta and another body.
    private static let deltas = [
        Attack("delta scalar", #"[{"a":1},{"a":2},{"a":2}]"#),
        Attack("delta array", #"[{"a":[1,2]},{"a":{"0":3,"1-":[4]}},{"a":[]}]"#),
        Attack("delta removal", #"[{"a":{"b":null}},{"a":{"b":[]},"c":[[]]},{"a":{}}]"#),
        Attack("delta text", #"[{"a":"text"},{"a":["2=1-2+ee|1=",0,2]},{"a":"é"}]"#),
        Attack("delta text of nothing", #"[{"a":"x"},{"a":["0=0-0+|1=",0,2]},{"a":"x"}]"#),
        Attack("delta key twice", #"[{"a":1},{"a":[],"a":2},{}]"#),
        Attack("delta nested", "[\(nested("1")),\(nested("2")),{}]"),
    ]

    private static let numbers =
        [
            "1e400", "-1e400", "1e-400", "-0", "-0.0", "0e999999999999999999999", "1e", "1e+", "-",
            "01", "-01", "1.", ".1", "+1", "0x10", "NaN", "Infinity", "9007199254740993",
            "9223372036854775807", "9223372036854775808", "-9223372036854775808",
            "-9223372036854775809", "18446744073709551615", "18446744073709551616", "5e-324",
            "2.2250738585072011e-308", "1.7976931348623157e308", "1.7976931348623159e308",
            "0.1e23", "123456789012345678901234567890e-20", "1E1", "1.0", "-2048", "-2049", "2047",
        ].map { Attack("json number \($0)", $0) } + [
            Attack("json number of 4000 digits", repeated("9", 4000)),
            Attack("json fraction of 4000 digits", "0." + repeated("1", 4000)),
            Attack("json zeros in a fraction", "0." + repeated("0", 4000) + "1e4000"),
        ]

    private static let strings = [
        Attack("json escapes", #""\"\\\/\b\f\n\r\t\u0000\u007f\u20AC\uD834\uDD1E""#),
        Attack("json high surrogate alone", #""\uD834""#),
        Attack("json high surrogate twice", #""\uD834\uD834""#),
        Attack("json high surrogate and text", #""\uD834abcdef""#),
        Attack("json low surrogate alone", #""\uDD1E""#),
        Attack("json surrogates reversed", #""\uDD1E\uD834""#),
        Attack("json escape cut short", #""\u12"#),
        Attack("json backslash last", #""\"#),
        Attack("json escape unknown", #""\x41""#),
        Attack("json escape not hexadecimal", #""\u00G0""#),
        Attack("json control character", "\"a\u{1}b\""),
        Attack("json line feed in a string", "\"a\nb\""),
        Attack("json nul in a key", "{\"a\\u0000b\":1,\"a\":2}"),
        Attack("json nul raw", "\"a\0b\""),
        Attack("json byte order mark", "\u{FEFF}{}"),
        Attack("json not closed", "\"abc"),
        Attack("json delete character", "\"\u{7F}\u{80}\u{2028}\""),
        Attack("json UTF-16", hex: "FFFE 5B00 5D00"),
        Attack("json overlong", hex: "22 C0AF 22"),
        Attack("json overlong nul", hex: "22 C080 22"),
        Attack("json CESU", hex: "22 EDA0B4EDB49E 22"),
        Attack("json above Unicode", hex: "22 F4908080 22"),
        Attack("json byte F5", hex: "22 F5808080 22"),
        Attack("json cut short in UTF-8", hex: "22 E282"),
        Attack("json bad UTF-8 after an escape", hex: "22 5C6E E282 22"),
        Attack("json bad UTF-8 outside", hex: "5B E282AC 5D"),
        Attack("json key of 16 bytes", #"{"0123456789abcdef":1,"0123456789abcdefg":2}"#),
    ]

    private static let lines = [
        Attack("json lines", "{\"a\":1}\n\n  \r\n[2]\r\n\"c\""),
        Attack("json lines with errors", "{\n[}\n1\ntru\n\"\u{20AC}\" x\n2\n"),
        Attack(
            "json line longer than most",
            repeated(" ", 20) + "1\n2\n" + repeated("9", 300) + "\n3"),
        Attack("json line feeds", repeated("\n", 100)),
    ]

    private static func repeated(_ part: String, _ count: Int) -> String {
        String(repeating: part, count: count)
    }
}
