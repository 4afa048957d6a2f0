import Fleece
import QuireFormats

/// A key press.
enum Key: Hashable {
    case character(Character)
    case enter, tab, backspace, delete, escape
    case left, right, up, down, home, end, wordLeft, wordRight
    /// A letter with the control key.
    case control(Character)
    /// A key without a function.
    case unknown
}

/// A reader that parses the key presses sent by a terminal.
struct KeyReader {
    private let input: any ByteInput
    private var buffer: [UInt8] = []

    init(_ input: any ByteInput) {
        self.input = input
    }

    /// Waits for the next key; returns `nil` at the end of the input.
    mutating func next() throws -> Key? {
        guard let byte = try take() else { return nil }
        switch byte {
        case 0x0A, 0x0D: return .enter
        case 0x09: return .tab
        case 0x08, 0x7F: return .backspace
        case 0x1B: return try escaped()
        case 0x00...0x1A: return .control(Character(Unicode.Scalar(byte + 0x60)))
        case 0x1C...0x1F: return .unknown
        default: return try character(byte)
        }
    }

    /// Reads a UTF-8 character that starts with a given byte.
    private mutating func character(_ first: UInt8) throws -> Key {
        var bytes = [first]
        let count = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        while bytes.count < count, let byte = try take() { bytes.append(byte) }
        guard let text = String(validUTF8: bytes), let character = text.first else {
            return .unknown
        }
        return .character(character)
    }

    // ESC [ parameters letter, or ESC O letter, as sent by VT100-compatible terminals.
    private static let letters: [UInt8: Key] = [
        UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
        UInt8(ascii: "D"): .left, UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
    ]

    private static let numbers: [String: Key] = [
        "1": .home, "7": .home, "4": .end, "8": .end, "3": .delete,
    ]

    private mutating func escaped() throws -> Key {
        guard let byte = try take() else { return .escape }
        switch byte {
        case UInt8(ascii: "b"): return .wordLeft
        case UInt8(ascii: "f"): return .wordRight
        case UInt8(ascii: "["), UInt8(ascii: "O"): break
        default: return .unknown
        }
        var parameters = ""
        while let byte = try take() {
            guard 0x40...0x7E ~= byte else {
                parameters.unicodeScalars.append(Unicode.Scalar(byte))
                continue
            }
            if byte == UInt8(ascii: "~") { return Self.numbers[parameters] ?? .unknown }
            let key = Self.letters[byte] ?? .unknown
            // With the Control key or another modifier.
            guard parameters.hasSuffix(";5") || parameters.hasSuffix(";3") else { return key }
            return key == .left ? .wordLeft : key == .right ? .wordRight : key
        }
        return .unknown
    }

    private mutating func take() throws -> UInt8? {
        if buffer.isEmpty {
            var bytes = [UInt8](repeating: 0, count: 256)
            let count = try bytes.withUnsafeMutableBytes { try input.read(into: $0) }
            buffer = bytes[..<count].reversed()
        }
        return buffer.popLast()
    }
}
