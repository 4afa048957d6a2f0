package import Fleece

/// Documents from one JSON array, or from concatenated JSON texts.
///
/// The source finds the end of a document by its brackets and quotes, and then parses it.
/// Therefore, the documents after an invalid document can be read if its brackets and quotes are
/// balanced.
package struct JSONTextsSource: RecordSource {
    private var reader: ByteReader
    private var text: [UInt8] = []
    private var state = State.beginning
    package private(set) var line = 0
    /// The column in which the last document begins.
    private var column = 1

    private enum State { case beginning, inArray(isFirst: Bool), betweenTexts, atEnd }

    package init(_ input: any ByteInput) {
        reader = ByteReader(input)
    }

    package mutating func readNext(into writer: FleeceWriter, keepsNumbers: Bool) throws -> Bool {
        guard try findText() else { return false }
        (line, column) = (reader.line, reader.column)
        try takeText()
        let result = text.withUnsafeBytes { bytes in
            Result { () throws(JSONError) in
                if keepsNumbers {
                    try JSONReader.read(bytes, keepingNumbersInto: writer)
                } else {
                    try JSONReader.read(bytes, into: writer)
                }
            }
        }
        if case .failure(let error) = result {
            throw RecordError(error, from: line, column: column)
        }
        return true
    }

    /// Moves to the beginning of the next document.
    private mutating func findText() throws -> Bool {
        if case .beginning = state {
            try reader.skipSpace()
            if try reader.peek() == UInt8(ascii: "[") {
                _ = try reader.next()
                state = .inArray(isFirst: true)
            } else {
                state = .betweenTexts
            }
        }
        try reader.skipSpace()
        let byte = try reader.peek()
        switch state {
        case .beginning, .atEnd:
            return false
        case .betweenTexts:
            return byte != nil
        case .inArray(let isFirst):
            if byte == UInt8(ascii: "]") { return try end() }
            if !isFirst {
                guard byte == UInt8(ascii: ",") else {
                    throw reader.error("expected ',' or ']' after a document")
                }
                _ = try reader.next()
                try reader.skipSpace()
            }
            state = .inArray(isFirst: false)
            guard try reader.peek() != nil else { throw reader.error("unterminated array") }
            return true
        }
    }

    private mutating func end() throws -> Bool {
        _ = try reader.next()
        state = .atEnd
        try reader.skipSpace()
        guard try reader.peek() == nil else {
            throw reader.error("unexpected data after the array")
        }
        return false
    }

    /// Reads the bytes of the next document.
    private mutating func takeText() throws {
        text.removeAll(keepingCapacity: true)
        var depth = 0
        var isInString = false
        var isEscaped = false
        while let byte = try reader.peek() {
            if !isInString, depth == 0, !text.isEmpty, Self.endsScalar(byte) { return }
            text.append(byte)
            guard text.count <= RecordLimits.size else {
                throw FormatError(
                    "a document has more than \(RecordLimits.size) bytes", line: line)
            }
            _ = try reader.next()
            if isInString {
                isInString = byte != UInt8(ascii: "\"") || isEscaped
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
            } else {
                switch byte {
                case UInt8(ascii: "\""): isInString = true
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                default: continue
                }
            }
            if depth <= 0, !isInString { return }
        }
        if depth > 0 || isInString {
            throw FormatError("unterminated document", line: line, column: column)
        }
    }

    private static func endsScalar(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || byte <= 0x20
    }
}
