// The dump of the bytes of {"foo":123}:
//
//   0000  43 66 6f 6f  string "foo"
//   0004  70 01        dictionary, 1 pair
//   0006  80 03        . key -> 0000
//   0008  00 7b        . value 123
//   000a  80 03        root -> 0004

/// An annotated dump of all bytes of a Fleece document.
///
/// The dump follows pointers from the root and never reads outside of the bytes. A pointer that
/// leads outside is reported as damage.
struct FleeceDump {
    private let bytes: [UInt8]
    private var pieces: [Int: Piece] = [:]
    private var waiting: [Int] = []

    private struct Piece {
        let length: Int
        let text: String
    }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns the lines of the dump.
    ///
    /// - Parameter bytes: Arbitrary bytes.
    /// - Returns: The lines, by offset.
    /// - Complexity: O(*n*) in the number of bytes.
    static func lines(_ bytes: [UInt8]) -> [String] {
        var dump = FleeceDump(bytes)
        dump.walk()
        return dump.lines()
    }

    // MARK: Following the values

    private mutating func walk() {
        guard bytes.count >= 2, bytes.count.isMultiple(of: 2) else { return }
        let last = bytes.count - 2
        slot(last, isWide: false, role: "root", margin: "")
        // If the root is too far away, or four bytes wide, the document ends with a pointer to a
        // pointer.
        while let offset = waiting.popLast() {
            guard pieces[offset] == nil else { continue }
            value(offset)
        }
    }

    /// Records a slot: an inline value, or a pointer to a value.
    private mutating func slot(_ offset: Int, isWide: Bool, role: String, margin: String) {
        let width = isWide ? 4 : 2
        guard bytes[offset] & 0x80 != 0 else {
            let text = FleeceBytes.inlineText(bytes[offset..<offset + width])
            pieces[offset] = Piece(length: width, text: "\(margin)\(role) \(text)")
            return
        }
        let pointer = FleeceBytes.pointer(bytes[offset..<offset + width])
        let target = offset - pointer.distance
        guard pointer.distance > 0, target >= 0, !pointer.isExtern else {
            let location = pointer.isExtern ? "external" : "out of bounds"
            pieces[offset] = Piece(length: width, text: "\(margin)\(role) -> \(location): damaged")
            return
        }
        pieces[offset] = Piece(
            length: width, text: "\(margin)\(role) -> \(FleeceBytes.offset(target))")
        waiting.append(target)
    }

    private mutating func value(_ offset: Int) {
        if bytes[offset] & 0x80 != 0 {
            // The target of a pointer, if it is a pointer itself, is always wide.
            guard offset + 4 <= bytes.count else {
                pieces[offset] = Piece(length: 2, text: "pointer: damaged")
                return
            }
            return slot(offset, isWide: true, role: "pointer", margin: "")
        }
        guard let value = FleeceBytes(bytes, at: offset) else {
            pieces[offset] = Piece(length: 2, text: "damaged: extends past the end of the data")
            return
        }
        pieces[offset] = Piece(length: value.headerLength, text: value.text)
        for index in 0..<value.slotCount {
            let role =
                value.isDictionary ? (index.isMultiple(of: 2) ? "key" : "value") : "item"
            slot(
                offset + value.headerLength + index * value.slotWidth,
                isWide: value.slotWidth == 4, role: role, margin: ". ")
        }
    }

    // MARK: Printing

    private func lines() -> [String] {
        var lines: [String] = []
        var next = 0
        for (offset, piece) in pieces.sorted(by: { $0.key < $1.key }) {
            if offset > next { lines.append(gap(next..<offset)) }
            lines.append(line(at: offset, length: piece.length, text: piece.text))
            next = max(next, offset + piece.length)
        }
        if next < bytes.count { lines.append(gap(next..<bytes.count)) }
        return lines
    }

    private func gap(_ range: Range<Int>) -> String {
        let isPadding = range.count == 1 && bytes[range.lowerBound] == 0
        return line(
            at: range.lowerBound, length: range.count, text: isPadding ? "padding" : "unused")
    }

    private func line(at offset: Int, length: Int, text: String) -> String {
        let shown = bytes[offset..<min(offset + min(length, 8), bytes.count)]
        let digits = Hexadecimal.text(shown, separator: " ") + (length > 8 ? " .." : "")
        let padding = String(repeating: " ", count: max(0, 26 - digits.count))
        return "\(FleeceBytes.offset(offset))  \(digits)\(padding)  \(text)"
    }
}
