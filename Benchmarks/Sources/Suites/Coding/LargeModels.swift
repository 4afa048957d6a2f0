import Foundation
import Quire

/// Benchmarks of models that a coder could process in quadratic time.
///
/// Each is compared, per member, with a model of a tenth of its size.
enum LargeModels {
    private struct Point: Codable, Equatable {
        var x: Int
        var y: Double
        var name: String
    }

    static func compareDictionaries() throws -> Comparison {
        try compare(
            members: 10_000, try body((0..<10_000).map { ("key \($0)", $0) }),
            try body((0..<1000).map { ("key \($0)", $0) }), [String: Int].self)
    }

    static func compareArrays() throws -> Comparison {
        func points(_ count: Int) -> [Point] {
            (0..<count).map { Point(x: $0, y: Double($0) / 3, name: "point \($0 % 100)") }
        }
        return try compare(
            members: 100_000, body(points(100_000)), body(points(10_000)), [Point].self)
    }

    /// Compares 60 keys in the requested order with the reverse order.
    static func compareOrders() throws -> Comparison {
        let keys = (0..<60).map { "field\($0 < 10 ? "0" : "")\($0)" }
        let (ours, peer) = (MutableSharedKeys(), MutableSharedKeys())
        for key in keys.reversed() { _ = ours.number(for: key) }
        for key in keys { _ = peer.number(for: key) }
        let (reversed, straight) = (try wide(keys, ours), try wide(keys, peer))
        let decoder = DocumentDecoder()
        return Comparison(
            subject: .time(
                ours: Workload(operations: 100) {
                    for _ in 0..<100 {
                        blackHole(try decoder.decode(WideModel.self, from: reversed))
                    }
                },
                peer: Workload(operations: 100) {
                    for _ in 0..<100 {
                        blackHole(try decoder.decode(WideModel.self, from: straight))
                    }
                }),
            verify: {
                guard
                    try decoder.decode(WideModel.self, from: reversed)
                        == decoder.decode(WideModel.self, from: straight)
                else { throw Disagreement("the order of the keys changes the model") }
            })
    }

    private static func wide(_ keys: [String], _ table: MutableSharedKeys) throws -> FleeceValue {
        let writer = FleeceWriter(sharedKeys: table)
        writer.beginDictionary()
        for (index, key) in keys.enumerated() {
            writer.writeKey(key)
            writer.write(Int64(index))
        }
        writer.endDictionary()
        guard let root = FleeceStorage(try writer.finish(), sharedKeys: table.snapshot).root else {
            throw Disagreement("a body has no root")
        }
        return root
    }

    private static func body(_ value: some Encodable) throws -> FleeceValue {
        guard let root = try DocumentEncoder().encodeToFleece(value).root else {
            throw Disagreement("a body has no root")
        }
        return root
    }

    private static func body(_ pairs: [(String, Int)]) throws -> FleeceValue {
        try body(Dictionary(uniqueKeysWithValues: pairs))
    }

    private static func compare<Model: Codable & Collection>(
        members: Int, _ large: FleeceValue, _ small: FleeceValue, _ type: Model.Type
    ) throws -> Comparison {
        let decoder = DocumentDecoder()
        return Comparison(
            subject: .time(
                ours: Workload(operations: members) {
                    blackHole(try decoder.decode(type, from: large))
                },
                peer: Workload(operations: members) {
                    for _ in 0..<10 { blackHole(try decoder.decode(type, from: small)) }
                }),
            verify: {
                guard try decoder.decode(type, from: large).count == members else {
                    throw Disagreement("members are lost")
                }
            })
    }
}
