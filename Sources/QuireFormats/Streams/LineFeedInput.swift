/// An input of JSON in which carriage returns that end lines become line feeds.
///
/// A carriage return before a line feed is kept: it is white space.
final class LineFeedInput: ByteInput {
    /// The locations of carriage returns that become line feeds.
    enum Lines {
        /// Everywhere, since both are white space in a JSON text.
        case inTexts
        /// Between texts, unless the first line ends with a line feed. In a file of JSON lines, a
        /// carriage return can also be white space within a text.
        case betweenTexts
    }

    private let input: PeekedInput
    private var lines: Lines?
    private var hasReturns = false
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    init(_ input: any ByteInput, _ lines: Lines) {
        self.input = PeekedInput(input)
        self.lines = lines
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = try input.read(into: buffer)
        let bytes = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
        switch lines {
        case .inTexts: try convertAll(bytes)
        case .betweenTexts: try convertEnds(bytes)
        case nil: break
        }
        return count
    }

    /// Returns whether a carriage return is followed by another byte than a line feed.
    private func isAlone(_ index: Int, in bytes: UnsafeMutableRawBufferPointer) throws -> Bool {
        let next = index + 1
        return try (next < bytes.count ? bytes[next] : input.prefix(1).first) != 0x0A
    }

    private func convertAll(_ bytes: UnsafeMutableRawBufferPointer) throws {
        guard bytes.contains(0x0D) else { return }
        for index in bytes.indices where bytes[index] == 0x0D {
            if try isAlone(index, in: bytes) { bytes[index] = 0x0A }
        }
    }

    private func convertEnds(_ bytes: UnsafeMutableRawBufferPointer) throws {
        for index in bytes.indices {
            let byte = bytes[index]
            switch byte {
            case 0x0A where !hasReturns:
                lines = nil
                return
            case 0x0D where depth <= 0 || isInString:
                guard try isAlone(index, in: bytes) else { continue }
                bytes[index] = 0x0A
                hasReturns = true
                (depth, isInString, isEscaped) = (0, false, false)
            case _ where isInString:
                isInString = byte != UInt8(ascii: "\"") || isEscaped
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
        }
    }
}
