/// The edits of a string.
///
/// They are a text of three operations, whose numbers count UTF-8 bytes: `4=` keeps bytes of the old
/// string, `2-` skips them, and `3+sea|` inserts a text. All bytes of the old string are kept or skipped.
/// Example: `6=4-4+Oslo|` changes `city: Rome` to `city: Oslo`.
struct TextDelta {
    /// The number of bytes from which on a string is edited instead of replaced, as in Couchbase Lite.
    private static let minimumLength = 60

    let text: String

    /// Creates the edit between the common beginning and the common end of two strings.
    ///
    /// - Returns: `nil` if the edit is not shorter than the new string.
    init?(from old: String, to new: String) {
        let (old, new) = (Array(old.utf8), Array(new.utf8))
        guard min(old.count, new.count) >= Self.minimumLength else { return nil }
        var start = zip(old, new).prefix { $0 == $1 }.count
        // The inserted text consists of whole characters.
        while start > 0, Self.isContinuation(old, start) || Self.isContinuation(new, start) {
            start -= 1
        }
        let limit = min(old.count, new.count) - start
        var end = zip(old.reversed(), new.reversed()).prefix(limit).prefix { $0 == $1 }.count
        while end > 0,
            Self.isContinuation(old, old.count - end) || Self.isContinuation(new, new.count - end)
        {
            end -= 1
        }
        let inserted = new[start..<(new.count - end)]
        let skipped = old.count - start - end
        var text = start > 0 ? "\(start)=" : ""
        if skipped > 0 { text += "\(skipped)-" }
        if !inserted.isEmpty {
            text += "\(inserted.count)+\(String(decoding: inserted, as: UTF8.self))|"
        }
        if end > 0 { text += "\(end)=" }
        guard text.utf8.count < new.count else { return nil }
        self.text = text
    }

    private static func isContinuation(_ bytes: [UInt8], _ index: Int) -> Bool {
        index < bytes.count && bytes[index] & 0xC0 == 0x80
    }

    /// Applies edits to a string.
    ///
    /// - Parameters:
    ///   - edits: The text of the edits.
    ///   - old: The string.
    /// - Returns: The edited string, which is at most as long as both texts together.
    /// - Throws: ``DeltaError``.
    static func apply(_ edits: String, to old: String) throws -> String {
        let (edits, old) = (Array(edits.utf8), Array(old.utf8))
        var result: [UInt8] = []
        var (next, position) = (0, 0)
        while next < edits.count {
            var count = 0
            let start = next
            while next < edits.count, case let digit = edits[next] &- UInt8(ascii: "0"),
                digit < 10
            {
                // The text of a message has fewer bytes than this.
                guard count < 100_000_000 else {
                    throw DeltaError("a number of an edit is too large")
                }
                count = count * 10 + Int(digit)
                next += 1
            }
            guard next > start, next < edits.count else {
                throw DeltaError("an edit has no number or no operation")
            }
            let operation = edits[next]
            next += 1
            switch operation {
            case UInt8(ascii: "="), UInt8(ascii: "-"):
                guard count <= old.count - position else {
                    throw DeltaError("an edit exceeds the string")
                }
                if operation == UInt8(ascii: "=") {
                    result += old[position..<(position + count)]
                }
                position += count
            case UInt8(ascii: "+"):
                guard count < edits.count - next, edits[next + count] == UInt8(ascii: "|") else {
                    throw DeltaError("an inserted text does not end with a vertical bar")
                }
                result += edits[next..<(next + count)]
                next += count + 1
            default: throw DeltaError("an edit has an unknown operation")
            }
        }
        guard position == old.count else {
            throw DeltaError("the edits are those of a string of another length")
        }
        guard let string = String(validUTF8: result) else {
            throw DeltaError("the edited string is not valid UTF-8")
        }
        return string
    }
}
