/// A decoder of the body of an HTTP message, whose bytes arrive in parts.
package struct HTTPBodyDecoder: Sendable {
    private enum Position {
        /// Within the body or a chunk, with the number of bytes until its end.
        case content(Int)
        case chunkSize
        case chunkEnd
        case trailer
        case complete
    }

    /// The decoded bytes.
    package private(set) var body: [UInt8] = []

    private let framing: HTTPBodyFraming
    private let limits: HTTPLimits
    private var position: Position
    private var lines: HTTPLineReader
    /// The number of bytes of chunk sizes and trailers.
    private var overhead = 0
    private var trailerFields = 0

    /// Creates a decoder for one body.
    ///
    /// - Parameters:
    ///   - framing: How many bytes belong to the body.
    ///   - limits: The limits of the body and its lines.
    /// - Throws: `HTTPError` if the declared length exceeds the limit.
    package init(_ framing: HTTPBodyFraming, limits: HTTPLimits = HTTPLimits()) throws(HTTPError) {
        self.framing = framing
        self.limits = limits
        lines = HTTPLineReader(limit: limits.line)
        position =
            switch framing {
            case .length(0): .complete
            case .length(let length): .content(length)
            case .chunked: .chunkSize
            case .untilEnd: .content(.max)
            }
        if case .length(let length) = framing { try check(length) }
    }

    /// Whether all bytes were decoded.
    package var isComplete: Bool {
        if case .complete = position { true } else { false }
    }

    /// Decodes bytes.
    ///
    /// - Parameter input: The next bytes of the peer. Those of the body are removed.
    /// - Throws: `HTTPError`.
    package mutating func decode(_ input: inout ArraySlice<UInt8>) throws(HTTPError) {
        while !input.isEmpty, !isComplete {
            if case .content(let rest) = position {
                let part = input.prefix(rest)
                if framing != .chunked { try check(body.count + part.count) }
                body.append(contentsOf: part)
                input = input.dropFirst(part.count)
                let isEnd = part.count == rest
                if isEnd {
                    position = framing == .chunked ? .chunkEnd : .complete
                } else if framing != .untilEnd {
                    position = .content(rest - part.count)
                }
            } else {
                guard let line = try lines.next(&input) else { return }
                try decode(line: line)
            }
        }
    }

    /// Checks whether the body may end with the connection.
    ///
    /// - Throws: `HTTPError` if bytes are missing.
    package mutating func end() throws(HTTPError) {
        if framing == .untilEnd { position = .complete }
        guard isComplete else { throw .invalid("The body of the message is incomplete.") }
    }

    private mutating func decode(line: [UInt8]) throws(HTTPError) {
        overhead += line.count + 2
        // A chunk may have one byte, but the lines around the chunks must not be much longer than
        // the body.
        guard overhead <= limits.head + 8 * body.count else {
            throw HTTPError(status: 413, "The chunks of the body have too long lines.")
        }
        switch position {
        case .chunkEnd:
            guard line.isEmpty else { throw .invalid("A chunk is longer than its size.") }
            position = .chunkSize
        case .chunkSize:
            let size = try Self.chunkSize(line)
            let (total, isTooLarge) = body.count.addingReportingOverflow(size)
            try check(isTooLarge ? .max : total)
            position = size == 0 ? .trailer : .content(size)
        default:
            if line.isEmpty {
                position = .complete
                return
            }
            trailerFields += 1
            guard trailerFields <= limits.fields else {
                throw HTTPError(status: 431, "The trailer has too many fields.")
            }
            _ = try HTTPHeaders.field(line)
        }
    }

    private func check(_ length: Int) throws(HTTPError) {
        guard length <= limits.body else {
            throw HTTPError(status: 413, "The body has more than \(limits.body) bytes.")
        }
    }

    /// Returns the size in the line before a chunk.
    ///
    /// Extensions after a semicolon are ignored.
    private static func chunkSize(_ line: [UInt8]) throws(HTTPError) -> Int {
        let digits = line.prefix { $0 != UInt8(ascii: ";") }
        guard (1...15).contains(digits.count), digits.allSatisfy(isHexadecimal),
            let size = Int(HTTPSyntax.text(digits), radix: 16),
            HTTPSyntax.isValue(line[digits.endIndex...])
        else { throw .invalid("The size of a chunk is invalid.") }
        return size
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
