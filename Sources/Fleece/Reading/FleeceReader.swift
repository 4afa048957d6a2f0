// The same strict accessors as those of `FleeceValue`, for values that are identified by a
// `FleecePlace`. A `FleeceValue` retains its storage, which for a small field takes longer than
// reading it. A decoder reads many values of one storage and retains that storage itself, so it
// uses these accessors.

/// The location of a value in a ``FleeceReader``.
package struct FleecePlace: Equatable, BitwiseCopyable {
    /// A resolved offset, with at least two readable bytes in the range of its reader.
    let offset: Int
}

/// Reads values of a storage without retaining it.
///
/// The user of a reader must keep its storage alive, and must use a place only with the reader that
/// returned it.
package struct FleeceReader: BitwiseCopyable {
    let region: FleeceRegion

    @inline(__always)
    init(_ region: FleeceRegion) {
        self.region = region
    }

    /// Creates a reader without data, which must not be used with any place.
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

    /// Returns the bytes of a string, which are valid for the lifetime of the storage.
    package func stringBytes(_ place: FleecePlace) -> UnsafeRawBufferPointer? {
        region.bytes(place.offset, tag: 4)
    }

    /// Returns the bytes of data, which are valid for the lifetime of the storage.
    package func dataBytes(_ place: FleecePlace) -> UnsafeRawBufferPointer? {
        region.bytes(place.offset, tag: 5)
    }

    /// Returns the items of an array.
    package func items(_ place: FleecePlace) -> FleeceItems? {
        region.slots(place.offset, tag: 6).map { FleeceItems(region: region, slots: $0) }
    }
}

extension FleeceStorage {
    /// A reader of the values, which does not retain this storage.
    package var reader: FleeceReader { FleeceReader(region) }
}

extension FleeceValue {
    /// The place of the value in its storage.
    package var place: FleecePlace { FleecePlace(offset: offset) }

    /// Creates a value from a place of the storage's reader.
    package init(_ storage: FleeceStorage, _ place: FleecePlace) {
        self.init(storage: storage, offset: place.offset)
    }
}

/// The items of an array.
package struct FleeceItems: BitwiseCopyable {
    let region: FleeceRegion
    let slots: FleeceSlots

    package var count: Int { slots.count }

    /// Returns the place of an item, or `nil` if the item is damaged.
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
