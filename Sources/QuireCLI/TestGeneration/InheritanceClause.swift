/// A parser for the inheritance clause of a declaration.
///
/// The compiler's output contains the source range of a declaration and the number of inherited
/// types, but not their names. This parser reads the names from the source text.
struct InheritanceClause {
    private var bytes: ArraySlice<UInt8>

    /// Returns the types in the inheritance clause of a declaration.
    ///
    /// - Parameter header: The text, starting with the keyword.
    /// - Returns: The names without attributes; compositions are split.
    static func names(in header: ArraySlice<UInt8>) -> [String] {
        var clause = InheritanceClause(bytes: header)
        guard clause.skip(to: ":") else { return [] }
        return clause.names()
    }

    /// Returns the types that the `where` clause of a protocol requires for `Self`.
    ///
    /// - Parameter header: The text, starting with the keyword.
    /// - Returns: The names.
    static func names(requiredBy header: ArraySlice<UInt8>) -> [String] {
        var clause = InheritanceClause(bytes: header)
        guard clause.skip(to: "where") else { return [] }
        var names: [String] = []
        while let token = clause.next(), token != "{" {
            var rest = clause
            guard token == "Self", rest.next() == ":" else { continue }
            clause = rest
            // The subject of the next requirement follows a comma, and is not a type.
            names += clause.names(upTo: ",")
        }
        return names
    }

    /// Returns the types of a type alias for a composition.
    ///
    /// - Parameter text: The text of the alias.
    /// - Returns: The names.
    static func names(inAlias text: ArraySlice<UInt8>) -> [String] {
        var clause = InheritanceClause(bytes: text)
        guard clause.skip(to: "=") else { return [] }
        return clause.names()
    }

    /// Skips past a punctuation mark that is outside of all brackets.
    private mutating func skip(to mark: String) -> Bool {
        var depth = 0
        while let token = next() {
            switch token {
            case mark where depth == 0: return true
            case "{": return false
            case "<", "(", "[": depth += 1
            case ">", ")", "]": depth -= 1
            default: break
            }
        }
        return false
    }

    private mutating func names(upTo end: String? = nil) -> [String] {
        var names: [String] = []
        var name = ""
        var depth = 0
        var isBehindAttribute = false
        loop: while let token = next() {
            switch token {
            case "{": break loop
            case _ where token == end && depth == 0: break loop
            case "where" where depth == 0: break loop
            case ",", "&":
                guard depth == 0 else { continue loop }
                names.append(name)
                name = ""
            case "<", "[": depth += 1
            case ">", "]": depth -= 1
            // A composition can be parenthesized.
            case "(", ")": break
            case "@": isBehindAttribute = true
            case "any", "nonisolated", "~": break
            case _ where isBehindAttribute: isBehindAttribute = false
            default: if depth == 0 { name += token }
            }
        }
        names.append(name)
        return names.filter { !$0.isEmpty }
    }

    /// Returns the next word or punctuation mark, skipping comments and white space.
    private mutating func next() -> String? {
        while let byte = bytes.first {
            if bytes.starts(with: Array("//".utf8)) {
                bytes = bytes.drop { $0 != UInt8(ascii: "\n") }
            } else if bytes.starts(with: Array("/*".utf8)) {
                skipComment()
            } else if byte <= UInt8(ascii: " ") {
                bytes = bytes.dropFirst()
            } else {
                let word = bytes.prefix(while: Self.isWordByte)
                let token = word.isEmpty ? bytes.prefix(1) : word
                bytes = bytes.dropFirst(token.count)
                return String(decoding: token, as: UTF8.self)
            }
        }
        return nil
    }

    private mutating func skipComment() {
        var depth = 0
        repeat {
            if bytes.starts(with: Array("/*".utf8)) {
                depth += 1
                bytes = bytes.dropFirst(2)
            } else if bytes.starts(with: Array("*/".utf8)) {
                depth -= 1
                bytes = bytes.dropFirst(2)
            } else {
                bytes = bytes.dropFirst()
            }
        } while depth > 0 && !bytes.isEmpty
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."),
            UInt8(ascii: "`"), 0x80...:
            true
        default: false
        }
    }
}
