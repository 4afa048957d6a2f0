import QuireFormats

/// An output that colors JSON text: keys, strings, numbers and literals.
///
/// The text can be written in pieces of any length.
final class JSONColoring: ByteOutput {
    private enum State { case plain, string, escape, scalar }

    private let output: any ByteOutput
    private var state = State.plain
    /// The current string or scalar, or a complete string that can be a key.
    private var token: [UInt8] = []
    private var result: [UInt8] = []

    init(_ output: any ByteOutput) {
        self.output = output
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        for byte in bytes { add(byte) }
        try send()
    }

    func flush() throws {
        endToken(isKey: false)
        state = .plain
        try send()
        try output.flush()
    }

    private func send() throws {
        try result.withUnsafeBytes { try output.write($0) }
        result.removeAll(keepingCapacity: true)
    }

    private func add(_ byte: UInt8) {
        switch state {
        case .escape:
            token.append(byte)
            state = .string
        case .string:
            token.append(byte)
            if byte == UInt8(ascii: "\\") { state = .escape }
            if byte == UInt8(ascii: "\"") { state = .plain }
        case .scalar where Self.isScalar(byte): token.append(byte)
        case .scalar, .plain: addPlain(byte)
        }
    }

    private func addPlain(_ byte: UInt8) {
        endToken(isKey: byte == UInt8(ascii: ":"))
        state = .plain
        if byte == UInt8(ascii: "\"") {
            state = .string
            token = [byte]
        } else if Self.isScalar(byte) {
            state = .scalar
            token = [byte]
        } else {
            result.append(byte)
        }
    }

    private func endToken(isKey: Bool) {
        guard let first = token.first else { return }
        let color =
            switch first {
            case UInt8(ascii: "\""): isKey ? "34" : "32"
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): "36"
            default: "35"
            }
        result += Array("\u{1B}[\(color)m".utf8) + token + Array("\u{1B}[0m".utf8)
        token.removeAll(keepingCapacity: true)
    }

    /// Returns whether a byte is part of a number or of `true`, `false` and `null`.
    private static func isScalar(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "E"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
