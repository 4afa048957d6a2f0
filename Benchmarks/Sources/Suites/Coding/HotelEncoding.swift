import Foundation
import Quire

/// Benchmarks of encoding hotels.
enum HotelEncoding {
    /// Compares with `JSONEncoder` and dates in ISO 8601.
    static func compareToJSON() throws -> Comparison {
        let bodies = HotelBodies()
        let json = JSONEncoder()
        json.dateEncodingStrategy = .iso8601
        return Comparison(
            subject: .time(
                ours: try encoding(bodies),
                peer: bodies.workload { blackHole(try json.encode($0)) }),
            verify: {
                let decoder = JSONDecoder()
                decoder.dateDecodingStrategy = .iso8601
                for hotel in bodies.hotels.prefix(100) {
                    let peer = try decoder.decode(CodedHotel.self, from: json.encode(hotel))
                    guard try ours(hotel, bodies.writer()) == peer else {
                        throw Disagreement("a hotel does not survive a round trip: \(hotel)")
                    }
                }
            })
    }

    /// Compares with code written for this model.
    static func compareToFloor() throws -> Comparison {
        let bodies = HotelBodies()
        let writer = bodies.writer()
        return Comparison(
            subject: .time(
                ours: try encoding(bodies),
                peer: bodies.workload { hotel in
                    HandWrittenCoder.write(hotel, to: writer)
                    try writer.withFinishedBytes { blackHole($0) }
                }),
            verify: {
                for hotel in bodies.hotels {
                    HandWrittenCoder.write(hotel, to: writer)
                    let peer = try writer.finish()
                    try DocumentEncoder().encode(hotel, into: writer)
                    guard try writer.finish() == peer else {
                        throw Disagreement("the bytes of a hotel differ: \(hotel)")
                    }
                }
            })
    }

    private static func encoding(_ bodies: HotelBodies) throws -> Workload {
        let writer = bodies.writer()
        let encoder = DocumentEncoder()
        return bodies.workload { hotel in
            try encoder.encode(hotel, into: writer)
            try writer.withFinishedBytes { blackHole($0) }
        }
    }

    private static func ours(_ hotel: CodedHotel, _ writer: FleeceWriter) throws -> CodedHotel? {
        try DocumentEncoder().encode(hotel, into: writer)
        let keys = writer.sharedKeys?.snapshot ?? .empty
        return try FleeceStorage(writer.finish(), sharedKeys: keys).root?.dictionary
            .flatMap(HandWrittenCoder.read)
    }
}
