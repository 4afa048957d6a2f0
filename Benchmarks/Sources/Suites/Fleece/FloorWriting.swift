import FleeceFloor
import Foundation
import Quire

/// A benchmark of writing bodies, against code in C.
enum FloorWriting {
    private static let count = 100_000

    /// Compares writing 100,000 different hotels, whose keys both sides look up by their names.
    static func compare() throws -> Comparison {
        var hotels = StoredHotel.all(count: count)
        let prepared = FloorHotels(hotels)
        let keys = MutableSharedKeys()
        let writer = FleeceWriter(sharedKeys: keys)
        // The first hotel assigns the numbers of all keys.
        hotels.first?.write(to: writer, revision: 1)
        let bytes = try writer.finish().count
        let floorKeys = FloorKeys(keys.snapshot)
        // Only an access to a mutable hotel does not copy it, which would retain its strings.
        func write(_ hotel: inout StoredHotel) throws {
            hotel.write(to: writer, revision: 1)
            try writer.withFinishedBytes { blackHole($0) }
        }
        func floor(_ hotel: inout FleeceFloorHotel) throws -> UnsafeRawBufferPointer {
            let length = withUnsafePointer(to: floorKeys.table) {
                fleece_floor_write_hotel(prepared.writer, $0, &hotel)
            }
            guard length > 0 else { throw Disagreement("the floor cannot write a document") }
            return UnsafeRawBufferPointer(
                start: fleece_floor_writer_bytes(prepared.writer), count: length)
        }
        return Comparison(
            subject: .time(
                ours: Workload(operations: count) {
                    try hotels.withUnsafeMutableBufferPointer { hotels in
                        for index in hotels.indices { try write(&hotels[index]) }
                    }
                },
                peer: Workload(operations: count) {
                    for index in prepared.hotels.indices {
                        blackHole(try floor(&prepared.hotels[index]))
                    }
                },
                bytes: bytes),
            verify: {
                for (index, hotel) in hotels.enumerated() {
                    hotel.write(to: writer, revision: 1)
                    guard try writer.finish() == Array(floor(&prepared.hotels[index])) else {
                        throw Disagreement("the bytes of hotel \(hotel.id) differ")
                    }
                }
            })
    }
}

/// Hotels in the form of the floor, and its writer.
private final class FloorHotels {
    let hotels: UnsafeMutableBufferPointer<FleeceFloorHotel>
    let writer = fleece_floor_writer_create()
    private var texts: [UnsafeMutablePointer<CChar>?] = []

    init(_ all: [StoredHotel]) {
        hotels = .allocate(capacity: all.count)
        for (index, hotel) in all.enumerated() {
            hotels.initializeElement(
                at: index,
                to: FleeceFloorHotel(
                    name: text(hotel.name), city: text(hotel.city), country: text(hotel.country),
                    address: text(hotel.address), phone: text(hotel.phone),
                    description: text(hotel.description),
                    tags: (text(hotel.tags[0]), text(hotel.tags[1]), text(hotel.tags[2])),
                    rate: hotel.rate, latitude: hotel.latitude, longitude: hotel.longitude,
                    stars: Int64(hotel.stars), revision: 1, acceptsPets: hotel.acceptsPets))
        }
    }

    private func text(_ string: String) -> FleeceFloorText {
        let copy = strdup(string)
        texts.append(copy)
        return FleeceFloorText(start: copy, length: string.utf8.count)
    }

    deinit {
        for text in texts { free(text) }
        hotels.deallocate()
        fleece_floor_writer_free(writer)
    }
}
