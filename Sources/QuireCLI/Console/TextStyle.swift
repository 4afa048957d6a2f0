/// Sets text off by colours, where there is a terminal that shows them.
struct TextStyle {
    let isOn: Bool

    func bold(_ text: String) -> String { wrapped(text, "1") }
    func faint(_ text: String) -> String { wrapped(text, "2") }
    func red(_ text: String) -> String { wrapped(text, "31") }
    func green(_ text: String) -> String { wrapped(text, "32") }
    func yellow(_ text: String) -> String { wrapped(text, "33") }

    private func wrapped(_ text: String, _ code: String) -> String {
        isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
