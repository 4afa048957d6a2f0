import Foundation
import Quire

/// 20,000 hotels, so that none of them is in a cache when its turn comes, and their bodies with the
/// shared keys of one database.
struct HotelBodies {
    static let count = 20_000

    let hotels = CodedHotel.all(count: count)
    let keys = MutableSharedKeys()

    /// A writer with the keys of all bodies.
    func writer() -> FleeceWriter { FleeceWriter(sharedKeys: keys) }

    /// Does something with each hotel where it lies: a copy would retain ten objects.
    func workload(_ body: @escaping (CodedHotel) throws -> Void) -> Workload {
        Workload(operations: Self.count) {
            try hotels.withUnsafeBufferPointer { hotels in
                for index in hotels.indices { try body(hotels[index]) }
            }
        }
    }

    /// The bodies, as they come out of a database.
    func roots() throws -> [FleeceValue] {
        let writer = writer()
        let bytes = try hotels.map { hotel in
            HandWrittenCoder.write(hotel, to: writer)
            return try writer.finish()
        }
        return try bytes.map { bytes in
            guard let root = FleeceStorage(bytes, sharedKeys: keys.snapshot).root else {
                throw Disagreement("a body has no root")
            }
            return root
        }
    }
}
