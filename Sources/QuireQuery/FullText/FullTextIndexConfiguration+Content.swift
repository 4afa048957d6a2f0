public import Fleece
import Foundation

// What an engine indexes for a full-text index, so that all engines find the same words.

extension FullTextIndexConfiguration {
    /// The ISO 639 code of the language in lowercase and without a country, or `nil` for no language.
    ///
    /// ```swift
    /// let words = FullTextIndexConfiguration(["name"], language: "en_US")
    /// print(try words.languageCode ?? "none")  // en
    /// ```
    ///
    /// The code is that of the current locale if ``language`` is `nil`.
    ///
    /// - Throws: ``QuireError`` with code `invalidParameter` if the language is not a code.
    public var languageCode: String? {
        get throws { try Self.languageCode(of: language) }
    }

    /// Returns the code of a language, or of the current locale if the language is `nil`.
    package static func languageCode(of language: String?) throws -> String? {
        let language = language ?? Locale.current.language.languageCode?.identifier ?? ""
        let code = language.prefix { $0 != "_" && $0 != "-" }.lowercased()
        if code.isEmpty { return nil }
        guard code.utf8.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }) else {
            throw QuireError(
                .invalidParameter,
                "The index has the language \(language.debugDescription), which is not a code.")
        }
        return code
    }

    /// Returns the text that a full-text index contains for a value.
    ///
    /// ```swift
    /// let storage = try FleeceStorage(json: #"["quiet", {"view": "sea"}]"#)
    /// let text = storage.root.flatMap(FullTextIndexConfiguration.text)
    /// print(text ?? "")  // quiet, and on the next line: sea
    /// ```
    ///
    /// The text of a string is the string, and that of a number or a Boolean is its JSON text. The
    /// text of an array or a dictionary contains the strings in it at any depth, one per line.
    ///
    /// - Parameter value: The value of an indexed property.
    /// - Returns: The text, or `nil` if the value contains no text.
    /// - Complexity: O(*n*) in the size of the value.
    public static func text(of value: FleeceValue) -> String? {
        switch value.kind {
        case .string: value.string
        case .boolean, .integer, .float, .double: try? value.json()
        case .array, .dictionary:
            (try? StringsOfValue.joined(value)).flatMap { $0 }
                .map { String(decoding: $0, as: UTF8.self) }
        case .null, .data, .undefined: nil
        }
    }
}
