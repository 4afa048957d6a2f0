/// Names of Swift for keys and types of documents.
package enum SwiftName {
    private static let keywords: Set<String> = [
        "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
        "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
        "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
        "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows",
        "return", "self", "static", "struct", "subscript", "super", "switch", "throw", "throws",
        "true", "try", "typealias", "var", "where", "while", "Any", "Self", "Type", "Protocol",
    ]
    /// Types of Swift and Quire that a generated type would hide.
    private static let knownTypes: Set<String> = [
        "String", "Int", "Double", "Bool", "Date", "Data", "Vector", "Array", "Dictionary",
        "Optional", "Blob",
        "DocumentID", "DocumentModel", "Codable", "ExplicitNull", "CodingKey", "CodingKeys",
    ]

    /// Returns the name of a property: `room_rate` becomes `roomRate`.
    package static func property(_ key: String) -> String {
        let words = words(key)
        guard let first = words.first else { return "value" }
        let start = isUppercase(first) ? first.lowercased() : lowercasingFirst(first)
        return legal(([start] + words.dropFirst().map(capitalized)).joined())
    }

    /// Returns the name of a type: `hotel_room` becomes `HotelRoom`.
    static func type(_ key: String) -> String {
        let name = legal(words(key).map(capitalized).joined())
        return knownTypes.contains(name) || keywords.contains(name) ? name + "Value" : name
    }

    /// Returns the name for one item of an array: `reviews` becomes `review`.
    static func singular(_ key: String) -> String {
        if key.hasSuffix("ies"), key.count > 4 { return key.dropLast(3) + "y" }
        if key.hasSuffix("s"), !key.hasSuffix("ss"), key.count > 2 { return String(key.dropLast()) }
        return key
    }

    /// Returns a name in backticks if it is a keyword.
    package static func quoted(_ name: String) -> String {
        keywords.contains(name) ? "`\(name)`" : name
    }

    /// Returns a string literal.
    package static func literal(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\" + String(scalar)
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F || scalar == "\u{2028}":
                result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    private static func words(_ key: String) -> [String] {
        key.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    private static func legal(_ name: String) -> String {
        guard let first = name.first else { return "Value" }
        return first.isNumber ? "_" + name : name
    }

    private static func isUppercase(_ word: String) -> Bool {
        word.count > 1 && word.allSatisfy { $0.isUppercase || $0.isNumber }
    }

    private static func capitalized(_ word: String) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }

    private static func lowercasingFirst(_ word: String) -> String {
        word.prefix(1).lowercased() + word.dropFirst()
    }
}
