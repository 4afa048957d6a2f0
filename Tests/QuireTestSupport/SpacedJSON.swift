/// JSON texts with white space in every position where RFC 8259 allows it.
public struct SpacedJSON: Sendable {
    /// The text with white space.
    public let text: String
    /// The same value without white space, its keys sorted.
    public let compact: String

    /// Whether the value is an object.
    public var isObject: Bool { compact.hasPrefix("{") }

    /// Whether the value is an array.
    public var isArray: Bool { compact.hasPrefix("[") }

    /// Whether the text is a single line.
    public var isOneLine: Bool { !text.utf8.contains(UInt8(ascii: "\n")) }

    /// White space goes where a template has a dot.
    private static let templates = [
        "·{·}·", "·[·]·", "·1·", "·\"a b\"·", "·null·", "·{·\"a\"·:·1·}·", "·[·1·,·2·]·",
        "·{·\"a\"·:·{·}·,·\"b\"·:·[·]·,·\"c\"·:·\"{ }\"·}·",
        "·[·{·}·,·[·]·,·{·\"a\"·:·2·}·,·[·[·]·]·]·",
    ]

    private static let spaces = [" ", "\t", "\r", "\n", "\r\n", " \t\r\n ", "    "]

    /// The templates with each kind of white space.
    public static let texts: [SpacedJSON] = spaces.flatMap(texts(spacedBy:))

    /// Returns each template with the given text in each single position, and in all of them.
    public static func texts(spacedBy space: String) -> [SpacedJSON] {
        templates.flatMap { template in
            let parts = template.split(separator: "·", omittingEmptySubsequences: false)
            let single = (1..<parts.count).map { position in
                parts[..<position].joined() + space + parts[position...].joined()
            }
            return (single + [parts.joined(separator: space)])
                .map { SpacedJSON(text: $0, compact: parts.joined()) }
        }
    }
}

extension SpacedJSON: CustomStringConvertible {
    /// The text with its white space as escapes.
    public var description: String { text.debugDescription }
}
