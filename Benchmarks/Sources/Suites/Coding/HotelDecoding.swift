import Foundation
import Quire

/// Benchmarks of decoding hotels.
enum HotelDecoding {
    /// Compares with `JSONDecoder` and dates in ISO 8601.
    static func compareToJSON() throws -> Comparison {
        let bodies = HotelBodies()
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        let texts = try bodies.hotels.map { try encoder.encode($0) }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return Comparison(
            subject: .time(
                ours: decoding(CodedHotel.self, try bodies.roots()),
                peer: Workload(operations: HotelBodies.count) {
                    for text in texts { blackHole(try decoder.decode(CodedHotel.self, from: text)) }
                }),
            verify: { try verify(bodies) })
    }

    /// Compares with code written for this model.
    static func compareToFloor() throws -> Comparison {
        let bodies = HotelBodies()
        let roots = try bodies.roots()
        return Comparison(
            subject: .time(
                ours: decoding(CodedHotel.self, roots),
                peer: Workload(operations: HotelBodies.count) {
                    for root in roots { blackHole(root.dictionary.flatMap(HandWrittenCoder.read)) }
                }),
            verify: {
                try verify(bodies)
                for (root, hotel) in zip(roots, bodies.hotels)
                where root.dictionary.flatMap(HandWrittenCoder.read) != hotel {
                    throw Disagreement("a hotel differs with the handwritten coder: \(hotel)")
                }
            })
    }

    /// Compares decoding two fields with decoding all of them.
    static func compareProjection() throws -> Comparison {
        let bodies = HotelBodies()
        let roots = try bodies.roots()
        return Comparison(
            subject: .time(
                ours: decoding(NameAndRate.self, roots), peer: decoding(CodedHotel.self, roots)),
            verify: {
                for (root, hotel) in zip(roots, bodies.hotels) {
                    let two = try DocumentDecoder().decode(NameAndRate.self, from: root)
                    guard two == NameAndRate(name: hotel.name, rate: hotel.rate) else {
                        throw Disagreement("two fields differ: \(two)")
                    }
                }
            })
    }

    private static func decoding<Model: Decodable>(
        _ type: Model.Type, _ roots: [FleeceValue]
    ) -> Workload {
        let decoder = DocumentDecoder()
        return Workload(operations: roots.count) {
            for root in roots { blackHole(try decoder.decode(type, from: root)) }
        }
    }

    private static func verify(_ bodies: HotelBodies) throws {
        for (root, hotel) in zip(try bodies.roots(), bodies.hotels)
        where try DocumentDecoder().decode(CodedHotel.self, from: root) != hotel {
            throw Disagreement("a hotel does not survive a round trip: \(hotel)")
        }
    }
}
