import Foundation

/// The fixture files next to the tests.
enum Fixture {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Fixtures")

    static func lines(_ name: String) throws -> [Substring] {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8).split(separator: "\n")
    }
}

extension Array where Element == UInt8 {
    /// Creates bytes from hexadecimal digits; spaces are ignored.
    init(hex: some StringProtocol) {
        let digits = hex.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        self = stride(from: 0, to: digits.count, by: 2).map {
            UInt8(digits[$0] << 4 | digits[$0 + 1])
        }
    }
}
