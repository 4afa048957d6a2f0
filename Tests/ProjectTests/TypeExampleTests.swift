import Testing

/// Every public type has an example in its documentation.
@Suite struct TypeExampleTests {
    /// A public type, or a public name for one.
    struct PublicType: Hashable {
        let name: String
        let path: String
        let line: Int
        let hasExample: Bool
    }

    /// Types without an example: they are associated types of a protocol, whose documentation has
    /// the example.
    private static let exceptions: Set = [
        "ObservedLists", "QueryDatePart", "QueryDateText", "QueryItem", "QueryKey", "Root", "Value",
        "QueryConstant",
        "StringInterpolation",
    ]

    private static let types = ProjectFiles.sources
        .filter { path in
            DocumentationCodeTests.finished.contains { path == $0 || path.hasPrefix($0 + "/") }
        }
        .flatMap { path in
            publicTypes(in: (try? ProjectFiles.text(of: path)) ?? "", of: path)
        }

    /// Returns the public types that a file declares.
    static func publicTypes(in text: String, of path: String) -> [PublicType] {
        var types: [PublicType] = []
        var hasExample = false
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let line = line.drop { $0 == " " }
            if line.hasPrefix("///") {
                hasExample = hasExample || line.contains("```swift")
            } else if let name = publicType(declaredBy: line) {
                types.append(
                    PublicType(name: name, path: path, line: index + 1, hasExample: hasExample))
                hasExample = false
            } else if !line.hasPrefix("@") {
                hasExample = false
            }
        }
        return types
    }

    /// Returns the name of the public type that a line declares, if any.
    private static func publicType(declaredBy line: Substring) -> String? {
        guard line.contains("public ") || line.contains("open ") else { return nil }
        let words = line.split(separator: " ")
            .drop { $0.hasPrefix("@") }
            .split(maxSplits: 1) { kinds.contains($0) }
        guard words.count == 2, let declaration = words.last?.first else { return nil }
        let modifiers = words[0]
        guard modifiers.allSatisfy({ $0.allSatisfy(\.isLowercase) }),
            modifiers.contains("public") || modifiers.contains("open")
        else { return nil }
        // The name of a method can follow `class`, but begins with a lowercase letter.
        let name = declaration.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        return name.first?.isUppercase == true ? String(name) : nil
    }

    private static let kinds: Set<Substring> = [
        "actor", "class", "enum", "protocol", "struct", "typealias",
    ]

    @Test func `every public type has an example`() {
        let missing = Self.types.filter { !$0.hasExample && !Self.exceptions.contains($0.name) }
        #expect(missing.map { "\($0.path):\($0.line): \($0.name)" } == [])
        #expect(Self.types.count > 200)
    }

    @Test(arguments: exceptions)
    func `a type that needs no example has none`(name: String) {
        #expect(Self.types.contains { $0.name == name && !$0.hasExample })
    }

    @Test func `public types and their examples are found`() {
        let text = """
            /// A hotel.
            ///
            /// ```swift
            /// let hotel = Hotel()
            /// ```
            @propertyWrapper
            @frozen public struct Hotel<Guest> {
                /// A kind of room.
                public indirect enum Kind: Sendable {}
                struct Room {}
                public class func make() {}
            }
            open class House {}
            public final class Names: Sendable {}
            // public struct Comment {}
            """
        let types = Self.publicTypes(in: text, of: "Hotel.swift")
        #expect(types.map(\.name) == ["Hotel", "Kind", "House", "Names"])
        #expect(types.map(\.line) == [7, 9, 13, 14])
        #expect(types.map(\.hasExample) == [true, false, false, false])
    }
}
