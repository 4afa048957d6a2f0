/// A parser of the head of an HTTP message, whose bytes arrive in parts.
package struct HTTPHeadParser<Head: HTTPHead>: Sendable {
    private let limits: HTTPLimits
    private var lines: HTTPLineReader
    private var count = 0
    private var head: Head?

    /// Creates a parser for one head.
    ///
    /// - Parameter limits: The limits of the head.
    package init(limits: HTTPLimits = HTTPLimits()) {
        self.limits = limits
        lines = HTTPLineReader(limit: limits.line)
    }

    /// Whether no byte has been parsed.
    package var isEmpty: Bool { count == 0 && lines.isEmpty }

    /// Parses bytes.
    ///
    /// - Parameter input: The next bytes of the peer. Those of the head are removed.
    /// - Returns: The head if it is complete.
    /// - Throws: `HTTPError`.
    package mutating func parse(_ input: inout ArraySlice<UInt8>) throws(HTTPError) -> Head? {
        while let line = try lines.next(&input) {
            count += line.count + 2
            guard count <= limits.head else {
                throw HTTPError(status: 431, "The head has more than \(limits.head) bytes.")
            }
            guard var head else {
                head = try Head(startLine: line)
                continue
            }
            if line.isEmpty {
                try head.validate()
                return head
            }
            guard head.headers.fields.count < limits.fields else {
                throw HTTPError(status: 431, "The head has more than \(limits.fields) fields.")
            }
            let (name, value) = try HTTPHeaders.field(line)
            head.headers.add(name, value)
            self.head = head
        }
        return nil
    }
}

extension HTTPHeaders {
    /// Parses the line of a field.
    static func field(_ line: [UInt8]) throws(HTTPError) -> (name: String, value: String) {
        // A line that continues the previous one begins with a space, which is not part of a name.
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
            HTTPSyntax.isToken(line[..<colon])
        else { throw .invalid("A line is no header field.") }
        let value = HTTPSyntax.trimmed(line[(colon + 1)...])
        guard HTTPSyntax.isValue(value) else {
            throw .invalid("A header field contains a control character.")
        }
        return (HTTPSyntax.text(line[..<colon]), HTTPSyntax.text(value))
    }
}
