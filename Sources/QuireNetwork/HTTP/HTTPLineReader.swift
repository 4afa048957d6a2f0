/// Collects the bytes of lines that end with a carriage return and a line feed.
///
/// Neither of these characters may occur elsewhere: programs that end lines at one of them would
/// see other messages.
struct HTTPLineReader: Sendable {
    private var line: [UInt8] = []
    private var hasReturn = false
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    var isEmpty: Bool { line.isEmpty && !hasReturn }

    /// Takes bytes up to the end of a line.
    ///
    /// - Parameter input: The bytes of the peer. The taken ones are removed.
    /// - Returns: The line without its end, or `nil` if the input ended before.
    /// - Throws: `HTTPError`.
    mutating func next(_ input: inout ArraySlice<UInt8>) throws(HTTPError) -> [UInt8]? {
        while let byte = input.popFirst() {
            if hasReturn {
                guard byte == HTTPSyntax.lineFeed else {
                    throw .invalid("A carriage return does not end a line.")
                }
                hasReturn = false
                defer { line = [] }
                return line
            }
            switch byte {
            case HTTPSyntax.carriageReturn: hasReturn = true
            case HTTPSyntax.lineFeed:
                throw .invalid("A line does not end with a carriage return.")
            default:
                guard line.count < limit else {
                    throw HTTPError(status: 431, "A line has more than \(limit) bytes.")
                }
                line.append(byte)
            }
        }
        return nil
    }
}
