import FleeceFloor
import Foundation
import Quire

/// Benchmarks of reading fields and writing JSON text, against code in C that does not allocate
/// memory.
///
/// They use 100,000 different documents, so that a document is rarely in the processor's cache.
enum FloorComparisons {
    private static let count = 100_000

    /// Compares lookups by string.
    static func compareByString() throws -> Comparison {
        let keys = FloorKeys(of: try bodies.get())
        return try compareReading(FleeceFields.read(byString:)) { bytes, fields in
            withUnsafePointer(to: keys.table) {
                fleece_floor_read_by_name(bytes.baseAddress, bytes.count, $0, &fields)
            }
        }
    }

    /// Compares lookups by prepared keys.
    static func compareByPreparedKey() throws -> Comparison {
        let keys = FloorKeys(of: try bodies.get())
        func number(_ name: String) -> Int32 {
            fleece_floor_number(&keys.table, name, name.utf8.count)
        }
        var numbers = FleeceFloorNumbers(
            name: number("name"), city: number("city"), country: number("country"),
            rate: number("rate"), acceptsPets: number("pets_ok"), geo: number("geo"),
            latitude: number("lat"))
        return try compareReading(FleeceFields.read(byPreparedKey:)) { bytes, fields in
            fleece_floor_read_by_number(bytes.baseAddress, bytes.count, &numbers, &fields)
        }
    }

    private static func compareReading(
        _ read: @escaping (FleeceDictionary) -> FleeceFields.Fields,
        _ readFloor: @escaping (UnsafeBufferPointer<UInt8>, inout FleeceFloorFields) -> Bool
    ) throws -> Comparison {
        let bodies = try bodies.get()
        func floor(_ body: FleeceStorage) throws -> FleeceFloorFields {
            var fields = FleeceFloorFields()
            let isRead = body.withUnsafeBytes {
                readFloor($0.assumingMemoryBound(to: UInt8.self), &fields)
            }
            guard isRead else { throw Disagreement("the floor cannot read a document") }
            return fields
        }
        return Comparison(
            subject: .time(
                ours: Workload(operations: count) {
                    for body in bodies {
                        if let hotel = body.rootDictionary { blackHole(read(hotel)) }
                    }
                },
                peer: Workload(operations: count) {
                    for body in bodies { blackHole(try floor(body)) }
                }),
            verify: {
                for body in bodies {
                    let fields = try floor(body)
                    let ours = body.rootDictionary.map(read)
                    let theirs = FleeceFields.Fields(fields)
                    guard ours == theirs else {
                        throw Disagreement(
                            "the fields are \(String(describing: ours)), the floor's \(theirs)")
                    }
                }
            })
    }

    /// Compares writing documents with numbered keys as JSON text.
    static func compareWriting() throws -> Comparison { try compareWriting(bodies.get()) }

    /// Compares writing documents whose keys are strings as JSON text.
    static func compareWritingStringKeys() throws -> Comparison {
        try compareWriting(bodiesWithStringKeys.get())
    }

    private static func compareWriting(_ bodies: [FleeceStorage]) throws -> Comparison {
        let values = bodies.compactMap(\.root)
        let keys = FloorKeys(of: bodies)
        let writer = JSONWriter()
        // The comparison uses it until the process ends.
        let buffer = UnsafeMutableBufferPointer<CChar>.allocate(capacity: 1 << 20)
        func floor(_ body: FleeceStorage) throws -> UnsafeRawBufferPointer {
            let length = body.withUnsafeBytes { bytes in
                withUnsafePointer(to: keys.table) {
                    fleece_floor_write_json(
                        bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count, $0,
                        buffer.baseAddress, buffer.count)
                }
            }
            guard length > 0 else { throw Disagreement("the floor cannot write a document") }
            return UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: buffer[..<length]))
        }
        return Comparison(
            subject: .time(
                ours: Workload(operations: values.count) {
                    for value in values {
                        writer.removeAll()
                        try writer.write(value)
                        writer.withUTF8 { blackHole($0) }
                    }
                },
                peer: Workload(operations: bodies.count) {
                    for body in bodies { blackHole(try floor(body)) }
                },
                bytes: try values.prefix(1000).reduce(0) { $0 + (try $1.json().utf8.count) } / 1000),
            verify: {
                for body in bodies {
                    let theirs = String(decoding: try floor(body), as: UTF8.self)
                    let ours = try body.root?.json()
                    guard ours == theirs else {
                        throw Disagreement("the text is \(ours ?? ""), the floor's \(theirs)")
                    }
                }
            })
    }

    private static let bodies = Result { try bodies(sharingKeys: true) }
    private static let bodiesWithStringKeys = Result { try bodies(sharingKeys: false) }

    private static func bodies(sharingKeys: Bool) throws -> [FleeceStorage] {
        let keys = MutableSharedKeys()
        let writer = sharingKeys ? FleeceWriter(sharedKeys: keys) : FleeceWriter()
        let bodies = try StoredHotel.all(count: count).map { hotel in
            hotel.write(to: writer, revision: 1)
            return try writer.finish()
        }
        return bodies.map { FleeceStorage($0, sharedKeys: keys.snapshot) }
    }
}

extension FleeceFields.Fields {
    fileprivate init(_ fields: FleeceFloorFields) {
        func text(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
            String(decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
        }
        self.init(
            name: text(fields.name, fields.nameLength), city: text(fields.city, fields.cityLength),
            country: text(fields.country, fields.countryLength), rate: fields.rate,
            acceptsPets: fields.acceptsPets, latitude: fields.latitude)
    }
}
