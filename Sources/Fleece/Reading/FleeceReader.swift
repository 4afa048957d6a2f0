// The same strict accessors as those of `FleeceValue`, for values that are identified by a
// `FleeceLocation`. A `FleeceValue` retains its storage, which for a small field takes longer than
// reading it. A decoder reads many values of one storage and retains that storage itself, so it
// uses these accessors.

/// The location of a value in a ``FleeceReader``.
package struct FleeceLocation: Equatable, BitwiseCopyable {
    /// A resolved offset, with at least two readable bytes in the range of its reader.
    let offset: Int
}

/// Reads values of a storage without retaining it.
///
/// The user of a reader must keep its storage alive, and must use a location only with the reader that
/// returned it.
package struct FleeceReader: BitwiseCopyable {
    let region: FleeceRegion

    @inline(__always)
    init(_ region: FleeceRegion) {
        self.region = region
    }

    /// Creates a reader without data, which must not be used with any location.
    package init() {
        region = FleeceRegion(UnsafeRawBufferPointer(start: nil, count: 0))
    }

    package func kind(_ location: FleeceLocation) -> FleeceKind { region.kind(location.offset) }

    package func isNull(_ location: FleeceLocation) -> Bool {
        region.word(location.offset) & 0xFC00 == 0x3000
    }

    package func boolean(_ location: FleeceLocation) -> Bool? { region.boolean(location.offset) }

    package func int64(_ location: FleeceLocation) -> Int64? { region.int64(location.offset) }

    package func uint64(_ location: FleeceLocation) -> UInt64? { region.uint64(location.offset) }

    package func double(_ location: FleeceLocation) -> Double? { region.double(location.offset) }

    package func float(_ location: FleeceLocation) -> Float? { region.float(location.offset) }

    package func string(_ location: FleeceLocation) -> String? { region.string(location.offset) }

    /// Returns the bytes of a string, which are valid for the lifetime of the storage.
    package func stringBytes(_ location: FleeceLocation) -> UnsafeRawBufferPointer? {
        region.bytes(location.offset, tag: 4)
    }

    /// Returns the bytes of data, which are valid for the lifetime of the storage.
    package func dataBytes(_ location: FleeceLocation) -> UnsafeRawBufferPointer? {
        region.bytes(location.offset, tag: 5)
    }

    /// Returns the items of an array.
    package func items(_ location: FleeceLocation) -> FleeceItems? {
        region.slots(location.offset, tag: 6).map { FleeceItems(region: region, slots: $0) }
    }
}

extension FleeceStorage {
    /// A reader of the values, which does not retain this storage.
    package var reader: FleeceReader { FleeceReader(region) }
}

extension FleeceValue {
    /// The location of the value in its storage.
    package var location: FleeceLocation { FleeceLocation(offset: offset) }

    /// Creates a value from a location of the storage's reader.
    package init(_ storage: FleeceStorage, _ location: FleeceLocation) {
        self.init(storage: storage, offset: location.offset)
    }
}

/// The items of an array.
package struct FleeceItems: BitwiseCopyable {
    let region: FleeceRegion
    let slots: FleeceSlots

    package var count: Int { slots.count }

    /// Returns the location of an item, or `nil` if the item is damaged.
    ///
    /// - Precondition: The index is below the count.
    package func location(_ index: Int) -> FleeceLocation? {
        precondition(index >= 0 && index < slots.count, "index \(index) is out of range")
        return region.item(index, of: slots).map(FleeceLocation.init(offset:))
    }
}

extension FleeceArray {
    /// The array as a value.
    public var value: FleeceValue { FleeceValue(storage: storage, offset: slots.start) }
}
