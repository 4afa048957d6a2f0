import QuireFormats

/// An output to a terminal that escapes the invisible characters of documents.
///
/// U+009B begins a terminal command, as ESC does, which JSON text cannot contain. U+202E and others
/// change the order in which a terminal shows the text that follows. They are printed as in JSON, for
/// example as `\u202e`, so that JSON text means the same.
///
/// The text can be written in pieces of any length.
final class ControlEscaping: ByteOutput {
    private let output: any ByteOutput
    /// The first bytes of a character that may have to be escaped.
    private var pending: [UInt8] = []
    private var result: [UInt8] = []

    init(_ output: any ByteOutput) {
        self.output = output
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        for byte in bytes { add(byte) }
        try send()
    }

    func flush() throws {
        result += pending
        pending = []
        try send()
        try output.flush()
    }

    private func send() throws {
        try result.withUnsafeBytes { try output.write($0) }
        result.removeAll(keepingCapacity: true)
    }

    private func add(_ byte: UInt8) {
        if pending.isEmpty, byte < 0x7F {
            result.append(byte)
            return
        }
        switch (pending, byte) {
        case ([], 0x7F): escape(0x7F)
        case ([], 0xC2), ([], 0xD8), ([], 0xE2), ([0xE2], 0x80), ([0xE2], 0x81):
            pending.append(byte)
        case ([0xC2], 0x80...0x9F): escape(UInt32(byte))
        case ([0xD8], 0x9C): escape(0x61C)
        case ([0xE2, 0x80], 0x80...0xBF), ([0xE2, 0x81], 0x80...0xBF):
            let value = 0x2000 | UInt32(pending[1] & 1) << 6 | UInt32(byte & 0x3F)
            if let scalar = Unicode.Scalar(value), PlainText.isControl(scalar) {
                escape(value)
            } else {
                pass(byte)
            }
        case ([], _): result.append(byte)
        default:
            // The byte may begin another character.
            result += pending
            pending = []
            add(byte)
        }
    }

    private func pass(_ byte: UInt8) {
        result += pending + [byte]
        pending = []
    }

    private func escape(_ value: UInt32) {
        let digits = String(value, radix: 16)
        let zeros = String(repeating: "0", count: max(0, 4 - digits.count))
        result += Array("\\u\(zeros)\(digits)".utf8)
        pending = []
    }
}
