/// Detection of the encoding of a text, and conversion to UTF-8.
enum DecodedInput {
    /// Returns an input that converts a text to UTF-8.
    ///
    /// A byte order mark is removed. Bytes that are invalid in the encoding become bytes that are
    /// invalid in UTF-8, so that the reader of the text reports their location.
    ///
    /// - Parameters:
    ///   - input: An unread input.
    ///   - encoding: The encoding if there is no byte order mark.
    /// - Returns: An input of UTF-8.
    /// - Throws: ``FormatError`` if the text is in UTF-32, or seems to be in UTF-16 without a byte
    ///   order mark.
    static func decoding(
        _ input: any ByteInput, as encoding: RecordEncoding
    ) throws -> any ByteInput {
        let peeked = PeekedInput(input)
        let start = try peeked.prefix(4)
        if start == [0xFF, 0xFE, 0, 0] || start == [0, 0, 0xFE, 0xFF] {
            throw FormatError("the file is in UTF-32, which cannot be read; convert it to UTF-8")
        }
        let marks: [(bytes: [UInt8], encoding: RecordEncoding)] = [
            ([0xEF, 0xBB, 0xBF], .utf8), ([0xFF, 0xFE], .utf16LittleEndian),
            ([0xFE, 0xFF], .utf16BigEndian),
        ]
        var encoding = encoding
        if let mark = marks.first(where: { start.starts(with: $0.bytes) }) {
            encoding = mark.encoding
            peeked.skip(mark.bytes.count)
        } else if encoding == .utf8, start.prefix(2).contains(0) {
            throw FormatError(
                "the file is not UTF-8: it begins like UTF-16 without a byte order mark, whose "
                    + "encoding must be specified")
        }
        return switch encoding {
        case .utf8: peeked
        case .utf16LittleEndian: TranscodedInput(peeked, UTF16Units(isLittleEndian: true))
        case .utf16BigEndian: TranscodedInput(peeked, UTF16Units(isLittleEndian: false))
        case .latin1: TranscodedInput(peeked, SingleBytes(controls: nil))
        case .windows1252: TranscodedInput(peeked, SingleBytes(controls: SingleBytes.windows))
        }
    }
}

/// A conversion of bytes to UTF-8, in pieces.
private protocol ByteDecoding {
    /// Appends the UTF-8 of the next bytes.
    mutating func decode(_ bytes: ArraySlice<UInt8>, to output: inout [UInt8])
    /// Appends the UTF-8 of an incomplete character at the end.
    mutating func finish(_ output: inout [UInt8])
}

/// An input that converts the bytes of another one.
private final class TranscodedInput<Decoding: ByteDecoding>: ByteInput {
    private let input: any ByteInput
    private var decoding: Decoding
    private var bytes = [UInt8](repeating: 0, count: 32 << 10)
    private var output: [UInt8] = []
    private var position = 0
    private var isAtEnd = false

    init(_ input: any ByteInput, _ decoding: Decoding) {
        self.input = input
        self.decoding = decoding
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while position == output.count, !isAtEnd { try fill() }
        let piece = output[position..<min(position + buffer.count, output.count)]
        buffer.copyBytes(from: piece)
        position += piece.count
        return piece.count
    }

    private func fill() throws {
        output.removeAll(keepingCapacity: true)
        position = 0
        let count = try bytes.withUnsafeMutableBytes { try input.read(into: $0) }
        if count > 0 {
            decoding.decode(bytes[..<count], to: &output)
        } else {
            isAtEnd = true
            decoding.finish(&output)
        }
    }
}

/// A byte that UTF-8 never contains, for a character that is invalid in its encoding.
private let invalidByte: UInt8 = 0xFF

extension [UInt8] {
    fileprivate mutating func append(utf8 scalar: Unicode.Scalar) {
        guard let encoded = UTF8.encode(scalar) else { return append(invalidByte) }
        append(contentsOf: encoded)
    }
}

private struct UTF16Units: ByteDecoding {
    let isLittleEndian: Bool
    private var firstByte: UInt8?
    private var highSurrogate: UInt16?

    init(isLittleEndian: Bool) {
        self.isLittleEndian = isLittleEndian
    }

    mutating func decode(_ bytes: ArraySlice<UInt8>, to output: inout [UInt8]) {
        for byte in bytes {
            guard let first = firstByte else {
                firstByte = byte
                continue
            }
            firstByte = nil
            let (high, low) = isLittleEndian ? (byte, first) : (first, byte)
            append(UInt16(high) << 8 | UInt16(low), to: &output)
        }
    }

    private mutating func append(_ unit: UInt16, to output: inout [UInt8]) {
        if let high = highSurrogate {
            highSurrogate = nil
            if 0xDC00...0xDFFF ~= unit {
                let value = 0x10000 + (UInt32(high - 0xD800) << 10 | UInt32(unit - 0xDC00))
                if let scalar = Unicode.Scalar(value) { output.append(utf8: scalar) }
                return
            }
            output.append(invalidByte)
        }
        if unit < 0x80 {
            output.append(UInt8(unit))
        } else if 0xD800...0xDBFF ~= unit {
            highSurrogate = unit
        } else if let scalar = Unicode.Scalar(unit) {
            output.append(utf8: scalar)
        } else {
            output.append(invalidByte)
        }
    }

    mutating func finish(_ output: inout [UInt8]) {
        if highSurrogate != nil || firstByte != nil { output.append(invalidByte) }
    }
}

private struct SingleBytes: ByteDecoding {
    /// The scalars of the bytes 80 to 9F, of which 0 is invalid, or `nil` for the same numbers.
    let controls: [UInt16]?

    /// The bytes 80 to 9F in Windows-1252.
    static let windows: [UInt16] = [
        0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
        0x0152, 0, 0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC,
        0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
    ]

    func decode(_ bytes: ArraySlice<UInt8>, to output: inout [UInt8]) {
        for byte in bytes {
            guard byte >= 0x80 else {
                output.append(byte)
                continue
            }
            let isControl = byte < 0xA0
            let unit = isControl ? controls?[Int(byte - 0x80)] ?? UInt16(byte) : UInt16(byte)
            if unit > 0, let scalar = Unicode.Scalar(unit) {
                output.append(utf8: scalar)
            } else {
                output.append(invalidByte)
            }
        }
    }

    func finish(_ output: inout [UInt8]) {}
}
