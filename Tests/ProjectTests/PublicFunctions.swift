import Foundation

/// A public function or initializer of a type, and its effects.
struct PublicFunction: Hashable {
    /// The type's name.
    let type: String
    /// The function's name with its labels, such as `save(_:base:onConflict:)`.
    let name: String
    let isAsync: Bool
    let isThrowing: Bool
}

/// A scan of source files for public functions in the declarations and extensions of types.
enum PublicFunctions {
    /// Returns the public functions of types that modules declare.
    static func all(in modules: Set<String>, of types: Set<String>) throws -> [PublicFunction] {
        try ProjectFiles.sources.filter { modules.contains(String($0.split(separator: "/")[1])) }
            .flatMap { functions(of: types, in: try ProjectFiles.text(of: $0)) }
    }

    /// Returns the public functions that the top-level declarations of types in a file contain.
    static func functions(of types: Set<String>, in text: String) -> [PublicFunction] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        var functions: [PublicFunction] = []
        var type = ""
        var isUnavailable = false
        for (index, line) in lines.enumerated() {
            if line.first?.isLetter == true { type = typeName(in: line) ?? type }
            guard types.contains(type) else { continue }
            let start = line.trimmed
            if start == "*, unavailable," { isUnavailable = true }
            guard start.hasPrefix("public "),
                start.contains(/^[a-z ]* (func |init[?(<])/)
            else { continue }
            defer { isUnavailable = false }
            let declaration = lines[index..<min(index + 12, lines.count)]
                .joined(separator: " ").replacing(/"([^"\\\n]|\\.)*"/, with: "")
            guard !isUnavailable, let name = DeclaredNames.function(declaredBy: declaration),
                let effects = effects(of: declaration)
            else { continue }
            functions.append(
                PublicFunction(
                    type: type, name: name, isAsync: effects.contains("async"),
                    isThrowing: effects.contains { $0.hasPrefix("throws") }))
        }
        return functions
    }

    /// Returns the name of the type that a line declares or extends, if any.
    private static func typeName(in line: Substring) -> String? {
        let words = line.split(separator: " ")
        let kinds: Set<Substring> = ["extension", "struct", "class", "enum", "protocol", "actor"]
        guard let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count else {
            return nil
        }
        return String(words[kind + 1].prefix { $0.isLetter || $0.isNumber || $0 == "." })
    }

    /// Returns the words between the parameters of a function and its result or body.
    static func effects(of declaration: String) -> [Substring]? {
        var open = 0
        for index in declaration.indices {
            if declaration[index] == "(" { open += 1 }
            guard declaration[index] == ")" else { continue }
            open -= 1
            guard open == 0 else { continue }
            return declaration[declaration.index(after: index)...].prefix { $0 != "{" && $0 != "-" }
                .split(whereSeparator: \.isWhitespace)
        }
        return nil
    }
}
