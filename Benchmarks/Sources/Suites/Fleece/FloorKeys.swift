import FleeceFloor
import Foundation
import Quire

/// The shared keys of documents in the form of the floor.
final class FloorKeys {
    private static let slotCount = 4096

    var table: FleeceFloorKeys
    private let names: UnsafeMutableBufferPointer<UnsafePointer<CChar>?>
    private let lengths: UnsafeMutableBufferPointer<Int>
    private let slots = UnsafeMutablePointer<UInt16>.allocate(capacity: slotCount)

    convenience init(of bodies: [FleeceStorage]) {
        self.init(bodies.first?.sharedKeys ?? .empty)
    }

    init(_ keys: SharedKeys) {
        let texts = (0..<keys.count).map { keys.name(for: $0) ?? "" }
        names = .allocate(capacity: texts.count)
        _ = names.initialize(from: texts.map { UnsafePointer(strdup($0)) })
        lengths = .allocate(capacity: texts.count)
        _ = lengths.initialize(from: texts.map(\.utf8.count))
        table = FleeceFloorKeys(
            names: names.baseAddress, lengths: lengths.baseAddress, count: texts.count,
            slots: slots, slotCount: Self.slotCount)
        fleece_floor_prepare(&table)
    }

    deinit {
        for name in names { free(UnsafeMutablePointer(mutating: name)) }
        names.deallocate()
        lengths.deallocate()
        slots.deallocate()
    }
}
