// The strict accessors once more, by place: for a decoder, which reads very many values of one
// storage and holds on to it by itself. A `FleeceValue` retains its storage, which for a small field
// takes longer than all the rest.

/// Where a value of a ``FleeceReader`` lies.
package struct FleecePlace: Equatable, BitwiseCopyable {
    /// Resolved, with at least two bytes in range of the reader that it is of.
    let offset: Int
}

/// Reads values of a storage, which it does not keep alive.
///
/// Whoever has a reader must hold on to its storage, and use places only with the reader that gave
/// them.
package struct FleeceReader: BitwiseCopyable {
    let region: FleeceRegion

    @inline(__always)
    init(_ region: FleeceRegion) {
        self.region = region
    }

    /// Makes a reader of no data, which must not be given any place.
    package init() {
        region = FleeceRegion(UnsafeRawBufferPointer(start: nil, count: 0))
    }

    package func kind(_ place: FleecePlace) -> FleeceKind { region.kind(place.offset) }

    package func isNull(_ place: FleecePlace) -> Bool {
        region.word(place.offset) & 0xFC00 == 0x3000
    }

    package func boolean(_ place: FleecePlace) -> Bool? { region.boolean(place.offset) }

    package func int64(_ place: FleecePlace) -> Int64? { region.int64(place.offset) }

    package func uint64(_ place: FleecePlace) -> UInt64? { region.uint64(place.offset) }

    package func double(_ place: FleecePlace) -> Double? { region.double(place.offset) }

    package func float(_ place: FleecePlace) -> Float? { region.float(place.offset) }

    package func string(_ place: FleecePlace) -> String? { region.string(place.offset) }

    /// The bytes of a string, which live as long as the storage.
    package func stringBytes(_ place: FleecePlace) -> UnsafeRawBufferPointer? {
        region.bytes(place.offset, tag: 4)
    }

    /// The bytes of data, which live as long as the storage.
    package func dataBytes(_ place: FleecePlace) -> UnsafeRawBufferPointer? {
        region.bytes(place.offset, tag: 5)
    }

    /// The items of an array.
    package func items(_ place: FleecePlace) -> FleeceItems? {
        region.slots(place.offset, tag: 6).map { FleeceItems(region: region, slots: $0) }
    }
}

extension FleeceStorage {
    /// A reader of the values, which does not keep them alive.
    package var reader: FleeceReader { FleeceReader(region) }
}

extension FleeceValue {
    /// Where the value lies in its storage.
    package var place: FleecePlace { FleecePlace(offset: offset) }

    /// The value at a place of a storage's reader.
    package init(_ storage: FleeceStorage, _ place: FleecePlace) {
        self.init(storage: storage, offset: place.offset)
    }
}

/// The items of an array, by index.
package struct FleeceItems: BitwiseCopyable {
    let region: FleeceRegion
    let slots: FleeceSlots

    package var count: Int { slots.count }

    /// Where an item lies, or `nil` if the item is damaged.
    ///
    /// - Precondition: The index is below the count.
    package func place(_ index: Int) -> FleecePlace? {
        precondition(index >= 0 && index < slots.count, "index \(index) is out of range")
        return region.item(index, of: slots).map(FleecePlace.init(offset:))
    }
}

extension FleeceArray {
    /// The array as a value.
    public var value: FleeceValue { FleeceValue(storage: storage, offset: slots.start) }
}
