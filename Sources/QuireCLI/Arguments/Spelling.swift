import Quire

/// Formatting of words, counts and sizes in messages.
enum Spelling {
    /// Formats a list of words: `a, b or c`.
    static func list(_ words: [String], _ conjunction: String = "or") -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
    }

    /// Formats a count with a noun: `1 document`, `2 documents`.
    static func count(_ number: Int, _ noun: String, plural: String? = nil) -> String {
        "\(grouped(number)) \(number == 1 ? noun : plural ?? noun + "s")"
    }

    /// Formats a number with thousands separators: `12,345`.
    static func grouped(_ number: Int) -> String {
        let digits = String(number.magnitude)
        var text = number < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return text
    }

    /// Formats a number of bytes: `310 B`, `6.4 MB`.
    static func bytes(_ count: Int64) -> String {
        guard count.magnitude >= 1000 else { return "\(count) B" }
        var value = Double(count)
        var unit = ""
        for next in ["kB", "MB", "GB", "TB"] where abs(value) >= 1000 {
            value /= 1000
            unit = next
        }
        let tenths = (value * 10).rounded() / 10
        return "\(tenths) \(unit)"
    }

    /// Returns the most similar word, or `nil` if no word is similar enough.
    static func nearest(to word: String, among words: [String]) -> String? {
        words.map { (word: $0, distance: word.editDistance(to: $0)) }
            .min { $0.distance < $1.distance }
            .flatMap { $0.distance <= max(1, $0.word.count / 3) ? $0.word : nil }
    }
}
