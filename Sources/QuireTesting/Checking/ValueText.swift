import Foundation
import Quire

/// Human-readable descriptions of values.
enum ValueText {
    private static let greatestLength = 2000

    /// Returns the description of a value, truncated if it is very long.
    static func text(_ value: Any) -> String {
        let text =
            switch value {
            case let date as Date: DocumentDate.string(from: date) ?? precise(date)
            case let value where Mirror(reflecting: value).displayStyle == .class:
                members(of: value)
            default: String(reflecting: unwrapped(value))
            }
        return shortened(text)
    }

    /// Returns the text, truncated if it is very long.
    static func shortened(_ text: String, to length: Int = greatestLength) -> String {
        text.count > length ? text.prefix(length) + "\u{2026}" : text
    }

    /// Returns a description of a change.
    static func change(_ before: Any, _ after: Any) -> String {
        if let before = before as? Date, let after = after as? Date, text(before) == text(after) {
            return "\(precise(before)) became \(precise(after))"
        }
        return "\(text(before)) became \(text(after))"
    }

    private static func precise(_ date: Date) -> String {
        "\(date.timeIntervalSince1970) s since 1970"
    }

    private static func unwrapped(_ value: Any) -> Any {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .optional, let child = mirror.children.first else {
            return value
        }
        return unwrapped(child.value)
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
