import QuireFormats

/// Conversion of bytes to and from hexadecimal digits.
enum Hexadecimal {
    private static let digits = Array("0123456789abcdef".utf8)

    /// Returns bytes as lowercase digits.
    static func text(_ bytes: some Sequence<UInt8>, separator: String = "") -> String {
        bytes.map { byte in
            String(decoding: [digits[Int(byte >> 4)], digits[Int(byte & 15)]], as: UTF8.self)
        }.joined(separator: separator)
    }

    /// Parses digits of either case; returns `nil` for other characters or an odd number of digits.
    static func bytes(_ text: some StringProtocol) -> [UInt8]? { bytes(ofDigits: text.utf8) }

    /// Parses digits in ASCII of either case; returns `nil` for other characters or an odd number of digits.
    static func bytes(ofDigits digits: some Collection<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        var high: UInt8?
        for byte in digits {
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

/// A reader for lines of bytes that keeps only the current line in memory.
struct LineReader {
    private var reader: ByteReader

    /// The number of the last line read, from 1.
    private(set) var line = 0

    init(_ input: any ByteInput) {
        reader = ByteReader(input)
    }

    /// Returns the next line without its line feed, or `nil` at the end.
    mutating func next() throws -> [UInt8]? {
        guard try reader.peek() != nil else { return nil }
        line += 1
        var bytes: [UInt8] = []
        while let byte = try reader.next(), byte != UInt8(ascii: "\n") { bytes.append(byte) }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        return bytes
    }
}

/// The Fleece input of commands: a binary file, or lines of hexadecimal digits.
enum FleeceInput {
    /// The operand for the file.
    static let operand = OperandSpecification(
        "FILE", .optional, help: "a file that contains one Fleece document")

    /// Calls a closure with each document and its name for messages.
    static func forEach(
        _ arguments: Arguments, console: Console, _ body: ([UInt8], String) throws -> Void
    ) throws {
        if let path = arguments.optionalOperand("FILE") {
            return try body(FileInput(path: path).readBytes(), path)
        }
        var lines = LineReader(console.input)
        while let line = try lines.next() {
            guard let bytes = Hexadecimal.bytes(String(decoding: line, as: UTF8.self)) else {
                throw Failure("line \(lines.line): expected pairs of hexadecimal digits")
            }
            try body(bytes, "line \(lines.line)")
        }
    }
}
