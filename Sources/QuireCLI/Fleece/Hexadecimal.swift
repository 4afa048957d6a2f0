/// Bytes as hexadecimal digits.
enum Hexadecimal {
    private static let digits = Array("0123456789abcdef".utf8)

    /// Writes bytes as lower-case digits.
    static func text(_ bytes: some Sequence<UInt8>, separator: String = "") -> String {
        bytes.map { byte in
            String(decoding: [digits[Int(byte >> 4)], digits[Int(byte & 15)]], as: UTF8.self)
        }.joined(separator: separator)
    }

    /// Reads digits of either case; `nil` if there is something else, or an odd number of them.
    static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count / 2)
        var high: UInt8?
        for byte in text.utf8 {
            guard let digit = value(byte) else { return nil }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return high == nil ? bytes : nil
    }

    private static func value(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

/// Reads lines of bytes; only the one that is read is in memory.
struct LineReader {
    private var reader: ByteReader

    /// The number of the line that was read last, from 1.
    private(set) var line = 0

    init(_ input: any ByteInput) {
        reader = ByteReader(input)
    }

    /// Returns the next line without its end, or `nil` if there are no more.
    mutating func next() throws -> [UInt8]? {
        guard try reader.peek() != nil else { return nil }
        line += 1
        var bytes: [UInt8] = []
        while let byte = try reader.next(), byte != UInt8(ascii: "\n") { bytes.append(byte) }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        return bytes
    }
}

/// Fleece as commands take it: a file of bytes, or lines of hexadecimal digits.
enum FleeceInput {
    /// The operand that names the file.
    static let operand = OperandSpecification("FILE", .optional, "a file of one Fleece document")

    /// Calls a closure with each document, and what to call it.
    static func forEach(
        _ arguments: Arguments, _ console: Console, _ body: ([UInt8], String) throws -> Void
    ) throws {
        if let path = arguments.optionalOperand("FILE") {
            return try body(FileInput(path: path).readBytes(), path)
        }
        var lines = LineReader(console.input)
        while let line = try lines.next() {
            guard let bytes = Hexadecimal.bytes(String(decoding: line, as: UTF8.self)) else {
                throw Failure("line \(lines.line): there is more than pairs of hexadecimal digits")
            }
            try body(bytes, "line \(lines.line)")
        }
    }
}
