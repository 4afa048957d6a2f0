import Fleece

/// The decoded path and query of a request.
struct RequestTarget: Sendable, Equatable {
    /// The parts of the path between slashes, such as `["api", "document"]`; empty for `/`.
    let path: [String]
    /// The names and values of the query.
    let query: [String: String]

    /// Parses the target of a request.
    ///
    /// - Parameter text: The target as it was sent, such as `/api/document?id=hotel%201`.
    /// - Throws: ``StudioError`` if the target is not a path, if its percent encoding is invalid, if the
    ///   decoded bytes are not UTF-8, or if a name occurs twice.
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
        query = parts.count == 2 ? try Self.query(in: parts[1]) : [:]
    }

    /// Parses `name=value&name=value`.
    private static func query(in text: Substring) throws(StudioError) -> [String: String] {
        var query: [String: String] = [:]
        for pair in text.split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = try decoded(sides[0], plusIsSpace: true)
            let value = sides.count == 2 ? try decoded(sides[1], plusIsSpace: true) : ""
            guard query.updateValue(value, forKey: name) == nil else {
                throw .invalidRequest("The parameter \(name) occurs twice.")
            }
        }
        return query
    }

    /// Returns a text without percent encoding.
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
