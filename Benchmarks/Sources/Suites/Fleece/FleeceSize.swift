import Foundation
import Quire

/// Benchmarks of the size of encoded values.
enum FleeceSize {
    static func compareHotels() throws -> Comparison {
        let lines = try Hotels.lines()
        let bodies = try Hotels.bodies()
        return Comparison(
            subject: .size(
                ours: bodies.reduce(0) { $0 + $1.count }, peer: lines.reduce(0) { $0 + $1.count }),
            verify: {
                for (index, (body, line)) in zip(bodies, lines).enumerated() {
                    let object = try JSONSerialization.jsonObject(with: line)
                    guard body.root?.equals(object) == true else {
                        throw Disagreement("hotel \(index) differs from its JSON")
                    }
                }
            })
    }

    /// Compares with the encoder of Couchbase Lite, whose output is a fixture of the tests.
    static func compareVectors() throws -> Comparison {
        let vectors = try vectors()
        let ours = try vectors.map { try FleeceStorage(json: $0.json) }
        return Comparison(
            subject: .size(
                ours: ours.reduce(0) { $0 + $1.count },
                peer: vectors.reduce(0) { $0 + $1.original.count }),
            verify: {
                for (index, (ours, vector)) in zip(ours, vectors).enumerated() {
                    let (mine, theirs) = (ours.root, FleeceStorage(vector.original).root)
                    guard let text = try mine?.json(.canonical),
                        try theirs?.json(.canonical) == text
                    else { throw Disagreement("vector \(index + 1) has another value") }
                }
            })
    }

    private static func vectors() throws -> [(json: String, original: [UInt8])] {
        let file = RepositoryFolder.url
            .appending(path: "Tests/FleeceTests/Fixtures/fleece-vectors.tsv")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
            let fields = $0.split(separator: "\t")
            guard fields.count == 2, let bytes = bytes(fields[1]) else {
                throw Disagreement("\(file.path) has an invalid line: \($0.prefix(60))")
            }
            return (String(fields[0]), bytes)
        }
    }

    /// Parses hexadecimal digits.
    private static func bytes(_ text: Substring) -> [UInt8]? {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map {
            UInt8(digits[$0] << 4 | digits[$0 + 1])
        }
    }
}
