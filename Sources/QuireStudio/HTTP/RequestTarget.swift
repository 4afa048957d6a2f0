import Fleece

/// The path and the query of a request, without percent encoding.
struct RequestTarget: Sendable, Equatable {
    /// The parts of the path between slashes, such as `["api", "document"]`; empty for `/`.
    let path: [String]
    /// The names and values of the query.
    let query: [String: String]

    /// Parses the target of a request.
    ///
    /// - Parameter text: The target as it was sent, such as `/api/document?id=hotel%201`.
    /// - Throws: ``StudioError`` if it is not a path of this server, if an encoded byte is invalid
    ///   or no UTF-8, or if a name occurs twice.
    init(_ text: String) throws(StudioError) {
        guard text.hasPrefix("/") else {
            throw .invalidRequest("The target of the request is not a path.")
        }
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var path: [String] = []
        for part in parts[0].dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            path.append(try Self.decoded(part, plusIsSpace: false))
        }
        self.path = path == [""] ? [] : path
        var query: [String: String] = [:]
        if parts.count == 2 {
            for pair in parts[1].split(separator: "&") {
                let sides = pair.split(
                    separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let name = try Self.decoded(sides[0], plusIsSpace: true)
                let value = sides.count == 2 ? try Self.decoded(sides[1], plusIsSpace: true) : ""
                guard query.updateValue(value, forKey: name) == nil else {
                    throw .invalidRequest("The parameter \(name) occurs twice.")
                }
            }
        }
        self.query = query
    }

    private static func decoded(
        _ text: Substring, plusIsSpace: Bool
    ) throws(StudioError) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let first = rest.popFirst(), let second = rest.popFirst(),
                    let high = hexadecimal(first), let low = hexadecimal(second)
                else { throw .invalidRequest("A percent sign is not followed by two digits.") }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        guard let result = String(validUTF8: bytes) else {
            throw .invalidRequest("The target of the request is not UTF-8.")
        }
        return result
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}
