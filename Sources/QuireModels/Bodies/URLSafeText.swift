import Foundation

/// Values as strings of letters, digits, `-` and `_`, which a URL can contain unchanged.
enum URLSafeText {
    /// Returns a value as a string.
    ///
    /// - Parameter value: A value that JSON can represent.
    /// - Returns: The string, in base64 without padding.
    static func encode(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = (try? encoder.encode(value)) ?? Data()
        return data.base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Returns the value of a string.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - text: A string that `encode(_:)` returned.
    /// - Returns: The value, or `nil` for any other string.
    static func decode<Value: Decodable>(_ type: Value.Type, from text: String) -> Value? {
        let base64 = text.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
        return Data(base64Encoded: base64 + padding).flatMap {
            try? JSONDecoder().decode(type, from: $0)
        }
    }
}
