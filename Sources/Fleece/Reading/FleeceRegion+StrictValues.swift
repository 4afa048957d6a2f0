// The strict accessors, shared by values and by fields of dictionaries. They return `nil` if the
// value is of another kind.

extension FleeceRegion {
    func int64(_ offset: Int) -> Int64? {
        if let (bits, isUnsigned) = integer(offset) {
            let value = Int64(bitPattern: bits)
            return isUnsigned && value < 0 ? nil : value
        }
        return floatingPoint(offset).flatMap(Int64.init(exactly:))
    }

    func uint64(_ offset: Int) -> UInt64? {
        if let (bits, isUnsigned) = integer(offset) {
            return isUnsigned || Int64(bitPattern: bits) >= 0 ? bits : nil
        }
        return floatingPoint(offset).flatMap(UInt64.init(exactly:))
    }

    func double(_ offset: Int) -> Double? {
        if let value = floatingPoint(offset) { return value }
        guard let (bits, isUnsigned) = integer(offset) else { return nil }
        return isUnsigned ? Double(bits) : Double(Int64(bitPattern: bits))
    }

    func float(_ offset: Int) -> Float? {
        if let (bits, isUnsigned) = integer(offset) {
            // Converting to a double first would round twice.
            return isUnsigned ? Float(bits) : Float(Int64(bitPattern: bits))
        }
        guard let double = floatingPoint(offset) else { return nil }
        let float = Float(double)
        return float.isFinite || !double.isFinite ? float : nil
    }

    func string(_ offset: Int) -> String? {
        guard let bytes = bytes(offset, tag: 4) else { return nil }
        return String(validUTF8: bytes)
    }
}

// Accessors that are called by inlined code in other modules.
extension FleeceStorage {
    @usableFromInline
    func boolean(at offset: Int) -> Bool? { region.boolean(offset) }

    @usableFromInline
    func int64(at offset: Int) -> Int64? { region.int64(offset) }

    @usableFromInline
    func double(at offset: Int) -> Double? { region.double(offset) }

    @usableFromInline
    package func string(at offset: Int) -> String? { region.string(offset) }
}
