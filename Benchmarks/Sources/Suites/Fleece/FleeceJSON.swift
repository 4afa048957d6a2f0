import Foundation
import Quire

/// Benchmarks of converting JSON to Fleece and back, against `JSONSerialization`.
enum FleeceJSON {
    static func compareReading() throws -> Comparison {
        let lines = try Hotels.lines()
        let texts = lines.map { [UInt8]($0) }
        let writer = FleeceWriter(sharedKeys: MutableSharedKeys())
        let ours = Workload(operations: lines.count) {
            for text in texts {
                try text.withUnsafeBytes { try JSONReader.read($0, into: writer) }
                try writer.withFinishedBytes { blackHole($0) }
            }
        }
        let peer = Workload(operations: lines.count) {
            for line in lines { blackHole(try JSONSerialization.jsonObject(with: line)) }
        }
        return Comparison(
            subject: .time(ours: ours, peer: peer, bytes: averageCount(lines)),
            verify: { try verifyReading(lines) })
    }

    private static func verifyReading(_ lines: [Data]) throws {
        for (index, (storage, line)) in zip(try Hotels.bodies(), lines).enumerated() {
            guard try storage.root?.equals(JSONSerialization.jsonObject(with: line)) == true else {
                throw Disagreement("hotel \(index) differs from its JSON")
            }
        }
    }

    static func compareWriting() throws -> Comparison {
        let lines = try Hotels.lines()
        let values = try Hotels.bodies().compactMap(\.root)
        let objects = try lines.map { try JSONSerialization.jsonObject(with: $0) }
        let writer = JSONWriter()
        let ours = Workload(operations: values.count) {
            for value in values {
                writer.removeAll()
                try writer.write(value)
                writer.withUTF8 { blackHole($0) }
            }
        }
        let peer = Workload(operations: objects.count) {
            for object in objects {
                blackHole(try JSONSerialization.data(withJSONObject: object))
            }
        }
        return Comparison(
            subject: .time(ours: ours, peer: peer, bytes: averageCount(lines)),
            verify: { try verifyWriting(values, objects) })
    }

    private static func verifyWriting(_ values: [FleeceValue], _ objects: [Any]) throws {
        guard values.count == objects.count else { throw Disagreement("a hotel has no value") }
        for (index, (value, object)) in zip(values, objects).enumerated() {
            let texts = [
                Data(try value.json().utf8), try JSONSerialization.data(withJSONObject: object),
            ]
            for text in texts {
                guard value.equals(try JSONSerialization.jsonObject(with: text)) else {
                    throw Disagreement("the JSON of hotel \(index) differs")
                }
            }
        }
    }

    private static func averageCount(_ lines: [Data]) -> Int {
        lines.reduce(0) { $0 + $1.count } / max(1, lines.count)
    }
}
