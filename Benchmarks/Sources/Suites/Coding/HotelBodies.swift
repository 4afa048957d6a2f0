import Foundation
import Quire

/// 20,000 hotels, which exceed the caches, and their bodies with the shared keys of one database.
struct HotelBodies {
    static let count = 20_000

    let hotels = CodedHotel.all(count: count)
    let keys = MutableSharedKeys()

    /// Returns a writer with the shared keys of all bodies.
    func writer() -> FleeceWriter { FleeceWriter(sharedKeys: keys) }

    /// Returns a workload for each hotel, accessed in place, since a copy would retain ten objects.
    ///
    /// Only an access to a mutable hotel does not copy it. The closure must not change the hotel.
    func workload(_ body: @escaping (inout CodedHotel) throws -> Void) -> Workload {
        var hotels = hotels
        return Workload(operations: Self.count) {
            try hotels.withUnsafeMutableBufferPointer { hotels in
                for index in hotels.indices { try body(&hotels[index]) }
            }
        }
    }

    /// Returns the bodies as read from a database.
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
