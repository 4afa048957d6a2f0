import Foundation

/// Human-readable descriptions of values.
enum ValueText {
    private static let greatestLength = 2000

    /// Returns the description of a value, truncated if it is very long.
    static func text(_ value: Any) -> String {
        let text =
            switch value {
            case let date as Date: "\(date.timeIntervalSince1970) s since 1970"
            case let value where Mirror(reflecting: value).displayStyle == .class:
                members(of: value)
            default: String(reflecting: value)
            }
        return text.count > greatestLength ? text.prefix(greatestLength) + "\u{2026}" : text
    }

    private static func members(of object: Any) -> String {
        var members: [String] = []
        var mirror: Mirror? = Mirror(reflecting: object)
        while let current = mirror {
            members += current.children.map { "\($0.label ?? ""): \(String(reflecting: $0.value))" }
            mirror = current.superclassMirror
        }
        return "\(type(of: object))(\(members.joined(separator: ", ")))"
    }
}
