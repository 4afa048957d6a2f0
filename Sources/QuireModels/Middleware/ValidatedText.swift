/// The text of values in messages.
enum ValidatedText {
    private static let limit = 40

    /// Returns the description of a value, shortened to 40 characters.
    static func of<Value>(_ value: Value) -> String {
        if let text = value as? String {
            let start = text.prefix(limit)
            return String(start).debugDescription + (start.endIndex < text.endIndex ? "…" : "")
        }
        if let values = value as? any Collection {
            return values.count == 1 ? "1 element" : "\(values.count) elements"
        }
        let text = "\(value)"
        return text.count > limit ? text.prefix(limit) + "…" : text
    }
}
