import QuireFormats

/// Strings in JSON.
enum JSONQuoting {
    static func quoted(_ text: String) -> String { JSONNode.quoted(text) }
}
